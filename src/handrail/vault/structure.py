"""Changes every text in a structure and keeps the rest of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from operator import is_
from typing import Any

from handrail.trust import External

Change = Callable[[str, bool], str]
"""Returns the changed text; the flag is True for text from outside."""


Mask = Callable[[Any], Any]
"""Takes secrets out of a structure."""
_OUTSIDE_PARTS = ("text", "outline", "nodes", "controls", "url", "title")
_ATOMS = frozenset((int, float, bool, type(None)))
_OWN_PARTS = ("mode", "same_page", "left_out", "cursor")


@dataclass(frozen=True)
class MaskedSnapshot:
    """A snapshot (`browser.types.reading.Snapshot`) without echoes of secrets; each part is masked when asked for."""

    snapshot: Any
    mask: Mask

    def __getattr__(self, name: str) -> Any:
        if name in _OWN_PARTS:
            return getattr(self.snapshot, name)
        if name not in _OUTSIDE_PARTS:
            raise AttributeError(name)
        part = getattr(self.snapshot, name)
        # Once: nodes are many, and every reader of a result asks for them.
        self.__dict__[name] = masked = self.mask(part if isinstance(part, External) else list(part))
        return masked


def walk(value: Any, change: Change, mask: Mask) -> Any:
    """Return ``value`` with ``change`` made to every text in it, in order; itself where nothing changed."""
    if type(value) is list:
        return _list(value, change, mask)
    match value:
        case External():
            text = change(value.raw, True)
            return value if text == value.raw else value.map(lambda _: text)
        case str():
            return change(value, False)
        case dict():
            entries = [(walk(key, change, mask), walk(part, change, mask)) for key, part in value.items()]
            changed = any(a is not c or b is not d for (a, b), (c, d) in zip(entries, value.items(), strict=True))
            return _number_duplicates(entries) if changed else value
        case list():
            return _list(value, change, mask)
        case tuple():
            parts = [walk(part, change, mask) for part in value]
            if not _differs(parts, value):
                return value
            return value._make(parts) if hasattr(value, "_make") else tuple(parts)
        case MaskedSnapshot():
            return value
        case _ if _is_snapshot(value):
            return MaskedSnapshot(value, mask)
        case _ if is_dataclass(value) and not isinstance(value, type):
            return _dataclass(value, change, mask)
        case _:
            return value


def _list(value: list[Any], change: Change, mask: Mask) -> list[Any]:
    # Nodes of a page hold most of what there is, in lists of plain values.
    parts = [
        part if (kind := type(part)) in _ATOMS else change(part, False) if kind is str else walk(part, change, mask)
        for part in value
    ]
    return parts if _differs(parts, value) else value


def _number_duplicates(entries: Iterable[tuple[Any, Any]]) -> dict[Any, Any]:
    """Return entries whose keys have become the same, each under a key of its own: nothing gets lost by masking."""
    out: dict[Any, Any] = {}
    for key, part in entries:
        free, count = key, 1
        while free in out:
            count += 1
            free = _with_ending(key, f" ({count})")
        out[free] = part
    return out


def _with_ending(key: Any, ending: str) -> Any:
    return key.map(lambda raw: raw + ending) if isinstance(key, External) else f"{key}{ending}"


def _is_snapshot(value: Any) -> bool:
    # The type is asked, since asking the snapshot would make its nodes.
    return all(hasattr(type(value), name) for name in ("text", "nodes", "left_out"))


def _dataclass(value: Any, change: Change, mask: Mask) -> Any:
    changed = {}
    for field in fields(value):
        part = getattr(value, field.name)
        new = walk(part, change, mask)
        if new is not part and field.init:
            changed[field.name] = new
    return replace(value, **changed) if changed else value


def _differs(parts: Sequence[Any], others: Sequence[Any]) -> bool:
    return not all(map(is_, parts, others))
