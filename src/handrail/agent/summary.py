"""What a run that ends early still hands over: asked of the model once, and the notes in any case."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from handrail.agent.conversation.history import History
from handrail.agent.outcome import RunEnd
from handrail.errors import ModelError
from handrail.models.protocol import Message, Model, ToolSpec
from handrail.session import Session
from handrail.trust import External, clean, plain

_SPEC = ToolSpec(
    "sum_up",
    "Hand over what was found so far.",
    {"type": "object", "properties": {"found": {"type": "string"}}, "required": ["found"]},
)
_ASKED = (
    "The run ends here: {why} Call `sum_up` with what was found so far that serves the user's task, only what you saw. "
    "Say what is missing."
)
MOST_CHARS = 20_000
PATIENCE = 30.0
"""Seconds that a model may take for it: the run's own time may be over."""


async def sum_up(session: Session, model: Model, history: History, why: str) -> str:
    """What a run has found, by its model, asked once; "" where it does not say.

    Args:
        why: the run ends, one sentence.
    """
    asked = [*history.messages, Message("user", [_ASKED.format(why=why)])]
    try:
        async with asyncio.timeout(PATIENCE):
            reply = await session.metered(model, "sum_up").respond(asked, [_SPEC], must_call=True)
    except (ModelError, TimeoutError):
        return ""
    said = next((call.params.get("found") for call in reply.calls if call.name == _SPEC.name), reply.text)
    return said.strip() if isinstance(said, str) else ""


def with_found(ended: RunEnd, notes: Mapping[str, External | str]) -> str:
    """The answer of a run; of one that ended early, why it did, and what it found: as summed up, else its notes."""
    if ended.outcome in ("done", "done_unverified"):
        return ended.answer
    found = ended.found or "\n".join(f"- {key}: {clean(plain(text))}" for key, text in notes.items())
    return f"{ended.answer}\n\nFound so far:\n\n{found[:MOST_CHARS]}" if found else ended.answer
