"""The person beside a session: what they say is theirs, and the time they take is counted against nobody."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from handrail.policy import Provenance
from handrail.tools.core.context import Person, Question

_limit: ContextVar[asyncio.Timeout | None] = ContextVar("handrail_limit", default=None)


@asynccontextmanager
async def limited(seconds: float | None) -> AsyncIterator[asyncio.Timeout]:
    """As `asyncio.timeout`, but the clock stands still while a person is `waited_for` in here."""
    async with asyncio.timeout(seconds) as limit:
        token = _limit.set(limit)
        try:
            yield limit
        finally:
            _limit.reset(token)


@contextmanager
def waited_for() -> Iterator[None]:
    """Around whatever a person may take their time for: an answer, an approval, the browser in their hands."""
    limit = _limit.get()
    end = limit.when() if limit is not None else None
    if limit is None or end is None:
        yield
        return
    loop = asyncio.get_running_loop()
    begun = loop.time()
    limit.reschedule(None)
    try:
        yield
    finally:
        limit.reschedule(end + loop.time() - begun)


@dataclass(frozen=True, slots=True)
class TrustedHuman:
    """A person whose answers count as the user's words.

    An answer that is one of the options is a model's text that the user agreed to, which is not the same: a page that
    has taken the model over could have its own words said so.
    """

    person: Person
    provenance: Provenance

    async def answer(self, question: Question) -> str | None:
        """As `handrail.tools.core.context.Person.answer`."""
        with waited_for():
            said = await self.person.answer(question)
        if said is not None and said not in question.options:
            self.provenance.words.say(said)
        return said

    async def take_over(self, reason: str) -> bool:
        """As `handrail.tools.core.context.Person.take_over`."""
        with waited_for():
            return await self.person.take_over(reason)
