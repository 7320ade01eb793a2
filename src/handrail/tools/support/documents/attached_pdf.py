"""Attaches a PDF itself to a result, where the model reads PDFs and nothing of it is to be kept from models."""

from __future__ import annotations

from handrail.attachments import Attachment
from handrail.documents.limits import MAX_ATTACHED_BYTES, MAX_ATTACHED_PAGES, MAX_TEXT
from handrail.documents.read import read_pdf, whole_document
from handrail.tools.core.context import Context
from handrail.tools.support.documents.document_source import DocumentSource

TOO_LARGE = f"Only documents of up to {MAX_ATTACHED_PAGES} pages and {MAX_ATTACHED_BYTES // 1_000_000} MB are attached."


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
