"""The HTTP side of the demo shop: a small server for this machine only."""

from __future__ import annotations

import hashlib
import logging
from http.cookies import CookieError, SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

from handrail.demo.multipart import BadForm, Form, parse_form, parse_query
from handrail.demo.pages import routes
from handrail.demo.pages.layout import problem_page
from handrail.demo.shop import Session, Sessions
from handrail.demo.web import HTML, Problem, Request, Response

LARGEST_BODY = 3_000_000
LARGEST_DRAINED = 50_000_000
LOCAL_NAMES = {"localhost", "127.0.0.1"}
log = logging.getLogger(__name__)


class Server(ThreadingHTTPServer):
    daemon_threads = True
    # A browser opens many connections at once; with the default queue of 5 some of them wait for a second.
    request_queue_size = 64

    def __init__(self, host: str, port: int) -> None:
        self.sessions = Sessions()
        super().__init__((host, port), Handler)


class Handler(BaseHTTPRequestHandler):
    """One connection: reads a request, finds its view, sends what the view answers."""

    protocol_version = "HTTP/1.1"
    server_version = "Wrenfold"
    sys_version = ""
    timeout = 30
    # In one piece: what is sent on its own after the headers waits for the browser's delayed acknowledgement (40 ms).
    wbufsize = 65_536
    disable_nagle_algorithm = True
    server: Server

    def handle(self) -> None:
        try:
            super().handle()
        except (ConnectionError, TimeoutError):
            self.close_connection = True  # the browser left; nobody is there to be told

    def do_GET(self) -> None:
        sent = self._cookie()
        session = self.server.sessions.get(sent) or Session()
        try:
            response = self._respond(session)
        except Problem as problem:
            response = problem_page(session, problem.status, problem.message)
        except (ConnectionError, TimeoutError):
            raise
        except Exception:
            log.exception("%s %s failed", self.command, self.path)
            response = problem_page(session, 500, "Something broke on our side. Nothing was ordered or charged.")
        self._send(response, session.id if session.id != sent else "")

    do_HEAD = do_POST = do_GET  # noqa: N815

    def _respond(self, session: Session) -> Response:
        body = self._body()
        host = self._host()
        address = urlsplit(self.path)
        route, names = routes().find(self.command, unquote(address.path))
        try:
            form = parse_form(self.headers.get("Content-Type", ""), body) if self.command == "POST" else Form()
            query = parse_query(address.query)
        except BadForm as bad:
            raise Problem(400, str(bad)) from bad
        request = Request(self.command, self.path, host, session, self.server.sessions, query, form)
        if not route.needs_session:
            return route.view(request, **names)
        if not session.id:
            self.server.sessions.rename(session)
        with session.lock:
            return route.view(request, **names)

    def _host(self) -> str:
        """The address as the browser knows it. Names of other machines, and forms of other sites, are turned away."""
        host = self.headers.get("Host", "")
        if host.rpartition(":")[0] not in LOCAL_NAMES and host not in LOCAL_NAMES:
            raise Problem(421, "This shop answers only as localhost and 127.0.0.1.")
        origin = self.headers.get("Origin")
        if self.command == "POST" and origin is not None and origin != f"http://{host}":
            raise Problem(403, "This form was sent from another site.")
        return host

    def _body(self) -> bytes:
        length = self.headers.get("Content-Length", "0")
        if "Transfer-Encoding" in self.headers or not (length.isascii() and length.isdigit()):
            self.close_connection = True
            raise Problem(411, "The request must say how long it is.")
        if int(length) <= LARGEST_BODY:
            return self.rfile.read(int(length))
        # A browser shows the answer only if it could send all of what it had to say.
        self.close_connection = True
        left = min(int(length), LARGEST_DRAINED)
        while left > 0 and (read := self.rfile.read(min(left, 65_536))):
            left -= len(read)
        raise Problem(413, f"This is too large. At most {LARGEST_BODY // 1_000_000} MB arrive here.")

    @property
    def _cookie_name(self) -> str:
        # Cookies are shared by all ports of a host; the port in the name keeps two shops apart.
        return f"wrenfold_{self.server.server_port}"

    def _cookie(self) -> str:
        try:
            morsel = SimpleCookie(self.headers.get("Cookie", "")).get(self._cookie_name)
        except CookieError:
            return ""
        return morsel.value if morsel else ""

    def _send(self, response: Response, new_cookie: str) -> None:
        headers = {"Cache-Control": "no-store", "Content-Type": response.content_type, **response.headers}
        status, body = response.status, response.body
        if headers["Cache-Control"] != "no-store":
            headers["ETag"] = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
            if self.headers.get("If-None-Match") == headers["ETag"]:
                status, body = 304, b""
        if response.content_type in {HTML, "image/svg+xml"}:
            headers["Content-Security-Policy"] = self._policy()
        if new_cookie:
            headers["Set-Cookie"] = f"{self._cookie_name}={new_cookie}; Path=/; HttpOnly; SameSite=Lax"
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "same-origin")
        self.send_header("Content-Length", str(len(body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _policy(self) -> str:
        """Nothing from elsewhere, no inline script or style; framed by, and framing, this server's two names only."""
        names = " ".join(f"http://{name}:{self.server.server_port}" for name in sorted(LOCAL_NAMES))
        return (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
            f"form-action 'self'; base-uri 'none'; frame-src {names}; frame-ancestors {names}"
        )

    def log_message(self, *_: object) -> None:
        """A line for every request would only be in the way of what the agent says."""
