"""How a run ends, and what one that ends early still returns: the model's summary, or else its notes."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Self

from handrail.agent.conversation.history import History
from handrail.errors import HandrailError, ModelError
from handrail.events.kinds import NoticeEvent
from handrail.models.protocol import Message, Model, ToolSpec
from handrail.runs.result import Outcome
from handrail.session import Session
from handrail.trust import External, clean, is_of_site, one_line, plain

_FORM = {"type": "object", "properties": {"found": {"type": "string"}}, "required": ["found"]}
_SPEC = ToolSpec("sum_up", "Hand over what was found so far.", _FORM)
_ASKED = (
    "The run ends here: {why} Call `sum_up` with what was found so far that serves the user's task, only what you saw. "
    "Say what is missing."
)
MOST_CHARS = 20_000
SUMMARY_TIMEOUT = 30.0
"""Seconds that the model may take for the summary: the run's own time may be over."""


@dataclass(eq=False)
class RunEnd(Exception):
    """Ends the loop from wherever it is: limits, answers and errors all end a run by raising this.

    ``found`` is what the run had found by then, where a model summed it up."""

    outcome: Outcome
    answer: str
    data: Any = None
    _: KW_ONLY
    exit_code: int | None = None
    doubts: list[str] = field(default_factory=list)
    missing: str = ""
    found: str = ""

    @classmethod
    def from_error(cls, error: HandrailError) -> Self:
        """Return the end by an error that says itself what is wrong."""
        return cls("error", f"{error.message} {error.hint}".strip(), exit_code=error.exit_code)


async def sum_up(session: Session, model: Model, history: History, why: str) -> str:
    """Ask the model once what the run has found, and say ``why`` it ends; return "" where it does not answer."""
    asked = [*history.messages, Message("user", [_ASKED.format(why=why)])]
    try:
        async with asyncio.timeout(SUMMARY_TIMEOUT):
            reply = await session.metered(model, "sum_up").respond(asked, [_SPEC], must_call=True)
    except (ModelError, TimeoutError) as error:
        why = error.message if isinstance(error, ModelError) else f"It did not come within {SUMMARY_TIMEOUT:.0f} s."
        session.events.emit(NoticeEvent(text=f"The model gave no summary of what was found. {why}"))
        return ""
    found = next((call.params.get("found") for call in reply.calls if call.name == _SPEC.name), reply.text)
    return found.strip() if isinstance(found, str) else ""


def add_findings(ended: RunEnd, notes: Mapping[str, External | str]) -> str:
    """Return the answer of a run; where it ended early, the reason and its findings: the summary, or the notes."""
    if ended.outcome in ("done", "partial", "unconfirmed", "done_unverified", "refuted"):
        return ended.answer
    lines = []
    for key, text in notes.items():
        site = f" ({one_line(text.origin, 200)})" if is_of_site(text) else ""
        lines.append(f"- {key}{site}: {clean(plain(text))}")
    found = ended.found or "\n".join(lines)
    return f"{ended.answer}\n\nFound so far:\n\n{found[:MOST_CHARS]}" if found else ended.answer
