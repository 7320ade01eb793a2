"""Signing in and out, the account with its orders."""

from __future__ import annotations

from handrail.demo.catalogue import money
from handrail.demo.markup import NOTHING, Html, fill, join, render
from handrail.demo.pages.layout import art_url, show
from handrail.demo.shop import DELIVERY, DEMO_EMAIL, DEMO_NAME, DEMO_PASSWORD, Line, Order, right_password
from handrail.demo.web import Problem, Request, Response, Routes, local_path, see_other

routes = Routes()


@routes.get("/sign-in")
def sign_in_page(request: Request) -> Response:
    if request.session.signed_in:
        return see_other("/account")
    return show(request, "Sign in", _sign_in_body(local_path(request.query.get("next"), "/account")))


@routes.post("/sign-in")
def sign_in(request: Request) -> Response:
    email, target = request.form.fields.get("email"), local_path(request.form.fields.get("next"), "/account")
    if not right_password(email, request.form.fields.get("password")):
        error = "That email address and password do not belong together."
        return show(request, "Sign in", _sign_in_body(target, email, error), status=401)
    if not request.session.signed_in:
        request.session.sign_in()
        request.sessions.rename(request.session)
    request.session.message = f"Welcome back, {DEMO_NAME.split()[0]}."
    return see_other(target)


@routes.post("/sign-out")
def sign_out(request: Request) -> Response:
    """The whole session goes: on a shared machine nothing of the customer stays behind."""
    request.sessions.forget(request.session)
    return see_other("/")


@routes.get("/account")
def account(request: Request) -> Response:
    if not request.session.signed_in:
        return see_other("/sign-in?next=/account")
    orders = sorted(request.session.orders, key=lambda order: order.placed, reverse=True)
    body = render(
        "account",
        name=DEMO_NAME,
        email=DEMO_EMAIL,
        plan=request.session.plan or "Basic (free)",
        newsletter=request.session.newsletter or "Not subscribed",
        orders=join(_order_row(order) for order in orders),
        count=len(orders),
    )
    return show(request, "Account", body)


@routes.get("/orders/{number}")
def order_page(request: Request, number: str) -> Response:
    order = request.session.order(number)
    if order is None:
        raise Problem(404, "There is no such order in this session.")
    placed = request.query.get("placed") == "1"
    heading = "Thank you for your order" if placed else f"Order {order.number}"
    body = render(
        "order",
        heading=heading,
        number=order.number,
        placed=_day(order),
        status=order.status,
        lines=join(_line(line) for line in order.lines),
        goods=money(order.goods),
        shipping=money(order.shipping) if order.shipping else "Free",
        total=money(order.total),
        delivery=DELIVERY[order.delivery][0] + (f", on {order.deliver_on.isoformat()}" if order.deliver_on else ""),
        name=order.name,
        address=join((fill("$line", line=line) for line in order.address), "<br>"),
        confirmation=f" A confirmation would go to {order.email}." if placed else "",
        paid_with=order.paid_with,
        extras=_extras(order),
    )
    return show(request, heading, body)


def _sign_in_body(target: str, email: str = "", error: str = "") -> Html:
    return render(
        "sign_in",
        next=target,
        email=email,
        error=fill('<p class="error" role="alert">$error</p>', error=error) if error else NOTHING,
        demo_email=DEMO_EMAIL,
        demo_password=DEMO_PASSWORD,
    )


def _order_row(order: Order) -> Html:
    count = sum(line.quantity for line in order.lines)
    return render(
        "parts/order_row",
        number=order.number,
        placed=order.placed.isoformat(),
        items=count,
        total=money(order.total),
        status=order.status,
    )


def _line(line: Line) -> Html:
    return render(
        "parts/order_line",
        slug=line.product.slug,
        name=line.product.name,
        image=art_url(line.product, line.colour),
        choices=", ".join(value for _, value in line.choices),
        quantity=line.quantity,
        cents=money(line.cents),
    )


def _extras(order: Order) -> Html:
    wrap = Html("<dt>Wrapping</dt><dd>As a gift</dd>") if order.gift_wrap else NOTHING
    note = fill("<dt>Note</dt><dd>$note</dd>", note=order.gift_note) if order.gift_note else NOTHING
    return Html(wrap + note)


def _day(order: Order) -> str:
    return f"{order.placed.day} {order.placed:%B %Y}"
