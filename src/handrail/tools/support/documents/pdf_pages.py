"""A PDF as results show it: its pages, secrets masked and cut to the room that there is, or the document itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from handrail.attachments import Attachment
from handrail.documents.limits import MAX_ATTACHED_BYTES, MAX_ATTACHED_PAGES, MAX_TEXT
from handrail.documents.read import read_pdf, whole_document
from handrail.results.data.documents import FormFieldData, PdfPageData
from handrail.tools.core.context import Context
from handrail.tools.core.paging import first_that_fit, json_size, text_page
from handrail.tools.support.documents.document_source import DocumentSource
from handrail.trust import External

BESIDE = 1_200
"""Characters of a page's result that links and form fields may take."""
NO_PICTURE = "The page shows a secret, which a picture would show too."
TOO_LARGE = f"Only documents of up to {MAX_ATTACHED_PAGES} pages and {MAX_ATTACHED_BYTES // 1_000_000} MB are attached."


def page_entry(ctx: Context, page: dict[str, Any], source: DocumentSource, offset: int) -> PdfPageData:
    """Return a page as a result shows it. Secrets are masked before anything is cut: else a part may stay."""

    def outside(text: str) -> External:
        return source.outside(ctx.vault.mask_text(text), "pdf-text")

    entry: PdfPageData = {"page": page["number"], "text": outside(page["text"]).map(lambda text: text[offset:])}
    if offset == 0:
        if fields := page.get("fields"):
            entry["fields"] = first_that_fit([_field(field, outside) for field in fields], BESIDE)
        if links := page.get("links"):
            entry["links"] = first_that_fit([outside(link) for link in links], BESIDE)
    if page.get("scanned"):
        entry["scanned"] = True
    if "picture" in page and _shows_secret(ctx, page):
        entry["no_picture"] = NO_PICTURE
    if page.get("broken"):
        entry["broken"] = True
    return entry


def cut_page(entry: PdfPageData, room: int, *, in_json: bool) -> int | None:
    """Cut the text of a page that is too long for a result, and return where; None where it fits."""
    if json_size(entry) <= room:
        return None
    text: External = entry["text"]
    piece = text_page("read_pdf", text.raw, None, room, room - BESIDE if in_json else None)
    if len(piece.text) == len(text):
        return None
    entry["text"] = text.map(lambda _: piece.text)
    return len(piece.text)


async def attached_pdf(ctx: Context, source: DocumentSource, pages: int, password: str) -> Attachment | str:
    """Return the document, or why it is not attached, as a sentence. Raises `DocumentError`: it cannot be read."""
    if not ctx.shows_documents():
        return "This model is shown no documents."
    if password:
        return "It is locked with a password."
    if pages > MAX_ATTACHED_PAGES or (data := await whole_document(source.path)) is None:
        return TOO_LARGE
    if ctx.vault:
        whole = await read_pdf(source.path, max_chars=MAX_TEXT)
        searched = whole["next"] is None and not any(
            page.get("scanned") or page.get("broken") for page in whole["pages"]
        )
        if not searched:
            return "Not all of it can be searched for secrets."
        if ctx.vault.mask(whole) != whole:
            return "It shows a secret, which the document would show too."
    return Attachment("document", "application/pdf", data, name=source.handle, pages=pages)


def _shows_secret(ctx: Context, page: dict[str, Any]) -> bool:
    """Return whether anything that is known of a page changes where secrets are masked."""
    known = {key: part for key, part in page.items() if key != "picture"}
    return bool(ctx.vault.mask(known) != known)


def _field(field: dict[str, Any], outside: Callable[[str], External]) -> FormFieldData:
    data: FormFieldData = {"name": outside(field["name"]), "kind": field["kind"], "value": outside(field["value"])}
    if "label" in field:
        data["label"] = outside(field["label"])
    if "checked" in field:
        data["checked"] = field["checked"]
    return data
