"""One message of a conversation, with what one has to know to clip it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from handrail.attachments import Attachment
from handrail.models.protocol import Message, Part
from handrail.trust import Fenced

MEDIA_CHARS = {"image": 6_000, "document": 20_000}
"""What a picture or document is counted as: about 1,500 tokens for a window of 1,280 by 800 (Anthropic's rule: width
times height over 750), and a few pages."""
_TAGS = 110
"""Characters of a fence's tags."""


@dataclass(slots=True)
class MessageEntry:
    """A message and where it stands in the run.

    Args:
        turn: the turn it came in; 0 before the first.
        observed: the parts from this one on show the page; None where no part does.
        base: those are a whole snapshot, which later changes rest on.
    """

    message: Message
    turn: int
    observed: int | None = None
    base: bool = False

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
        return () if self.observed is None else self.message.parts[self.observed :]

    def shows_page(self, index: int) -> bool:
        return self.observed is not None and index >= self.observed

    def put(self, index: int, part: Part) -> None:
        """Put ``part`` where another stood, in a new list: who was handed the old one keeps it as it was."""
        self.message.parts = [*self.message.parts[:index], part, *self.message.parts[index + 1 :]]


def size(part: Part) -> int:
    """About how many characters a provider is sent of a part."""
    match part:
        case str():
            return len(part)
        case Fenced():
            return len(part.body) + 2 * part.body.count("\n") + len(part.origin) + _TAGS
        case Attachment():
            return MEDIA_CHARS[part.kind]


def clip_part(part: Part) -> Part:
    """What stands in the place of a part whose time is over. Notes and extractions stay."""
    match part:
        case Fenced():
            return part.clipped()
        case Attachment():
            return f"[earlier {part.kind} removed]"
        case str():
            return part


def halve(part: Fenced) -> Fenced:
    """The first half of a block, cut at the end of a line where there is one."""
    middle = len(part.body) // 2
    cut = part.body.rfind("\n", middle // 2, middle)
    return replace(part, body=part.body[: cut if cut > 0 else middle] + "\n[the rest was cut to save room]")


def newest_base(entries: Sequence[MessageEntry]) -> int:
    """The place of the newest whole snapshot; 0 where there is none yet."""
    return max((at for at, entry in enumerate(entries) if entry.base), default=0)


def last_settled(entries: Sequence[MessageEntry]) -> int | None:
    """The place of the last message that ends a request and before which nothing will be clipped any more."""
    changing = (at for at, entry in enumerate(entries) if any(clip_part(part) != part for part in entry.message.parts))
    first = next(changing, len(entries))
    answers = [at for at in range(2, first) if entries[at].message.role == "assistant"]
    return answers[-1] - 1 if answers else None
