"""The checkout: one form, checked on the server, and the order that comes of it."""

from __future__ import annotations

from datetime import date

from handrail.demo.catalogue import money
from handrail.demo.checkout import COUNTRIES, FIELDS, WINDOWS, Checked, check, first_day, last_day
from handrail.demo.markup import NOTHING, Html, fill, flag, join, options, render
from handrail.demo.pages.layout import show
from handrail.demo.shop import DELIVERY, DEMO_EMAIL, DEMO_NAME, Order, Session, shipping
from handrail.demo.web import Request, Response, Routes, see_other

routes = Routes()
ABOUT_DELIVERY = {
    "standard": "2 to 4 working days",
    "express": "The next working day",
    "pickup": "Lisbon, Copenhagen or Ghent",
}


@routes.get("/checkout")
def checkout(request: Request) -> Response:
    if not request.session.basket:
        return see_other("/basket")
    known = {"email": DEMO_EMAIL, "name": DEMO_NAME} if request.session.signed_in else {}
    values = (
        dict.fromkeys(FIELDS, "") | {"delivery": "standard", "window": "any", "note": request.session.gift_note} | known
    )
    return show(request, "Checkout", _body(request.session, Checked(values, {})))


@routes.post("/checkout")
def place_order(request: Request) -> Response:
    session = request.session
    if not session.basket:
        return see_other("/basket")
    checked = check(request.form.fields, date.today())
    if not checked.ok:
        return show(request, "Checkout: please check", _body(session, checked), status=422)
    order = _order(session, checked, request.sessions.next_number())
    session.orders.append(order)
    session.basket.clear()
    session.gift_note = ""
    return see_other(f"/orders/{order.number}?placed=1")


def _order(session: Session, checked: Checked, number: str) -> Order:
    v = checked.values
    address = (
        (v["street"], f"{v['postcode']} {v['city']}", v["country"]) if v["delivery"] != "pickup" else ("In the store",)
    )
    return Order(
        number=number,
        placed=date.today(),
        lines=tuple(session.basket.values()),
        delivery=v["delivery"],
        status="Received",
        name=v["name"],
        address=address,
        email=v["email"],
        paid_with=f"card ending in {checked.card_end}",
        deliver_on=checked.deliver_on,
        gift_note=v["note"],
        gift_wrap=v["wrap"] == "yes",
    )


def _body(session: Session, checked: Checked) -> Html:
    v, today = checked.values, date.today()
    cost = shipping(session.goods, v["delivery"] if v["delivery"] in DELIVERY else "standard")
    # What was typed comes back, except for the card: it has to be typed again.
    texts = {
        name: v[name]
        for name in ("email", "phone", "name", "street", "postcode", "city", "country", "date", "note", "card_name")
    }
    return render(
        "checkout",
        **{f"v_{name}": value for name, value in texts.items()},
        **{f"e_{name}": _error(name, checked) for name in FIELDS},
        **{f"a_{name}": _error_attributes(name, checked) for name in FIELDS},
        summary=_summary(checked) if checked.errors else NOTHING,
        countries=join(_country(place, name) for place, name in enumerate(COUNTRIES)),
        deliveries=join(_delivery(key, session, v["delivery"]) for key in DELIVERY),
        windows=options(WINDOWS.items(), v["window"]),
        first_day=first_day(today).isoformat(),
        last_day=last_day(today).isoformat(),
        wrap="yes" if v["wrap"] == "yes" else "",
        wrap_on="true" if v["wrap"] == "yes" else "false",
        terms=flag("checked", v["terms"] == "yes"),
        lines=join(
            fill(
                "<li><span>$n × $name</span> <span>$cents</span></li>",
                n=line.quantity,
                name=line.product.name,
                cents=money(line.cents),
            )
            for line in session.basket.values()
        ),
        goods=money(session.goods),
        goods_cents=session.goods,
        shipping=money(cost) if cost else "Free",
        total=money(session.goods + cost),
    )


def _error(name: str, checked: Checked) -> Html:
    error = checked.errors.get(name)
    return fill('<p class="error" id="$name-error">$error</p>', name=name, error=error) if error else NOTHING


def _error_attributes(name: str, checked: Checked) -> Html:
    if name not in checked.errors:
        return NOTHING
    return fill(' aria-invalid="true" aria-describedby="$name-error"', name=name)


def _summary(checked: Checked) -> Html:
    links = join(
        fill('<li><a href="#$name">$error</a></li>', name=name, error=error) for name, error in checked.errors.items()
    )
    count = "One field needs" if len(checked.errors) == 1 else f"{len(checked.errors)} fields need"
    return render("parts/error_summary", count=count, links=links)


def _country(place: int, name: str) -> Html:
    return fill('<li role="option" id="country-$place" aria-selected="false">$name</li>', place=place, name=name)


def _delivery(key: str, session: Session, chosen: str) -> Html:
    cost = shipping(session.goods, key)
    return render(
        "parts/delivery",
        key=key,
        label=DELIVERY[key][0],
        about=ABOUT_DELIVERY[key],
        price=money(cost) if cost else "Free",
        cents=cost,
        on=flag("checked", key == chosen),
    )
