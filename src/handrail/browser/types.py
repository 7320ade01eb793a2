"""What the browser room hands to the others: plain data. Whatever a page said is External."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from handrail.trust import External

SnapshotMode = Literal["auto", "full", "viewport", "interactive", "changes"]


@dataclass(frozen=True, slots=True)
class Node:
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
    name: External
    value: External | None
    states: tuple[str, ...]
    depth: int
    frame: str
    visible: bool
    url: External | None


class Snapshot(Protocol):
    """The compact outline of a page. ``nodes`` is made when first asked for."""

    @property
    def text(self) -> External:
        """The outline as a model reads it, label ``page-snapshot``."""

    @property
    def outline(self) -> External:
        """All of the page in lines, whatever the mode shows: to tell whether it is as it was."""

    @property
    def nodes(self) -> Sequence[Node]: ...
    @property
    def controls(self) -> Sequence[Node]:
        """Of ``nodes`` the fields, the buttons and what is marked as invalid: cheap, also on a long page."""

    @property
    def mode(self) -> SnapshotMode:
        """The mode it was made in; never ``auto``."""

    @property
    def url(self) -> External: ...
    @property
    def title(self) -> External: ...
    @property
    def left_out(self) -> str:
        """What is not in it and the call that gets it, in our own words; empty when all is there."""

    @property
    def cursor(self) -> str | None:
        """Where the rest begins, when ``max_chars`` was reached."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of text in reading order. ``heading`` is the one it stands under; ``frame`` as in `Node`."""

    text: External
    ref: str | None
    heading: External
    visible: bool
    frame: str


@dataclass(frozen=True, slots=True)
class TextSegments:
    """All text of a page; ``missing`` says which frames or how many nodes were not read in time, in our own words."""

    segments: list[Segment]
    missing: tuple[str, ...] = ()


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
        """How often it stands in ``text`` (blocks separated by ``BLOCK_END``) and where, for the first ``keep``."""


BLOCK_END = "\x1e"
"""Stands between two blocks of text; page text itself never holds it."""


@dataclass(frozen=True, slots=True)
class TextMatch:
    """A place where a pattern stands. ``heading`` is the one it stands under; ``frame`` as in `Node`."""

    match: External
    before: External
    after: External
    ref: str | None
    heading: External
    frame: str
    visible: bool


@dataclass(frozen=True, slots=True)
class TextMatches:
    """``total`` counts every match in every frame; ``matches`` is at most what was asked for."""

    total: int
    matches: list[TextMatch]
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ElementInfo:
    """An element that a query found. ``attributes`` holds those asked for; URLs are absolute."""

    ref: str
    tag: str
    role: str
    name: External
    text: External
    attributes: dict[str, External]
    frame: str
    visible: bool


@dataclass(frozen=True, slots=True)
class ElementQuery:
    """``total`` counts every match in every frame; ``elements`` is at most what was asked for."""

    total: int
    elements: list[ElementInfo]
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a dropdown."""

    value: External
    label: External
    selected: bool
    disabled: bool
    group: External | None


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a dropdown; ``built_when_open`` says that the list exists only while it is open."""

    options: list[Option]
    total: int
    multiple: bool
    built_when_open: bool = False


