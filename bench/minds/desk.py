"""A model whose answers are written by somebody else: each request is a file, and so is each answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from handrail.errors import ModelError
from handrail.models.protocol import Call, Message, ModelReply, ToolSpec

LONGEST = 1_800
"""Seconds that a request waits for its answer."""


class Desk:
    """Writes requests to a folder and waits for the answers."""

    name = "mind"
    context_window = 128_000

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._number = 0
        folder.mkdir(parents=True, exist_ok=True)

    async def respond(self, messages: Sequence[Message], tools: Sequence[ToolSpec], **_: Any) -> ModelReply:
        self._number += 1
        request = self._folder / f"{self._number:04}.request.json"
        request.write_text(json.dumps(to_data(messages, tools), ensure_ascii=False))
        try:
            async with asyncio.timeout(LONGEST):
                while not (answer := answer_to(request)).exists():  # noqa: ASYNC110 - another program writes it
                    await asyncio.sleep(0.2)
        except TimeoutError:
            raise ModelError("Nobody answered.") from None
        return to_reply(json.loads(answer.read_text()))


def to_data(messages: Sequence[Message], tools: Sequence[ToolSpec]) -> dict[str, Any]:
    """A request as plain data, of about the size in which a provider is sent it."""
    return {
        "messages": [
            {"role": one.role, "text": one.text, "calls": [{"name": c.name, "params": c.params} for c in one.calls]}
            for one in messages
        ],
        "tools": [{"name": one.name, "description": one.description, "schema": one.schema} for one in tools],
    }


def to_reply(answer: dict[str, Any]) -> ModelReply:
    """A written answer as a model gives it."""
    calls = answer.get("calls", ())
    made = tuple(Call(one["name"], one.get("params", {}), f"c{at}") for at, one in enumerate(calls))
    return ModelReply(made, answer.get("text") or "")


def answer_to(request: Path) -> Path:
    """The file that answers a request."""
    return request.with_name(request.name.replace("request", "answer"))


def newest(folder: Path) -> str:
    """What the last unanswered request says that no earlier one of its conversation did; "" where all are answered."""
    requests = sorted(folder.glob("*.request.json"))
    open_one = next((one for one in requests if not answer_to(one).exists()), None)
    if open_one is None:
        return ""
    asked, before = json.loads(open_one.read_text()), list[Any]()
    for one in reversed(requests[: requests.index(open_one)]):
        earlier = json.loads(one.read_text())["messages"]
        if earlier[0] == asked["messages"][0]:
            before = earlier
            break
    new = [one for one in asked["messages"] if one not in before]
    tools = [] if before else [json.dumps(asked["tools"], ensure_ascii=False)]
    return "\n".join([f"{open_one.name}: {len(json.dumps(asked)):,} characters", *tools, *map(_shown, new)])


def _shown(message: dict[str, Any]) -> str:
    calls = [f"CALL {one['name']} {json.dumps(one['params'], ensure_ascii=False)}" for one in message["calls"]]
    return "\n".join([f"--- {message['role']}", message["text"], *calls])
