"""Calls into the in-page kit.

The kit is a Playwright selector engine that runs in the isolated world, where a page can neither see it nor tamper
with it. A call is a selector: the engine runs the operation, puts its JSON answer into a ``<meta>`` that stands in no
document, and Playwright reads that element's text. The same public API works in Chromium and in Firefox over BiDi.
"""

from __future__ import annotations

import asyncio
import base64
import json
import re
import time
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from playwright.async_api import ElementHandle, Frame, Locator, Playwright
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout

from handrail.browser.page.cdp_session import CdpSession
from handrail.browser.page.kit_loader import join
from handrail.browser.types.errors import (
    BrowserError,
    DeadlineHit,
    DocumentChanged,
    InvalidSelector,
    KitFailed,
    TabLost,
)
from handrail.trust import External

ENGINE = "kit"
# Firefox keeps the global of an empty document for the page that follows, and Playwright may put the kit into one world
# twice: the same document gets the same kit.
ONCE = """const before = globalThis[Symbol.for('handrail.engine')];
if (before?.document === document) return before.engine;"""
KEPT = """const kept = { value: { document, engine }, configurable: true };
Object.defineProperty(globalThis, Symbol.for('handrail.engine'), kept);
return engine;"""
GRACE = 1.0
"""Seconds that a call may take beyond the kit's own deadline: the round trip and the page's own layout."""


# JSON escapes a surrogate only where it has no partner. Such text is no Unicode: no file or prompt would take it.
_LONE_SURROGATE = re.compile(r"(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}")


@dataclass(frozen=True, slots=True)
class KitAnswer:
    """An answer of the kit. ``late`` is the number of nodes that it had no time for; 0 if it finished."""

    nonce: str
    url: str
    origin: str
    late: int
    data: Any

    def external(self, text: str, label: str = "page-elements") -> External:
        """Return a text of the page as `External`."""
        return External(text, self.origin, label)


@cache
def source() -> str:
    """Return the kit as one script.

    It goes into every document, and one letter beyond Latin 1 would double the size of what Playwright's driver holds
    and copies each time. So such letters are escaped; in a string or a regular expression the escape means the same
    letter.
    """
    modules = join(resources.files("handrail.browser") / "kit", "engine.js")
    script = "\n".join(["(() => {", "'use strict';", ONCE, modules, KEPT, "})()"])
    return re.sub(r"[^\x00-\x7f]", lambda letter: json.dumps(letter[0])[1:-1], script)


async def register(playwright: Playwright) -> None:
    """Register the kit with Playwright. Over CDP, call this after connecting, or the default context lacks it."""
    await playwright.selectors.register(ENGINE, source(), content_script=True)


def selector(request: dict[str, Any]) -> str:
    """Return a request as a selector: in base64, because quotes and ``>>`` have a meaning in Playwright's selectors."""
    return f"{ENGINE}={base64.b64encode(json.dumps(request).encode()).decode()}"


async def ask(
    frame: Frame,
    op: str,
    *,
    timeout: float = 3.0,
    nonce: str | None = None,
    protocol: CdpSession | None = None,
    **args: Any,
) -> KitAnswer:
    """Run one operation of the kit in a frame.

    Args:
        timeout: seconds from now in which the kit must be done; the call itself gives up `GRACE` seconds later.
        nonce: the document that is meant; if another one is loaded, the answer is a `DocumentChanged`.
        protocol: the faster connection to the kit, if the frame is the main one of a tab that has it.

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
            raw = await protocol.ask_kit(json.dumps(request)) if protocol is not None else None
            if raw is None:
                raw = await frame.locator(selector(request)).text_content(timeout=(timeout + GRACE) * 1000)
    except (PlaywrightTimeout, TimeoutError):
        raise DeadlineHit(f"The page did not answer within {timeout + GRACE:.0f} s.") from None
    except PlaywrightError as error:
        raise _no_answer_error(error) from error
    reply = json.loads(_without_lone_surrogates(raw or "{}"))
    if "error" in reply:
        _raise(reply)
    return KitAnswer(reply["nonce"], reply["url"], reply["origin"], reply["late"], reply["data"])


def locate(frame: Frame, nonce: str, local: int) -> Locator:
    """Return a locator of the element itself, with Playwright's waiting, scrolling and trusted input. It finds nothing
    in any document but ``nonce``."""
    return frame.locator(selector({"el": local, "nonce": nonce}))


def file_holder(frame: Frame, nonce: str) -> Locator:
    """Return the input, outside any document, for files that will be dropped onto an element of this document."""
    return frame.locator(selector({"files": True, "nonce": nonce}))


async def iframe(frame: Frame, nonce: str, local: int) -> ElementHandle | None:
    """Return an element if it is an iframe; answers at once, whatever it is."""
    return await frame.query_selector(selector({"el": local, "nonce": nonce, "iframe": True}))


async def whose(handle: ElementHandle) -> tuple[str, int]:
    """Return the document and the local id of an element that Playwright holds."""
    meta = await handle.query_selector(selector({"whose": True}))
    reply = json.loads(await meta.text_content() or "{}") if meta is not None else {}
    return reply.get("nonce", ""), reply.get("local", 0)


def _raise(reply: dict[str, Any]) -> None:
    match reply["error"]:
        case "document_changed":
            raise DocumentChanged("The page was replaced by another one; nothing was done.", hint="Take a snapshot.")
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
