"""Reads pages of a PDF: text, links, form fields, and pictures of pages that hold no text."""

from __future__ import annotations

import base64
import ctypes
import io
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from handrail.documents.errors import DocumentError
from handrail.documents.limits import MAX_LISTED, MAX_PAGES, MAX_PICTURES, MAX_TEXT, PICTURE_WIDTH, READ_TIME
from handrail.documents.pdf_layout import page_text

SCAN_CHARS = 12
"""A page with fewer characters than this, and with a picture, is one that was scanned."""
JPEG_QUALITY = 80


def read_pdf(path: Path, first: int, last: int | None, max_chars: int, password: str, pictures: bool) -> dict[str, Any]:
    """Return pages of a PDF, from ``first`` (counted from 1) until ``last`` or until ``max_chars`` are full.

    Args:
        password: of the file; "" for none.
        pictures: render every page that is read, not only those that were scanned.

    Returns:
        ``pages`` (number, text, links, fields, scanned, picture), ``count``, ``title``, and ``next``: the first page
        that was not read, None at the end.

    Raises:
        DocumentError: it is broken, locked, or has no such page.
    """
    document = _open(path, password)
    try:
        count = len(document)
        if first > count:
            raise DocumentError("no_such_page", f"The document has {count} pages.", "Ask for a page that it has.")
        document.init_forms()
        pages, room, shots = list[dict[str, Any]](), min(max_chars, MAX_TEXT), MAX_PICTURES
        number, wanted, end = first, min(last or count, count), time.monotonic() + READ_TIME
        while number <= wanted and (room > 0 or not pages):
            if pages and (len(pages) >= MAX_PAGES or time.monotonic() > end):
                break
            page = _read_page(document, number, pictures=pictures and shots > 0, may_render=shots > 0)
            # A page that comes without its picture begins the next call.
            lacks_picture = "picture" not in page and (pictures or page.get("scanned"))
            if pages and (len(page["text"]) > room or lacks_picture):
                break
            shots -= "picture" in page
            room -= len(page["text"])
            pages.append(page)
            number += 1
        return {
            "pages": pages,
            "count": count,
            "title": str(document.get_metadata_dict().get("Title", ""))[:300],
            "next": number if number <= wanted else None,
        }
    finally:
        document.close()


def _open(path: Path, password: str) -> Any:
    import pypdfium2 as pdfium

    try:
        return pdfium.PdfDocument(path, password=password or None)
    except pdfium.PdfiumError as error:
        if getattr(error, "err_code", None) == pdfium.raw.FPDF_ERR_PASSWORD:
            if password:
                raise DocumentError("wrong_password", "The password does not open the document.") from None
            raise DocumentError(
                "password_needed",
                "The document is locked with a password.",
                "Name the secret that holds it in `password`; only the user can add one.",
            ) from None
        raise DocumentError("broken_document", "The file is not a PDF that can be read; it may be broken.") from None


def _read_page(document: Any, number: int, *, pictures: bool, may_render: bool) -> dict[str, Any]:
    import pypdfium2 as pdfium

    try:
        page = document[number - 1]
    except pdfium.PdfiumError:
        return {"number": number, "text": "", "broken": True}
    textpage = page.get_textpage()
    try:
        text = page_text(textpage)
        found: dict[str, Any] = {"number": number, "text": text}
        found |= {"links": links} if (links := list(_links(document, page))) else {}
        found |= {"fields": fields} if (fields := list(_fields(document, page))) else {}
        scanned = len(text) < SCAN_CHARS and any(page.get_objects(filter=[pdfium.raw.FPDF_PAGEOBJ_IMAGE], max_depth=3))
        if scanned:
            found["scanned"] = True
        if pictures or (scanned and may_render):
            found["picture"] = base64.b64encode(_picture(page)).decode("ascii")
        return found
    finally:
        textpage.close()
        page.close()


def _picture(page: Any) -> bytes:
    """Return the page as a JPEG."""
    width, height = page.get_size()
    # A page of a mile in each direction is a bomb.
    scale = min(PICTURE_WIDTH / max(width, 1.0), 2 * PICTURE_WIDTH / max(height, 1.0))
    image = page.render(scale=scale).to_pil().convert("RGB")
    out = io.BytesIO()
    image.save(out, "JPEG", quality=JPEG_QUALITY)
    return out.getvalue()


def _links(document: Any, page: Any) -> Iterator[str]:
    """Yield the web addresses that the page links to, each once."""
    import pypdfium2.raw as pdfium

    at, link, seen = ctypes.c_int(0), pdfium.FPDF_LINK(), set[str]()
    for _ in range(MAX_LISTED):
        if not pdfium.FPDFLink_Enumerate(page.raw, ctypes.byref(at), ctypes.byref(link)):
            return
        action = pdfium.FPDFLink_GetAction(link)
        if not action or pdfium.FPDFAction_GetType(action) != pdfium.PDFACTION_URI:
            continue
        size = pdfium.FPDFAction_GetURIPath(document.raw, action, None, 0)
        buffer = ctypes.create_string_buffer(min(size, 8_000))
        pdfium.FPDFAction_GetURIPath(document.raw, action, buffer, len(buffer))
        address = buffer.value.decode("utf-8", "replace")
        if address and address not in seen:
            seen.add(address)
            yield address


def _fields(document: Any, page: Any) -> Iterator[dict[str, Any]]:
    """Yield the form fields of the page: name, kind, value."""
    import pypdfium2.raw as pdfium

    form = document.formenv
    if form is None:
        return
    for index in range(min(pdfium.FPDFPage_GetAnnotCount(page.raw), MAX_LISTED)):
        annotation = pdfium.FPDFPage_GetAnnot(page.raw, index)
        try:
            if pdfium.FPDFAnnot_GetSubtype(annotation) != pdfium.FPDF_ANNOT_WIDGET:
                continue
            kind = _FIELDS.get(pdfium.FPDFAnnot_GetFormFieldType(form.raw, annotation))
            if kind is None:
                continue
            found: dict[str, Any] = {
                "name": _string(pdfium.FPDFAnnot_GetFormFieldName, form.raw, annotation),
                "kind": kind,
                "value": _string(pdfium.FPDFAnnot_GetFormFieldValue, form.raw, annotation),
            }
            if kind in ("checkbox", "radio"):
                found["checked"] = bool(pdfium.FPDFAnnot_IsChecked(form.raw, annotation))
            label = _string(pdfium.FPDFAnnot_GetFormFieldAlternateName, form.raw, annotation)
            yield found | ({"label": label} if label else {})
        finally:
            pdfium.FPDFPage_CloseAnnot(annotation)


_FIELDS = {1: "button", 2: "checkbox", 3: "radio", 4: "combobox", 5: "listbox", 6: "text", 7: "signature"}
"""By PDFium's ``FPDF_FORMFIELD_`` constants."""


def _string(get: Any, form: Any, annotation: Any) -> str:
    size = min(get(form, annotation, None, 0), 20_000)
    buffer = ctypes.create_string_buffer(size)
    get(form, annotation, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), size)
    return buffer.raw.decode("utf-16-le", "replace").rstrip("\0")
