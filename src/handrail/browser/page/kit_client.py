"""Calls into the in-page kit, which runs in an isolated world, where a page can neither see it nor tamper with it.

How a call gets there depends on the browser: `kit_worlds` (Chromium), `kit_selectors` (Firefox).
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame, Locator
from playwright.async_api import TimeoutError as PlaywrightTimeout

from handrail.browser.types.errors import (
    NOTHING_DONE,
    BrowserError,
    DeadlineHit,
    DocumentChanged,
    InvalidSelector,
    KitFailed,
    TabLost,
)
from handrail.trust import External

GRACE = 1.0
"""Seconds that a call may take beyond the kit's own deadline: the round trip and the page's own layout."""


# JSON escapes a surrogate only where it has no partner. Such text is no Unicode: no file or prompt would take it.
_LONE_SURROGATE = re.compile(r"(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}")


@dataclass(frozen=True, slots=True)
class KitAnswer:
    """An answer of the kit.

    Attributes:
        late: the number of nodes that it had no time for; 0 if it finished.
        passed_on: how often in this document a local id has gone from an element to another, or to none.
    """

    nonce: str
    url: str
    origin: str
    late: int
    data: Any
    passed_on: int = 0

    def external(self, text: str, label: str = "page-elements") -> External:
        """Return a text of the page as `External`."""
        return External(text, self.origin, label)


class Kit(ABC):
    """The kit in the documents of one page."""

    async def ask(
        self, frame: Frame, op: str, *, timeout: float = 3.0, nonce: str | None = None, **args: Any
    ) -> KitAnswer:
        """Run one operation of the kit in a frame.

        Args:
            timeout: seconds from now in which the kit must be done; the call itself gives up `GRACE` seconds later.
            nonce: the document that is meant; if another one is loaded, the answer is a `DocumentChanged`.

        Raises:
            DeadlineHit: the frame did not answer.
            KitFailed: the kit met a fault of its own there.
            InvalidSelector: an argument was not a selector the browser knows.
            TabLost: the frame or its tab is gone.
        """
        until = round((time.time() + timeout) * 1000)
        request = {"op": op, "args": args, "ms": int(timeout * 1000), "until": until, "nonce": nonce}
        try:
            async with asyncio.timeout(timeout + 2 * GRACE):
                raw = await self._answer(frame, request)
        except (PlaywrightTimeout, TimeoutError):
            raise DeadlineHit(f"The page did not answer within {timeout + GRACE:.0f} s.") from None
        except PlaywrightError as error:
            raise _no_answer_error(error) from error
        reply = json.loads(_without_lone_surrogates(raw or "{}"))
        if "error" in reply:
            _raise(reply)
        return KitAnswer(reply["nonce"], reply["url"], reply["origin"], reply["late"], reply["data"], reply["passedOn"])

    @abstractmethod
    async def _answer(self, frame: Frame, request: dict[str, Any]) -> str | None:
        """Return the answer to a request, as text."""

    @abstractmethod
    async def locator(self, frame: Frame, nonce: str, local: int) -> Locator:
        """Return a locator of the element itself, with Playwright's waiting, scrolling and trusted input. It finds
        nothing in any document but ``nonce``."""

    @abstractmethod
    async def file_holder(self, frame: Frame, nonce: str) -> Locator:
        """Return the input, outside any document, for files that will be dropped onto an element of this document."""

    @abstractmethod
    async def frame_in(self, parent: Frame, nonce: str, local: int) -> Frame | None:
        """Return the frame in an element; None if it holds none: an <object> may be a picture.

        Raises:
            PlaywrightError, TimeoutError: that is not known.
        """


def _raise(reply: dict[str, Any]) -> None:
    match reply["error"]:
        case "document_changed":
            raise DocumentChanged(f"The page was replaced by another one{NOTHING_DONE}", hint="Take a snapshot.")
        case "invalid_selector":
            raise InvalidSelector(
                "Not a CSS selector that the browser accepts.", hint="Example: table.plans > tbody tr"
            )
        case fault:
            raise KitFailed(f"The page kit failed in {reply.get('op', 'an operation')}: {fault}")


def _without_lone_surrogates(raw: str) -> str:
    return _LONE_SURROGATE.sub(r"\1\\ufffd", raw) if "\\ud" in raw else raw


def _no_answer_error(error: PlaywrightError) -> BrowserError:
    """Return our error for Playwright's error that a page cannot be asked."""
    if "detached" in str(error):
        return DocumentChanged("The frame is no longer in the page.", hint="Take a snapshot.")
    if "crashed" in str(error):
        return TabLost("The tab crashed.", hint="Go to a page again.")
    return TabLost("The tab is closed.", hint="Open a new tab, or switch to another one.")
