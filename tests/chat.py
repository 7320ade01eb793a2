"""A server of pages that also speaks over websockets: it says back what it is told, and writes it down."""

from __future__ import annotations

import base64
import hashlib

from tests.pages import Handler, PageServer

_KEY = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_TEXT = 0x81


class _ChatHandler(Handler):
    owner: ChatServer

    def do_GET(self) -> None:  # noqa: N802
        if self.headers.get("upgrade") != "websocket":
            self.answer()
            return
        accept = base64.b64encode(hashlib.sha1((self.headers["sec-websocket-key"] + _KEY).encode()).digest()).decode()
        self.send_response(101)
        for name, value in {"upgrade": "websocket", "connection": "Upgrade", "sec-websocket-accept": accept}.items():
            self.send_header(name, value)
        self.end_headers()
        self.close_connection = True
        while (head := self.rfile.read(2)) and head[0] == _TEXT:
            # A short text from a browser: its length, four bytes of mask, and the masked text.
            mask = self.rfile.read(4)
            text = bytes(byte ^ mask[i % 4] for i, byte in enumerate(self.rfile.read(head[1] & 0x7F)))
            self.owner.heard.append(text.decode())
            self.wfile.write(bytes((_TEXT, len(text))) + text)


class ChatServer(PageServer):
    """``heard`` holds the texts that came over websockets, at any path."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        super().__init__(_ChatHandler)

    @property
    def chat(self) -> str:
        return f"ws://127.0.0.1:{self.port}/chat"
