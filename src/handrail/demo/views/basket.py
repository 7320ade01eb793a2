"""The basket: adding, changing and removing articles, and a gift note; and the checkout: one form, checked on the
server, and the order that comes of it."""

from __future__ import annotations

from datetime import date

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from handrail.demo.catalogue import COLOURS, Product, get_product
from handrail.demo.checkout_form import COUNTRIES, FIELDS, WINDOWS, CheckedForm, check, first_day, last_day
from handrail.demo.forms import read_fields, see_other, whole_number
from handrail.demo.orders import (
    DELIVERY,
    DEMO_EMAIL,
    DEMO_NAME,
    FREE_DELIVERY_FROM,
    MAX_QUANTITY,
    Order,
    OrderLine,
    shipping,
)
from handrail.demo.sessions import ShopSession, all_sessions, current_session
from handrail.demo.templating import page

DELIVERY_TIMES = {
    "standard": "2 to 4 working days",
    "express": "The next working day",
    "pickup": "Lisbon, Copenhagen or Ghent",
}


async def basket(request: Request) -> Response:
    session = current_session(request)
    if not session.basket:
        return page(request, "basket_empty")
    missing = max(0, FREE_DELIVERY_FROM - session.goods)
    return page(request, "basket", shipping=shipping(session.goods, "standard"), missing=missing)


async def add(request: Request) -> Response:
    fields, session = await read_fields(request), current_session(request)
    product = get_product(fields.get("product", ""))
    if product is None:
        raise HTTPException(400, "We do not sell that.")
    if not product.in_stock:
        raise HTTPException(409, f"{product.name} is sold out.")
    quantity = min(max(1, whole_number(fields.get("quantity", ""), 1)), MAX_QUANTITY)
    if not session.add(OrderLine(product, _choices(product, fields), quantity)):
        raise HTTPException(409, "The basket is full.")
    session.message = f"{quantity} × {product.name} is in your basket."
    return see_other("/basket")


async def change(request: Request) -> Response:
    fields = await read_fields(request)
    line = _line(current_session(request), fields)
    line.quantity = min(max(1, whole_number(fields.get("quantity", ""), line.quantity)), line.max_quantity)
    return see_other("/basket")


async def remove(request: Request) -> Response:
    fields, session = await read_fields(request), current_session(request)
    line = _line(session, fields)
    del session.basket[line.id]
    session.message = f"{line.product.name} was removed."
    return see_other("/basket")


async def add_note(request: Request) -> Response:
    fields = await read_fields(request)
    current_session(request).gift_note = fields.get("note", "").strip()[:300]
    return see_other("/basket")


def _line(session: ShopSession, fields: dict[str, str]) -> OrderLine:
    line = session.basket.get(fields.get("line", ""))
    if line is None:
        raise HTTPException(404, "That is not in your basket any more.")
    return line


def _choices(product: Product, fields: dict[str, str]) -> dict[str, str]:
    """Return colour and options as chosen; the first of each where nothing, or something unknown, was sent."""
    colour = fields.get("colour", "")
    choices = {"Colour": COLOURS[colour if colour in product.colours else product.colours[0]].label}
    for option, values in product.options.items():
        value = fields.get(f"option-{option}", "")
        choices[option] = value if value in values else values[0]
    return choices


async def checkout(request: Request) -> Response:
    session = current_session(request)
    if not session.basket:
        return see_other("/basket")
    values = dict.fromkeys(FIELDS, "") | {"delivery": "standard", "window": "any", "note": session.gift_note}
    if session.signed_in:
        values |= {"email": DEMO_EMAIL, "name": DEMO_NAME}
    return _form(request, session, CheckedForm(values, {}))


async def place_order(request: Request) -> Response:
    fields, session = await read_fields(request), current_session(request)
    if not session.basket:
        return see_other("/basket")
    form = check(fields, date.today())
    if form.errors:
        return _form(request, session, form)
    order = _order(session, form, all_sessions(request).next_order_number())
    session.orders.append(order)
    session.basket.clear()
    session.gift_note = ""
    return see_other(f"/orders/{order.number}?placed=1")


def _order(session: ShopSession, form: CheckedForm, number: str) -> Order:
    values = form.values
    address = (values["street"], f"{values['postcode']} {values['city']}", values["country"])
    return Order(
        number=number,
        placed=date.today(),
        lines=list(session.basket.values()),
        delivery=values["delivery"],
        status="Received",
        name=values["name"],
        address=("In the store",) if values["delivery"] == "pickup" else address,
        email=values["email"],
        card_end=form.card_end,
        deliver_on=form.deliver_on,
        gift_note=values["note"],
        gift_wrap=values["wrap"] == "yes",
    )


def _form(request: Request, session: ShopSession, form: CheckedForm) -> Response:
    today, chosen = date.today(), form.values["delivery"]
    costs = {delivery: shipping(session.goods, delivery) for delivery in DELIVERY}
    return page(
        request,
        "checkout",
        422 if form.errors else 200,
        values=form.values,
        errors=form.errors,
        countries=COUNTRIES,
        windows=WINDOWS,
        times=DELIVERY_TIMES,
        first_day=first_day(today),
        last_day=last_day(today),
        costs=costs,
        shipping=costs[chosen if chosen in DELIVERY else "standard"],
    )
