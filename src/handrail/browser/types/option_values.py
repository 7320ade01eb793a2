"""The values that options of a browser can have: names, sizes, languages, time zones."""

from __future__ import annotations

import re
from typing import Any, Literal, get_args

from handrail.errors import UsageError

BrowserName = Literal["auto", "chromium", "chrome", "edge", "brave", "firefox"]
ResourceKind = Literal[
    "document", "stylesheet", "image", "media", "font", "script", "texttrack", "xhr", "fetch", "eventsource",
    "websocket", "manifest", "other",
]  # fmt: skip
LockedProfile = Literal["refuse", "copy"]

BROWSERS: tuple[str, ...] = get_args(BrowserName)
RESOURCES: tuple[str, ...] = get_args(ResourceKind)
_LANGUAGE = re.compile(
    r"[a-z]{2,3}(-[a-z]{3}){0,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?(-([a-z\d]{5,8}|\d[a-z\d]{3}))*(-[a-z\d](-[a-z\d]{2,8})+)*"
)
"""Language, script, region, variants and extensions (RFC 5646). Chromium does not start with what is none."""


def parse_viewport(text: str) -> tuple[int, int]:
    """Return width and height of a text such as ``1280x800``. Raises `UsageError`: the text is not a size."""
    match = re.fullmatch(r"\s*(\d{1,9})\s*[xX×,]\s*(\d{1,9})\s*", text)
    if match is None:
        raise UsageError(f"The viewport {text[:40]!r} is not a size.", hint="Example: 1280x800.")
    return int(match[1]), int(match[2])


def is_language(tag: str) -> bool:
    """Return whether a text has the shape of a language tag, such as ``en-GB``."""
    return _LANGUAGE.fullmatch(tag.replace("_", "-").lower()) is not None


def is_timezone(name: str) -> bool:
    """Return whether there is a time zone of this name."""
    import zoneinfo

    try:
        zoneinfo.ZoneInfo(name)
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
        # Windows has no zone data of its own; there only the shape is checked, and the browser has the last word.
        return not zoneinfo.available_timezones() and re.fullmatch(r"[A-Za-z_]+(/[\w+-]+)*", name) is not None
    return True


def quote(value: Any) -> str:
    """Return a value in quotes, for a sentence about it."""
    return repr(str(value)[:60])
