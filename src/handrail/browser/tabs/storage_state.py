"""Reads cookies and local storage from a file, refuses another kind clearly, and remembers them for a lost browser."""

from __future__ import annotations

import asyncio
import contextlib
import json
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext
from playwright.async_api import Error as PlaywrightError

from handrail.browser.page.page_context import PageContext
from handrail.browser.types.errors import BrowserError
from handrail.errors import UsageError

MAX_STORED_CHARS = 1_000_000
"""Most characters of an origin's local storage that are remembered; larger storage is not."""
REMEMBER_TIMEOUT = 2.0
"""Seconds in which a browser must hand its cookies over, to be remembered."""


class LastState:
    """Cookies and local storage as they were a moment ago, for the browser that replaces a lost one. ``start``: what
    the browser was started with, in Playwright's form.

    Playwright's ``storage_state`` opens a page for every origin that is not open any more. Here local storage is what
    the active tab last had, origin by origin.
    """

    def __init__(self, start: dict[str, Any] | None = None) -> None:
        start = start or {}
        self._cookies: list[dict[str, Any]] = list(start.get("cookies", ()))
        self._origins: list[dict[str, Any]] = list(start.get("origins", ()))

    async def remember(self, context: BrowserContext, core: PageContext) -> None:
        """Remember what the browser has now. If a page does not answer at once, what was known of it stays. Raises
        `Exception`: the browser is gone, or does not answer (`handrail.browser.playwright_browser.is_gone`)."""
        with contextlib.suppress(BrowserError):
            async with asyncio.timeout(REMEMBER_TIMEOUT):
                self._cookies = [dict(cookie) for cookie in await context.cookies()]
                # This does not count as a missed deadline of the tab: no call asked the page anything.
                answer = await core.ask_kit(
                    core.page.main_frame, "storage", most=MAX_STORED_CHARS, timeout=REMEMBER_TIMEOUT / 2
                )
                if answer.origin.startswith("http") and answer.data["entries"] is not None:
                    others = [one for one in self._origins if one.get("origin") != answer.origin]
                    self._origins = [*others, {"origin": answer.origin, "localStorage": answer.data["entries"]}]

    async def add_cookies(self, context: BrowserContext) -> None:
        """Give cookies to a browser that may have newer ones already, which stay. If it takes none, it goes without."""
        with contextlib.suppress(PlaywrightError):
            known = {_key(cookie) for cookie in await context.cookies()}
            missing: Any = [cookie for cookie in self._cookies if _key(cookie) not in known]
            if missing:
                await context.add_cookies(missing)

    def to_dict(self) -> dict[str, Any]:
        """Return the state as Playwright takes it and `read_state` reads it."""
        return {"cookies": self._cookies, "origins": self._origins}


def _key(cookie: Any) -> tuple[str, str, str]:
    return cookie["name"], cookie["domain"], cookie["path"]


def read_state(path: Path | None) -> Any:
    """Return what `save_state` wrote; None if no file is named. Raises `UsageError`: the file cannot be read, or is
    something else."""
    if path is None:
        return None
    try:
        state = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise UsageError(f"The storage state {path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise no_state(path) from error
    if not isinstance(state, dict) or not all(isinstance(state.get(part, []), list) for part in ("cookies", "origins")):
        raise no_state(path)
    return state


def no_state(path: Path | None) -> UsageError:
    return UsageError(f"{path} is not a storage state.", hint="Use a file that save_state wrote.")
