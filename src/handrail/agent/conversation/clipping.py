"""Which outside text of a conversation has had its time, and when taking it out costs less than sending it on.

What a tool read stays, long texts with their beginning, until a part of the window is used; of a page that was left or
shown anew the words of its outline stay. Then the oldest goes first, and leaves its page, its size and what tells most
of the task.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from handrail.agent.conversation.message_entry import MessageEntry, newest_base
from handrail.agent.conversation.shortening import READING_CHARS, WORTH, digest, is_extraction, shorten, stub
from handrail.attachments import Attachment
from handrail.models.protocol import Part, size
from handrail.trust import Fenced

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
KEPT = {"image": 2, "document": 1}
"""Pictures and documents that stay, the newest."""
EXTRACTION_TURNS = 4
"""Requests in which an extraction is sent. A model wrote it from a page, and what was planted there is not to stay."""


class Clipping:
    """What becomes of each part of a conversation in this ``turn``; ``wanted`` are words of the task."""

    def __init__(self, entries: Sequence[MessageEntry], turn: int, wanted: Collection[str] = ()) -> None:
        self._entries = entries
        self._turn = turn
        self._wanted = wanted
        self._newest = newest_base(entries)
        since = entries[self._newest + 1 :]
        has_moved = any(one.where != entries[self._newest].where for one in since)
        self._is_left = has_moved and not any(one.page for one in since)
        """The page of the newest outline was left for others that are read without one."""
        self._parts = [(at, i, part) for at, entry in enumerate(entries) for i, part in enumerate(entry.message.parts)]
        self._surplus: set[tuple[int, int]] = set()
        for kind, kept in KEPT.items():
            places = [(at, i) for at, i, part in self._parts if isinstance(part, Attachment) and part.kind == kind]
            self._surplus |= set(places[:-kept])

    def batch(self, sent: int, over: int = 0) -> list[Change]:
        """Return the parts to change before the next request; none where waiting costs less.

        To change a part changes the prompt from there on: the provider reads what follows anew instead of from its
        cache, and from then on each request is shorter. So a batch begins where the saving less that cost is greatest,
        and takes along whatever may go after it. What must go begins one at any cost.

        Args:
            sent: how many entries the last request held; the others are new to the provider anyway.
            over: characters that must be freed, since too much of the window is used.
        """
        due = {(at, i): rest for at, i, rest in self.oldest(over, TURNS_WANTED)}
        changes: list[Change] = []
        start, most = None, 0.0
        freed = rewritten = 0
        for at in reversed(range(len(self._entries))):
            known = at < sent
            rewritten += self._entries[at].calls_size * known
            for i, part in reversed(list(enumerate(self._entries[at].message.parts))):
                rest, must = (due[at, i], True) if (at, i) in due else self._fate(at, i, part)
                if rest != part:
                    freed += size(part) - size(rest)
                    changes.append((at, i, rest))
                rewritten += size(rest) * known
                gain = READ * TURNS_AHEAD * freed - (WRITE - READ) * rewritten
                if rest != part and (must or gain > most):
                    start, most = (at, i), gain
        return [] if start is None else [change for change in changes if change[:2] >= start]

    def oldest(self, over: float, turns_wanted: int = 0) -> list[Change]:
        """Return the oldest outside text that frees so many characters, not of the page as it is or the last turns."""
        changes: list[Change] = []
        for at, i, part in self._parts:
            entry = self._entries[at]
            if over <= 0 or self._turn - entry.turn < turns_wanted:
                break
            rest = stub(part, entry.where, self._wanted)
            if size(rest) < size(part) and not self._shows_now(at, i):
                over -= size(part) - size(rest)
                changes.append((at, i, rest))
        return changes

    def last_settled(self) -> int | None:
        """Return where the last message is that ends a request, before which nothing changes until room is needed."""
        first = next((at for at, i, part in self._parts if self._in_the_end(at, i, part) != part), len(self._entries))
        answers = [at for at in range(2, first) if self._entries[at].message.role == "assistant"]
        return answers[-1] - 1 if answers else None

    def _fate(self, at: int, i: int, part: Part) -> tuple[Part, bool]:
        """Return what stands there from now on, and whether that must be."""
        age, shows_page = self._turn - self._entries[at].turn, i >= self._entries[at].observed
        if isinstance(part, str) or (age == 0 and not shows_page):
            # Our words; or what the model has not seen yet.
            return part, False
        if (at, i) in self._surplus:
            return stub(part), True
        if is_extraction(part):
            return (part, False) if age < EXTRACTION_TURNS else (self._in_the_end(at, i, part), True)
        if self._shows_now(at, i) or (age < TURNS_WANTED and not (shows_page and isinstance(part, Fenced))):
            return part, False
        if isinstance(part, Attachment):  # It goes with its page, unless the model asked for it.
            return (stub(part) if shows_page else part), False
        return self._in_the_end(at, i, part), False

    def _shows_now(self, at: int, i: int) -> bool:
        """Return whether a part shows the page as it is."""
        return i >= self._entries[at].observed and at >= self._newest and not self._is_left

    def _in_the_end(self, at: int, i: int, part: Part) -> Part:
        """Return what stays of a part for as long as there is room."""
        entry = self._entries[at]
        if not isinstance(part, Fenced):
            return part
        if is_extraction(part):
            return f"[extraction of {len(part.body):,} characters removed after {EXTRACTION_TURNS} turns; notes stay]"
        if i >= entry.observed:
            # Also where the page is still open: its list may show other rows by now.
            return digest(part)
        # A little over is not worth a change, nor is the mark of one.
        return shorten(part) if not part.keep and len(part.body) > READING_CHARS + 10 * WORTH else part
