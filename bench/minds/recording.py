"""Decisions of a mind without what differs from run to run, and a model that makes them again."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.minds.desk import answer_to, to_data, to_reply
from handrail.models.protocol import Message, ModelReply, ToolSpec

FOLDER = Path(__file__).parent.parent / "data" / "minds"
SITE = "{site}"
_REF = re.compile(r"e\d+")
_LINE = re.compile(r'([a-z]+)(?: "((?:[^"\\]|\\.)*)")? \[(e\d+)\]')
"""An element in an outline: role, name, ref."""
_ORIGIN = re.compile(r"http://127\.0\.0\.1:\d+")


def decisions(folder: Path) -> list[dict[str, Any]]:
    """What was decided in a played folder, in order: ``of`` says for what (``act``, ``plan``, ``verdict``)."""
    found = []
    for request in sorted(folder.glob("*.request.json")):
        if (answer := answer_to(request)).exists():
            asked = json.loads(request.read_text())
            named = _named(asked["messages"])
            given = json.loads(answer.read_text())
            calls = [{**one, "params": _without_refs(one.get("params", {}), named)} for one in given.get("calls", ())]
            found.append({"of": purpose([one["name"] for one in asked["tools"]]), **given, "calls": calls})
    return found


def purpose(tools: Sequence[str]) -> str:
    """What a request with these tools is for."""
    return tools[0] if len(tools) == 1 else "act"


def _named(messages: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """By ref what an element was called in the last outline that showed it, where that names no other there."""
    named: dict[str, Any] = {}
    for message in messages:
        lines = _LINE.findall(message["text"])
        for role, name, ref in lines:
            alike = {other for other_role, other_name, other in lines if (other_role, other_name) == (role, name)}
            named[ref] = {"role": role, "name": name} if name and alike == {ref} else ref
    return named


def _without_refs(value: Any, named: dict[str, Any]) -> Any:
    match value:
        case str() if _REF.fullmatch(value):
            return json.dumps(found, ensure_ascii=False) if isinstance(found := named.get(value), dict) else value
        case str():
            return _ORIGIN.sub(SITE, value)
        case dict():
            return {key: _without_refs(part, named) for key, part in value.items()}
        case list():
            return [_without_refs(part, named) for part in value]
        case _:
            return value


class Recorded:
    """Makes recorded decisions again, each kind in its order; ``sizes`` are the characters of its requests.

    Args:
        decided: by `decisions`.
        site: the address of the site now.
    """

    name = "recorded-mind"
    context_window = 128_000

    def __init__(self, decided: Sequence[dict[str, Any]], site: str) -> None:
        self._site = site
        self._left: dict[str, deque[dict[str, Any]]] = {}
        for one in decided:
            self._left.setdefault(one["of"], deque()).append(one)
        self.sizes: list[tuple[str, int]] = []

    async def respond(self, messages: Sequence[Message], tools: Sequence[ToolSpec], **_: Any) -> ModelReply:
        kind = purpose([one.name for one in tools])
        self.sizes.append((kind, len(json.dumps(to_data(messages, tools), ensure_ascii=False))))
        left = self._left.get(kind)
        if not left:
            ending = {"name": "abort", "params": {"reason": f"The recording has no further answer for {kind!r}."}}
            return to_reply({"calls": [ending] if kind == "act" else []})
        return to_reply(json.loads(json.dumps(left.popleft()).replace(SITE, self._site)))
