"""Style sheets, scripts, drawings, and the two files to download."""

from __future__ import annotations

import csv
import io
from functools import cache
from hashlib import sha256
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from handrail.demo.catalogue import COLOURS, VIEWS, get_product, products
from handrail.demo.templating import draw

STATIC = Path(__file__).parent.parent / "static"
SVG = "image/svg+xml"
# Not from `mimetypes`, which asks Windows' registry; a script of another type does not run.
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": SVG, ".pdf": "application/pdf"}


async def static(request: Request) -> Response:
    return _static(request, request.path_params["path"])


async def favicon(request: Request) -> Response:
    return _static(request, "svg/icon.svg")


async def drawing(request: Request) -> Response:
    product = get_product(request.path_params["slug"])
    colour, view = request.path_params["colour"], request.path_params["view"]
    if product is None or colour not in COLOURS or view not in VIEWS:
        raise HTTPException(404, "There is no such picture.")
    return _respond_or_304(request, draw(product, colour, view).encode(), SVG)


async def price_list(_request: Request) -> Response:
    table = io.StringIO()
    rows = csv.writer(table)
    rows.writerow(["article", "name", "category", "price_eur", "in_stock"])
    for product in products():
        rows.writerow([product.sku, product.name, product.category_name, f"{product.cents / 100:.2f}", product.stock])
    return Response(table.getvalue(), headers=_download("wrenfold-price-list.csv"), media_type="text/csv")


async def care_manual(request: Request) -> Response:
    """Return the manual, shown in the tab where the browser can; `?save=1` makes it a download."""
    save = request.query_params.get("save") == "1"
    headers = _download("wrenfold-care-manual.pdf") if save else None
    return Response(_static_files()["files/care-manual.pdf"], headers=headers, media_type=TYPES[".pdf"])


def _static(request: Request, path: str) -> Response:
    if path not in _static_files():
        raise HTTPException(404)
    return _respond_or_304(request, _static_files()[path], TYPES[Path(path).suffix])


@cache
def _static_files() -> dict[str, bytes]:
    """Return every file by its path: in memory, since a browser asks for a dozen with each page."""
    return {
        file.relative_to(STATIC).as_posix(): file.read_bytes() for file in STATIC.rglob("*") if file.suffix in TYPES
    }


def _respond_or_304(request: Request, content: bytes, media_type: str) -> Response:
    """Return a file that the browser keeps and asks for again each time; 304 when it has this very one."""
    headers = {"Cache-Control": "no-cache", "ETag": f'"{sha256(content).hexdigest()[:16]}"'}
    if request.headers.get("If-None-Match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    return Response(content, headers=headers, media_type=media_type)


def _download(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}
