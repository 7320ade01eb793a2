"""Read documents: PDFs and downloads, without a model."""

from __future__ import annotations

import base64
import re
from typing import Any, cast

from pydantic import Field, model_validator

from handrail.attachments import Attachment
from handrail.documents.read import read_document
from handrail.documents.read import read_pdf as read_pages
from handrail.policy.rules.secrets import may_open_document
from handrail.results import Failed, NextCall, Ok, Result, ToolFailed
from handrail.results.data.documents import (
    ArchiveEntryData,
    ListDownloadsData,
    PdfPageData,
    ReadDownloadData,
    ReadPdfData,
    SheetData,
)
from handrail.tools.core.context import Context
from handrail.tools.core.element_params import Ref
from handrail.tools.core.paging import ROOM, Cursor, bad_cursor, first_that_fit, json_size, next_call, text_page
from handrail.tools.core.table import RESULT_CAP, NoParams, Params, Security, tool
from handrail.tools.support.documents.document_source import (
    DocumentSource,
    download_data,
    fetch_pdf,
    find_file,
    local_path,
    source_of,
)
from handrail.tools.support.documents.pdf_pages import BESIDE, attached_pdf, cut_page, page_entry
from handrail.trust import External

MAX_CHARS = 50_000
_PAGES = re.compile(r"([0-9]{1,6})(?:(-)([0-9]{1,6})?)?")
_CURSOR = re.compile(r"(\d{1,6}):(\d{1,9})")


class ReadPdf(Params):
    url: str | None = Field(None, min_length=1, max_length=4_000)
    """Where it is; without any source the PDF that the tab shows, or the last one that came."""
    ref: Ref | None = None
    """A link to it, or the frame that shows it."""
    file: str | None = Field(None, min_length=1, max_length=4_096)
    """A download's id, or a path in a folder that is allowed for uploads."""
    pages: str | None = Field(None, pattern=r"^[0-9]{1,6}(-[0-9]{0,6})?$")
    """3, 2-5 or 10-"""
    password: str | None = Field(None, max_length=100)
    """The name of the secret that opens it."""
    pictures: bool = False
    """Show the pages as pictures too; of scanned ones they come anyway."""
    attach: bool = False
    """Show the document itself too, to a model that reads PDFs."""
    cursor: Cursor = None
    max_chars: int | None = Field(None, ge=200, le=MAX_CHARS)
    """Characters of text; as many as fit into a result when left out."""

    @model_validator(mode="after")
    def _one_source(self) -> ReadPdf:
        if sum(source is not None for source in (self.url, self.ref, self.file)) > 1:
            raise ValueError("give one of url, ref and file")
        return self

    @property
    def local_path(self) -> str | None:
        return local_path(self.file)

    @property
    def reads_tab(self) -> bool:
        """The address is that of the active tab."""
        return self.ref is None and self.file is None


@tool(
    effect="read",
    capability="goto",
    value_field="url",
    label="Read a PDF[: {what}]",
    label_keys=("url", "file", "pages"),
    rare=True,
    example={"url": "https://example.org/report.pdf", "pages": "2-5"},
    result_cap=120_000,  # only for who asks for `max_chars`; without it a result keeps to the common cap
    security=Security(reads_page=True, changes_state=False, sends_data=True, takes_text=True),
)
async def read_pdf(ctx: Context, p: ReadPdf) -> Result[ReadPdfData]:
    """Read a PDF by pages.

    Text in reading order, headings and tables as far as they are recognised, links and form fields; scanned pages come
    as pictures. The document is in the tab, behind an address or link, a download, or a file of an allowed folder.
    Calls no model. With `attach` a model that is known to read PDFs gets the document itself too, up to 20 pages and 5
    MB, unless it shows a secret. Fails for a file that is no PDF, is broken, or is locked with a password."""
    source = await _pdf_source(ctx, p)
    password = _password(ctx, p.password, source)
    first, last, offset = _range(p)
    if first < 1 or (last is not None and last < first):
        return Failed("invalid_params", "read_pdf: these are no pages.", hint="Pages are 3, 2-5 or 10-.")
    room = p.max_chars or ROOM
    found = await read_pages(
        source.path, first=first, last=last, max_chars=room + offset, password=password, pictures=p.pictures
    )
    result = _pdf_result(ctx, p, source, found, offset, room)
    if p.attach:
        attached = await attached_pdf(ctx, source, found["count"], password)
        if isinstance(attached, str):
            result.data["not_attached"] = attached
        else:
            result.attachments = (*result.attachments, attached)
    return result


async def _pdf_source(ctx: Context, p: ReadPdf) -> DocumentSource:
    if p.file is not None:
        return find_file(ctx, p.file)
    if p.url is not None or p.ref is not None or ctx.tab.content_type == "application/pdf":
        return await fetch_pdf(ctx)
    for download in reversed(ctx.tabs.downloads.files):
        if download.is_here and download.reader == "read_pdf":
            return source_of(download)
    none = Failed("no_document", "The tab shows no PDF, and none has come.", hint="Name it by url, ref or file.")
    raise ToolFailed(none)


def _password(ctx: Context, name: str | None, source: DocumentSource) -> str:
    """The value of the secret that opens a document. Judged here, where it is known whose document it is."""
    if name is None:
        return ""
    secret = ctx.vault.facts(name)
    if secret is None:
        unknown = Failed("no_such_secret", "There is no secret of that name.", hint="Only the user can add one.")
        raise ToolFailed(unknown)
    if not may_open_document(secret, source.origin):
        raise ToolFailed(Failed("not_permitted", "This action is not permitted.", recoverable=False))
    return ctx.vault.value(name)


