"""Holds requests that pages send between calls, where the user can be asked during calls only, until the next one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from contextvars import Context, copy_context

from handrail.calls.human_input import Approve

HOLD_TIME = 300.0
"""Seconds that a request is held for the next call: models think for a while."""
MOST_HELD = 20
"""Requests that are held at a time: a page may send without end."""

Judge = Callable[[], Awaitable[bool | None]]
"""Judges a held request during a call, and returns whether it may be sent."""


class OpenCall:
    """The call that is under way, and the requests that wait for the next one.

    Attributes:
        is_open: a call is under way.
        approve: asks the user during that call; None where nobody can be asked in it.
        context: that of the call's work. Its time limits stand still while the user is asked.
        questions: about requests of earlier acts that are open; the call ends after them.
        late_questions: that are open although the call that they came from is over; the next one begins after them.
    """

    def __init__(self) -> None:
        self.is_open = False
        self.approve: Approve | None = None
        self.context: Context | None = None
        self.questions: set[asyncio.Task[bool]] = set()
        self.late_questions: set[asyncio.Task[bool]] = set()
        self._held: list[tuple[Judge, asyncio.Future[bool]]] = []

    @asynccontextmanager
    async def begin(self, approve: Approve | None) -> AsyncIterator[None]:
        """Begin a call, which ends with the block."""
        self.is_open, self.approve, self.context = True, approve, copy_context()
        try:
            yield
            if self.questions:
                await asyncio.wait(self.questions)
        finally:
            self.is_open, self.approve, self.context = False, None, None

    def note_context(self) -> None:
        """Note that the work of the call goes on in the current context, which holds its time limits."""
        self.context = copy_context()

    async def hold(self, judge: Judge) -> bool:
        """Wait until a call judges a request, and return what it says; False where none does in time."""
        if self.is_open or len(self._held) >= MOST_HELD:
            return False
        loop = asyncio.get_running_loop()
        verdict: asyncio.Future[bool] = loop.create_future()
        one = judge, verdict
        self._held.append(one)
        timer = loop.call_later(HOLD_TIME, self._refuse, one)
        try:
            return await verdict
        finally:
            timer.cancel()

    @property
    def has_held(self) -> bool:
        """Whether a request waits for the next call."""
        return bool(self._held)

    async def judge_held(self) -> bool:
        """Judge what is held, one after the other, and return whether anything was."""
        held_any = self.has_held
        while self._held:
            judge, verdict = self._held.pop(0)
            is_sent = False
            try:
                is_sent = bool(await judge())
            finally:
                if not verdict.done():
                    verdict.set_result(is_sent)
        return held_any

    def close(self) -> None:
        """Withdraw the questions of calls that are over, and stop all that is held."""
        for question in self.late_questions:
            question.cancel()
        self.refuse_held()

    def refuse_held(self) -> None:
        """Stop all that is held."""
        for one in list(self._held):
            self._refuse(one)

    def _refuse(self, one: tuple[Judge, asyncio.Future[bool]]) -> None:
        if one in self._held:
            self._held.remove(one)
            if not one[1].done():
                one[1].set_result(False)
