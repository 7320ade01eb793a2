"""What is read from a page: the outline, its text, its elements. Text of the page is External."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Literal, Protocol

from handrail.trust import External, TextOut

SnapshotMode = Literal["auto", "full", "viewport", "interactive", "changes"]


@dataclass(frozen=True, slots=True)
class Node(Generic[TextOut]):
    """One line of a snapshot.

    Attributes:
        ref: the element's name in the session (``e12``), or None for plain text and structure.
        role: the ARIA role; ``text`` for a run of text.
        name: the accessible name, or the text of a ``text`` node.
        value: what a field holds; ``•••`` for a secret one.
        states: words such as ``checked``, ``disabled``, ``expanded``, ``focused``, ``required``, ``level=2``.
        depth: how deep it stands in the outline, 0 at the top.
        frame: ``""`` in the main frame, else the frame's label (``f1``).
        visible: within the viewport now.
        url: the absolute address of a link, image or frame.
    """

    ref: str | None
    role: str
    name: TextOut
    value: TextOut | None
    states: tuple[str, ...]
    depth: int
    frame: str
    visible: bool
    url: TextOut | None


@dataclass(frozen=True, slots=True)
class ActedOn:
    """The element of an act, and what the act's result says that it holds now.

    Args:
        value: the whole value; None where the result says nothing of it.
        checked: whether it is checked; None where the result says nothing of it.
    """

    ref: str
    value: str | None = None
    checked: bool | None = None


NO_CHANGES = "(nothing changed)"
"""The outline of a snapshot of changes where there are none."""


class Snapshot(Protocol[TextOut]):
    """The compact outline of a page. ``nodes`` is made when first asked for."""

    @property
    def text(self) -> TextOut:
        """The outline as a model reads it, label ``page-snapshot``."""

    @property
    def outline(self) -> TextOut:
        """All of the page in lines, whatever the mode shows: to tell whether it is as it was."""

    @property
    def nodes(self) -> Sequence[Node[TextOut]]: ...
    @property
    def controls(self) -> Sequence[Node[TextOut]]:
        """Of ``nodes`` the fields, the buttons and what is marked as invalid: cheap, also on a long page."""

    @property
    def mode(self) -> SnapshotMode:
        """The mode it was made in; never ``auto``."""

    @property
    def url(self) -> TextOut: ...
    @property
    def title(self) -> TextOut: ...
    @property
    def same_page(self) -> bool:
        """Whether it says what changed on a page that has the same title and address as before."""

    @property
    def left_out(self) -> str:
        """What is not in it and the call that gets it, in our own words; empty when all is there."""

    @property
    def cursor(self) -> str | None:
        """Where the rest begins, when ``max_chars`` was reached."""


BLOCK_END = "\x1e"
"""Stands between two blocks of text; page text itself never holds it."""


class TextFinder(Protocol):
    """A pattern that is looked for. It runs here, never in the page, within a time limit of its own."""

    @property
    def words(self) -> Sequence[str] | None:
        """Plain words that stand in every match, in this order with nothing but white space between them; None where
        that cannot be said. They let the page leave out the text that cannot match."""

    @property
    def only_words(self) -> bool:
        """Whether a match is the words and nothing more."""

    def find(self, text: str, keep: int) -> tuple[int, list[tuple[int, int]]]:
        """Return how often it stands in ``text`` (blocks end in ``BLOCK_END``) and where, for the first ``keep``."""


@dataclass(frozen=True, slots=True)
class TextMatch:
    """A place where a pattern stands. ``ref`` is of its control or the element around it, ``passage`` of what can be
    read or followed there; ``heading`` is the one it stands under; ``frame`` as in `Node`."""

    match: External
    before: External
    after: External
    ref: str | None
    passage: str | None
    heading: External
    frame: str
    visible: bool


@dataclass(frozen=True, slots=True)
class TextMatches:
    """``total`` counts every match in every frame; ``matches`` is at most what was asked for; ``url`` is the page's."""

    total: int
    matches: list[TextMatch]
    missing: tuple[str, ...]
    url: External


@dataclass(frozen=True, slots=True)
class ElementInfo:
    """An element that a query found. ``attributes`` holds those asked for; URLs are absolute. ``guessed``: its name is
    a guess, by its icon or the words beside it. ``states``: as in `Node`."""

    ref: str
    tag: str
    role: str
    name: External
    text: External
    states: tuple[str, ...]
    attributes: dict[str, External]
    frame: str
    visible: bool
    guessed: bool = False


@dataclass(frozen=True, slots=True)
class ElementDetails:
    """All of one element.

    Args:
        element: with every attribute, up to 50.
        value: what a field holds, dots for a secret one; None where it holds nothing.
        box: left, top, width and height in the window of its document, in CSS pixels.
        covered_by: what would take a press in its place: ref, role and name.
        unlisted: attributes beyond those.
        pressable: a press on it is one on something that waits for presses.
        marked: words in an editor that are drawn otherwise than those around them, and how.
    """

    element: ElementInfo
    value: External | None
    box: tuple[int, int, int, int]
    covered_by: tuple[str, str, External] | None = None
    unlisted: int = 0
    pressable: bool = False
    marked: tuple[tuple[External, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ElementQuery:
    """``total`` counts every match in every frame; ``elements`` is at most what was asked for."""

    total: int
    elements: list[ElementInfo]
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DropdownOption:
    """One choice of a dropdown."""

    value: External
    label: External
    selected: bool
    disabled: bool
    group: External | None


@dataclass(frozen=True, slots=True)
class DropdownOptions:
    """The choices of a dropdown; ``built_when_open`` says that the list exists only while it is open, ``part`` which of
    its choices the page has made, where it makes them as the list scrolls ("1-9/~25")."""

    options: list[DropdownOption]
    total: int
    multiple: bool
    built_when_open: bool = False
    part: str = ""


@dataclass(frozen=True, slots=True)
class PageHtml:
    """Cleaned HTML of what a person can see, links absolute, for a Markdown converter."""

    html: External
    title: External
    missing: tuple[str, ...] = ()


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
