"""The interface of a browser, as the rest of the house sees it. The Playwright backend implements it.

Every method has a deadline of its own and raises a `handrail.browser.types.errors.BrowserError` when a page misbehaves.
Refs (``e12``) are names of the session; a ref of a tab that is not the active one fails with a hint to switch.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, Literal, Protocol

from handrail.attachments import Attachment
from handrail.browser.types.acts import ActionEffects, Filled, ScrollResult, SentRequest, SideEffectLimits, Suggestion
from handrail.browser.types.errors import BrowserLost
from handrail.browser.types.facts import ElementFacts, Judge, Through
from handrail.browser.types.reading import (
    ElementDetails,
    ElementQuery,
    Options,
    PageHtml,
    Snapshot,
    SnapshotMode,
    TextFinder,
    TextMatches,
    TextSegments,
)
from handrail.browser.types.secrets import Needles, Secrets
from handrail.browser.types.tabs import DialogInfo, PageInfo, TabInfo, TabPlace
from handrail.trust import External

Button = Literal["left", "right", "middle"]
Modifier = Literal["Alt", "Control", "Meta", "Shift", "ControlOrMeta"]


class PageReader(Protocol):
    """Reading a page. Changes nothing: no scroll, no focus, no attribute, no event."""

    async def snapshot(
        self,
        mode: SnapshotMode = "auto",
        *,
        within_ref: str | None = None,
        max_chars: int = 12_000,
        cursor: str | None = None,
    ) -> Snapshot: ...
    async def text_segments(self) -> TextSegments: ...
    async def search(self, finder: TextFinder, *, skip: int = 0, limit: int = 10, context: int = 80) -> TextMatches:
        """Where a pattern stands, in every frame; ``context`` characters of visible text are given on each side."""

    async def query(
        self,
        selector: str,
        *,
        within_ref: str | None = None,
        attributes: Sequence[str] = (),
        max_results: int = 20,
        skip: int = 0,
        include_text: bool = True,
    ) -> ElementQuery: ...
    async def element(self, ref: str) -> ElementDetails: ...
    async def options(self, ref: str) -> Options: ...
    async def html(self, *, within_ref: str | None = None, main_only: bool = True) -> PageHtml: ...
    async def facts(self, ref: str, through: Through | None = None) -> ElementFacts:
        """What an act would meet: at the ref itself, or at what the act reaches ``through`` it."""

    async def focused(self) -> ElementFacts | None:
        """What keys would go to; None where that is the page as a whole, or is in a frame."""

    async def has_link(self, url: str) -> bool:
        """Whether a link, in any frame, leads to exactly this absolute address."""

    async def info(self) -> PageInfo: ...


class PageActions(Protocol):
    """Acting on a page with real input. Each returns when the input was given; settling is the road's work."""

    async def click(
        self, ref: str, *, button: Button = "left", count: int = 1, modifiers: Sequence[Modifier] = ()
    ) -> None: ...
    async def fill(self, ref: str, value: str) -> Filled:
        """Set a field's value and return what it then holds."""

    async def fill_secret(self, ref: str, reveal: Callable[[], str], judge: Judge) -> bool | None:
        """Type a secret into a field. ``judge`` is asked of the very field right before, and raises where the secret
        may not go there; ``reveal`` hands the secret over at the last moment.

        Whether the field now holds as many characters; None where a dialog or a new page hides that. Neither what is
        returned nor what is raised holds the secret.
        """

    async def suggestions(self, ref: str) -> list[Suggestion]:
        """What a field offers below it now; waits a little where it looks as if it would."""

    async def submit(self, ref: str) -> None:
        """Press Enter in a field; where Enter makes a new line, click the button of its form instead."""

    async def select(self, ref: str, values: Sequence[str]) -> list[External]:
        """Choose options by value or label and return the labels now chosen."""

    async def set_checked(self, ref: str, checked: bool) -> bool:
        """Make it so and return whether anything had to change."""

    async def hover(self, ref: str) -> None: ...
    async def focus(self, ref: str) -> None: ...
    async def press(self, keys: Sequence[str], *, ref: str | None = None) -> None: ...
    async def scroll(
        self,
        *,
        direction: Literal["up", "down", "left", "right"] | None = None,
        to: str | None = None,
        ref: str | None = None,
        amount: int | None = None,
    ) -> ScrollResult:
        """``to`` is a ref, ``top`` or ``bottom``; ``ref`` the container; ``amount`` CSS pixels [80 % of its height]."""

    async def set_files(self, ref: str, paths: Sequence[Path]) -> None: ...
    async def open_options(self, ref: str) -> Options:
        """Open a list that is built only when open, read it and close it again."""


