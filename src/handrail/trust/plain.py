"""From External to plain JSON, for programs and for the inside of a fence."""

from __future__ import annotations

from typing import Any

from handrail.trust.external import External


def plain(value: Any) -> Any:
    """``value`` with every External leaf, at any depth, as its raw string; tuples become lists."""
    match value:
        case External():
            return value.raw
        case dict():
            return {key.raw if isinstance(key, External) else key: plain(part) for key, part in value.items()}
        case list() | tuple():
            return [plain(part) for part in value]
        case _:
            return value
