"""The texts of a structure, each changed, and the structure otherwise as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property
from typing import Any, Protocol

from handrail.trust import External

Change = Callable[[str, bool], str]
"""What becomes of a text; True for one from outside."""


class Masker(Protocol):
    """Takes secrets out of a text, or out of a structure."""

    def text(self, text: str) -> str: ...
    def value(self, value: Any) -> Any: ...


@dataclass(frozen=True)
class MaskedSnapshot:
    """A snapshot (`browser.types.reading.Snapshot`) without echoes of secrets; its nodes are masked when asked for."""

    snapshot: Any
    mask: Masker

    @cached_property
    def text(self) -> External:
        return self.snapshot.text.map(self.mask.text)  # type: ignore[no-any-return]

    @property
    def outline(self) -> External:
        return self.snapshot.outline.map(self.mask.text)  # type: ignore[no-any-return]

    @cached_property
    def nodes(self) -> Sequence[Any]:
        return self.mask.value(list(self.snapshot.nodes))  # type: ignore[no-any-return]

    @cached_property
    def controls(self) -> Sequence[Any]:
        return self.mask.value(list(self.snapshot.controls))  # type: ignore[no-any-return]

    @property
    def mode(self) -> Any:
        return self.snapshot.mode

    @cached_property
    def url(self) -> External:
        return self.snapshot.url.map(self.mask.text)  # type: ignore[no-any-return]

    @cached_property
    def title(self) -> External:
        return self.snapshot.title.map(self.mask.text)  # type: ignore[no-any-return]

    @property
    def left_out(self) -> str:
        return self.snapshot.left_out  # type: ignore[no-any-return]

    @property
    def cursor(self) -> str | None:
        return self.snapshot.cursor  # type: ignore[no-any-return]


def walk(value: Any, change: Change, mask: Masker) -> Any:
    """``value`` with ``change`` made to every text in it, in order; itself where nothing changed."""
    match value:
        case External():
            text = change(value.raw, True)
            return value if text == value.raw else External(text, value.origin, value.label)
        case str():
            return change(value, False)
        case dict():
            entries = [(walk(key, change, mask), walk(part, change, mask)) for key, part in value.items()]
            changed = any(a is not c or b is not d for (a, b), (c, d) in zip(entries, value.items(), strict=True))
            return _numbered(entries) if changed else value
        case list():
            parts = [walk(part, change, mask) for part in value]
            return parts if _differs(parts, value) else value
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


def _numbered(entries: Iterable[tuple[Any, Any]]) -> dict[Any, Any]:
    """Entries whose keys have become the same, each under a key of its own: nothing gets lost by masking."""
    out: dict[Any, Any] = {}
    for key, part in entries:
        free, count = key, 1
        while free in out:
            count += 1
            free = _with_number(key, count)
        out[free] = part
    return out


def _with_number(key: Any, count: int) -> Any:
    return key.map(lambda raw: f"{raw} ({count})") if isinstance(key, External) else f"{key} ({count})"


def _is_snapshot(value: Any) -> bool:
    # Of its type: to ask the snapshot itself would make its nodes.
    return all(hasattr(type(value), name) for name in ("text", "nodes", "left_out"))


def _dataclass(value: Any, change: Change, mask: Masker) -> Any:
    changed = {}
    for field in fields(value):
        part = getattr(value, field.name)
        new = walk(part, change, mask)
        if new is not part and field.init:
            changed[field.name] = new
    return replace(value, **changed) if changed else value


def _differs(parts: Sequence[Any], others: Sequence[Any]) -> bool:
    return any(part is not other for part, other in zip(parts, others, strict=True))
