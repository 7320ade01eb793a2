"""A real HTTP server for pages that tests write, on 127.0.0.1 and, as another site, on localhost."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


@dataclass
class Reply:
    """What an address answers. ``hold`` keeps the answer back until it is set (or the server stops); ``cut`` announces
    more than comes."""

    body: bytes = b""
    status: int = 200
    content_type: str = "text/html; charset=utf-8"
    headers: dict[str, str] = field(default_factory=dict)
    hold: threading.Event | None = None
    cut: bool = False


@dataclass
class Request:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes


class PageServer:
    """Serves what tests put into it, and remembers what was asked of it."""

    def __init__(self) -> None:
        self.replies: dict[str, Reply | Callable[[Request], Reply]] = {}
        """By path; a function is asked for each request."""
        self.requests: list[Request] = []
        self.stopping = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.port = self._server.server_port
        self.origin = f"http://127.0.0.1:{self.port}"
        self.other_site = f"http://localhost:{self.port}"
        # By default stopping would wait half a second.
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    def __call__(self, html: str, path: str | None = None, **reply: object) -> str:
        """Put a page up and return its address."""
        path = path or f"/{len(self.replies) + 1}"
        self.replies[path] = Reply(html.encode("utf-8", "surrogatepass"), **reply)  # type: ignore[arg-type]
        return self.origin + path

    def put(self, path: str, reply: Reply | Callable[[Request], Reply]) -> str:
        self.replies[path] = reply
        return self.origin + path

    def folder(self, path: Path, prefix: str) -> str:
        """Put every file under ``path`` up below ``prefix``."""
        types = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
        for file in path.rglob("*"):
            if file.is_file():
                kind = types.get(file.suffix, "application/octet-stream")
                self.replies[f"{prefix}/{file.relative_to(path).as_posix()}"] = Reply(file.read_bytes(), 200, kind)
        return self.origin + prefix

    def stop(self) -> None:
        self.stopping.set()
        self._server.shutdown()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def answer(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length") or 0))
                request = Request(self.command, self.path, dict(self.headers), body)
                outer.requests.append(request)
                given = outer.replies.get(self.path.split("?")[0]) or Reply(b"<h1>Not found</h1>", 404)
                reply = given(request) if callable(given) else given
                while reply.hold is not None and not reply.hold.wait(0.05) and not outer.stopping.is_set():
                    pass
                self.send_response(reply.status)
                size = len(reply.body) * (2 if reply.cut else 1)
                headers = {"content-type": reply.content_type, "content-length": str(size), **reply.headers}
                self.close_connection = self.close_connection or reply.cut
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(reply.body)

            do_GET = do_POST = do_PUT = do_DELETE = answer  # noqa: N815

            def handle(self) -> None:
                try:
                    super().handle()
                except (ConnectionError, BrokenPipeError):
                    self.close_connection = True

            def log_message(self, *_: object) -> None:
                return

        return Handler
