"""Questions of policy, put to the person at the terminal. Page text stands in them only as quoted, cleaned values."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable

from rich.text import Text

from handrail.cli.say import console
from handrail.grants import GrantBook
from handrail.policy import Answer, Ask

CHOICES: dict[str, Answer] = {"n": "no", "no": "no", "": "no", "y": "once", "yes": "once", "r": "run", "a": "always"}


def can_ask() -> bool:
    """Whether a person is there to answer."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


class Terminal:
    """Asks on the terminal; `approve` is what `handrail.Session` takes.

    Args:
        pause, resume: around a question, so that a live status does not write over it.
    """

    def __init__(self, pause: Callable[[], None], resume: Callable[[], None], book: GrantBook | None = None) -> None:
        self._pause = pause
        self._resume = resume
        self._book = book or GrantBook()

    async def approve(self, question: Ask) -> Answer:
        """Show the question and wait for an answer, however long the person takes."""
        self._pause()
        try:
            console().print(Text(f"\n{question.question}", "bold yellow"))
            # In a thread: the browser's events go on meanwhile.
            answer = await asyncio.to_thread(_answer, question)
        finally:
            self._resume()
        if answer == "always":
            self._book.keep(question)
        return answer


def _answer(question: Ask) -> Answer:
    offered = "[y]es, this once / [N]o"
    if question.lasts:
        offered = "[y]es, this once / for this [r]un / [a]lways / [N]o"
    while True:
        try:
            said = input(f"  {offered}: ").strip().lower()
        except EOFError:
            return "no"
        answer = CHOICES.get(said)
        if answer is not None and (question.lasts or answer in ("no", "once")):
            return answer
