"""What a run that ends early still hands over: asked of the model once, and the notes in any case."""

from __future__ import annotations

from handrail.conversation.history import History
from handrail.errors import ModelError
from handrail.models.protocol import Message, Model, ToolSpec
from handrail.session import Session
from handrail.trust import clean

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


async def sum_up(session: Session, model: Model | None, history: History, why: str) -> str:
    """Why a run ended, and what it has found.

    Args:
        model: asked for it, once; None where it cannot be.
        why: one sentence.
    """
    found = await _found(session, model, history, why) if model is not None else ""
    if not found:
        found = "\n".join(
            f"- {key}: {clean(str(getattr(text, 'raw', text)))}" for key, text in session.notes.entries.items()
        )
    return f"{why}\n\nFound so far:\n\n{found[:MOST_CHARS]}" if found else why


async def _found(session: Session, model: Model, history: History, why: str) -> str:
    asked = [*history.messages, Message("user", [_ASKED.format(why=why)])]
    try:
        reply = await session.metered(model, "sum_up").respond(asked, [_SPEC], must_call=True)
    except ModelError:
        return ""
    said = next((call.params.get("found") for call in reply.calls if call.name == _SPEC.name), reply.text)
    return said.strip() if isinstance(said, str) else ""
