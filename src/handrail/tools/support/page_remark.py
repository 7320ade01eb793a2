"""What to know of a page before reading it: that it is an error page, no page at all, or not whole."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import TYPE_CHECKING

from handrail.browser.types.tabs import PageInfo

if TYPE_CHECKING:
    from handrail.browser.tabs.tab import PlaywrightTab

_TYPE = re.compile(r"(image|video|audio|application)/[\w.+-]+")
_NAMED = frozenset(
    ("png", "jpeg", "gif", "webp", "avif", "bmp", "tiff", "mp4", "webm", "ogg", "mpeg", "pdf", "zip", "octet-stream")
)
"""Types that are called by their name; a server could write anything else into it."""
_DOCUMENTS = frozenset(("application/xhtml+xml", "application/xml", "application/json"))
"""Types that are read as text."""


def page_remark(info: PageInfo) -> str:
    """Return one or two sentences in our own words; "" where there is nothing to say."""
    return " ".join(filter(None, (error_status(info.status), _no_page(info), _not_whole(info))))


async def remark_on(tab: PlaywrightTab, *, is_empty: bool) -> str:
    """Return the `page_remark` of the page in a tab. The page is asked only where nothing was read of it."""
    return page_remark(await tab.reader.info()) if is_empty else error_status(tab.core.status)


def error_status(status: int | None) -> str:
    """Say that a page is the error page of its site; "" where it is none."""
    if status is None or status < 400:
        return ""
    known = {one.value: f" ({one.phrase})" for one in HTTPStatus}
    return f"The site answered with HTTP status {status}{known.get(status, '')}: this is its error page."


def _no_page(info: PageInfo) -> str:
    kind = info.content_type.lower()
    if not _TYPE.fullmatch(kind) or kind in _DOCUMENTS or kind.endswith("+xml"):
        return ""
    what = {"image": "an image", "video": "a video", "audio": "a recording"}.get(kind.partition("/")[0], "a file")
    named = f" ({kind})" if kind.partition("/")[2] in _NAMED else ""
    return f"This is {what}{named}, not a page: there is no text to read."


def _not_whole(info: PageInfo) -> str:
    return "" if info.load_state != "loading" else "The page did not finish loading: parts of it may be missing."
