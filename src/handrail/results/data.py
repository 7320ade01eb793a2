"""What the data of each tool's result holds: the types that handlers declare and programs read.

``Text`` is the type of text from outside: `handrail.trust.External`, or ``str`` where a program asked for plain text.
"""

from __future__ import annotations

from typing import Any, Generic, Literal, NotRequired, TypedDict

from handrail.trust import Text as Text


class OnElement(TypedDict):
    """The element that took the act, by its ref."""

    ref: str


class NamedElementData(TypedDict, Generic[Text]):
    """An element by its ref, role and name; one without a name has none here."""

    ref: str
    role: str
    name: NotRequired[Text]


class SubmissionData(TypedDict, Generic[Text], total=False):
    """Whether a field was submitted; if not, ``why``, and the ``button`` that may do it."""

    submitted: bool
    why: str
    button: NamedElementData[Text]


class FillData(SubmissionData[Text], Generic[Text]):
    """What a field holds after `fill`; ``value`` is None where a dialog or a new page hides it."""

    ref: str
    value: Text | None
    mismatch: bool
    suggestions: NotRequired[list[NamedElementData[Text]]]


class SelectData(OnElement, Generic[Text]):
    """The labels that are chosen now."""

    chosen: list[Text]


class CheckData(OnElement):
    """Whether the box is checked now, and whether that was a change."""

    checked: bool
    changed: bool


class KeysData(TypedDict, Generic[Text]):
    """What had the keys, and what it holds or has the focus now."""

    pressed: int
    on: NamedElementData[Text] | Literal["the page"]
    value: NotRequired[Text]
    focus_now: NotRequired[NamedElementData[Text]]


class ScrollData(TypedDict, Generic[Text]):
    """What moved by how many CSS pixels, and how much is left in each direction."""

    container: str
    moved_x: int
    moved_y: int
    above: int
    below: int
    left: NotRequired[int]
    right: NotRequired[int]
    in_view: list[Text]


class DownloadData(TypedDict, Generic[Text]):
    """A file that came; ``read_with`` is the tool that reads it, where it is here. A ``held`` file is only read, a
    ``saved`` one is kept for the user under the name ``file``."""

    id: str
    name: Text
    url: Text
    state: str
    bytes: NotRequired[int]
    file: NotRequired[Text]
    read_with: NotRequired[str]


class LocationData(TypedDict, Generic[Text]):
    """Where the active tab is. There is no title while a dialog is open, and no status where nothing was loaded.
    ``document``: what came in place of a page."""

    url: Text
    title: NotRequired[Text]
    status: NotRequired[int]
    document: NotRequired[DownloadData[Text]]


class TabData(LocationData[Text], Generic[Text]):
    """The tab that is active now, and where it is."""

    tab: str


class TabEntry(TypedDict, Generic[Text]):
    """A tab in a list."""

    tab: str
    url: Text
    title: Text


class CloseTabData(TypedDict, Generic[Text], total=False):
    """The tab that is active now; none where the last one was closed."""

    active: TabEntry[Text]


class WaitData(TypedDict):
    """The seconds that passed."""

    waited: float


class WaitForData(TypedDict):
    """What was waited for holds."""

    held: Literal[True]


class DialogData(TypedDict, Generic[Text]):
    """The dialog that was answered."""

    kind: str
    message: Text
    accepted: bool


class SnapshotData(TypedDict, Generic[Text]):
    """The outline of a page; ``left_out`` says what it leaves out, ``remark`` that it is an error page or none, in our
    own words, ``document`` which tool reads what the tab shows, where that is no page."""

    remark: NotRequired[str]
    mode: str
    url: Text
    title: Text
    snapshot: Text
    document: NotRequired[str]
    left_out: NotRequired[str]


class ListedTab(TypedDict, Generic[Text]):
    """A tab of `page_info`."""

    id: str
    active: bool
    title: Text
    url: Text


class OpenDialogData(TypedDict, Generic[Text]):
    """A dialog that is open; ``default`` is the text that a prompt suggests."""

    kind: str
    message: Text
    default: Text | None


class FrameData(TypedDict, Generic[Text]):
    """A frame of a page."""

    frame: str
    url: Text
    state: str


class Point(TypedDict):
    """A place in CSS pixels."""

    x: int
    y: int


class Size(TypedDict):
    """A size in CSS pixels."""

    width: int
    height: int


class PageFacts(TypedDict, Generic[Text], total=False):
    """What a page answers about itself; nothing of it but ``url`` while a dialog is open. ``remark`` says, in our own
    words, that it is an error page, no page, or did not finish loading; it may be empty."""

    url: Text
    title: Text
    status: int | None
    load_state: str
    scroll: Point
    page_size: Size
    viewport: Size
    frames: list[FrameData[Text]]
    frames_total: int
    modal: Text | None
    cookie_banner: bool
    remark: str


class PageInfoData(PageFacts[Text], Generic[Text]):
    """The facts of the active page, all tabs, and the open dialog."""

    tabs: list[ListedTab[Text]]
    dialog: OpenDialogData[Text] | None


