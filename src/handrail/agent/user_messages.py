"""The person beside a run: their words to it while it goes on, and its brake."""

from __future__ import annotations

import asyncio


class UserMessages:
    """Words of the user that the run has not read yet, and whether it is to wait."""

    def __init__(self) -> None:
        self._words: list[str] = []
        self._go = asyncio.Event()
        self._go.set()

    @property
    def paused(self) -> bool:
        return not self._go.is_set()

    @property
    def waiting(self) -> str:
        """Why a call that was decided on before is not carried out now; empty where it is."""
        if self.paused:
            return "the user holds the run"
        return "the user has said something" if self._words else ""

    def tell(self, text: str) -> None:
        """Put words in; the run reads them before its next call."""
        self._words.append(text)

    def pause(self) -> None:
        """Hold the run before its next call. What is under way is finished."""
        self._go.clear()

    def resume(self) -> None:
        """Let it go on."""
        self._go.set()

    async def wait(self) -> None:
        """Until the run may go on."""
        await self._go.wait()

    def take(self) -> list[str]:
        """The words that came since the last time."""
        words, self._words = self._words, []
        return words
