"""A small HTTP proxy that writes down what is asked of it, and asks for a password where it has one."""

from __future__ import annotations

import base64
import http.client
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit


class LoggingProxy:
    """The only site behind it is http://shop.test.

    ``asked`` holds a line for each request that came with the password; ``called_elsewhere`` is set by the first one
    that was not for that site.
    """

    def __init__(self, username: str = "", password: str = "") -> None:
        self.asked: list[str] = []
        self.called_elsewhere = threading.Event()
        self._wanted = "Basic " + base64.b64encode(f"{username}:{password}".encode()).decode() if username else ""
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        # By default stopping would wait half a second.
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_GET(self) -> None:
                if outer._wanted and self.headers.get("Proxy-Authorization") != outer._wanted:
                    return self.answer(407, b"", {"Proxy-Authenticate": 'Basic realm="proxy"'})
                outer.asked.append(f"{self.command} {self.path}")
                url = urlsplit(self.path)
                if self.command != "GET" or url.hostname != "shop.test":
                    outer.called_elsewhere.set()
                    return self.answer(502, b"")
                return self.answer(200, f"<title>Through the proxy</title><p>{url.path}".encode())

            do_CONNECT = do_POST = do_HEAD = do_GET  # noqa: N815

            def answer(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
                self.send_response(status, http.client.responses[status])
                for name, value in {**(headers or {}), "Content-Length": str(len(body))}.items():
                    self.send_header(name, value)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(body)

            def handle(self) -> None:
                try:
                    super().handle()
                except ConnectionError:
                    self.close_connection = True

            def log_message(self, *_: object) -> None:
                return

        return Handler
