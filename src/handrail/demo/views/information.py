"""The other pages: journal, stores with their frames, texts, newsletter, and two that misbehave on purpose."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from handrail.demo.catalogue import Product, products
from handrail.demo.forms import local_path, read_fields, see_other, whole_number
from handrail.demo.sessions import current_session
from handrail.demo.templating import fragment, page, problem_page

MAX_WAIT_MS = 15_000
NOTES_AT_ONCE = 8
THEMES = ("From the bench", "Ask the workshop", "Care notes", "On the road")
STORES = {
    "Lisbon": ("10:00 to 19:00", "10:00 to 17:00", "Closed"),
    "Copenhagen": ("11:00 to 18:00", "10:00 to 16:00", "12:00 to 16:00"),
    "Ghent": ("10:30 to 18:30", "10:30 to 18:00", "Closed"),
}


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
