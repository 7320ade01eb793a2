"""The shop as an ASGI application: its routes, sessions, error pages, and the headers of every response."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import cast

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from handrail.demo.sessions import ShopSession, ShopSessions
from handrail.demo.templating import problem_page
from handrail.demo.views import account, basket, browse, files, information

ROUTES = [
    Route("/", browse.front),
    Route("/products", browse.products),
    Route("/products/{slug}", browse.product),
    Route("/products/{slug}/reviews", browse.add_review, methods=["POST"]),
    Route("/art/{slug}/{colour}-{view}.svg", files.drawing),
    Route("/pricing", browse.pricing),
    Route("/pricing", browse.choose_plan, methods=["POST"]),
    Route("/sign-in", account.sign_in_page),
    Route("/sign-in", account.sign_in, methods=["POST"]),
    Route("/sign-out", account.sign_out, methods=["POST"]),
    Route("/account", account.account),
    Route("/orders/{number}", account.order),
    Route("/basket", basket.basket),
    Route("/basket/add", basket.add, methods=["POST"]),
    Route("/basket/change", basket.change, methods=["POST"]),
    Route("/basket/remove", basket.remove, methods=["POST"]),
    Route("/basket/note", basket.add_note, methods=["POST"]),
    Route("/checkout", basket.checkout),
    Route("/checkout", basket.place_order, methods=["POST"]),
    Route("/support", information.support),
    Route("/support/files", information.receive_files, methods=["POST"]),
    Route("/downloads/price-list.csv", files.price_list),
    Route("/downloads/care-manual.pdf", files.care_manual),
    Route("/journal", information.journal),
    Route("/journal/more", information.more_notes),
    Route("/stores", information.stores),
    Route("/stores/hours", information.opening_hours),
    Route("/stores/map", information.store_map),
    *(Route(f"/{name}", information.text_page(name)) for name in ("delivery", "care", "about", "privacy")),
    Route("/newsletter", information.subscribe, methods=["POST"]),
    Route("/cookies", information.choose_cookies, methods=["POST"]),
    Route("/slow", information.slow),
    Route("/broken", information.broken),
    Route("/favicon.ico", files.favicon),
    Route("/static/{path:path}", files.static),
]


LOCAL_NAMES = ("127.0.0.1", "localhost")
MAX_BODY = 3_000_000
FORM_TYPES = ("application/x-www-form-urlencoded", "multipart/form-data")
MESSAGES = {
    404: "There is nothing at this address.",
    405: "This address does not take that kind of request.",
}
log = logging.getLogger(__name__)


def create_app() -> ASGIApp:
    """Return a shop of its own, which remembers its visitors."""
    app = Starlette(routes=ROUTES, exception_handlers={HTTPException: _show_problem, Exception: _show_failure})
    app.state.sessions = ShopSessions()
    return ShopMiddleware(app, app.state.sessions)


class ShopMiddleware:
    """Gives each request its visitor's session, refuses what no browser on this machine sends, and adds headers."""

    def __init__(self, app: ASGIApp, sessions: ShopSessions) -> None:
        self._app = app
        self._sessions = sessions

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        # Cookies are shared by all ports of a host; the port in the name keeps two shops apart.
        cookie = f"wrenfold_{scope['server'][1]}"
        sent = request.cookies.get(cookie, "")
        session = request.state.session = self._sessions.get(sent) or ShopSession()

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                _add_headers(headers, scope["server"][1])
                if session.id != sent and session.id:
                    headers["Set-Cookie"] = f"{cookie}={session.id}; Path=/; HttpOnly; SameSite=Lax"
            await send(message)

        refusal = await _refuse(request)
        await (refusal or self._app)(scope, receive, send_with_headers)


async def _refuse(request: Request) -> Response | None:
    """Return the answer to a request for another machine, to a form of another site, and to what is no form."""
    headers, host = request.headers, request.headers.get("Host", "")
    if host not in LOCAL_NAMES and host.rpartition(":")[0] not in LOCAL_NAMES:
        return problem_page(request, 421, "This shop answers only as localhost and 127.0.0.1.")
    if request.method != "POST":
        return None
    if headers.get("Origin", f"http://{host}") != f"http://{host}":
        return problem_page(request, 403, "This form was sent from another site.")
    if "Content-Length" not in headers:
        return problem_page(request, 411, "The request must say how long it is.")
    if int(headers["Content-Length"]) > MAX_BODY:
        # A browser shows the answer only once it has sent everything.
        async for _ in request.stream():
            pass
        return problem_page(request, 413, f"This is too large. At most {MAX_BODY // 1_000_000} MB arrive here.")
    if not headers.get("Content-Type", "").lower().startswith(FORM_TYPES):
        return problem_page(request, 400, "The body is not a form.")
    return None


def _add_headers(headers: MutableHeaders, port: int) -> None:
    """Forbid to keep pages, inline scripts and styles, and whatever comes from elsewhere."""
    headers.setdefault("Cache-Control", "no-store")
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = "same-origin"
    if headers.get("Content-Type", "").startswith(("text/html", "image/svg+xml")):
        names = " ".join(f"http://{name}:{port}" for name in LOCAL_NAMES)
        headers["Content-Security-Policy"] = (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
            f"form-action 'self'; base-uri 'none'; frame-src {names}; frame-ancestors {names}"
        )


async def _show_problem(request: Request, error: Exception) -> Response:
    problem = cast(HTTPException, error)
    if problem.detail == HTTPStatus(problem.status_code).phrase:
        problem.detail = MESSAGES.get(problem.status_code, problem.detail)
    return problem_page(request, problem.status_code, problem.detail)


async def _show_failure(request: Request, _error: Exception) -> Response:
    # uvicorn adds the traceback, but not which request it was.
    log.error("%s %s failed", request.method, request.url)
    return problem_page(request, 500, "Something broke on our side. Nothing was ordered or charged.")
