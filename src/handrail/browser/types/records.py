"""Structured data of a page: fields of items that repeat, and the rows of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from handrail.trust import External


@dataclass(frozen=True, slots=True)
class RecordField:
    """A field of a record: the first element in the item that ``selector`` finds ("": the item itself), its text or its
    ``attribute``."""

    name: str
    selector: str
    attribute: str = ""

    @classmethod
    def parse(cls, name: str, text: str) -> RecordField:
        """Return a field as a call writes it: ``selector``, ``selector@attribute`` or ``@attribute``."""
        selector, at, attribute = text.rpartition("@")
        if not at or not attribute.replace("-", "").replace("_", "").replace(":", "").isalnum():
            selector, attribute = text, ""
        return cls(name, selector.strip().removeprefix(":scope").strip(), attribute)


@dataclass(frozen=True, slots=True)
class Records:
    """The records that were read, of all items there are; ``missing``: frames that did not answer, in our own words."""

    total: int
    records: Sequence[dict[str, External | None]]
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell as written: its text, whether it is a head, and how many columns and rows it takes; ``at``: the number
    of the column in which it says that it stands, 0 where it says nothing."""

    text: str
    head: bool
    columns: int = 1
    rows: int = 1
    at: int = 0


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row; ``head``: it stands in the table's head."""

    head: bool
    cells: tuple[TableCell, ...]


@dataclass(frozen=True, slots=True)
class TableRows:
    """A table as the page holds it now; ``announced``: rows that it says it has, 0 where it says nothing; ``cut``: not
    all could be read in time; ``drawn``: it stands in a canvas and says what that shows."""

    origin: str
    caption: External
    rows: Sequence[TableRow]
    announced: int = 0
    cut: bool = False
    drawn: bool = False
