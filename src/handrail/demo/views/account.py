"""Signing in and out, the account with its orders."""

from __future__ import annotations

import hmac

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from handrail.demo.forms import local_path, read_fields, see_other
from handrail.demo.orders import DEMO_EMAIL, DEMO_NAME, DEMO_PASSWORD
from handrail.demo.sessions import all_sessions, current_session
from handrail.demo.templating import page


async def sign_in_page(request: Request) -> Response:
    if current_session(request).signed_in:
        return see_other("/account")
    return _sign_in(request, local_path(request.query_params.get("next", ""), "/account"))


async def sign_in(request: Request) -> Response:
    fields, session = await read_fields(request), current_session(request)
    email, target = fields.get("email", ""), local_path(fields.get("next", ""), "/account")
    if not _is_demo_customer(email, fields.get("password", "")):
        return _sign_in(request, target, email, "That email address and password do not belong together.", 401)
    if not session.signed_in:
        session.sign_in()
        all_sessions(request).renew(session)
    session.message = f"Welcome back, {DEMO_NAME.split()[0]}."
    return see_other(target)


async def sign_out(request: Request) -> Response:
    """Drop the whole session: on a shared machine nothing of the customer stays behind."""
    all_sessions(request).drop(current_session(request))
    return see_other("/")


async def account(request: Request) -> Response:
    session = current_session(request)
    if not session.signed_in:
        return see_other("/sign-in?next=/account")
    orders = sorted(session.orders, key=lambda order: order.placed, reverse=True)
    return page(request, "account", name=DEMO_NAME, email=DEMO_EMAIL, orders=orders)


async def order(request: Request) -> Response:
    number = request.path_params["number"]
    found = next((order for order in current_session(request).orders if order.number == number), None)
    if found is None:
        raise HTTPException(404, "There is no such order in this session.")
    return page(request, "order", order=found, confirmation=request.query_params.get("placed") == "1")


def _sign_in(request: Request, target: str, email: str = "", error: str = "", status: int = 200) -> Response:
    demo = {"demo_email": DEMO_EMAIL, "demo_password": DEMO_PASSWORD}
    return page(request, "sign_in", status, next=target, email=email, error=error, **demo)


def _is_demo_customer(email: str, password: str) -> bool:
    right_email = hmac.compare_digest(email.strip().lower().encode(), DEMO_EMAIL.encode())
    return hmac.compare_digest(password.encode(), DEMO_PASSWORD.encode()) and right_email
