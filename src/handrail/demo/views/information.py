"""The other pages: journal, stores with their frames, texts, newsletter, the files that customers send, and two pages
that misbehave on purpose."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import PureWindowsPath

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from handrail.demo.catalogue import Product, products
from handrail.demo.forms import MAX_FIELDS, local_path, read_fields, see_other, whole_number
from handrail.demo.sessions import ReceivedFile, current_session
from handrail.demo.templating import fragment, page, problem_page

MAX_WAIT_MS = 15_000
NOTES_AT_ONCE = 8
THEMES = ("From the bench", "Ask the workshop", "Care notes", "On the road")
STORES = {
    "Lisbon": ("10:00 to 19:00", "10:00 to 17:00", "Closed"),
    "Copenhagen": ("11:00 to 18:00", "10:00 to 16:00", "12:00 to 16:00"),
    "Ghent": ("10:30 to 18:30", "10:30 to 18:00", "Closed"),
}
MAX_UPLOADS = 5
MAX_FILE_SIZE = 2_000_000
EXCERPT_LENGTH = 500


def text_page(name: str) -> Callable[[Request], Awaitable[Response]]:
    """Return the view of a page that only its template describes."""

    async def view(request: Request) -> Response:
        return page(request, name)

    return view


async def journal(request: Request) -> Response:
    return page(request, "journal", notes=_notes(0), after=NOTES_AT_ONCE)


async def more_notes(request: Request) -> Response:
    """Return the next notes, as markup for the list; nothing at its end."""
    return fragment(request, "notes", notes=_notes(whole_number(request.query_params.get("after", ""), 0)))


async def stores(request: Request) -> Response:
    """Return the page with two frames: the map comes from this server's other name, which is another site."""
    other = "127.0.0.1" if request.url.hostname == "localhost" else "localhost"
    return page(request, "stores", map_address=request.url.replace(hostname=other, path="/stores/map", query=""))


async def opening_hours(request: Request) -> Response:
    return fragment(request, "hours", stores=STORES)


async def store_map(request: Request) -> Response:
    return fragment(request, "map")


async def subscribe(request: Request) -> Response:
    fields, session = await read_fields(request), current_session(request)
    email = fields.get("email", "").strip()[:120]
    if "@" not in email:
        raise HTTPException(422, "That is not an email address.")
    session.newsletter = email
    session.message = f"Thank you. The next letter goes to {email}."
    return see_other(local_path(fields.get("back", ""), "/"))


async def choose_cookies(request: Request) -> Response:
    fields = await read_fields(request)
    current_session(request).consent = "all" if fields.get("choice") == "all" else "necessary"
    return see_other(local_path(fields.get("back", ""), "/"))


async def slow(request: Request) -> Response:
    """Return the stock list after `?ms=` milliseconds, at most 15 seconds."""
    wait = min(whole_number(request.query_params.get("ms", ""), 1500), MAX_WAIT_MS)
    await asyncio.sleep(wait / 1000)
    return page(request, "warehouse", ms=wait, products=products())


async def broken(request: Request) -> Response:
    return problem_page(request, 500, "Something broke on our side. Nothing was ordered or charged.")


def _notes(after: int) -> list[tuple[int, str, Product]]:
    """Return the number, theme and product of the next notes."""
    shelf = products()
    last = len(shelf) * len(THEMES)
    numbers = range(after + 1, min(after + NOTES_AT_ONCE, last) + 1)
    return [(number, THEMES[(number - 1) % len(THEMES)], shelf[(number * 5) % len(shelf)]) for number in numbers]


async def support(request: Request) -> Response:
    return _support(request)


async def receive_files(request: Request) -> Response:
    async with request.form(max_files=MAX_FIELDS, max_fields=MAX_FIELDS) as form:
        # A file input that is left empty sends a file without a name.
        sent = [file for file in form.getlist("file") if isinstance(file, UploadFile) and file.filename]
        files = [(file, await file.read()) for file in sent]
    if error := _error([content for _, content in files]):
        return _support(request, error, 422)
    session = current_session(request)
    for file, content in files:
        session.uploads.insert(0, _describe_upload(file, content))
    del session.uploads[MAX_UPLOADS:]
    session.message = "1 file arrived." if len(files) == 1 else f"{len(files)} files arrived."
    return see_other("/support#received")


def _support(request: Request, error: str = "", status: int = 200) -> Response:
    return page(request, "support", status, error=error, max_megabytes=MAX_FILE_SIZE // 1_000_000)


def _error(files: list[bytes]) -> str:
    if not files:
        return "Choose a file first."
    if len(files) > MAX_UPLOADS:
        return f"Send at most {MAX_UPLOADS} files at once."
    if any(len(content) > MAX_FILE_SIZE for content in files):
        return f"A file may have at most {MAX_FILE_SIZE // 1_000_000} MB."
    return "" if all(files) else "This file is empty."


def _describe_upload(file: UploadFile, content: bytes) -> ReceivedFile:
    name = PureWindowsPath(file.filename or "").name.replace("%22", '"')[:200]
    kind = file.content_type or "application/octet-stream"
    return ReceivedFile(name, len(content), kind[:100], _excerpt(content))


def _excerpt(content: bytes) -> str | None:
    """Return the beginning of a text file; None for anything else."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text[:EXCERPT_LENGTH]
