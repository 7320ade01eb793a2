"""HTTP servers in threads for tests and benches: one that a function answers, and one for the pages of a test."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import ClassVar, Self

TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


@dataclass
class Reply:
    """A response. ``hold`` keeps it back until it is set (or the server stops), ``hold_body`` what follows its headers;
    ``cut`` announces more than comes."""

    body: bytes = b""
    status: int = 200
    content_type: str = "text/html; charset=utf-8"
    headers: dict[str, str] = field(default_factory=dict)
    hold: threading.Event | None = None
    cut: bool = False
    hold_body: threading.Event | None = None


@dataclass
class Request:
    method: str
    path: str
    """With its query; the whole address where a browser takes this server for its proxy."""
    headers: dict[str, str]
    body: bytes


class Handler(BaseHTTPRequestHandler):
    """One connection of an `HttpServer`. Subclasses may answer by hand, with streams or halves of a response."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    owner: HttpServer

    def answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        self.reply(self.owner.answer(Request(self.command, self.path, dict(self.headers), body)))

    do_GET = do_POST = do_PUT = do_DELETE = answer  # noqa: N815

    def reply(self, reply: Reply) -> None:
        self._wait(reply.hold)
        self.send_response(reply.status)
        size = len(reply.body) * (2 if reply.cut else 1)
        headers = {"content-type": reply.content_type, "content-length": str(size), **reply.headers}
        self.close_connection = self.close_connection or reply.cut
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self._wait(reply.hold_body)
        if self.command != "HEAD":
            self.wfile.write(reply.body)

    def _wait(self, until: threading.Event | None) -> None:
        while until is not None and not until.wait(0.05) and not self.owner.stopping.is_set():
            pass

    def handle(self) -> None:
        try:
            super().handle()
        except (ConnectionError, ValueError):  # the browser left, or the file is closed
            self.close_connection = True

    def log_message(self, *_: object) -> None:
        return


class AnyMethodHandler(Handler):
    do_HEAD = do_OPTIONS = do_CONNECT = Handler.answer  # noqa: N815


class HttpServer:
    """A server on 127.0.0.1 and, as another site, on localhost.

    Args:
        answer: called in a thread for every request.
    """

    running: ClassVar[set[int]] = set()
    used: ClassVar[set[int]] = set()
    """The ports of all servers of this process. None is used twice, so that no test finds the storage of another."""

    def __init__(self, answer: Callable[[Request], Reply], handler: type[Handler] = Handler) -> None:
        self.answer = answer
        self.stopping = threading.Event()
        own = type("OwnHandler", (handler,), {"owner": self})
        while (server := ThreadingHTTPServer(("127.0.0.1", 0), own)).server_port in self.used:
            server.server_close()
        self._server = server
        self._server.daemon_threads = True
        self.port = self._server.server_port
        self.running.add(self.port)
        self.used.add(self.port)
        self.origin = f"http://127.0.0.1:{self.port}"
        self.other_site = f"http://localhost:{self.port}"
        # By default stopping would wait half a second.
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    def stop(self) -> None:
        self.stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self.running.discard(self.port)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


class PageServer(HttpServer):
    """Serves the pages that a test gives it, and remembers the requests."""

    def __init__(self, handler: type[Handler] = Handler) -> None:
        self.replies: dict[str, Reply | Callable[[Request], Reply]] = {}
        """By path; a function is called for each request."""
        self.requests: list[Request] = []
        super().__init__(self._answer, handler)

    def __call__(self, html: str, path: str | None = None, **reply: object) -> str:
        """Serve a page and return its address."""
        path = path or f"/{len(self.replies) + 1}"
        return self.put(path, Reply(html.encode("utf-8", "surrogatepass"), **reply))  # type: ignore[arg-type]

    def put(self, path: str, reply: Reply | Callable[[Request], Reply]) -> str:
        self.replies[path] = reply
        return self.origin + path

    def folder(self, path: Path, prefix: str) -> str:
        """Serve every file under ``path`` below ``prefix``."""
        for file in path.rglob("*"):
            if file.is_file():
                kind = TYPES.get(file.suffix, "application/octet-stream")
                self.put(f"{prefix}/{file.relative_to(path).as_posix()}", Reply(file.read_bytes(), content_type=kind))
        return self.origin + prefix

    def _answer(self, request: Request) -> Reply:
        self.requests.append(request)
        reply = self.replies.get(request.path.split("?")[0]) or Reply(b"<h1>Not found</h1>", 404)
        return reply(request) if callable(reply) else reply
