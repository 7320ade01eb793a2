"""What a session does with its page beside the calls: looking at it, and restoring what was lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast, get_args

from handrail.attachments import Attachment
from handrail.browser.types.element_names import Element, ElementName, element_text
from handrail.browser.types.errors import BrowserLost, DeadlineHit
from handrail.browser.types.reading import Snapshot, SnapshotMode
from handrail.calls.observe import learn_links, observe_page
from handrail.calls.recovery.recovery import Recovered, Recovery
from handrail.calls.state import SessionState
from handrail.errors import UsageError
from handrail.events.kinds import ScreenshotEvent
from handrail.results import Observation
from handrail.results.plain_snapshot import PlainSnapshot
from handrail.tools.look import SNAPSHOT_CHARS
from handrail.trust import Text

if TYPE_CHECKING:
    # Playwright takes a moment to import, and a session is often made before a browser is needed.
    from handrail.browser.playwright_browser import PlaywrightBrowser
    from handrail.browser.tabs.tab import PlaywrightTab
    from handrail.browser.tabs.tabs import PlaywrightTabs

WHOLE = 100_000_000
"""Characters of a snapshot that is not to be cut; the kit's own deadlines bound it long before."""
T = TypeVar("T")


class StateAttribute(Generic[T]):
    """An attribute of a session that is kept in its `SessionState`."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, holder: Any, owner: type) -> T:
        value: T = getattr(holder.state, self._name)
        return value

    def __set__(self, holder: Any, value: T) -> None:
        setattr(holder.state, self._name, value)


class SessionPage(Generic[Text]):
    """The part of `handrail.Session` that works on its page without a tool.

    Attributes:
        state: what the calls of the session share.
        recovery: restores its browser.
    """

    state: SessionState
    recovery: Recovery
    _lock: asyncio.Lock
    """Calls and looks of one session come one after the other."""

    @property
    def browser(self) -> PlaywrightBrowser:
        return self.state.open_browser

    @property
    def tabs(self) -> PlaywrightTabs:
        return self.state.tabs

    @property
    def tab(self) -> PlaywrightTab:
        """The active tab; ``tab.page`` is its Playwright page."""
        return self.state.tab

    async def recover(self, why: str) -> Recovered | None:
        """Restore a lost tab or browser now; every call does so by itself before it begins.

        Args:
            why: for the log.

        Returns:
            What was restored, None where nothing was lost.

        Raises:
            BrowserLost: it cannot be had again.
        """
        async with self._lock:
            return await self._recover(why)

    async def return_to(self, url: str) -> bool:
        """Open a page again in the active tab that was open in an earlier session, and return whether it opened. No
        call asks for it, so it permits no changes on its origin, and may only read where the user has not allowed
        them. Where its address came from is not known any more: on an origin of the user's it counts as made up by a
        model, unless the user wrote it.
        """
        return await self._with_browser(lambda: self.recovery.go(url))

    async def snapshot(
        self,
        mode: SnapshotMode = "full",
        *,
        within_ref: Element | None = None,
        max_chars: int | None = None,
        cursor: str | None = None,
    ) -> Snapshot[Text]:
        """Return the active page's outline with refs, as an object.

        Args:
            mode: ``full``; or ``viewport``, ``interactive``, ``changes`` since the last one, or what fits (``auto``).
            within_ref: only this element and what is in it.
            max_chars: of the outline; by default all in full mode, since a program has no context window, else 12,000.
            cursor: where to go on, from an earlier one.

        Raises:
            UsageError: there is no such mode, or no room for a character.
            BrowserError: the page does not answer.
        """
        if mode not in (modes := get_args(SnapshotMode)):
            raise UsageError(f"There is no mode {mode!r} of a snapshot.", hint=f"Use one of {', '.join(modes)}.")
        if max_chars is not None and max_chars < 1:
            raise UsageError("The most characters of a snapshot are at least 1.", hint="None is no limit in full mode.")
        most = max_chars or (WHOLE if mode == "full" else SNAPSHOT_CHARS)

        async def take() -> Snapshot:
            within = await self._ref(within_ref, part=True)
            return await self.tab.reader.snapshot(mode, within_ref=within, max_chars=most, cursor=cursor)

        taken = await self._with_browser(take)
        shown: Any = PlainSnapshot(taken) if self.state.plain else taken
        return cast("Snapshot[Text]", shown)

    async def observe(self, *, whole: bool = False) -> Observation:
        """Return what a model is shown of the page beside its calls: what changed since the last observation of the
        same tab, or all that fits; the tabs; an open dialog. No tool is called for it.

        Args:
            whole: not only what changed.

        Raises:
            BrowserError: the page does not answer.
        """
        seen = await self._with_browser(lambda: observe_page(self.state, None, whole=whole))
        learn_links(self.state, [seen.snapshot_text])
        if seen.snapshot is not None:
            self.recovery.record_read()
        return seen

    async def screenshot(
        self, *, full_page: bool = False, ref: Element | None = None, marks: bool = False
    ) -> Attachment:
        """Return a picture of the window, beside the calls. A log keeps it.

        Args:
            full_page: of the whole page.
            ref: of this element alone.
            marks: draw in the refs that can be operated.

        Raises:
            BrowserError: there is none, or it would show what it must not.
        """

        async def take() -> Attachment:
            return await self.tab.screenshot(full_page=full_page, ref=await self._ref(ref), marks=marks)

        picture = await self._with_browser(take)
        self.state.events.emit(ScreenshotEvent(tool="screenshot", attachments=(picture,)))
        return picture

    async def _ref(self, element: Element | None, *, part: bool = False) -> str | None:
        if element is None:
            return None
        try:
            text: str = element_text(element)
        except ValueError as error:
            raise UsageError(f"This names no element: {error}.") from None
        name = ElementName.parse(text)
        return text if name is None else await self.tab.reader.find(replace(name, part=part))

    async def _recover(self, why: str = "") -> Recovered | None:
        recovered = await self.recovery.recover(self.state.call_timeout, why)
        if self.recovery.given_up:
            raise BrowserLost(self.recovery.given_up, hint="Start a new session.")
        return recovered

    async def _with_browser(self, work: Callable[[], Awaitable[T]]) -> T:
        """Return the result of the session's own work on its browser, under the terms of every call: one after the
        other, in a browser that was restored where it was lost, within the time of a call, with secrets masked.

        Raises:
            BrowserError: it could not be done, or not in time.
        """
        async with self._lock:
            await self._recover()
            try:
                async with asyncio.timeout(self.state.call_timeout):
                    result = await work()
            except TimeoutError:
                raise DeadlineHit(f"The page did not answer within {self.state.call_timeout:.0f} s.") from None
            except Exception as error:
                if (lost := self.tabs.explain(error)) is None:
                    raise
                raise lost from error
            masked: T = self.state.vault.mask(result)
            return masked
