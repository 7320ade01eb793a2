"""The conversation of a run, and what of it is still worth its tokens."""

from __future__ import annotations

import json

from handrail.agent.planning import told
from handrail.models.protocol import Call, Message, ModelReply, Part
from handrail.tools.plan import Plan
from handrail.tools.result import Result
from handrail.tools.show import shown
from handrail.trust import External, Fenced, fence

PAGE = ("page-snapshot", "page-info")
"""Labels of what stands for the page as it is; only the newest snapshot and the changes since are true."""
TURNS_KEPT = 4
"""Turns after which other outside text goes (trust.md, Fences)."""


class History:
    """Messages in order. Outside text in them is clipped when it is old: tags stay, bodies go, notes and extractions
    stay whole."""

    def __init__(self, system: str, task: str, *, data: object = None) -> None:
        parts: list[Part] = [task]
        if data is not None:
            parts.append("Data the user gave: " + json.dumps(data, ensure_ascii=False))
        self.messages = [Message("system", [system]), Message("user", parts, pinned=True)]
        self._turn_of: dict[int, int] = {}
        self._turn = 0

    def start(self, parts: list[Part]) -> None:
        """What the page looks like before the first turn."""
        self._add(Message("user", parts))

    def plan(self, plan: Plan) -> None:
        """The plan: the first one in plain words, since no page had a say in it; a revised one as outside text."""
        if plan.revision == 0:
            self._add(Message("user", ["Your plan:\n" + told(plan)], pinned=True))
        else:
            revised = fence(External("\n".join(plan.steps), "model", "notes"), keep=True)
            self._add(Message("user", ["The plan has these steps now:", revised], pinned=True))

    def tell(self, text: str) -> None:
        """Words of the user while the run goes on."""
        self._add(Message("user", ["The user says: " + text], pinned=True))

    def reply(self, reply: ModelReply) -> None:
        """What the model answered. A new turn begins with it."""
        self._turn += 1
        said: list[Part] = [reply.text] if reply.text else []
        self._add(Message("assistant", said, calls=reply.calls, native=reply.native))

    def result(self, call: Call, result: Result) -> None:
        """What came of one of its calls."""
        self._add(Message("tool", shown(result), call_id=call.id, name=call.name, result=result))

    def skipped(self, call: Call, why: str) -> None:
        """A call of the same turn that was not carried out; providers want an answer to each."""
        self._add(Message("tool", [f"Not carried out: {why}"], call_id=call.id, name=call.name))

    def say(self, text: str) -> None:
        """A word of ours to the model."""
        self._add(Message("user", [text]))

    def clip(self) -> None:
        """Clip outside text that a newer snapshot replaced, or that came `TURNS_KEPT` turns ago.

        Both happen when a snapshot arrives or a batch is due, not on every turn, so that the prompt's prefix stays the
        same from turn to turn and provider caches keep hitting.
        """
        newest = max((i for i, message in enumerate(self.messages) if _has_snapshot(message)), default=0)
        due = self._turn % TURNS_KEPT == 0
        for index, message in enumerate(self.messages):
            old = due and self._turn - self._turn_of.get(index, self._turn) >= TURNS_KEPT
            _clip(message, everything=index < newest, beside_page=old)

    def _add(self, message: Message) -> None:
        self._turn_of[len(self.messages)] = self._turn
        self.messages.append(message)


def _has_snapshot(message: Message) -> bool:
    """Whether a message holds a whole snapshot: changes add to an earlier one, and do not replace it."""
    observation = message.result.observation if message.result else None
    if observation is not None:
        return observation.snapshot is not None and observation.snapshot.mode != "changes"
    return any(isinstance(part, Fenced) and part.label == "page-snapshot" for part in message.parts)


def _clip(message: Message, *, everything: bool, beside_page: bool) -> None:
    """Clip all outside text of a message, or all but what stands for the page as it is."""
    if not everything and not beside_page:
        return
    message.parts = [
        part.clipped() if isinstance(part, Fenced) and (everything or part.label not in PAGE) else part
        for part in message.parts
    ]
