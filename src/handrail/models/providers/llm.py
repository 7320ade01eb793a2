"""A language model of any provider, through pydantic-ai's model classes. They are imported when it is first asked."""

from __future__ import annotations

import asyncio
import hashlib
import os
import threading
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, Self

from handrail.errors import HandrailError
from handrail.models.protocol import Message, ModelReply, OnText, ToolSpec, Usage, callable_names
from handrail.models.providers.local_servers import context_window, is_listening
from handrail.models.providers.names import checked_url, parse
from handrail.results import Observation

if TYPE_CHECKING:
    from handrail.models.providers.request import Features

Effort = Literal["low", "medium", "high"]

RETRIES = 3
DEFAULT_WINDOW = 32_000
"""Tokens of a hosted model that does not say: none gives less."""
LOCAL_WINDOW = 8_000
"""Tokens of a local model whose server does not say: what Ollama gives on a machine of medium size."""


class Llm:
    """A language model of any provider.

    Connections last for one request, or for an ``async with`` block around several; a model can be used from one event
    loop after another.

    Args:
        name: ``provider:model``, or ``provider:model@base-url`` for a server that speaks the provider's protocol.
        base_url: the same, as an argument of its own.
        api_key: by default the provider's variable in the environment.
        timeout: seconds that one request and its answer may take.
        context_window: tokens, where it is not known or should not be used whole.
        effort: how much it should think; by default its provider's choice.
        backoff: seconds before the first retry; doubled for each.
        sleep: waits between attempts.

    Raises:
        UsageError: not a model's name.
    """

    def __init__(
        self,
        name: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float = 180.0,
        context_window: int | None = None,
        effort: Effort | None = None,
        backoff: float = 0.5,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        parsed = parse(f"{name}@{checked_url(base_url)}" if base_url else name)
        self._provider = parsed.record
        if not parsed.base_url and self._provider.server is None:
            named = self._provider.find_base_url(os.environ)
            parsed = replace(parsed, base_url=checked_url(named) if named else "")
        self.name = str(parsed)
        self.base_url = parsed.base_url
        self.timeout = timeout
        self.effort = effort
        self.on_notice: Callable[[str], None] | None = None
        """Called with a sentence before a long wait."""
        self.retries = RETRIES
        """How often a request is sent again after a transient error."""
        self._parsed = parsed
        self._api_key = api_key
        self._window = context_window
        self._backoff = backoff
        self._sleep = sleep
        self._model: Any = None
        self._building = threading.Lock()
        self._features: Features

    @property
    def context_window(self) -> int:
        """Tokens that fit in one request and its answer: as its local server says, or as published, or a safe guess."""
        if self._window is None:
            if self._provider.server is None:
                self._window = self._build().context_window or DEFAULT_WINDOW
            else:
                base_url = self.base_url or self._provider.base_url
                self._window = context_window(self._provider, base_url, self._parsed.model) or LOCAL_WINDOW
        return self._window

    @property
    def reads_documents(self) -> bool:
        """Whether it is known to read PDFs: by its provider, at its own address, and pydantic-ai's profile."""
        if not self._provider.reads_documents or self.base_url:
            return False
        try:
            self._build()
        except HandrailError:
            # Nothing answers then; whoever asks it next learns why.
            return False
        return "document" in self._features.attachment_kinds

    def check_ready(self) -> None:
        """Raise `ModelError` where it is known without a request that it cannot answer: it has no key or no package, or
        its local server does not run."""
        from handrail.models.providers.errors import subject_of, unreachable

        self._build()
        if self._provider.server is not None and not is_listening(self.base_url or self._provider.base_url):
            raise unreachable(self._provider, subject_of(self._provider, self.base_url))

    async def __aenter__(self) -> Self:
        """Keep connections open over several requests."""
        await (await asyncio.to_thread(self._build)).__aenter__()
        return self

    async def __aexit__(self, *error: Any) -> None:
        await self._build().__aexit__(*error)

    async def respond(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec],
        *,
        observation: Observation | None = None,  # noqa: ARG002
        must_call: bool = False,
        on_text: OnText | None = None,
        on_reasoning: OnText | None = None,
    ) -> ModelReply:
        """Ask the model; see `handrail.models.protocol.Model`.

        After a useless answer (empty, or a call that cannot be read) it is asked once more, with the fault named.

        Raises:
            ProviderError: it cannot answer; one clear sentence, with a ``code``.
        """
        from handrail.models.providers.errors import ProviderError
        from handrail.models.providers.request import ProviderRequest, StreamListeners
        from handrail.models.providers.response import UnusableAnswer, parse_response, read_usage, unreadable
        from handrail.models.providers.retries import Retries

        model = await asyncio.to_thread(self._build)
        offered = callable_names(tools)
        spent = Usage()
        conversation = list(messages)
        retries = Retries(self.retries, self._backoff, self._sleep, self.on_notice)
        settings = self._settings(messages)
        async with model:
            for last in (False, True):
                listeners = StreamListeners(on_text, on_reasoning)
                request = ProviderRequest(model, self.name, conversation, tools, must_call, listeners, settings)
                try:
                    response = await retries.send(request, self._features, self.base_url)
                    spent.add(read_usage(response))
                    return parse_response(response, self.name, offered, must_call=must_call, spent=spent)
                except Exception as error:
                    fault = error if isinstance(error, UnusableAnswer) else unreadable(error, self.name)
                    if fault is None:
                        if isinstance(error, ProviderError):
                            error.usage = spent
                        raise
                    if last:
                        fault.error.usage = spent
                        raise fault.error from None
                    conversation.append(fault.feedback)
        raise AssertionError("the second try returns or raises")

    def _settings(self, messages: Sequence[Message]) -> dict[str, Any]:
        # The SDKs' own retries are off: they would hide from us how long a request takes, and ours honour Retry-After.
        settings = dict[str, Any](request_timeout=self.timeout, timeout=self.timeout, max_retries=0, cache=True)
        if self.effort is not None:
            settings["thinking"] = self.effort
        if self._provider.is_openai_model(self._parsed.model, self.base_url):
            # What begins with the same system prompt and task goes to one machine, which holds that prefix.
            prefix = "\0".join(message.text for message in messages[:2])
            settings["openai_prompt_cache_key"] = hashlib.sha256(prefix.encode()).hexdigest()[:32]
        return settings

    def _build(self) -> Any:
        """Return the model class, made when it is first needed."""
        with self._building:
            if self._model is None:
                from handrail.models.providers.build import attachment_kinds, build
                from handrail.models.providers.request import Features

                self._model = build(self._parsed, self._api_key)
                self._features = Features(attachment_kinds(self._model, self._provider))
        return self._model
