"""Browser: a Chromium that stays open for the sessions of a program."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Any, Literal, Self, Unpack, overload

from handrail.browser.types.options import BrowserOptions
from handrail.errors import UsageError
from handrail.session import ModelSessionArguments, Session, SessionArguments
from handrail.session_keywords import SessionKeywords
from handrail.session_options import split_options
from handrail.trust import External

OF_A_BROWSER = ("browser", "executable", "channel", "headless", "sandbox", "shared")
"""Options that all sessions of a browser have in common."""


class Browser:
    """A Chromium for many sessions, at once or one after the other: each is little more than a context of Playwright's.

        async with Browser(headless=True) as browser:
            async with browser.session() as one, browser.session(allow_origins=[...]) as another: ...

    Sessions share a browser by themselves where their options allow it, for as long as one is open. This keeps it open
    between them. Each has its own cookies, storage, rules, secrets and downloads. Sessions with ``unsafe=True`` pass no
    filtering proxy, so they have another browser.

    Args:
        options: of each session, as for `handrail.Session`, where that says nothing else.

    Raises:
        UsageError: options that no shared browser can have, such as a profile.
        NoBrowser: on entering, when no browser can be had.
    """

    def __init__(self, **options: Unpack[SessionKeywords]) -> None:
        self._options: dict[str, Any] = {**options, "shared": True}
        _, own = split_options(self._options)
        self._browser = BrowserOptions(**own)
        self._cleanup = AsyncExitStack()

    async def __aenter__(self) -> Self:
        # Playwright takes a moment to import.
        from handrail.browser.join import keep_open

        await self._cleanup.enter_async_context(keep_open(self._browser))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the browser, once its last session is closed. Closing twice is fine."""
        await self._cleanup.aclose()

    @overload
    def session(self, **options: Unpack[ModelSessionArguments]) -> Session[External]: ...
    @overload
    def session(self, *, plain: Literal[True], **options: Unpack[SessionArguments]) -> Session[str]: ...
    def session(self, **options: Any) -> Session[Any]:
        """Return a session in this browser, to be used as ``async with browser.session() as session``.

        Args:
            options: as for `handrail.Session`; those of the browser itself are as it was opened.

        Raises:
            UsageError: an option that does not exist or does not fit.
        """
        if of_browser := next((name for name in OF_A_BROWSER if name in options), None):
            raise UsageError(f"{of_browser} is an option of the whole browser.", hint="Give it to Browser(...).")
        return Session(**{**self._options, **options})