def _range(p: ReadPdf) -> tuple[int, int | None, int]:
    """The first page, the last one or None, and the characters of the first that were shown. Raises `ToolFailed`: the
    cursor is none of this tool."""
    match = _PAGES.fullmatch(p.pages or "1-")
    assert match is not None, "the schema has the same pattern"
    first = int(match[1])
    last = int(match[3]) if match[3] else (None if match[2] else first)
    if p.cursor is None:
        return first, last, 0
    if (at := _CURSOR.fullmatch(p.cursor)) is None:
        raise bad_cursor("read_pdf")
    return int(at[1]), last, int(at[2])


def _pdf_result(
    ctx: Context, p: ReadPdf, source: DocumentSource, found: dict[str, Any], offset: int, room: int
) -> Ok[ReadPdfData]:
    """The pages that fit, and the call that goes on after them."""
    shown = list[PdfPageData]()
    cursor = f"{found['next']}:0" if found["next"] is not None else None
    for page in found["pages"]:
        entry = page_entry(ctx, page, source, offset)
        if shown and json_size(entry) > room:
            cursor = f"{page['number']}:0"
            break
        if (end := cut_page(entry, room, in_json=p.max_chars is None)) is not None:
            shown.append(entry)
            cursor = f"{page['number']}:{offset + end}"
            break
        shown.append(entry)
        room, offset = room - json_size(entry), 0
    data: ReadPdfData = {"document": source.handle, "total_pages": found["count"], "pages": shown}
    if found["title"]:
        data["title"] = source.outside(ctx.vault.mask_text(found["title"]), "pdf-text")
    pictures = tuple(
        Attachment("image", "image/jpeg", base64.b64decode(page["picture"]), name=f"page {page['number']}")
        for page, entry in zip(found["pages"], shown, strict=False)
        if "picture" in page and "no_picture" not in entry
    )
    if cursor is None:
        return Ok(data, attachments=pictures)
    kept = p.model_dump(exclude_defaults=True, exclude={"url", "ref", "attach"})
    following = NextCall("read_pdf", {**kept, "file": source.handle, "cursor": cursor})
    return Ok(data, next=following, attachments=pictures)


class ReadDownload(Params):
    file: str = Field(min_length=1, max_length=4_096)
    """A download's id, or a path in a folder that is allowed for uploads."""
    part: str | None = Field(None, max_length=500)
    """A sheet of a workbook, or an entry of an archive."""
    cursor: Cursor = None
    max_chars: int | None = Field(None, ge=200, le=MAX_CHARS)
    """Characters of text; as many as fit into a result when left out."""

    @property
    def local_path(self) -> str | None:
        return local_path(self.file)


@tool(
    effect="read",
    label="Read a file[: {what}]",
    label_keys=("file", "part"),
    rare=True,
    example={"file": "d1"},
    result_cap=120_000,  # only for who asks for `max_chars`; without it a result keeps to the common cap
    security=Security(reads_page=True, changes_state=False, sends_data=False, takes_text=True),
)
async def read_download(ctx: Context, p: ReadDownload) -> Result[ReadDownloadData]:
    """Read a downloaded file: text, tables, office files, ZIP.

    CSV, JSON, XML, XLSX, XLS, ODS, DOCX, PPTX, ODT, EPUB. Sheets come as CSV, documents as Markdown, of a ZIP its
    list. `read_pdf` reads PDFs. Fails for a file without text, a broken one, and one that unpacks to too much."""
    source = find_file(ctx, p.file)
    found = await read_document(source.path, source.name, p.part, source.url)
    data: ReadDownloadData = {"file": source.handle, "kind": found["kind"]}

    def outside(text: str) -> External:
        return source.outside(ctx.vault.mask_text(text), "file-content")

    def with_external_name(part: dict[str, Any]) -> dict[str, Any]:
        return {**part, "name": outside(part["name"])}

    if "sheets" in found:
        data["sheets"] = first_that_fit([cast("SheetData", with_external_name(one)) for one in found["sheets"]], BESIDE)
    if "entries" in found:
        data["entries"] = first_that_fit(
            [cast("ArchiveEntryData", with_external_name(one)) for one in found["entries"]]
        )
        data |= {"total": found["total"], "unpacked_bytes": found["unpacked_bytes"]}
    if found.get("cut"):
        data["cut"] = True
    if "text" not in found:
        return Ok(data)
    whole = outside(found["text"])
    room = ROOM - json_size(data) if p.max_chars is None else None
    piece = text_page("read_download", whole.raw, p.cursor, p.max_chars or RESULT_CAP, room)
    data |= {"text": whole.map(lambda _: piece.text), "from": piece.start, "of": len(whole)}
    return Ok(data, next=next_call("read_download", p, piece.cursor))


@tool(
    effect="read",
    rare=True,
    security=Security(reads_page=True, changes_state=False, sends_data=False, takes_text=True),
    label="List the downloads",
)
async def list_downloads(ctx: Context, _: NoParams) -> Result[ListDownloadsData]:
    """List the files that came.

    With the tool that reads each; its id, name, address, state and size. `held` files can only be read; `saved` files
    are kept for the user."""
    files = ctx.tabs.downloads.files
    shown = first_that_fit([download_data(file) for file in reversed(files)])
    return Ok({"total": len(files), "downloads": shown})
