"""The External leaves of data, and plain JSON in their place: for programs and for the inside of a fence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from handrail.trust.external import External


def plain(value: Any, change: Callable[[str], str] = lambda text: text) -> Any:
    """Return ``value`` with every External leaf, at any depth, as its raw string; tuples become lists; ``change`` is
    made to every string but the keys."""
    match value:
        case External():
            return change(value.raw)
        case str():
            return change(value)
        case dict():
            return {key.raw if isinstance(key, External) else key: plain(part, change) for key, part in value.items()}
        case list() | tuple():
            return [plain(part, change) for part in value]
        case _:
            return value


def externals(value: Any) -> Iterator[External]:
    """Yield every External leaf of a value, at any depth."""
    match value:
        case External():
            yield value
        case dict():
            for key, part in value.items():
                yield from externals(key)
                yield from externals(part)
        case list() | tuple():
            for part in value:
                yield from externals(part)
