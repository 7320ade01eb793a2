"""What the tools that read pages return."""

from __future__ import annotations

from typing import Any, Generic, NotRequired, TypedDict

from handrail.results.data.elements import ElementData, NamedElementData
from handrail.trust import Text


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
    (with the last of the matches). ``unread_from``: the first page of a PDF that was not read in time. ``remark``:
    what opens the closed part in which the first match stands that cannot be seen; where nothing was found, which
    lists of the page hold more than is in it, or that the server does not have the page;
    and that a regular expression which goes on beyond a line was held to it. ``page``: for a model, the address of one
    on which nothing was found."""

    unread_from: NotRequired[int]
    total: int
    matches: list[MatchData[Text]]
    controls: NotRequired[list[NamedElementData[Text]]]
    remark: NotRequired[str]
    page: NotRequired[Text]


class FindElementsData(NotRead, Generic[Text]):
    """The elements that are shown, of all that there are."""

    total: int
    elements: list[ElementData[Text]]
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


class PageToolData(TypedDict, Generic[Text]):
    """A tool of the page, in the page's words; ``schema`` is JSON Schema of its arguments, as JSON."""

    name: Text
    title: Text
    description: Text
    schema: Text
    site: Text


class PageToolListData(TypedDict, Generic[Text]):
    """The tools that are shown; ``left_out`` is how many more there are, or have no name or schema that can be used."""

    tools: list[PageToolData[Text]]
    left_out: NotRequired[int]


class PageToolResultData(TypedDict, Generic[Text]):
    """What the page's tool answered; ``characters`` is its length where that was cut, ``end`` a sentence where it ended
    in another way than with an answer."""

    result: Text
    characters: NotRequired[int]
    end: NotRequired[str]