class ScreenshotData(TypedDict):
    """The kind and size of a picture, which is among the attachments; ``path`` where it was saved."""

    mime: str
    bytes: int
    cut: NotRequired[str]
    path: NotRequired[str]


class NotRead(TypedDict, total=False):
    """The frames that did not answer in time, in our own words."""

    not_read: list[str]


class MatchData(TypedDict, Generic[Text]):
    """A place where a pattern stands; ``frame`` is empty in the main frame, ``page`` is that of a PDF."""

    match: Text
    before: Text
    after: Text
    ref: str | None
    heading: Text
    frame: str
    visible: bool
    page: NotRequired[int]


class SearchPageData(NotRead, Generic[Text]):
    """The matches in the text that are shown, of all that there are, and the ``controls`` whose name holds the pattern
    (with the last of the matches). ``unread_from``: the first page of a PDF that was not read in time."""

    unread_from: NotRequired[int]
    total: int
    matches: list[MatchData[Text]]
    controls: NotRequired[list[NamedElementData[Text]]]


class ElementData(TypedDict, Generic[Text]):
    """An element that a selector found; addresses among the attributes are absolute. ``guessed``: its name is a guess,
    by its icon or the words beside it."""

    ref: str
    tag: str
    role: str
    name: Text
    text: NotRequired[Text]
    attributes: dict[str, Text]
    frame: str
    visible: bool
    guessed: NotRequired[bool]


class FindElementsData(NotRead, Generic[Text]):
    """The elements that are shown, of all that there are."""

    total: int
    elements: list[ElementData[Text]]
    left_out: NotRequired[str]


class OptionData(TypedDict, Generic[Text]):
    """A choice of a dropdown."""

    value: Text
    label: Text
    selected: bool
    disabled: bool
    group: Text | None


class DropdownOptionsData(TypedDict, Generic[Text]):
    """The choices that are shown, of all that there are; sentences say what was not listed, and why."""

    total: int
    multiple: bool
    options: list[OptionData[Text]]
    opened: NotRequired[str]
    not_opened: NotRequired[str]
    left_out: NotRequired[str]


_From = TypedDict("_From", {"from": int})


class ReadPageData(NotRead, _From, Generic[Text]):
    """A piece of a page's text: it begins ``from`` this character, ``of`` so many. ``remark`` says that it is an error
    page, or no page, in our own words."""

    remark: NotRequired[str]
    title: Text
    text: Text
    of: int
    changed: NotRequired[str]


class CoveringData(TypedDict, Generic[Text]):
    """What covers an element."""

    ref: str
    role: str
    name: Text


class ElementInfoData(TypedDict, Generic[Text]):
    """All of one element; ``box`` is left, top, width and height in its window, in CSS pixels."""

    ref: str
    tag: str
    role: str
    name: Text
    text: Text
    states: list[str]
    value: Text | None
    attributes: dict[str, Text]
    box: list[int]
    visible: bool
    guessed: NotRequired[bool]
    frame: str
    covered_by: NotRequired[CoveringData[Text]]
    left_out: NotRequired[str]


class UploadData(OnElement):
    """The file that the field holds now."""

    file: str
    bytes: int


class FillSecretData(OnElement):
    """The secret that was filled in; ``kept`` is False where the field holds another number of characters, None where
    that cannot be seen."""

    name: str
    filled: bool
    kept: bool | None


class RequestUserDataData(TypedDict):
    """The names of the fields that were filled in, and of those that the user left out."""

    filled: list[str]
    not_given: list[str]


class NoteData(TypedDict):
    """The key of the note, and how many notes there are."""

    key: str
    notes: int


class ReadNotesData(TypedDict, Generic[Text]):
    """All notes by key; those of a model are text from outside."""

    notes: dict[str, str | Text]


class AskUserData(TypedDict):
    """What the person answered. ``chosen``: it is one of the options, which are not in their words."""

    answer: str
    chosen: bool


class HandOverData(TypedDict):
    """The person gave the browser back."""

    handed_back: Literal[True]


class RevisePlanData(TypedDict):
    """How often the plan was revised, and may be still."""

    revision: int
    revisions_left: int


class DoneData(TypedDict, Generic[Text]):
    """The answer of a run; of a model it is text from outside."""

    result: str | Text
    data: dict[str, Any] | list[Any] | None
    missing: str | Text | None


class AbortData(TypedDict, Generic[Text]):
    """Why a run was given up."""

    reason: str | Text


class ExtractSource(TypedDict, Generic[Text]):
    """A part of a page that a model read, and how it begins."""

    url: Text
    part: int
    parts: int
    begins: Text


class ExtractData(TypedDict, Generic[Text]):
    """What a model made of a page: ``data`` by the schema, or ``markdown`` without one."""

    data: NotRequired[Any]
    markdown: NotRequired[Text]
    sources: list[ExtractSource[Text]]
    missing: NotRequired[list[str]]
