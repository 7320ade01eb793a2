"""Messages of the user to a run while it goes on, and its pause switch."""

from __future__ import annotations

import asyncio


class UserMessages:
    """Messages that the run has not read yet, and whether it is paused."""

    def __init__(self) -> None:
        self._words: list[str] = []
        self.may_go_on = asyncio.Event()
        """Set unless the user holds the run. The call under way is finished all the same."""
        self.may_go_on.set()

    @property
    def waiting(self) -> str:
        """Return why calls decided on earlier are not carried out now; empty where they are."""
        if not self.may_go_on.is_set():
            return "the user holds the run"
        return "the user has said something" if self._words else ""

    def tell(self, text: str) -> None:
        """Add a message; the run reads it before its next call."""
        self._words.append(text)

    def take(self) -> list[str]:
        """Return and remove the unread messages."""
        words, self._words = self._words, []
        return words
