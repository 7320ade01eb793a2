"""The person at the terminal: questions of policy, a model's own questions, the plan, and words while a run is held.

Page text stands in them only as quoted, cleaned values.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from rich.text import Text

from handrail.cli.console import console, quoted
from handrail.grants import GrantBook
from handrail.policy import Answer, Ask
from handrail.tools.core.context import Question

if TYPE_CHECKING:
    from handrail.agent import Agent
    from handrail.tools.core.plan import Plan

CHOICES: dict[str, Answer] = {"n": "no", "no": "no", "": "no", "y": "once", "yes": "once", "r": "run", "a": "always"}


def can_ask() -> bool:
    """Whether a person is there to answer."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


class Terminal:
    """Asks on the terminal, one question at a time.

    Args:
        pause, resume: around a question, so that a live status does not write over it.
        window: whether the browser has a window that a person can work in.
        book: where answers for good are kept.
    """

    def __init__(
        self,
        pause: Callable[[], None],
        resume: Callable[[], None],
        *,
        window: bool = True,
        book: GrantBook | None = None,
    ) -> None:
        self._pause = pause
        self._resume = resume
        self._window = window
        self._book = book or GrantBook()
        self._asking = asyncio.Lock()

    @property
    def is_asking(self) -> bool:
        """Whether a question stands on the terminal."""
        return self._asking.locked()

    async def approve(self, question: Ask) -> Answer:
        """A question of policy; what `handrail.Session` takes as ``approve``."""
        offered = "[y]es, this once / [N]o"
        if question.lasts:
            offered = "[y]es, this once / for this [r]un / [a]lways / [N]o"
        async with self._shown(question.prompt):
            while True:
                answer = CHOICES.get(((await _line(f"  {offered}: ")) or "").lower())
                if answer is not None and (question.lasts or answer in ("no", "once")):
                    break
        if answer == "always":
            self._book.keep(question)
        return answer

    async def answer(self, question: Question) -> str | None:
        """A model's question: a number takes an option, nothing at all is no answer."""
        lines = [f"The agent asks: {quoted(question.text, 1_000)}"]
        lines += [f"  {number}. {quoted(option, 200)}" for number, option in enumerate(question.options, 1)]
        async with self._shown("\n".join(lines)):
            said = await _line("  your answer: ")
        if said and said.isdecimal() and 1 <= int(said) <= len(question.options):
            return question.options[int(said) - 1]
        return said or None

    async def take_over(self, reason: str) -> bool:
        """The browser is the person's until they press Enter."""
        if not self._window:
            async with self._shown(
                f"The agent asks you to take the browser: {quoted(reason, 500)}\n"
                "  It has no window to work in; start the run with --headed to take over."
            ):
                return False
        async with self._shown(f"The agent asks you to take the browser: {quoted(reason, 500)}"):
            said = await _line("  [Enter] when you are done, [n] to decline: ")
        return said is not None and said.lower() not in ("n", "no")

    async def approve_plan(self, _plan: Plan) -> bool | str:
        """The plan, which the view has shown: yes, no, or what is to be changed about it."""
        async with self._shown("Go on with this plan?"):
            said = await _line("  [y]es / [n]o / or say what to change: ")
        if said is None or said.lower() in ("n", "no"):
            return False
        return True if said.lower() in ("", "y", "yes") else said

    async def held(self, agent: Agent) -> None:
        """The run was held (Ctrl-C): words for it, go on, or end it."""
        agent.pause()
        free = "; you may work in the browser meanwhile" if self._window else ""
        async with self._shown(f"Held. The step under way is finished first{free}."):
            said = await _line("  [Enter] to go on, [q] to end the run, or words for the agent: ")
        if said is None or said.lower() in ("q", "quit"):
            agent.stop()
            return
        if said:
            agent.tell(said)
        agent.resume()

    @asynccontextmanager
    async def _shown(self, words: str) -> AsyncIterator[None]:
        """The terminal, for one question."""
        async with self._asking:
            self._pause()
            try:
                console().print(Text(f"\n{words}", "bold yellow"))
                yield
            finally:
                self._resume()


async def _line(prompt: str) -> str | None:
    """A line from the person, however long they take; None at the end of input.

    Read in a thread, so that the browser's events go on, and one that nothing waits for: a run that is ended while a
    question is open ends at once.
    """
    loop = asyncio.get_running_loop()
    read: asyncio.Future[str | None] = loop.create_future()

    def told(line: str | None) -> None:
        if not read.done():
            read.set_result(line)

    def work() -> None:
        try:
            line: str | None = input(prompt).strip()
        except (EOFError, OSError, ValueError):
            line = None
        if not loop.is_closed():
            loop.call_soon_threadsafe(told, line)

    threading.Thread(target=work, daemon=True).start()
    return await read