@dataclass(frozen=True, slots=True)
class Filled:
    """A field after a fill: ``value`` is what it holds now (``•••`` for a secret one), None where a dialog or a new
    page hides it; ``kept`` is False where that is not what was put in."""

    value: External | None
    kept: bool


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Something a field offers below it while it is typed into."""

    ref: str
    role: str
    name: External


@dataclass(frozen=True, slots=True)
class PageHtml:
    """Cleaned HTML of what a person can see, links absolute, for a Markdown converter."""

    html: External
    title: External
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FormFacts:
    """The form an element belongs to, as policy needs it: where it goes by the element, if that submits, else by its
    default button. ``submitter`` is that button's name, None where there is none; ``local`` tells the forms of a
    document apart; ``values`` are what its text fields and hidden inputs hold, secret ones left out."""

    method: str
    action: External
    action_origin: str
    fields: tuple[External, ...]
    submitter: External | None = None
    local: int = 0
    values: tuple[External, ...] = ()


@dataclass(frozen=True, slots=True)
class ElementFacts:
    """What policy and acts need to know of an element, pinned to a document by ``nonce``.

    Attributes:
        origin: of the document that holds the element, from the kit's answer, never from ``page.url``.
        kind: what an act would meet: ``link``, ``button``, ``submit``, ``text``, ``checkbox``, ``radio``, ``select``,
            ``file``, ``editable``, ``other``.
        input_type: ``type`` of an input, lower case, else "".
        autocomplete: its autocomplete token, lower case, else "".
        href: absolute address of a plain link (http/https, no script handler needed to follow it), else None.
        sensitive: a password, card, one-time-code or credential field.
        value_length: how many characters the field holds (the value itself is not carried).
        downloads: a link that is marked as a download.
        box: left, top, width and height in the window, in CSS pixels; None in a frame.
    """

    nonce: str
    origin: str
    tag: str
    role: str
    name: External
    kind: str
    input_type: str
    autocomplete: str
    href: External | None
    disabled: bool
    editable: bool
    visible: bool
    sensitive: bool
    value_length: int
    form: FormFacts | None
    downloads: bool = False
    box: tuple[int, int, int, int] | None = None


@dataclass(frozen=True, slots=True)
class Bounds:
    """What may come of an act, judged where the browser sends requests and takes files.

    Args:
        stops: requests that are stopped: none; ``changes``: all but GET, HEAD and OPTIONS; ``forms``: of those the ones
            that send a form to another page, or delete.
        permits: whether a request, or a redirect, may go to this address; None lets all go.
        keeps: whether a file from this address is kept; None keeps all.
        types: whether a list may be given this text to filter itself by; None lets all be typed.
        takes: whether a choice with this label may be pressed in a list that a script made; None lets all be pressed.
    """

    stops: Literal["", "changes", "forms"] = ""
    permits: Callable[[str], bool] | None = None
    keeps: Callable[[str], bool] | None = None
    types: Callable[[str], bool] | None = None
    takes: Callable[[str], bool] | None = None


Through = Literal["field", "box", "list"]
"""What an act reaches through a label or wrapper: the field to fill, the box to check, what opens a list."""


@dataclass(frozen=True, slots=True)
class DialogInfo:
    """An open alert, confirm, prompt or beforeunload."""

    kind: str
    message: External
    default: External


Judge = Callable[[ElementFacts, Sequence[str]], None]
"""Raises where something may not go into a field. The second argument is every origin that the field's form, or a
button that submits it, names."""


class Needle(Protocol):
    """Something that no picture may show."""

    @property
    def text(self) -> str:
        """What is looked for."""

    @property
    def look(self) -> str:
        """In which view of the page's text: ``raw``, ``tight`` (without white space and what nobody sees), ``bare``
        (letters and digits only) or ``folded`` (those in lower case)."""

    @property
    def before(self) -> int:
        """Characters before it that are hidden with it."""

    @property
    def after(self) -> int:
        """Characters after it that are hidden with it."""


class Secrets(Protocol):
    """What must not be handed out of a browser, however a page says it."""

    def mask(self, value: Any) -> Any:
        """Any structure of lists, dicts and texts without it."""

    def dots(self, text: str) -> str:
        """A text with dots in its place, one for each character, so that places in it stay what they were."""


Needles = Callable[[], Sequence[Needle]]


@dataclass(frozen=True, slots=True)
class FrameInfo:
    """A frame of a tab; ``state`` is ``ready`` or ``silent`` (it did not answer within its deadline)."""

    frame: str
    url: External
    state: str


@dataclass(frozen=True, slots=True)
class TabInfo:
    """A line of the tab list. ``id`` (``t1``) is never reused."""

    id: str
    url: External
    title: External
    active: bool


@dataclass(frozen=True, slots=True)
class Place:
    """Where a tab stands: its id, and its address, whole and as the browser has it."""

    tab_id: str
    url: str


@dataclass(frozen=True, slots=True)
class PageInfo:
    """The facts of a page. ``status`` is the HTTP status of its document, None where there was no response."""

    url: External
    title: External
    status: int | None
    load_state: str
    scroll_x: int
    scroll_y: int
    page_width: int
    page_height: int
    viewport_width: int
    viewport_height: int
    frames: list[FrameInfo]
    modal: External | None
    cookie_banner: bool


@dataclass(frozen=True, slots=True)
class ScrollResult:
    """What a scroll moved, in CSS pixels, and where it stands now."""

    container: str
    moved_x: int
    moved_y: int
    above: int
    below: int
    in_view: list[External] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Sent:
    """A request that may have changed something. ``status``: of its answer, 0 where it failed on the way, None while
    there is no answer."""

    method: str
    url: External
    status: int | None


@dataclass(slots=True)
class Aftermath:
    """What came of an act: filled by the tab's watchers while the act ran and settled.

    ``navigated_to`` is the new address, ``dialog`` one that is open now, ``opened`` ids of new tabs, ``closed`` ids of
    tabs that went, ``downloads`` ids, ``settled`` False where the settle cap was hit, ``changed`` that the DOM did,
    ``status`` the HTTP status of the page that was gone to.
    """

    navigated_to: External | None = None
    dialog: DialogInfo | None = None
    opened: list[TabInfo] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    downloads: list[dict[str, External | int | str]] = field(default_factory=list)
    settled: bool = True
    changed: bool = False
    stopped: list[External] = field(default_factory=list)
    """Requests that were stopped because they would have changed something, as "METHOD address"."""
    status: int | None = None
    sent: list[Sent] = field(default_factory=list)
    """Requests with a method that may change something, since the last act."""
