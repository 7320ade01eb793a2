"""A model that follows a script: for tests, demonstrations and recorded conversations."""

from __future__ import annotations

import inspect
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from handrail.errors import ModelError, UsageError
from handrail.models.protocol import Call, Message, ModelReply, OnText, ToolSpec, notify

if TYPE_CHECKING:
    from handrail.results import Observation


@dataclass(frozen=True, slots=True)
class ScriptedTurn:
    """What a script's function is given.

    Args:
        text: the messages since the model's last reply, as it reads them.
        tools: what it may call; empty where words are wanted.
    """

    text: str
    messages: Sequence[Message]
    tools: Sequence[ToolSpec]
    observation: Observation | None = None


Answer = Call | Sequence[Call] | str | ModelReply
"""One turn: a call, several calls, words, or a whole reply with its usage."""
Script = Callable[[ScriptedTurn], Answer | Awaitable[Answer]]


class Scripted:
    """A model whose turns are given beforehand, or made by a function of what it is shown.

    Args:
        script: a list with one item a turn (a `Call`; an inner list is several calls in one turn; a string is words
            without a call), or a function from `ScriptedTurn` to such an item, plain or async.
    """

    name = "scripted"
    context_window = 1_000_000

    def __init__(self, script: Sequence[Answer] | Script) -> None:
        self._script = script
        self.turns: list[ScriptedTurn] = []
        """Every turn so far, for assertions."""

    @classmethod
    def load(cls, path: str | Path) -> Scripted:
        """Return a script from a JSON file: a list of ``{"tool": ..., "params": {...}}``, lists of those, and strings.

        Raises:
            UsageError: no such file, or not such a list.
        """
        try:
            items = json.loads(Path(path).expanduser().read_text("utf-8"))
        except OSError as error:
            raise UsageError(f"The script {path} cannot be read: {error.strerror or error}.") from error
        except ValueError as error:
            raise UsageError(f"The script {path} is not JSON: {error}.") from error
        if not isinstance(items, list):
            raise UsageError(f"The script {path} is not a list of calls.", hint=_FORM)
        return cls([_item(item, path, number) for number, item in enumerate(items, 1)])

    async def respond(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec],
        *,
        observation: Observation | None = None,
        must_call: bool = False,  # noqa: ARG002
        on_text: OnText | None = None,
        on_reasoning: OnText | None = None,
    ) -> ModelReply:
        """Return the next turn of the script.

        Raises:
            ModelError: a list has run out.
        """
        turn = ScriptedTurn(_newly_shown(messages), list(messages), list(tools), observation)
        self.turns.append(turn)
        reply = _as_reply(await self._answer(turn))
        await notify(on_reasoning, reply.reasoning)
        await notify(on_text, reply.text)
        return reply

    async def _answer(self, turn: ScriptedTurn) -> Answer:
        if callable(self._script):
            answer = self._script(turn)
            return await answer if inspect.isawaitable(answer) else answer
        number = len(self.turns)
        if number > len(self._script):
            raise ModelError(
                f"The script has no turn {number}: it holds {len(self._script)}.",
                hint='End it with Call("done", {"result": ...}), or give a function of the turn.',
            )
        return self._script[number - 1]


_FORM = 'A script is a JSON list such as [{"tool": "click", "params": {"ref": "e7"}}].'


def _newly_shown(messages: Sequence[Message]) -> str:
    last = max((i for i, message in enumerate(messages) if message.role == "assistant"), default=-1)
    return "\n".join(message.text for message in messages[last + 1 :])


def _as_reply(answer: Answer) -> ModelReply:
    match answer:
        case ModelReply():
            return answer
        case Call():
            return ModelReply((answer,))
        case str():
            return ModelReply(text=answer)
        case list() | tuple() if all(isinstance(part, Call) for part in answer):
            return ModelReply(tuple(answer))
        case _:
            raise UsageError(
                f"A script gave {answer!r}, which is not a turn.", hint="Give a Call, a list of Calls or words."
            )


def _item(item: Any, path: str | Path, number: int) -> Answer:
    match item:
        case {"tool": str(name), "params": dict(params)} if len(item) == 2:
            return Call(name, params)
        case {"tool": str(name)} if len(item) == 1:
            return Call(name)
        case str():
            return item
        case list() if item:
            calls = [part for part in (_item(part, path, number) for part in item) if isinstance(part, Call)]
            if len(calls) == len(item):
                return calls
    raise UsageError(f"Turn {number} of the script {path} is not a call.", hint=_FORM)
