"""A server of pages that also speaks over websockets: it says back what it is told, and writes it down."""

from __future__ import annotations

import threading

from handrail.evals.applications.web_server import accept_key, converse
from tests.pages import Handler, PageServer


class _ChatHandler(Handler):
    owner: ChatServer

    def do_GET(self) -> None:  # noqa: N802
        if self.headers.get("upgrade") != "websocket":
            self.answer()
            return
        self.send_response(101)
        self.send_header("upgrade", "websocket")
        self.send_header("connection", "Upgrade")
        self.send_header("sec-websocket-accept", accept_key(self.headers["sec-websocket-key"]))
        self.end_headers()
        self.close_connection = True
        converse(self.rfile, self.wfile, self._hear)

    def _hear(self, text: str) -> str:
        self.owner.heard.append(text)
        while self.owner.hold is not None and not self.owner.hold.wait(0.05) and not self.owner.stopping.is_set():
            pass
        return "" if self.owner.mute else text


class ChatServer(PageServer):
    """``heard`` holds the texts that came over websockets, at any path. ``hold`` keeps answers back until it is set;
    a ``mute`` server gives none."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.hold: threading.Event | None = None
        self.mute = False
        super().__init__(_ChatHandler)

    @property
    def chat(self) -> str:
        return f"ws://127.0.0.1:{self.port}/chat"
