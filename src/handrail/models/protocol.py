"""A model is three things: a name, a context window, and `respond`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from inspect import isawaitable
from typing import TYPE_CHECKING, Any, Literal, Protocol

from handrail.attachments import Attachment
from handrail.trust import Fenced

if TYPE_CHECKING:
    from handrail.results import Observation, Result

Part = str | Fenced | Attachment
"""A piece of a message: our words, outside text between tags, an image or document."""
MEDIA_CHARS = {"image": 6_000, "document": 10_000}
"""What a picture or a page of a document is counted as: about 1,500 tokens for a window of 1,280 by 800 (Anthropic's
rule: width times height over 750), and for a page 2,500, its text and its picture."""
_TAGS = 110
"""Characters of a fence's tags."""


@dataclass(frozen=True, slots=True)
class Call:
    """One use of a tool. ``id`` is the provider's name for it; empty where there is none."""

    name: str
    params: dict[str, Any] = field(default_factory=dict)
    id: str = ""


@dataclass(slots=True)
class Message:
    """One message of a conversation.

    Args:
        role: ``tool`` answers the call ``call_id`` of the assistant message before it.
        name: the tool that a ``tool`` message answers for.
        settled: neither this message nor one before it will change any more: a place for a provider's cache mark.
        pinned: survives compaction; the task's message, whose first part is the user's words alone.
        result: the result in a ``tool`` message, as data.
        native: the `ModelReply.native` of the answer that an assistant message came from.
    """

    role: Literal["system", "user", "assistant", "tool"]
    parts: list[Part] = field(default_factory=list)
    calls: tuple[Call, ...] = ()
    call_id: str = ""
    name: str = ""
    pinned: bool = False
    settled: bool = False
    result: Result | None = None
    native: object | None = field(default=None, repr=False, compare=False)

    @property
    def text(self) -> str:
        """What the model reads; an attachment is named in brackets."""
        return "\n".join(_as_text(part) for part in self.parts)


def _as_text(part: Part) -> str:
    match part:
        case str():
            return part
        case Fenced():
            return part.text
        case Attachment():
            return f"[{part.kind}: {part.name}]"


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as it is offered to a model.

    Args:
        schema: the JSON Schema of its parameters.
        stands_for: further tools that are called through it, or by their own names.
    """

    name: str
    description: str
    schema: dict[str, Any]
    stands_for: tuple[str, ...] = ()


def callable_names(tools: Sequence[ToolSpec]) -> frozenset[str]:
    """Return the names of all tools that a model may call."""
    return frozenset(name for tool in tools for name in (tool.name, *tool.stands_for))


@dataclass(slots=True)
class Usage:
    """Tokens and calls, summed. ``cost`` is in US dollars, None where the price is not known."""

    calls: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None

    def add(self, other: Usage) -> None:
        self.calls += other.calls
        self.input_tokens += other.input_tokens
        self.cached_tokens += other.cached_tokens
        self.output_tokens += other.output_tokens
        if other.cost is not None:
            self.cost = (self.cost or 0.0) + other.cost


@dataclass(frozen=True, slots=True)
class ModelReply:
    """What a model answered.

    Args:
        truncated: the words end at the model's output limit.
        reasoning: what it thought before, as far as its provider shows it; never given to another model.
        native: the answer in the provider's own form. Opaque: put it on the `Message` made of this reply, so that the
            same model gets back what it must see again (signed thinking, reasoning items); others ignore it.
    """

    calls: tuple[Call, ...] = ()
    text: str = ""
    usage: Usage = field(default_factory=lambda: Usage(calls=1))
    truncated: bool = False
    reasoning: str = ""
    native: object | None = field(default=None, repr=False, compare=False)


def reads_documents(model: object) -> bool:
    """Return whether a model is known to read PDFs; most say nothing of it."""
    return bool(getattr(model, "reads_documents", False))


OnText = Callable[[str], Awaitable[None] | None]
"""Called with each piece of text, or of reasoning, as it streams in."""


async def notify(listener: OnText | None, text: str | None) -> None:
    """Call a listener with a piece of text, if there are both."""
    if text and listener is not None and isawaitable(pending := listener(text)):
        await pending


class Model(Protocol):
    """Anything that answers a conversation with words or calls."""

    @property
    def name(self) -> str:
        """Its name for people, for example ``anthropic:claude-sonnet-5-5``."""

    @property
    def context_window(self) -> int:
        """Tokens that fit in one request and its answer."""

    async def respond(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec],
        *,
        observation: Observation | None = None,
        must_call: bool = False,
        on_text: OnText | None = None,
        on_reasoning: OnText | None = None,
    ) -> ModelReply:
        """Answer a conversation.

        Args:
            messages: the whole conversation, system message first.
            tools: what it may call; empty for plain text.
            observation: the same page as in the messages, as nodes (`offline` needs those, not prose).
            must_call: an answer without a call is useless.
            on_text: called with each piece of text as it comes, where the provider streams.
            on_reasoning: called with each piece of reasoning; from the start again when an answer is requested anew.

        Raises:
            ModelError: it cannot answer; one clear sentence.
        """


def size(part: Part) -> int:
    """Return about how many characters a provider is sent of a part."""
    match part:
        case str():
            return len(part)
        case Fenced():
            return len(part.body) + 2 * part.body.count("\n") + len(part.origin) + _TAGS
        case Attachment():
            return MEDIA_CHARS[part.kind] * part.pages
