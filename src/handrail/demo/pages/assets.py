"""Style sheets, scripts and drawings. Only what was there when the server started is ever served."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from handrail.demo import catalogue
from handrail.demo.art import COLOURS, VIEWS, draw
from handrail.demo.web import Problem, Request, Response, Routes

routes = Routes()
STATIC = Path(__file__).parent.parent / "static"
TYPES = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
CHECK_AGAIN = {"Cache-Control": "no-cache"}  # kept, and asked for with its ETag


@routes.get("/static/{folder}/{name}", needs_session=False)
def static(_request: Request, folder: str, name: str) -> Response:
    found = _files().get(f"{folder}/{name}")
    if found is None:
        raise Problem(404, "There is no such file.")
    body, content_type = found
    return Response(body, content_type=content_type, headers=CHECK_AGAIN)


@routes.get("/art/{slug}/{name}", needs_session=False)
def art(_request: Request, slug: str, name: str) -> Response:
    colour, _, view = name.removesuffix(".svg").partition("-")
    product = catalogue.product(slug)
    if product is None or colour not in COLOURS or view not in VIEWS:
        raise Problem(404, "There is no such picture.")
    return Response(draw(product, colour, view).encode(), content_type=TYPES[".svg"], headers=CHECK_AGAIN)


@routes.get("/favicon.ico", needs_session=False)
def favicon(request: Request) -> Response:
    return static(request, "svg", "icon.svg")


@cache
def _files() -> dict[str, tuple[bytes, str]]:
    return {
        file.relative_to(STATIC).as_posix(): (file.read_bytes(), TYPES[file.suffix])
        for file in STATIC.rglob("*")
        if file.suffix in TYPES
    }
