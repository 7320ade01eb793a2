"""What a fake provider can be told to answer, and what it was asked."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from handrail.models import Call


@dataclass(frozen=True)
class Written:
    """A call with its arguments as the model wrote them, JSON or not."""

    name: str
    arguments: str


@dataclass(frozen=True)
class Say:
    """An answer.

    Args:
        text: words.
        calls: tool calls.
        cut: it ends because the output limit was reached.
        refusal: the model declines, in these words.
        filtered: a content filter stopped it.
        cached_tokens: of the prompt, that came out of the provider's cache.
    """

    text: str = ""
    calls: Sequence[Call | Written] = ()
    cut: bool = False
    refusal: str = ""
    filtered: bool = False
    cached_tokens: int = 0


@dataclass(frozen=True)
class Fault:
    """An error in the protocol's own form. ``in_stream``: it comes after the answer has begun."""

    status: int
    kind: str = ""
    message: str = "It went wrong."
    headers: dict[str, str] = field(default_factory=dict)
    in_stream: bool = False


@dataclass(frozen=True)
class Raw:
    """A body that is not of the protocol."""

    body: str
    status: int = 200
    content_type: str = "text/html"


@dataclass(frozen=True)
class Hang:
    """No answer until ``until`` is set or the server stops."""

    until: threading.Event = field(default_factory=threading.Event)


@dataclass(frozen=True)
class Break:
    """The connection goes, after ``text`` where the answer streams."""

    text: str = ""


Answer = Say | Fault | Raw | Hang | Break | str | Call | Sequence[Call]


def say(answer: str | Call | Sequence[Call]) -> Say:
    """The short forms."""
    match answer:
        case str():
            return Say(answer)
        case Call():
            return Say(calls=[answer])
        case _:
            return Say(calls=answer)


@dataclass(frozen=True)
class Asked:
    """A request that a provider got. ``protocol`` is ``openai`` or ``anthropic``."""

    protocol: str
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def key(self) -> str:
        """The key it came with, in either of the headers that are in use."""
        return self.headers.get("x-api-key") or self.headers.get("authorization", "").removeprefix("Bearer ")

    @property
    def model(self) -> str:
        return str(self.body.get("model"))

    @property
    def streams(self) -> bool:
        return bool(self.body.get("stream"))

    @property
    def tools(self) -> list[str]:
        """The names of the tools offered."""
        return [tool["function"]["name"] if "function" in tool else tool["name"] for tool in self.body.get("tools", [])]

    @property
    def roles(self) -> list[str]:
        return [message["role"] for message in self.body["messages"]]

    @property
    def last(self) -> str:
        """The text of the last message."""
        return "\n".join(_texts(self.body["messages"][-1]["content"]))

    @property
    def text(self) -> str:
        """All text of the prompt, system message first."""
        contents = [self.body.get("system", ""), *(message.get("content") for message in self.body["messages"])]
        return "\n".join(text for content in contents for text in _texts(content))

    @property
    def images(self) -> int:
        return str(self.body["messages"]).count("'image")

    @property
    def characters(self) -> int:
        """Of everything that costs tokens: the prompt and the tools."""
        return len(self.text) + (len(str(self.body["tools"])) if self.body.get("tools") else 0)


def _texts(content: Any) -> list[str]:
    match content:
        case str():
            return [content]
        case list():
            return [text for part in content for text in _texts(part)]
        case {"text": str(text)}:
            return [text]
        case {"content": inner}:
            return _texts(inner)
        case _:
            return []
