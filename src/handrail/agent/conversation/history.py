"""The conversation of a run: `clip` drops old text of pages, `compact` old turns, `squeeze` all that it must."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Mapping, Sequence

from handrail.agent.conversation.clipping import FILLED, FREED, LEAST, Change, Clipping
from handrail.agent.conversation.compaction import MOST_STEPS, TURNS_WHOLE, compact, cut_at
from handrail.agent.conversation.message_entry import MessageEntry
from handrail.agent.conversation.shortening import shorten
from handrail.agent.conversation.system_prompt import describe_data
from handrail.models.protocol import Call, Message, ModelReply, Part, Usage
from handrail.results import Result
from handrail.results.observation import CHANGED, TITLE_CHARS, UNCHANGED, UNCHANGED_BESIDE, UNSENT, URL_CHARS
from handrail.runs.result import Step
from handrail.texts.shortening import words_of
from handrail.tools.core.plan import Plan
from handrail.tools.core.render import result_parts
from handrail.trust import External, Fenced, fence, one_line, plain

FULL = 0.7
"""The part of a model's window that may fill before the conversation is compacted."""
WORTH = 0.1
"""The part of it that a compaction must be able to free."""
CHARS_PER_TOKEN = 3.5
"""Until a request was counted; outlines and JSON take more tokens than the four characters of plain English."""
SENTENCE_CHARS = 300
"""Of what the model writes beside its calls, this much of a turn outlives a compaction."""
_ADDRESS = re.compile(r"[a-z-]+:\S")
SMALLEST = 2_000
"""Characters of a block that is not cut any further."""


