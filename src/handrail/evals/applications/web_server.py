"""A small web server in a thread, for the applications that are attacked and for the attacker; of websockets it knows
short texts, one at a time.

Not Starlette on uvicorn: requests are recorded exactly as they arrived, and the suite starts and stops hundreds of
servers, which takes uvicorn 0.2 s each and this one 0.01 s.
"""

from __future__ import annotations

import base64
import hashlib
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BufferedIOBase
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from jinja2 import Environment, FileSystemLoader

HTML = "text/html; charset=utf-8"
# Without autoescape: what is escaped, and what a weak application lets through, stands in each template.
_templates = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"), trim_blocks=True, lstrip_blocks=True
)
_templates.filters["e"] = escape
_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_LONGEST = 65_535


@dataclass(frozen=True, slots=True)
class WebRequest:
    """A request exactly as it arrived."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes

    @property
    def path(self) -> str:
        return urlsplit(self.target).path

    @property
    def query(self) -> dict[str, str]:
        return dict(parse_qsl(urlsplit(self.target).query, keep_blank_values=True))

    @property
    def form(self) -> dict[str, str]:
        """The fields of a form; none of an upload."""
        return dict(parse_qsl(self.body.decode("utf-8", "replace"), keep_blank_values=True))


@dataclass(frozen=True, slots=True)
class WebReply:
    body: str | bytes = ""
    status: int = 200
    kind: str = HTML
    headers: dict[str, str] = field(default_factory=dict)


def page(template: str, status: int = 200, **context: object) -> WebReply:
    """Return a page from the folder `templates`."""
    return WebReply(_templates.get_template(f"{template}.html").render(context), status)


def redirect(to: str) -> WebReply:
    return WebReply(status=302, headers={"Location": to})


class WebServer:
    """Serves the replies of a function until `stop`.

    Args:
        host: the name that browsers know it by: ``127.0.0.1`` and ``localhost`` are two sites.
        answer: called in a thread for every request.
        talk: returns the reply to a text that arrives on a websocket; without it there are none.
    """

    def __init__(
        self, host: str, answer: Callable[[WebRequest], WebReply], talk: Callable[[str], str] | None = None
    ) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(answer, talk))
        self._server.daemon_threads = True
        self.port = int(self._server.server_port)
        self.origin = f"http://{host}:{self.port}"
        self._is_stopping = False
        self._thread = threading.Thread(target=self._take_requests, daemon=True, name="evals-site")
        self._thread.start()

    def _take_requests(self) -> None:
        """Serve until `stop`. ``serve_forever`` would look every few milliseconds whether it is to stop."""
        while not self._is_stopping:
            self._server.handle_request()

    def stop(self) -> None:
        self._is_stopping = True
        # It waits for a connection.
        socket.create_connection(("127.0.0.1", self.port)).close()
        self._thread.join()
        self._server.server_close()


def _handler(
    answer: Callable[[WebRequest], WebReply], talk: Callable[[str], str] | None
) -> type[BaseHTTPRequestHandler]:
    class WebHandler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = 30
        # Headers and body are two writes: the second would wait for the browser's delayed acknowledgement (40 ms).
        disable_nagle_algorithm = True

        def handle(self) -> None:
            try:
                super().handle()
            except (ConnectionError, TimeoutError):
                self.close_connection = True  # the browser left

        def do_GET(self) -> None:
            length = self.headers.get("Content-Length") or "0"
            body = self.rfile.read(int(length)) if length.isdigit() else b""
            reply = answer(WebRequest(self.command, self.path, dict(self.headers.items()), body))
            if talk is not None and self.headers.get("Upgrade", "").lower() == "websocket":
                self._converse(talk)
                return
            data = reply.body.encode("utf-8", "surrogatepass") if isinstance(reply.body, str) else reply.body
            self.send_response(reply.status)
            for name, value in {"Content-Type": reply.kind, "Cache-Control": "no-store", **reply.headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(data)

        def _converse(self, talk: Callable[[str], str]) -> None:
            self.send_response(101)
            self.send_header("Upgrade", "websocket")
            self.send_header("Connection", "Upgrade")
            self.send_header("Sec-WebSocket-Accept", accept_key(self.headers.get("Sec-WebSocket-Key", "")))
            self.end_headers()
            self.close_connection = True
            converse(self.rfile, self.wfile, talk)

        do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = do_GET  # noqa: N815

        def log_message(self, *_: object) -> None:
            """Write nothing: the application records its requests itself."""

    return WebHandler


def accept_key(key: str) -> str:
    """Return the answer to the key of a handshake (RFC 6455, section 4.2.2)."""
    return base64.b64encode(hashlib.sha1(f"{key}{_GUID}".encode(), usedforsecurity=False).digest()).decode()


def converse(reads: BufferedIOBase, writes: BufferedIOBase, talk: Callable[[str], str]) -> None:
    """Answer each text with what ``talk`` returns, until the other side closes."""
    while True:
        kind, data = _read_frame(reads)
        if kind == _CLOSE:
            writes.write(_frame(_CLOSE, data))
            return
        if kind == _PING:
            writes.write(_frame(_PONG, data))
        elif kind == _TEXT and (reply := talk(data.decode("utf-8", "replace"))):
            writes.write(_frame(_TEXT, reply.encode()))


def _read_frame(reads: BufferedIOBase) -> tuple[int, bytes]:
    """Return the kind and the data of the next frame; one that is cut off or very long closes."""
    head = reads.read(2)
    if len(head) < 2:
        return _CLOSE, b""
    length = head[1] & 0x7F
    if length == 126:
        length = int.from_bytes(reads.read(2), "big")
    if length > _LONGEST or head[1] & 0x7F == 127:
        return _CLOSE, b""
    mask = reads.read(4) if head[1] & 0x80 else bytes(4)
    data = reads.read(length)
    return head[0] & 0x0F, bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))


def _frame(kind: int, data: bytes) -> bytes:
    size = len(data)
    length = bytes([size]) if size < 126 else bytes([126]) + size.to_bytes(2, "big")
    return bytes([0x80 | kind]) + length + data
