"""Asks the person beside a session: for approval, and for answers. The time that they take counts against no limit."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary, WeakSet

from handrail.policy import Answer, Ask, Permissions, Provenance
from handrail.policy.decision import ask_for_site
from handrail.tools.core.context import Person, Question

Approve = Callable[[Ask], Awaitable[bool | Answer]]
"""Puts a question of policy to the user. True and ``once`` allow this one call. ``run`` allows what the question asks
for as long as the session lasts, and ``never`` refuses it as long. The callback itself keeps an ``always`` or
``never``."""


class Askers(NamedTuple):
    """Who asks the user: while the call is under way, and later about what it leads to; None where nobody can."""

    now: Approve | None = None
    later: Approve | None = None


_limits: ContextVar[tuple[asyncio.Timeout, ...]] = ContextVar("handrail_limits", default=())
"""The time limits of the run and of the call that the current work is under."""
_over: WeakSet[asyncio.Timeout] = WeakSet()
"""Limits whose work has ended: a question may outlive the call that it came from."""


@dataclass(slots=True)
class _Stopped:
    """Of a limit: how many questions are open, and the seconds that it had left at the first; None without an end."""

    questions: int = 0
    left: float | None = None


_stopped: WeakKeyDictionary[asyncio.Timeout, _Stopped] = WeakKeyDictionary()


@asynccontextmanager
async def limited(seconds: float | None) -> AsyncIterator[asyncio.Timeout]:
    """Limit a block as `asyncio.timeout` does, but stop the clock while a person is `waited_for` in it."""
    async with asyncio.timeout(seconds) as limit:
        token = _limits.set((*_limits.get(), limit))
        try:
            yield limit
        finally:
            _over.add(limit)
            _limits.reset(token)


@contextmanager
def waited_for() -> Iterator[None]:
    """Stop every clock of `limited` while a person answers, approves, or uses the browser themselves. Several questions
    may be open at once: the clocks go on after the last."""
    limits = [limit for limit in _limits.get() if limit not in _over and not limit.expired()]
    for limit in limits:
        _stop(limit)
    try:
        yield
    finally:
        for limit in limits:
            _go_on(limit)


def _stop(limit: asyncio.Timeout) -> None:
    stopped = _stopped.setdefault(limit, _Stopped())
    if not stopped.questions and (end := limit.when()) is not None:
        stopped.left = end - asyncio.get_running_loop().time()
        limit.reschedule(None)
    stopped.questions += 1


def _go_on(limit: asyncio.Timeout) -> None:
    stopped = _stopped[limit]
    stopped.questions -= 1
    if not stopped.questions and stopped.left is not None and limit not in _over:
        limit.reschedule(asyncio.get_running_loop().time() + stopped.left)


async def is_approved(
    question: Ask, approve: Approve | None, permissions: Permissions, mask: Callable[[str], Any] = lambda text: text
) -> bool:
    """Ask the user, and return whether they allow it; no where ``approve`` is None: nobody can be asked. A lasting
    answer is added to the permissions; ``mask`` hides secrets in what is shown, because a client may keep it."""
    if approve is None:
        return False
    question = replace(question, question=mask(question.question))
    if permissions.ask_per_site:
        question = ask_for_site(question)
    with waited_for():
        answer = await approve(question)
    if answer in ("run", "always"):
        permissions.grants.update(question.grants)
        permissions.origins.update(question.origins)
    if answer == "never":
        permissions.refusals.update(question.refusals)
    return answer not in (False, "no", "never")


@dataclass(frozen=True, slots=True)
class TrustedHuman:
    """A person whose answers count as the user's words, but as no orders.

    An answer that is one of the options does not: a model wrote it, and a page that controls the model could choose it.
    """

    person: Person
    provenance: Provenance

    async def answer(self, question: Question) -> str | None:
        """Ask the person (see `handrail.tools.core.context.Person.answer`)."""
        with waited_for():
            answer = await self.person.answer(question)
        if answer is not None and answer not in question.options:
            self.provenance.words.add_text(answer, orders=False)
        return answer

    async def take_over(self, reason: str) -> bool | str:
        """Let the person take over (see `handrail.tools.core.context.Person.take_over`)."""
        with waited_for():
            return await self.person.take_over(reason)
