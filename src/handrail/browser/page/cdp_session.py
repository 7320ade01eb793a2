"""Opens a tab's session of Chromium's own protocol, to call the kit in its world directly.

Once a document has the kit, calls go to it directly: a call takes 0.8 ms here, and 2 ms as a selector. A call that
fails here is repeated as a selector, so that nothing depends on it. A world is named by an id that no other world of
any process ever has: after a navigation, its number alone could be that of the page's own world.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from playwright.async_api import CDPSession, Page
from playwright.async_api import Error as PlaywrightError

WORLD = "__playwright_utility_world"
"""How the names of Playwright's own worlds begin."""
CALL = "request => globalThis[Symbol.for('handrail.kit')]?.(request)"


class IsolatedWorld(NamedTuple):
    """One world of one document: its name is unique for ever, its number only in its process."""

    name: str
    number: int


class CdpSession:
    """A tab's CDP session, attached when it is first needed. Browsers other than Chromium have none."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session: CDPSession | None = None
        self._frame = ""
        self._worlds: dict[str, IsolatedWorld] = {}

    @property
    def is_there(self) -> bool:
        browser = self._page.context.browser
        return browser is not None and browser.browser_type.name == "chromium"

    @property
    def world(self) -> IsolatedWorld | None:
        """Return the kit's world in the main frame; None while there is none."""
        return self._worlds.get(self._frame)

    @property
    def worlds(self) -> list[IsolatedWorld]:
        """Return the kit's worlds in the main frame (first) and in frames of its site, which share its session."""
        return sorted(self._worlds.values(), key=lambda world: world != self.world)

    async def session(self) -> CDPSession:
        """Return the session, which knows the worlds of the page."""
        if self._session is None:
            session = await self._page.context.new_cdp_session(self._page)
            worlds = self._worlds = {}
            session.on("Runtime.executionContextCreated", lambda event: _add(worlds, event["context"]))
            session.on("Runtime.executionContextsCleared", lambda _: worlds.clear())
            await session.send("Runtime.enable")
            self._frame = (await session.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
            self._session = session
        return self._session

    def leave(self) -> None:
        """Drop the session; a new one is attached when it is next needed."""
        self._session = None
        self._worlds = {}

    async def ask_kit(self, request: str) -> str | None:
        """Return the kit's answer to a request, both as text; None if it cannot be asked this way."""
        if self._session is None or (world := self.world) is None:
            return None
        try:
            answer = await self._session.send("Runtime.callFunctionOn", _call_params(world, CALL, [{"value": request}]))
        except PlaywrightError:
            return None
        value = answer["result"].get("value")
        return value if isinstance(value, str) else None

    async def call(self, world: IsolatedWorld, function: str, nodes: Iterable[str] = ()) -> dict[str, Any]:
        """Call a function in a world with nodes, and return the remote object that it returns."""
        session = await self.session()
        asked = _call_params(world, function, [{"objectId": node} for node in nodes])
        answer = await session.send("Runtime.callFunctionOn", {**asked, "objectGroup": "handrail"})
        if "exceptionDetails" in answer:
            raise PlaywrightError(str(answer["exceptionDetails"].get("text")))
        result: dict[str, Any] = answer["result"]
        return result


def _add(worlds: dict[str, IsolatedWorld], context: dict[str, Any]) -> None:
    if context["name"].startswith(WORLD):
        worlds[context["auxData"]["frameId"]] = IsolatedWorld(context["uniqueId"], context["id"])


def _call_params(world: IsolatedWorld, function: str, arguments: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a call of a function in a world, as the protocol takes it."""
    return {"functionDeclaration": function, "uniqueContextId": world.name, "arguments": arguments}
