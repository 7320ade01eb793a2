"""What stands in what, of nodes and lines in the order of a page, by how deep each stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol


class Nested(Protocol):
    """Stands in the nearest one before it that is less deep."""

    @property
    def depth(self) -> int: ...


def end_of(nested: Sequence[Nested], at: int) -> int:
    """Return the index after the last one that stands in the one at ``at``."""
    depth, end = nested[at].depth, at + 1
    while end < len(nested) and nested[end].depth > depth:
        end += 1
    return end


def boxes_around(nested: Sequence[Nested], at: int) -> Iterator[int]:
    """Yield the indexes of those in which the one at ``at`` stands, the innermost first."""
    depth = nested[at].depth if at < len(nested) else 0
    for index in range(at - 1, -1, -1):
        if depth == 0:
            return
        if nested[index].depth < depth:
            depth = nested[index].depth
            yield index
