"""What came of what was dragged, dropped or put into a field of files."""

from __future__ import annotations

from dataclasses import dataclass, field

from handrail.trust import External


@dataclass(frozen=True, slots=True)
class ListPlace:
    """Where an item stands in a list: ``place`` of ``of``, counted from 1, with the texts of its neighbours, "" where
    there is none. ``levels``: how many parents up from its element the item is; ``inset``: how far that begins from
    the list's own edge."""

    levels: int
    place: int
    of: int
    after: External
    before: External
    inset: float = field(compare=False)


@dataclass(frozen=True, slots=True)
class Dragged:
    """What came of a drag: the place in a list, None for what stands in none or stays there while something came of it
    elsewhere; whether that changed; by how many pixels it was indented there; and how far what stands in none moved, to
    the right and down."""

    place: ListPlace | None
    moved: bool
    indented: int = 0
    by: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Uploaded:
    """What came of an upload: whether the files were dropped, and the names of those that the field held before."""

    dropped: bool
    held: list[External] = field(default_factory=list)
