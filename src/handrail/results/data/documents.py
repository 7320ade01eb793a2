"""What the data of the tools for documents and files holds."""

from __future__ import annotations

from typing import Generic, NotRequired, TypedDict

from handrail.results.data.tabs import DownloadData
from handrail.trust import Text


class FormFieldData(TypedDict, Generic[Text]):
    """A field of a form in a PDF."""

    name: Text
    kind: str
    value: Text
    label: NotRequired[Text]
    checked: NotRequired[bool]


class PdfPageData(TypedDict, Generic[Text]):
    """A page of a PDF; one that was ``scanned`` holds no text, and comes as a picture. ``no_picture`` says why it comes
    without one."""

    page: int
    text: Text
    links: NotRequired[list[Text]]
    fields: NotRequired[list[FormFieldData[Text]]]
    scanned: NotRequired[bool]
    broken: NotRequired[bool]
    no_picture: NotRequired[str]


class ReadPdfData(TypedDict, Generic[Text]):
    """Pages of a PDF; ``document`` names it in later calls, as ``file``. ``not_attached`` says why the document itself,
    which was asked for, is not with them."""

    document: str
    total_pages: int
    pages: list[PdfPageData[Text]]
    title: NotRequired[Text]
    not_attached: NotRequired[str]


class SheetData(TypedDict, Generic[Text]):
    """A sheet of a workbook, or why it has no size: it is ``broken``."""

    name: Text
    rows: NotRequired[int]
    columns: NotRequired[int]
    broken: NotRequired[bool]


class ArchiveEntryData(TypedDict, Generic[Text]):
    """An entry of an archive, with its size unpacked."""

    name: Text
    bytes: int


_From = TypedDict("_From", {"from": int}, total=False)


class ReadDownloadData(_From, Generic[Text]):
    """A piece of a document's text: it begins ``from`` this character, ``of`` so many; an archive has ``entries``
    instead. ``cut``: it is longer than what is ever read."""

    file: str
    kind: str
    text: NotRequired[Text]
    of: NotRequired[int]
    cut: NotRequired[bool]
    sheets: NotRequired[list[SheetData[Text]]]
    entries: NotRequired[list[ArchiveEntryData[Text]]]
    total: NotRequired[int]
    unpacked_bytes: NotRequired[int]


class ListDownloadsData(TypedDict, Generic[Text]):
    """The files that are shown, the latest first, of all that came."""

    total: int
    downloads: list[DownloadData[Text]]


class WrittenFileData(TypedDict):
    """A file in the run's folder ``files``."""

    file: str
    path: str
    bytes: int


class ReadTableData(TypedDict, Generic[Text]):
    """A table; sentences say which rows the page does not hold, or could not be read."""

    total: int
    columns: list[Text]
    rows: list[list[Text]]
    caption: NotRequired[Text]
    not_in_page: NotRequired[str]
    not_read: NotRequired[str]
    file: NotRequired[str]
    path: NotRequired[str]


class CollectData(TypedDict, Generic[Text]):
    """The records that are shown, of all that were collected; ``stopped`` is why there are no more: end, max_items,
    max_pages, nothing_new, time, or the code of the call that failed to turn the page."""

    total: int
    pages: int
    stopped: str
    records: list[dict[str, Text | None]]
    file: NotRequired[str]
    path: NotRequired[str]
    left_out: NotRequired[str]
