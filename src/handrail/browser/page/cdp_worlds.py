"""Keeps Chromium's own protocol (CDP) open to a page, and knows the worlds in which its frames can be asked.

A world is one global of one document. Its name is an id that no other world of any process ever has: after a
navigation, its number alone could be that of the page's own world. A frame in another process than the one around it
has a session of its own, which ends when the frame changes its process; the frame's id stays.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from playwright.async_api import CDPSession, Frame, Page
from playwright.async_api import Error as PlaywrightError

from handrail.browser.background import run_in_background, shared
from handrail.browser.network.page_session import page_session
from handrail.browser.types.errors import KitFailed

T = TypeVar("T")

PLAYWRIGHT = "__playwright_utility_world"
"""How the names of Playwright's own worlds begin."""
LOOK_AGAIN = 0.2
"""Seconds after which to look whether a frame without a world is in another process by now."""


class IsolatedWorld(NamedTuple):
    """One world of one document: its name is unique for ever, its number only in its process."""

    session: CDPSession
    frame: str
    name: str
    number: int

    async def call(self, function: str, *arguments: dict[str, Any], **options: Any) -> dict[str, Any]:
        """Call a function, and return the remote object that it returns.

        Raises:
            PlaywrightError: the world is gone.
            KitFailed: the function raised.
        """
        asked = {"functionDeclaration": function, "uniqueContextId": self.name, "arguments": arguments, **options}
        answer = await self.session.send("Runtime.callFunctionOn", asked)
        if "exceptionDetails" in answer:
            # The message of what was raised may repeat the arguments, and they may hold a secret.
            raise KitFailed(f"The page kit failed: {answer['result'].get('className', 'no reason')}")
        result: dict[str, Any] = answer["result"]
        return result


