"""A small HTTP proxy that records what is asked of it, with a password or without."""

from __future__ import annotations

import base64
import threading
from urllib.parse import urlsplit

from tests.pages import AnyMethodHandler, HttpServer, Reply, Request


class LoggingProxy(HttpServer):
    """The only site behind it is http://shop.test.

    ``asked`` holds a line for each request that came with the password; ``called_elsewhere`` is set by the first one
    that was not for that site.
    """

    def __init__(self, username: str = "", password: str = "") -> None:
        self.asked: list[str] = []
        self.called_elsewhere = threading.Event()
        self._credentials = "Basic " + base64.b64encode(f"{username}:{password}".encode()).decode() if username else ""
        super().__init__(self._answer, AnyMethodHandler)
        self.address = self.origin

    def _answer(self, request: Request) -> Reply:
        if self._credentials and request.headers.get("Proxy-Authorization") != self._credentials:
            return Reply(status=407, headers={"Proxy-Authenticate": 'Basic realm="proxy"'})
        self.asked.append(f"{request.method} {request.path}")
        url = urlsplit(request.path)
        if request.method != "GET" or url.hostname != "shop.test":
            self.called_elsewhere.set()
            return Reply(status=502)
        return Reply(f"<title>Through the proxy</title><p>{url.path}".encode())
