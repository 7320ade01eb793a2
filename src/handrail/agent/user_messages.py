"""Messages of the user to a run while it goes on, and its pause switch."""

from __future__ import annotations

import asyncio


class UserMessages:
    """Messages that the run has not read yet, and whether it is paused."""

    def __init__(self) -> None:
        self._words: list[str] = []
        self._go = asyncio.Event()
        self._go.set()

    @property
    def paused(self) -> bool:
        return not self._go.is_set()

    @property
    def waiting(self) -> str:
        """Return why calls decided on earlier are not carried out now; empty where they are."""
        if self.paused:
            return "the user holds the run"
        return "the user has said something" if self._words else ""

    def tell(self, text: str) -> None:
        """Add a message; the run reads it before its next call."""
        self._words.append(text)

    def pause(self) -> None:
        """Pause the run before its next call. The call under way is finished."""
        self._go.clear()

    def resume(self) -> None:
        """Let the run go on."""
        self._go.set()

    async def wait(self) -> None:
        """Wait until the run may go on."""
        await self._go.wait()

    def take(self) -> list[str]:
        """Return and remove the unread messages."""
        words, self._words = self._words, []
        return words
