"""The other pages: journal, stores with their frames, delivery, newsletter, and two that misbehave on purpose."""

from __future__ import annotations

import time

from handrail.demo.catalogue import CATEGORIES, products
from handrail.demo.markup import Html, fill, join, render
from handrail.demo.pages.layout import art_url, bare, problem_page, show
from handrail.demo.web import Problem, Request, Response, Routes, local_path, page, see_other

routes = Routes()
LONGEST_WAIT = 15_000  # ms
NOTES_AT_ONCE = 8
THEMES = ("From the bench", "Ask the workshop", "Care notes", "On the road")
STORES = {
    "lisbon": ("Lisbon", "Rua da Boavista 84", "10:00 to 19:00", "10:00 to 17:00", "Closed"),
    "copenhagen": ("Copenhagen", "Jægersborggade 21", "11:00 to 18:00", "10:00 to 16:00", "12:00 to 16:00"),
    "ghent": ("Ghent", "Serpentstraat 7", "10:30 to 18:30", "10:30 to 18:00", "Closed"),
}


@routes.get("/journal")
def journal(request: Request) -> Response:
    return show(request, "Journal", render("journal", notes=_notes(0), after=NOTES_AT_ONCE), section="/journal")


@routes.get("/journal/more", needs_session=False)
def more_notes(request: Request) -> Response:
    """The next notes, as markup for the list; nothing at its end."""
    return page(_notes(request.query.number("after", 0)))


@routes.get("/stores")
def stores(request: Request) -> Response:
    return show(request, "Stores", render("stores", other=request.other_host), section="/stores")


@routes.get("/stores/hours", needs_session=False)
def hours(_request: Request) -> Response:
    rows = join(
        fill(
            '<tr><th scope="row">$name</th><td>$week</td><td>$sat</td><td>$sun</td></tr>',
            name=name,
            week=week,
            sat=sat,
            sun=sun,
        )
        for name, _, week, sat, sun in STORES.values()
    )
    return bare("Opening hours", render("hours", rows=rows))


@routes.get("/stores/map", needs_session=False)
def store_map(_request: Request) -> Response:
    return bare("Map of the stores", render("map"))


@routes.get("/delivery")
def delivery(request: Request) -> Response:
    return show(request, "Delivery and returns", render("delivery"))


@routes.get("/care")
def care(request: Request) -> Response:
    return show(request, "Care guide", render("care"))


@routes.get("/about")
def about(request: Request) -> Response:
    return show(request, "About us", render("about"))


@routes.get("/privacy")
def privacy(request: Request) -> Response:
    return show(request, "Privacy and cookies", render("privacy"))


@routes.post("/newsletter")
def newsletter(request: Request) -> Response:
    email = request.form.fields.get("email").strip()[:120]
    if "@" not in email:
        raise Problem(422, "That is not an email address.")
    request.session.newsletter = email
    request.session.message = f"Thank you. The next letter goes to {email}."
    return see_other(local_path(request.form.fields.get("back"), "/"))


@routes.post("/cookies")
def cookies(request: Request) -> Response:
    request.session.consent = "all" if request.form.fields.get("choice") == "all" else "necessary"
    return see_other(local_path(request.form.fields.get("back"), "/"))


@routes.get("/slow", needs_session=False)
def slow(request: Request) -> Response:
    """The warehouse takes its time: ``?ms=`` milliseconds, at most 15 seconds."""
    wait = min(request.query.number("ms", 1500), LONGEST_WAIT)
    time.sleep(wait / 1000)
    rows = join(
        fill('<tr><th scope="row">$name</th><td>$stock</td></tr>', name=product.name, stock=product.stock)
        for product in products()
    )
    return show(request, "Warehouse", render("warehouse", ms=wait, rows=rows))


@routes.get("/broken", needs_session=False)
def broken(request: Request) -> Response:
    return problem_page(request.session, 500, "Something broke on our side. Nothing was ordered or charged.")


def _notes(after: int) -> Html:
    last = len(products()) * len(THEMES)
    return join(_note(number) for number in range(after + 1, min(after + NOTES_AT_ONCE, last) + 1))


def _note(number: int) -> Html:
    shelf = products()
    about, theme = shelf[(number * 5) % len(shelf)], THEMES[(number - 1) % len(THEMES)]
    return render(
        "parts/note",
        number=number,
        theme=theme,
        title=f"{theme}: {about.name}",
        text=about.description.split(". ")[0].rstrip(".") + ".",
        slug=about.slug,
        category=CATEGORIES[about.category],
        image=art_url(about, about.colours[number % len(about.colours)], "detail" if number % 2 else "front"),
    )
