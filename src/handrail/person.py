"""What the person beside a session says is theirs: their own words, not the options that a model put before them."""

from __future__ import annotations

from dataclasses import dataclass

from handrail.policy import Provenance
from handrail.tools.context import Person, Question


@dataclass(frozen=True, slots=True)
class Heard:
    """A person whose answers count as the user's words.

    An answer that is one of the options is a model's text that the user agreed to, which is not the same: a page that
    has taken the model over could have its own words said so.
    """

    person: Person
    provenance: Provenance

    async def answer(self, question: Question) -> str | None:
        """As `handrail.tools.context.Person.answer`."""
        said = await self.person.answer(question)
        if said is not None and said not in question.options:
            self.provenance.words.say(said)
        return said

    async def take_over(self, reason: str) -> bool:
        """As `handrail.tools.context.Person.take_over`."""
        return await self.person.take_over(reason)
