"""The basket: putting in, changing, taking out, a note for the gift."""

from __future__ import annotations

from handrail.demo import catalogue
from handrail.demo.art import COLOURS
from handrail.demo.catalogue import Product, money
from handrail.demo.markup import NOTHING, Html, fill, join, options, render
from handrail.demo.multipart import Fields
from handrail.demo.pages.layout import art_url, show
from handrail.demo.shop import FREE_DELIVERY_FROM, MOST_OF_ONE, Line, Session, shipping
from handrail.demo.web import Problem, Request, Response, Routes, see_other

routes = Routes()


@routes.get("/basket")
def basket(request: Request) -> Response:
    session = request.session
    if not session.basket:
        return show(request, "Basket", render("basket_empty"))
    cost = shipping(session.goods, "standard")
    body = render(
        "basket",
        lines=join(_line(line) for line in session.basket.values()),
        goods=money(session.goods),
        shipping=money(cost) if cost else "Free",
        total=money(session.goods + cost),
        hint=_hint(session),
        note=fill('<p class="gift-note">Gift note: “$note”</p>', note=session.gift_note)
        if session.gift_note
        else NOTHING,
    )
    return show(request, "Basket", body)


@routes.post("/basket/add")
def add(request: Request) -> Response:
    fields = request.form.fields
    product = catalogue.product(fields.get("product"))
    if product is None:
        raise Problem(400, "We do not sell that.")
    if not product.in_stock:
        raise Problem(409, f"{product.name} is sold out.")
    quantity = min(max(1, fields.number("quantity", 1)), MOST_OF_ONE)
    if not request.session.add(Line(product, _choices(product, fields), quantity)):
        raise Problem(409, "The basket is full.")
    request.session.message = f"{quantity} × {product.name} is in your basket."
    return see_other("/basket")


@routes.post("/basket/change")
def change(request: Request) -> Response:
    line = _line_of(request)
    line.quantity = min(max(1, request.form.fields.number("quantity", line.quantity)), MOST_OF_ONE, line.product.stock)
    return see_other("/basket")


@routes.post("/basket/remove")
def remove(request: Request) -> Response:
    line = _line_of(request)
    del request.session.basket[line.id]
    request.session.message = f"{line.product.name} was removed."
    return see_other("/basket")


@routes.post("/basket/note")
def note(request: Request) -> Response:
    request.session.gift_note = request.form.fields.get("note").strip()[:300]
    return see_other("/basket")


def _line_of(request: Request) -> Line:
    line = request.session.basket.get(request.form.fields.get("line"))
    if line is None:
        raise Problem(404, "That is not in your basket any more.")
    return line


def _choices(product: Product, fields: Fields) -> tuple[tuple[str, str], ...]:
    """Colour and options as chosen; the first of each where nothing, or something unknown, was sent."""
    colour = fields.get("colour")
    chosen = [("Colour", COLOURS[colour if colour in product.colours else product.colours[0]].label)]
    for option in product.options:
        value = fields.get(f"option-{option.name}")
        chosen.append((option.name, value if value in option.choices else option.choices[0]))
    return tuple(chosen)


def _line(line: Line) -> Html:
    most = min(MOST_OF_ONE, line.product.stock)
    return render(
        "parts/basket_line",
        id=line.id,
        slug=line.product.slug,
        name=line.product.name,
        image=art_url(line.product, line.colour),
        choices=", ".join(f"{name}: {value}" for name, value in line.choices),
        each=money(line.product.cents),
        cents=money(line.cents),
        quantities=options([(str(n), str(n)) for n in range(1, most + 1)], str(line.quantity)),
    )


def _hint(session: Session) -> Html:
    missing = FREE_DELIVERY_FROM - session.goods
    if missing <= 0:
        return NOTHING
    return fill('<p class="hint">$missing more, and standard delivery is free.</p>', missing=money(missing))
