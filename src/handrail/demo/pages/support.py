"""Help: files that customers send us, and files that they can take."""

from __future__ import annotations

import csv
import io

from handrail.demo.catalogue import CATEGORIES, products
from handrail.demo.manual import manual
from handrail.demo.markup import NOTHING, Html, fill, join, render
from handrail.demo.multipart import Upload
from handrail.demo.pages.layout import show
from handrail.demo.shop import MOST_UPLOADS, Received
from handrail.demo.web import Request, Response, Routes, attachment, see_other

routes = Routes()
LARGEST_FILE = 2_000_000
LONGEST_EXCERPT = 500


@routes.get("/support")
def support(request: Request) -> Response:
    return show(request, "Support", _body(request), section="/support")


@routes.post("/support/files")
def receive(request: Request) -> Response:
    files = request.form.files("file")
    if error := _error(files):
        return show(request, "Support", _body(request, error), section="/support", status=422)
    for upload in files:
        request.session.uploads.insert(0, _received(upload))
    del request.session.uploads[MOST_UPLOADS:]
    request.session.message = "1 file arrived." if len(files) == 1 else f"{len(files)} files arrived."
    return see_other("/support#received")


@routes.get("/downloads/price-list.csv", needs_session=False)
def price_list(_request: Request) -> Response:
    table = io.StringIO()
    rows = csv.writer(table)
    rows.writerow(["article", "name", "category", "price_eur", "in_stock"])
    for product in products():
        rows.writerow(
            [product.sku, product.name, CATEGORIES[product.category], f"{product.cents / 100:.2f}", product.stock]
        )
    return attachment("wrenfold-price-list.csv", table.getvalue().encode(), "text/csv; charset=utf-8")


@routes.get("/downloads/care-manual.pdf", needs_session=False)
def care_manual(request: Request) -> Response:
    """Shown in the tab where the browser can; ``?save=1`` makes it a download."""
    if request.query.get("save") == "1":
        return attachment("wrenfold-care-manual.pdf", manual(), "application/pdf")
    return Response(manual(), content_type="application/pdf")


def _error(files: list[Upload]) -> str:
    if not files:
        return "Choose a file first."
    if len(files) > MOST_UPLOADS:
        return f"Send at most {MOST_UPLOADS} files at once."
    if any(len(upload.content) > LARGEST_FILE for upload in files):
        return f"A file may have at most {LARGEST_FILE // 1_000_000} MB."
    return "This file is empty." if any(not upload.content for upload in files) else ""


def _received(upload: Upload) -> Received:
    return Received(upload.name, len(upload.content), upload.content_type[:100], _excerpt(upload.content))


def _excerpt(content: bytes) -> str | None:
    """The beginning of a text file; None for anything else."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text[:LONGEST_EXCERPT]


def _body(request: Request, error: str = "") -> Html:
    received = request.session.uploads
    return render(
        "support",
        error=fill('<p class="error" id="file-error" role="alert">$error</p>', error=error) if error else NOTHING,
        largest=LARGEST_FILE // 1_000_000,
        received=join(_file(file) for file in received) or Html("<p>Nothing yet.</p>"),
    )


def _file(file: Received) -> Html:
    text = (
        Html("<p>This is not a text file.</p>") if file.excerpt is None else fill("<pre>$text</pre>", text=file.excerpt)
    )
    return render("parts/received", name=file.name, size=f"{file.size:,} bytes", kind=file.content_type, text=text)
