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
        reasoning: what it thought beforehand.
        signature: what the provider wants back with that.
    """

    text: str = ""
    calls: Sequence[Call | Written] = ()
    cut: bool = False
    refusal: str = ""
    filtered: bool = False
    cached_tokens: int = 0
    reasoning: str = ""
    signature: str = ""


@dataclass(frozen=True)
class Fault:
    """An error in the protocol's own form, or with a ``body`` of its own. ``in_stream``: it comes after the answer has
    begun."""

    status: int
    kind: str = ""
    message: str = "It went wrong."
    headers: dict[str, str] = field(default_factory=dict)
    in_stream: bool = False
    body: dict[str, Any] | None = None


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
class Stall:
    """An answer that begins and does not go on. ``gone`` is set when whoever asked has closed the connection."""

    text: str = "Well,"
    gone: threading.Event = field(default_factory=threading.Event)


@dataclass(frozen=True)
class Break:
    """The connection goes, after ``text`` where the answer streams."""

    text: str = ""


Answer = Say | Fault | Raw | Hang | Stall | Break | str | Call | Sequence[Call]


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
    """A request that a provider got. ``protocol`` is ``openai``, ``responses``, ``anthropic`` or ``google``."""

    protocol: str
    headers: dict[str, str]
    body: dict[str, Any]
    path: str = ""

    @property
    def key(self) -> str:
        """The key it came with, in any of the headers that are in use."""
        names = ("x-api-key", "api-key", "x-goog-api-key")
        own = next((self.headers[name] for name in names if name in self.headers), None)
        return own or self.headers.get("authorization", "").removeprefix("Bearer ")

    @property
    def model(self) -> str:
        if self.protocol == "google":
            return self.path.rpartition("/")[2].partition(":")[0]
        return str(self.body.get("model"))

    @property
    def streams(self) -> bool:
        return bool(self.body.get("stream")) or ":stream" in self.path

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The conversation, in the protocol's own form."""
        found: list[dict[str, Any]] = next(self.body[key] for key in _CONVERSATION if key in self.body)
        return found

    @property
    def tools(self) -> list[str]:
        """The names of the tools offered."""
        tools = self.body.get("tools", [])
        declared = [one for tool in tools for one in tool.get("functionDeclarations", [tool])]
        return [one["function"]["name"] if "function" in one else one["name"] for one in declared]

    @property
    def roles(self) -> list[str]:
        return [message["role"] for message in self.messages]

    @property
    def last(self) -> str:
        """The text of the last message."""
        return "\n".join(_texts(self.messages[-1]))

    @property
    def text(self) -> str:
        """All text of the prompt, system message first."""
        contents = [self.body.get("system", ""), self.body.get("systemInstruction", ""), *self.messages]
        return "\n".join(text for content in contents for text in _texts(content))

    @property
    def characters(self) -> int:
        """Of everything that costs tokens: the prompt and the tools."""
        return len(self.text) + (len(str(self.body["tools"])) if self.body.get("tools") else 0)


_CONVERSATION = ("messages", "input", "contents")


def _texts(content: Any) -> list[str]:
    match content:
        case str():
            return [content]
        case list():
            return [text for part in content for text in _texts(part)]
        case {"text": str(text)}:
            return [text]
        case {"content": inner} | {"parts": inner} | {"output": inner}:
            return _texts(inner)
        case _:
            return []
