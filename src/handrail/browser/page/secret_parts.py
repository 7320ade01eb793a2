"""Masks parts of a secret that a page shows in several elements, such as a letter in each: a reader of one element
after the other could put it together. The page's whole text says which texts are such parts."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Sequence
from typing import Any

from handrail.browser.types.secrets import Needle

LONGEST = 60
"""Most characters of a text that may be a part."""
_OURS = frozenset(("tag", "role", "kind", "inputType", "method", "ready", "load_state", "states", "local", "mark"))
"""Fields in which the kit uses its own words."""
_BESIDE_TAGS = re.compile("(?<=>)[^<>]+(?=<)")
_SIGNS = re.compile(r"[\W_]+")
DOT = "•"


def with_pad(needle: Needle) -> dict[str, Any]:
    """Return a needle for the kit, with a one-time pad: an error that repeats the question does not reveal it."""
    octets = needle.text.encode("utf-16-le", "surrogatepass")
    units = [int.from_bytes(octets[at : at + 2], "little") for at in range(0, len(octets), 2)]
    pad = [secrets.randbits(16) for _ in units]
    text = [unit ^ key for unit, key in zip(units, pad, strict=True)]
    return {"text": text, "pad": pad, "look": needle.look, "before": needle.before, "after": needle.after}


def may_hold_part(data: Any, needles: Sequence[Needle]) -> bool:
    """Return whether a short text of an answer occurs in a secret: nearly every letter does, and hardly any word."""
    wanted = [_bare(needle.text) for needle in needles]
    found = False

    def look(text: str) -> str:
        nonlocal found
        found = found or any(_bare(text) in one for one in wanted)
        return text

    _change(data, look)
    return found


def without_parts(data: Any, parts: Sequence[str]) -> Any:
    """Return an answer with dots for the texts that are ``parts``."""
    known = {_bare(part) for part in parts} - {""}
    return _change(data, lambda text: DOT * len(text) if _bare(text) in known else text) if known else data


def _change(data: Any, change: Callable[[str], str]) -> Any:
    """Return data with ``change`` applied to every short text of the page in it, and to those between tags."""
    match data:
        case str() if "</" in data:
            return _BESIDE_TAGS.sub(lambda match: _change_if_short(match[0], change), data)
        case str():
            return _change_if_short(data, change)
        case list():
            return [_change(part, change) for part in data]
        case dict():
            return {key: part if key in _OURS else _change(part, change) for key, part in data.items()}
        case _:
            return data


def _change_if_short(text: str, change: Callable[[str], str]) -> str:
    return change(text) if len(text) <= LONGEST and _bare(text) else text


def _bare(text: str) -> str:
    return _SIGNS.sub("", text).lower()
