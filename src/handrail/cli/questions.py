"""Questions to the person at the terminal: from policy, from the model, about the plan, and after Ctrl-C.

Page text stands in them only as quoted, cleaned values.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from rich.text import Text

from handrail.cli.console import console, quote
from handrail.cli.read_line import read_line
from handrail.grants import GrantBook
from handrail.messages import Sentence, isolate, tr, translate
from handrail.policy import Answer, Ask
from handrail.tools.core.context import Question, ValueRequest
from handrail.trust import site_line

if TYPE_CHECKING:
    from handrail.agent import Agent
    from handrail.tools.core.plan import Plan

CHOICES: dict[str, Answer] = {
    "": "no", "n": "no", "no": "no", "y": "once", "yes": "once", "r": "run", "a": "always",
    "v": "never", "never": "never",
}  # fmt: skip

NO_WINDOW = "The user cannot use the browser: it runs without a window."
"""Why nobody takes over; words for a model."""


def is_terminal() -> bool:
    """Return whether a person can answer: input, and what questions are written on, are a terminal."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()


class Terminal:
    """Asks on the terminal, one question at a time.

    Args:
        pause, resume: called around a question, so that a live status does not write over it.
        window: whether the browser has a window that a person can use.
        book: where "always" and "never" are kept.
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
        """Whether a question waits for its answer."""
        return self._asking.locked()

    async def approve(self, question: Ask) -> Answer:
        """Ask a question of policy; what `handrail.Session` takes as ``approve``."""
        choices, answers, text = tr("[y]es, this once / [N]o"), {"no", "once"}, question.prompt
        if question.refusals:
            choices, answers = tr("[y]es, this once / [N]o / ne[v]er"), {"no", "once", "never"}
            text = Sentence.joined(" ", [text, question.never])
        if question.lasts:
            choices = tr("[y]es, this once / for this [r]un / [a]lways / [N]o / ne[v]er")
            answers = set(CHOICES.values())
        answer: Answer | None = None
        async with self._ask(translate(text)):
            while answer not in answers:
                answer = CHOICES.get(((await read_line(f"  {choices}: ")) or "").lower())
        assert answer is not None, "it is one of the answers"
        if answer == "always":
            self._book.keep(question)
        if answer == "never":
            self._book.refuse(question)
        return answer

    async def answer(self, question: Question) -> str | None:
        """Ask a model's question. A number chooses an option; None where the person types nothing."""
        lines = [tr("The agent asks: {question}", question=quote(question.text, 1_000))]
        lines += [f"  {number}. {quote(option, 200)}" for number, option in enumerate(question.options, 1)]
        async with self._ask("\n".join(lines)):
            reply = await read_line(f"  {tr('your answer')}: ")
        if reply and reply.isdecimal() and 1 <= int(reply) <= len(question.options):
            return question.options[int(reply) - 1]
        return reply or None

    async def give_values(self, request: ValueRequest) -> dict[str, str] | None:
        """Ask for values that go into a page unseen by the model; what `handrail.Session` takes as ``give_values``. An
        empty line leaves a field out; None at the end of input."""
        text = tr(
            "{site} asks for data of yours, through the agent: {reason}, for {form}.",
            site=site_line(request.origin),
            reason=quote(request.reason, 500),
            form=quote(request.form, 200),
        )
        text += f"\n  {tr('What you enter goes into the page, and not to the model.')}"
        text += f" {tr('An empty line leaves a field out.')}"
        given = dict[str, str]()
        async with self._ask(text):
            for field in request.fields:
                called = isolate(field.title)
                hidden = f" ({tr('not shown')})" if field.hidden else ""
                prompt = f"  {called}{hidden}: "
                line = await read_line(prompt, hidden=field.hidden)
                if line is None:
                    return None
                given[field.name] = line
        return given

    async def take_over(self, reason: str) -> bool | str:
        """Let the person use the browser until they press Enter; return whether they did, and why they cannot."""
        text = tr("The agent asks you to take over the browser: {reason}", reason=quote(reason, 500))
        if not self._window:
            text += f"\n  {tr('It has no window; start the run with --headed to be able to.')}"
        async with self._ask(text):
            if not self._window:
                return NO_WINDOW
            reply = await read_line(f"  {tr('[Enter] when you are done, [n] to decline')}: ")
        return reply is not None and reply.lower() not in ("n", "no")

    async def approve_plan(self, _plan: Plan) -> bool | str:
        """Ask whether to follow the plan that is shown above: True, False, or what to change."""
        async with self._ask(tr("Follow this plan?")):
            reply = await read_line(f"  {tr('[y]es / [n]o / or type what to change')}: ")
        if reply is None or reply.lower() in ("n", "no"):
            return False
        return True if reply.lower() in ("", "y", "yes") else reply

    async def interrupt(self, agent: Agent) -> None:
        """Pause the run after Ctrl-C, and ask whether to continue, send the agent a message, or end it."""
        agent.pause()
        meanwhile = f" {tr('You can use the browser meanwhile.')}" if self._window else ""
        async with self._ask(tr("Paused. The current step is finished first.") + meanwhile):
            choices = tr("[Enter] to continue, [q] to end the run, or type a message for the agent")
            reply = await read_line(f"  {choices}: ")
        if reply is None or reply.lower() in ("q", "quit"):
            agent.stop()
            return
        if reply:
            agent.tell(reply)
        agent.resume()

    @asynccontextmanager
    async def _ask(self, text: str) -> AsyncIterator[None]:
        """Print a question; the terminal is its own until the block ends."""
        async with self._asking:
            self._pause()
            try:
                console(stderr=True).print(Text(f"\n{text}", "bold yellow"))
                yield
            finally:
                self._resume()