class Tab(Protocol):
    """One tab. ``page`` is the Playwright page, for those who need it."""

    id: str
    page: Any
    view: PageReader
    hands: PageActions

    @property
    def url(self) -> External: ...
    @property
    def origin(self) -> str:
        """Of the main document, as the kit last answered it."""

    @property
    def dialog(self) -> DialogInfo | None: ...
    async def title(self) -> External:
        """Empty where the page does not say it in time."""

    async def goto(self, url: str, *, timeout: float = 30.0) -> int | None:
        """Navigate and return the HTTP status."""

    async def back(self) -> bool:
        """False where there is no earlier page."""

    async def forward(self) -> bool: ...
    async def reload(self) -> int | None: ...
    async def answer_dialog(self, accept: bool, text: str | None = None) -> DialogInfo: ...
    async def screenshot(
        self, *, full_page: bool = False, ref: str | None = None, marks: bool = False
    ) -> Attachment: ...
    async def wait_for(
        self,
        *,
        text: str | None = None,
        ref: str | None = None,
        selector: str | None = None,
        url: str | None = None,
        state: Literal["stable", "load"] | None = None,
        gone: bool = False,
        timeout: float = 10.0,
    ) -> bool:
        """True once it holds, False when ``timeout`` seconds (0 to 60) went by."""

    async def pin(self) -> str:
        """The nonce of the main document now."""


class Tabs(Protocol):
    """The tabs of one browser context."""

    @property
    def active(self) -> Tab: ...
    @property
    def gone(self) -> bool:
        """The browser is lost, and every tab with it."""

    def explain(self, error: Exception) -> BrowserLost | None:
        """An error that is none of ours, as the loss of the browser, where it is that."""

    def places(self) -> Sequence[TabPlace]:
        """Where each tab stands, or stood when the browser was lost; the active one last."""

    @property
    def replaced(self) -> TabPlace | None:
        """The empty tab that took the place of the active one, with the address where that stood."""

    def take_lost(self) -> TabPlace | None:
        """`replaced`, told once."""

    async def list(self) -> Sequence[TabInfo]: ...
    async def has_link(self, url: str) -> bool:
        """Whether an open tab has a link to exactly this absolute address."""

    def hide(self, needles: Needles) -> None:
        """From now on paint over in every picture what ``needles`` says when it is taken; where that cannot be found,
        there is no picture (``picture_refused``)."""

    def unsay(self, secrets: Secrets) -> None:
        """From now on take secrets out of what pages say before it is searched, cut to size or put together: a search
        that could be asked for a part of one would tell all of it."""

    async def new(self, url: str | None = None) -> Tab: ...
    async def switch(self, tab_id: str) -> Tab: ...
    async def close(self, tab_id: str | None = None) -> TabInfo | None:
        """Close a tab and return the one that is active now."""

    def sent(self) -> Sequence[SentRequest]:
        """Requests that may have changed something, and answers to them, that were not told with an act yet."""

    def stopped(self) -> Sequence[External]:
        """Requests that were stopped since the last act was told, which held on to its bounds for a moment."""

    def watch(
        self, *, settle: bool, bounds: SideEffectLimits | None = None, ahead: bool = False
    ) -> AbstractAsyncContextManager[ActionEffects]:
        """Collect what comes of an act: enter before it, leave after it; leaving waits until the page is quiet.

        What ``bounds`` does not let out is stopped meanwhile, and told. ``ahead``: a snapshot is taken next; a new page
        is read while it comes to rest, so that this one has little left to do.
        """


class State(Protocol):
    """What a browser keeps of its visits."""

    def to_dict(self) -> dict[str, Any]:
        """Cookies and local storage, as in the files that `Browser.save_state` writes."""


class Browser(Protocol):
    """One browser process or connection, with one context in it."""

    name: str
    version: str

    @property
    def tabs(self) -> Tabs: ...
    @property
    def state(self) -> State:
        """Cookies and local storage as last known."""

    async def remember(self) -> None:
        """Take in what `state` is now. Never raises for a browser that does not say."""

    async def abandon(self) -> None:
        """`close` for a browser that is lost."""

    async def save_state(self, path: Path) -> None:
        """Write cookies and local storage, file mode 0600."""

    async def close(self) -> None: ...