class History:
    """Messages in order. Text from outside goes when its time is over; notes, the plan, the user's words and the
    page as it stands stay.

    Args:
        window: tokens that the model takes in one request.
        beside: characters sent beside the messages: names, descriptions and schemas of the tools.
    """

    def __init__(self, system: str, task: str, *, data: object = None, window: int = 200_000, beside: int = 0) -> None:
        self._entries = [
            MessageEntry(Message("system", [system]), 0),
            MessageEntry(Message("user", [task, *describe_data(data)], pinned=True), 0),
        ]
        self.window = window
        self._beside = beside
        self._ratio = CHARS_PER_TOKEN
        self._turn = 0
        self._sent = 0
        self._compacted = -1
        self._revised_plan: Message | None = None
        self._where = ""
        self._wanted = words_of(task)
        self._memory: dict[int, str] = {}
        """What the model wrote beside its calls, a sentence a turn."""

    @property
    def messages(self) -> list[Message]:
        return [entry.message for entry in self._entries]

    @property
    def size(self) -> int:
        """Characters of one request, about."""
        return self._beside + sum(entry.size for entry in self._entries)

    def plan(self, plan: Plan) -> None:
        """Add a plan: the first after the task in plain words, since no page had a say in it, a revised one fenced."""
        if plan.revision == 0:
            self._wanted |= words_of("\n".join(plan.criteria))
            self._entries.insert(2, MessageEntry(Message("user", ["Your plan:\n" + plan.text], pinned=True), 0))
            return
        if self._revised_plan is not None:
            # Only the newest revision outlives a compaction.
            self._revised_plan.pinned = False
        revised = fence(External("\n".join(plan.steps), "model", "notes"), keep=True)
        self._revised_plan = Message("user", ["The plan has these steps now:", revised], pinned=True)
        self._add(self._revised_plan)

    def show_page(self, parts: Sequence[Part]) -> None:
        """Show what the page looks like before the first turn, or after something that no call of the model's did."""
        whole = not {CHANGED, UNCHANGED, UNCHANGED_BESIDE, UNSENT} & set(parts)
        self._add(Message("user", list(parts)), 0, whole)

    def reply(self, reply: ModelReply) -> None:
        """Add the answer of the model, which begins a new turn."""
        self._turn += 1
        if reply.text:
            line = one_line(reply.text, SENTENCE_CHARS)
            self._memory[self._turn] = re.split(r"(?<=[.!?]) ", line, maxsplit=1)[0]
        text: list[Part] = [reply.text] if reply.text else []
        self._add(Message("assistant", text, calls=reply.calls, native=reply.native))

    def result(self, call: Call, result: Result) -> None:
        """Add the result of one of its calls."""
        text, seen = result_parts(result), result.observation
        if (led := plain(result.followed.get("navigated_to"))) is not None:
            # What is read there may come before an outline of it, or without one.
            title = plain(result.data.get("title")) or ""
            self._where = "\n".join(filter(None, (one_line(title, TITLE_CHARS), one_line(led, URL_CHARS))))
        page = result.attachments if seen is None else seen.parts()
        message = Message("tool", [*text, *page], call_id=call.id, name=call.name, result=result)
        # Changes add to an earlier snapshot; anything else replaces it, also a whole one that the model asked for.
        whole = seen is not None and seen.snapshot is not None and seen.snapshot.mode != "changes"
        asked_whole = result.data.get("mode") == "full" and not result.truncated and not call.params.get("within_ref")
        if asked_whole and call.name == "snapshot":
            self._add(message, 0, True)
        else:
            self._add(message, len(text) if seen is not None else sys.maxsize, whole)

    def skip(self, call: Call, why: str) -> None:
        """Add the answer to a call that was not carried out; providers want one for each."""
        self._add(Message("tool", [f"Not carried out: {why}"], call_id=call.id, name=call.name))

    def end_turn(self) -> None:
        """Answer the calls of a turn that were not carried out, because the run ends in the middle of it."""
        last = max((at for at, entry in enumerate(self._entries) if entry.message.role == "assistant"), default=0)
        answered = sum(entry.message.role == "tool" for entry in self._entries[last:])
        for call in self._entries[last].message.calls[answered:]:
            self.skip(call, "the run ends")

    def say(self, *parts: Part, pinned: bool = False) -> None:
        """Add a message of ours to the model; one that is ``pinned`` is never removed."""
        self._add(Message("user", list(parts), pinned=pinned))

    def add_user_message(self, text: str) -> None:
        """Add a message of the user, sent while the run goes on. It is never removed."""
        self.say("The user says: " + text, pinned=True)

    def clip(self) -> None:
        """Clip old text before a request, where that costs less than sending it again."""
        # Of a small window more may be used: else each turn would take something out, and break the prefix.
        window = self.window * self._ratio
        room = min(max(FILLED * window, self._beside + LEAST), 2 * FILLED * window)
        over = int(self.size - FREED * room) if self.size > room else 0
        self._change(self._clipping.batch(self._sent, over))
        self._about_to_be_sent()

    def calibrate(self, usage: Usage) -> None:
        """Take the tokens of the last request as the measure for later sizes."""
        if usage.input_tokens:
            asked = sum(entry.size for entry in self._entries[: self._sent]) + self._beside
            self._ratio = min(max(asked * max(usage.calls, 1) / usage.input_tokens, 0.5), 8.0)

    def should_compact(self) -> bool:
        """Return whether the window is so full that compacting the conversation is due, and would free enough."""
        window = self.window * self._ratio
        cut = cut_at(self._entries, self._turn)
        old = sum(entry.size for entry in self._entries[1:cut] if not entry.message.pinned and not entry.base)
        return self.size > FULL * window and old > WORTH * window

    def compact(self, notes: Mapping[str, External | str], steps: Sequence[Step]) -> bool:
        """Replace the earlier part of the conversation by a summary of it, the notes and all steps of the run, without
        a model; return whether a request is shorter now."""
        before = self.size
        memory = [sentence for turn, sentence in self._memory.items() if turn <= self._turn - TURNS_WHOLE]
        cut, room = cut_at(self._entries, self._turn), int(self.window * self._ratio / 8)
        self._entries = compact(self._entries, cut, notes, steps, room, memory[-MOST_STEPS:])
        self._compacted = self._turn
        self._about_to_be_sent()
        return self.size < before

    def squeeze(self, notes: Mapping[str, External | str], steps: Sequence[Step]) -> bool:
        """Make a request that was too long shorter; return False where nothing is left to cut.

        All outside text but the page as it stands goes first, then the earlier turns are compacted, then the largest
        block loses its second half, each time."""
        if self._change(self._clipping.oldest(math.inf)):
            return True
        # Once a turn: to do it again would bring back what was cut since.
        before = self.size
        if self._compacted != self._turn and self.compact(notes, steps) and self.size < 0.9 * before:
            return True
        parts = ((entry, i, part) for entry in self._entries for i, part in enumerate(entry.message.parts))
        blocks = [(entry, i, part) for entry, i, part in parts if isinstance(part, Fenced)]
        for entry, i, part in sorted(blocks, key=lambda block: len(block[2].body), reverse=True)[:1]:
            if len(part.body) > SMALLEST:
                entry.put(i, shorten(part, len(part.body) // 2))
                return True
        return False

    @property
    def _clipping(self) -> Clipping:
        return Clipping(self._entries, self._turn, self._wanted)

    def _about_to_be_sent(self) -> None:
        self._sent = len(self._entries)
        settled = self._clipping.last_settled()
        for at, entry in enumerate(self._entries):
            entry.message.settled = at == settled

    def _add(self, message: Message, observed: int = sys.maxsize, base: bool = False) -> None:
        """Add a message with where the page was; the rest as in `MessageEntry`."""
        entry = MessageEntry(message, self._turn, observed, base)
        shown = [part for part in entry.page if isinstance(part, Fenced) and part.label == "page-snapshot"]
        head = shown[0].body.split("\n")[:2] if shown else []
        if len(head) == 2 and _ADDRESS.match(head[1]):
            self._where = "\n".join(head)
        entry.where = self._where
        self._entries.append(entry)

    def _change(self, changes: Sequence[Change]) -> bool:
        """Put other parts in the place of some; whether there are any."""
        for at, index, part in changes:
            self._entries[at].put(index, part)
        return bool(changes)