class CdpWorlds:
    """The worlds of a page's frames: one of ours in each document, in which a script runs first, and Playwright's.

    A session is opened when a frame of its process is first asked.
    """

    def __init__(self, page: Page, script: str) -> None:
        self._page = page
        self._script = script
        # No other client of this browser has a world of this name.
        self._name = f"handrail {secrets.token_hex(8)}"
        self._sessions: dict[Frame, CDPSession] = {}
        self._opening: dict[Frame, asyncio.Task[CDPSession]] = {}
        self.ids: dict[Frame, str] = {}
        """The protocol's ids of the frames of which they are known."""
        self._ours: dict[str, IsolatedWorld] = {}
        self._playwrights: dict[str, IsolatedWorld] = {}
        self._unready: dict[str, IsolatedWorld | None] = {}
        """Worlds that `_run_in_empty` makes, by frame: they are ours when the script has run."""
        self._changed = asyncio.Event()
        self._is_crashed = False
        page.on("crash", self._on_crash)

    @property
    def of_page(self) -> list[IsolatedWorld]:
        """Our worlds in the main frame (first) and in frames of its process, which share its session."""
        main = self._ours.get(self.ids.get(self._page.main_frame, ""))
        if main is None:
            return []
        return [main, *(world for world in self._ours.values() if world.session is main.session and world != main)]

    def playwrights(self, frame: str) -> list[IsolatedWorld]:
        """Return Playwright's worlds in a frame: several, where other programs drive the same browser."""
        return [world for world in self._playwrights.values() if world.frame == frame]

    async def session(self) -> CDPSession:
        """Return the session of the page."""
        return await self.session_of(self._page.main_frame)

    async def session_of(self, frame: Frame) -> CDPSession:
        """Return the session of a frame. Raises `PlaywrightError`: it is in the process of the one around it, or
        gone."""
        known = self._sessions.get(frame)
        return await shared(self._opening, frame, self._open) if known is None else known

    async def of(self, frame: Frame, id_of: Callable[[Frame], Awaitable[object]]) -> IsolatedWorld:
        """Return our world in the document of a frame, and wait for it while there is none.

        Args:
            id_of: finds the id of a frame that has no session of its own.

        Raises:
            PlaywrightError: the frame or its tab is gone.
        """
        while True:
            changed = self._changed
            if self._is_crashed:
                raise PlaywrightError("The page crashed.")
            if frame.is_detached():
                raise PlaywrightError("The frame was detached.")
            if world := self._ours.get(self.ids.get(frame, "")):
                return world
            await self._open_around(frame)
            if frame not in self.ids:
                await id_of(frame)
            if self.ids.get(frame) not in self._ours:
                try:
                    await asyncio.wait_for(changed.wait(), LOOK_AGAIN)
                except TimeoutError:
                    await self._run_in_empty(frame)

    def forget(self, gone: IsolatedWorld) -> None:
        """Forget a world that was not there any more when it was asked."""
        self._drop(lambda world: world == gone)

    async def _open_around(self, frame: Frame) -> None:
        """Open the session of the process that a frame is in."""
        while frame.parent_frame is not None:
            with suppress(PlaywrightError):
                await self.session_of(frame)
                return
            frame = frame.parent_frame
        await self.session()

    async def _run_in_empty(self, frame: Frame) -> None:
        """Make our world in the empty document of a frame whose first one has not come: in that of a frame that was
        added later, what was registered for every document does not run."""
        parent, id_ = frame.parent_frame, self.ids.get(frame, "")
        around = self._ours.get(self.ids.get(parent, "")) if parent is not None else None
        if around is None or not id_ or frame.url or id_ in self._unready:
            return
        self._unready[id_] = None
        number: int | None = None
        try:
            asked = {"frameId": id_, "worldName": self._name}
            number = (await around.session.send("Page.createIsolatedWorld", asked))["executionContextId"]
            script = {"expression": self._script, "contextId": number}
            failed = "exceptionDetails" in await around.session.send("Runtime.evaluate", script)
        except PlaywrightError:
            # Its document came meanwhile, or the frame has gone.
            failed = True
        finally:
            world = self._unready.pop(id_)
        # If it is another world than that in the empty document, its document has come, and the script ran there.
        is_empty = world is not None and (world.session, world.number) == (around.session, number)
        if world is not None and not (failed and is_empty):
            self._ours[id_] = world
            self._note_change()

    async def _open(self, frame: Frame) -> CDPSession:
        context, is_main = self._page.context, frame.parent_frame is None
        session = await (page_session(self._page) if is_main else context.new_cdp_session(frame))
        session.on("Runtime.executionContextCreated", lambda event: self._add(session, event["context"]))
        session.on("Runtime.executionContextDestroyed", lambda event: self._drop(_is_named(event)))
        session.on("Runtime.executionContextsCleared", lambda _: self._drop(lambda world: world.session is session))
        session.on("close", lambda _: self._close(frame, session))
        # The document may hang, and answer none of this.
        run_in_background(self._register(frame, session))
        self.ids[frame] = (await session.send("Target.getTargetInfo"))["targetInfo"]["targetId"]
        self._sessions[frame] = session
        return session

    async def _register(self, frame: Frame, session: CDPSession) -> None:
        """Have a world of ours in every document of a session, in those that are there too."""
        script = {"source": self._script, "worldName": self._name, "runImmediately": True}
        try:
            await asyncio.gather(
                session.send("Page.enable"),
                session.send("Runtime.enable"),
                session.send("Page.addScriptToEvaluateOnNewDocument", script),
            )
        except PlaywrightError:
            # Others may use the session of the page.
            if frame.parent_frame is not None:
                with suppress(PlaywrightError):
                    await session.detach()
            self._close(frame, session)

    def _close(self, frame: Frame, session: CDPSession) -> None:
        if self._sessions.get(frame) is session:
            del self._sessions[frame]
        self._drop(lambda world: world.session is session)

    def _add(self, session: CDPSession, context: dict[str, Any]) -> None:
        about = context.get("auxData", {})
        if about.get("type") != "isolated":
            return
        world = IsolatedWorld(session, about["frameId"], context["uniqueId"], context["id"])
        if context["name"] == self._name and world.frame in self._unready:
            self._unready[world.frame] = world
        elif context["name"] == self._name:
            self._ours[world.frame] = world
            self._note_change()
        elif context["name"].startswith(PLAYWRIGHT):
            self._playwrights[world.name] = world

    def _drop(self, is_gone: Callable[[IsolatedWorld], bool]) -> None:
        for worlds in (self._ours, self._playwrights):
            for key in [key for key, world in worlds.items() if is_gone(world)]:
                del worlds[key]
        self._unready |= {key: None for key, world in self._unready.items() if world is not None and is_gone(world)}
        self._note_change()

    def _on_crash(self, _: Page) -> None:
        self._is_crashed = True
        self._note_change()

    def _note_change(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()


def _is_named(event: dict[str, Any]) -> Callable[[IsolatedWorld], bool]:
    name = event["executionContextUniqueId"]
    return lambda world: world.name == name
