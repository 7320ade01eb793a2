"""Which outside text of a conversation has had its time, and when taking it out costs less than sending it on.

What a tool read stays, long texts with their beginning, until a part of the window is used; of a page that was left the
words of its outline stay. Then the oldest goes first, and leaves its page, its size and the lines that tell most of the
task.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Literal

from handrail.agent.conversation.message_entry import (
    READING_CHARS,
    MessageEntry,
    clip_part,
    digest,
    is_extraction,
    is_long,
    newest_base,
    shorten,
    size,
)
from handrail.attachments import Attachment
from handrail.models.protocol import Part
from handrail.trust import Fenced

Clip = Literal["batch", "each"]
Change = tuple[int, int, Part]
"""The places of entry and part, and what stands there from now on."""

FILLED, FREED = 0.25, 0.75
"""The part of the window that may be used before what was read goes, and what of that part is used afterwards."""
LEAST = 24_000
"""Characters beside the tools that may be used in any case, up to half of the window."""
TURNS_WANTED = 2
"""Turns for which a model may want all that it read, however little room there is."""
TURNS_AHEAD = 12
"""Further requests in which a text would be sent again if it were not clipped now."""
READ, WRITE = 0.1, 1.25
"""Price of a character read from a provider's cache, and of one written to it, beside one that is not cached
(Anthropic; OpenAI's 0.1 and 1 make batches pay a little earlier)."""
PICTURES_KEPT, DOCUMENTS_KEPT = 2, 1
EXTRACTION_TURNS = 4
"""Requests in which an extraction is sent. A model wrote it from a page: what was planted there would else be read
again in every request of the run."""


def batch(
    entries: Sequence[MessageEntry],
    sent: int,
    turn: int,
    clip: Clip,
    over: int = 0,
    wanted: Collection[str] = (),
) -> list[Change]:
    """The parts to change before the next request; none where waiting costs less.

    To change a part changes the prompt from there on: the provider reads what follows anew instead of from its cache,
    and from then on each request is shorter. So a batch begins where the saving less that cost is greatest, and takes
    along whatever may go after it. What must go begins one at any cost.

    Args:
        sent: how many entries the last request held; the others are new to the provider anyway.
        turn: the turn now.
        over: characters that must be freed, since too much of the window is used.
        wanted: words of the task.
    """
    fates = _Fates(entries, turn, clip, wanted)
    due = fates.oldest(over)
    changes: list[Change] = []
    start, most = None, 0.0
    freed = rewritten = 0
    for at in range(len(entries) - 1, -1, -1):
        known = at < sent
        rewritten += entries[at].calls_size * known
        for index in range(len(entries[at].message.parts) - 1, -1, -1):
            part = entries[at].message.parts[index]
            rest, must = due.get((at, index)) or fates.of(at, index)
            if rest != part:
                freed += size(part) - size(rest)
                changes.append((at, index, rest))
            rewritten += size(rest) * known
            gain = READ * TURNS_AHEAD * freed - (WRITE - READ) * rewritten
            if rest != part and (must or gain > most):
                start, most = (at, index), gain
    return [] if start is None else [change for change in changes if change[:2] >= start]


def _places(entries: Sequence[MessageEntry], kind: str) -> Iterator[tuple[int, int]]:
    """Where attachments of a kind stand, by entry and part."""
    for at, entry in enumerate(entries):
        for index, part in enumerate(entry.message.parts):
            if isinstance(part, Attachment) and part.kind == kind:
                yield at, index


def _stub_of_extraction(part: Fenced) -> str:
    return f"[extraction of {len(part.body):,} characters removed after {EXTRACTION_TURNS} turns; notes stay]"


class _Fates:
    """What becomes of each part of a conversation, and whether it must."""

    def __init__(self, entries: Sequence[MessageEntry], turn: int, clip: Clip, wanted: Collection[str]) -> None:
        self._entries = entries
        self._turn = turn
        self._each = clip == "each"
        self._wanted = wanted
        self._newest = newest_base(entries)
        pictures, documents = (list(_places(entries, kind)) for kind in ("image", "document"))
        self._surplus = {*pictures[:-PICTURES_KEPT], *documents[:-DOCUMENTS_KEPT]}

    def of(self, at: int, index: int) -> tuple[Part, bool]:
        entry = self._entries[at]
        part = entry.message.parts[index]
        age = self._turn - entry.turn
        shows_page = entry.shows_page(index)
        if isinstance(part, str) or (age == 0 and not shows_page):
            # Our words; or what the model has not seen yet.
            return part, False
        if (at, index) in self._surplus:
            return self._stub(at, index), True
        if is_extraction(part):
            return (part, False) if age < EXTRACTION_TURNS else (_stub_of_extraction(part), True)
        if self._each:
            stays = shows_page and at >= self._newest and isinstance(part, Fenced) and part.label != "dialog"
            return (part, False) if stays or age < 1 else (self._stub(at, index), True)
        if isinstance(part, Fenced) and shows_page:
            return (part if at >= self._newest else self._left(at, index)), False
        if isinstance(part, Attachment) or part.keep or not is_long(part) or age < TURNS_WANTED:
            return part, False
        return shorten(part, READING_CHARS), False

    def _left(self, at: int, index: int) -> Part:
        """What stays of a page that was left: the words of its outline, none of its changes."""
        entry = self._entries[at]
        part = entry.message.parts[index]
        newest = self._entries[self._newest]
        # An outline of the same page replaces it, unless it shows but a dialog of that.
        replaced = entry.where == newest.where and sum(map(size, newest.page)) > size(part) / 2
        if not entry.base or not isinstance(part, Fenced) or replaced:
            return self._stub(at, index)
        return part if entry.is_short_page(part) else digest(part)

    def oldest(self, over: int) -> dict[tuple[int, int], tuple[Part, bool]]:
        """The oldest parts that free so many characters: not of the page as it is, nor of the last turns."""
        due: dict[tuple[int, int], tuple[Part, bool]] = {}
        for at, entry in enumerate(self._entries):
            for index, part in enumerate(entry.message.parts):
                if over <= 0 or self._turn - entry.turn < TURNS_WANTED:
                    return due
                rest = self._stub(at, index)
                if size(rest) < size(part) and not (entry.shows_page(index) and at >= self._newest):
                    over -= size(part) - size(rest)
                    due[at, index] = rest, True
        return due

    def _stub(self, at: int, index: int) -> Part:
        entry = self._entries[at]
        return clip_part(entry.message.parts[index], entry.where, self._wanted)
