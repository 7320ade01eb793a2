"""Tells whether a page waits for an answer over a websocket, in Chromium only: over BiDi nothing reports these."""

from __future__ import annotations

from playwright.async_api import Page, WebSocket

from handrail.browser.clock import loop_time

ANSWER = 1.0
"""Seconds in which a server usually answers over a websocket."""
REST = 0.35
"""Seconds after a message within which a server usually sends the next: several in a row update an application."""


class Sockets:
    """The open websockets of a page."""

    def __init__(self, page: Page) -> None:
        self._open: list[_Socket] = []
        page.on("websocket", self._on_socket)

    def has_sent(self, since: float) -> bool:
        """Return whether the page sent something after ``since`` (loop time)."""
        return any(one.sent_at >= since for one in self._open)

    def due(self, since: float) -> float:
        """Return the seconds within which to expect more of what was said after ``since``; 0 or less: no more."""
        return max((one.due() for one in self._open if one.sent_at >= since), default=0.0)

    def awaits_answer(self, since: float) -> bool:
        """Return whether a message that was sent after ``since`` has no answer from a server that usually answers."""
        return any(one.sent_at >= since and one.waits and not one.mute for one in self._open)

    def _on_socket(self, socket: WebSocket) -> None:
        one = _Socket()
        self._open.append(one)
        socket.on("framesent", lambda _: one.note_sent())
        socket.on("framereceived", lambda _: one.note_heard())
        socket.on("close", lambda _: self._open.remove(one))


class _Socket:
    """One websocket: when the page last sent and heard something over it, in loop time."""

    def __init__(self) -> None:
        self.sent_at = self.heard_at = -1.0
        self.mute = False
        """The server did not answer a message, and has said nothing since."""

    @property
    def waits(self) -> bool:
        """Whether nothing was heard since the last message."""
        return self.heard_at < self.sent_at

    def note_sent(self) -> None:
        if self.waits and loop_time() - self.sent_at > ANSWER:
            self.mute = True
        self.sent_at = loop_time()

    def note_heard(self) -> None:
        self.heard_at, self.mute = loop_time(), False

    def due(self) -> float:
        """Return the seconds within which more is to be expected."""
        if self.waits:
            return 0.0 if self.mute else self.sent_at + ANSWER - loop_time()
        return self.heard_at + REST - loop_time()
