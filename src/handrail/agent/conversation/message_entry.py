"""One message of a conversation, with what one has to know to clip it."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from handrail.models.protocol import Message, Part, size


@dataclass(slots=True)
class MessageEntry:
    """A message and where it stands in the run.

    Args:
        turn: the turn it came in; 0 before the first.
        observed: the parts from this one on show the page.
        base: those are a whole snapshot, which later changes rest on.
        where: title and address of the page that was open, as lines of a fence.
    """

    message: Message
    turn: int
    observed: int = sys.maxsize
    base: bool = False
    where: str = ""

    @property
    def size(self) -> int:
        """About how many characters a provider is sent of it."""
        return self.calls_size + sum(map(size, self.message.parts))

    @property
    def calls_size(self) -> int:
        return sum(len(json.dumps(call.params, default=str)) + 40 for call in self.message.calls)

    @property
    def page(self) -> Sequence[Part]:
        """The parts that show the page."""
        return self.message.parts[self.observed :]

    def put(self, index: int, part: Part) -> None:
        """Put ``part`` where another stood, in a new list: who was handed the old one keeps it as it was."""
        self.message.parts = [*self.message.parts[:index], part, *self.message.parts[index + 1 :]]


def newest_base(entries: Sequence[MessageEntry]) -> int:
    """Return the place of the newest whole snapshot; 0 where there is none yet."""
    return next((at for at in range(len(entries) - 1, -1, -1) if entries[at].base), 0)
