"""The checkout: one form, checked on the server, and the order that comes of it."""

from __future__ import annotations

from datetime import date

from starlette.requests import Request
from starlette.responses import Response

from handrail.demo.checkout_form import COUNTRIES, FIELDS, WINDOWS, CheckedForm, check, first_day, last_day
from handrail.demo.forms import read_fields, see_other
from handrail.demo.orders import DELIVERY, DEMO_EMAIL, DEMO_NAME, Order, shipping
from handrail.demo.sessions import ShopSession, all_sessions, current_session
from handrail.demo.templating import page

DELIVERY_TIMES = {
    "standard": "2 to 4 working days",
    "express": "The next working day",
    "pickup": "Lisbon, Copenhagen or Ghent",
}


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
