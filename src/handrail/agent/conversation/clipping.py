"""Which outside text of a conversation has had its time, and when taking it out costs less than sending it on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from handrail.agent.conversation.message_entry import MessageEntry, clip_part, newest_base, size
from handrail.attachments import Attachment
from handrail.trust import Fenced

Clip = Literal["batch", "each"]

TURNS_KEPT = 4
"""Turns after which outside text goes at the latest (trust.md, Fences)."""
TURNS_WANTED = 2
"""Turns for which a model may want what it read beside the page; before that it goes only with its page."""
TURNS_AHEAD = 4
"""Further requests in which a text would be sent again if it were not clipped now."""
READ, WRITE = 0.1, 1.25
"""Price of a character read from a provider's cache, and of one written to it, beside one that is not cached
(Anthropic; OpenAI's 0.1 and 1 make batches pay a little earlier)."""
PICTURES_KEPT = 2


def batch(entries: Sequence[MessageEntry], sent: int, turn: int, clip: Clip) -> list[tuple[int, int]]:
    """The parts to clip before the next request, by the places of entry and part; none where waiting costs less.

    To clip a part changes the prompt from there on: the provider reads what follows anew instead of from its cache, and
    from then on each request is shorter. So a batch begins where the saving less that cost is greatest, and takes along
    whatever may go after it. What must go begins one at any cost.

    Args:
        sent: how many entries the last request held; the others are new to the provider anyway.
        turn: the turn now.
    """
    may_go: list[tuple[int, int]] = []
    start, most = None, 0.0
    freed = rewritten = 0
    fates = _Fates(entries, turn, clip)
    for at in range(len(entries) - 1, -1, -1):
        known = at < sent
        rewritten += entries[at].calls_size * known
        for index in range(len(entries[at].message.parts) - 1, -1, -1):
            part = entries[at].message.parts[index]
            rest = part
            fate = fates.of(at, index)
            if fate != "stays":
                rest = clip_part(part)
                freed += size(part) - size(rest)
                may_go.append((at, index))
            rewritten += size(rest) * known
            gain = READ * TURNS_AHEAD * freed - (WRITE - READ) * rewritten
            if fate == "must go" or (fate == "may go" and gain > most):
                start, most = (at, index), gain
    return [] if start is None else [place for place in may_go if place >= start]


class _Fates:
    """What may be done with each part of a conversation."""

    def __init__(self, entries: Sequence[MessageEntry], turn: int, clip: Clip) -> None:
        self._entries = entries
        self._turn = turn
        self._each = clip == "each"
        self._base = newest_base(entries)
        pictures = [
            (at, index)
            for at, entry in enumerate(entries)
            for index, part in enumerate(entry.message.parts)
            if isinstance(part, Attachment) and part.kind == "image"
        ]
        self._surplus = set(pictures[:-PICTURES_KEPT])

    def of(self, at: int, index: int) -> Literal["stays", "may go", "must go"]:
        entry = self._entries[at]
        part = entry.message.parts[index]
        age = self._turn - entry.turn
        if clip_part(part) == part:
            return "stays"
        if (at, index) in self._surplus:
            return "must go"
        if age == 0 and not entry.shows_page(index):
            # The model has not seen it yet.
            return "stays"
        if at >= self._base:
            if isinstance(part, Fenced) and entry.shows_page(index) and part.label != "dialog":
                return "stays"
            if age < (1 if self._each else TURNS_WANTED):
                return "stays"
        return "must go" if self._each or age >= TURNS_KEPT else "may go"
