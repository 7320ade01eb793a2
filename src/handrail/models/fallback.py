"""Several models as one: where the first cannot answer, the next is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

from handrail.errors import ModelError, UsageError
from handrail.models.protocol import Message, Model, ModelReply, ToolSpec, Usage, reads_documents

if TYPE_CHECKING:
    from handrail.models.providers.errors import ErrorCode

FALLBACK_CODES: frozenset[ErrorCode] = frozenset(
    ("provider_down", "unreachable", "rate_limited", "timeout", "no_quota", "wrong_key", "unknown_model", "bad_answer")
)
"""Faults of a provider or its account. A fault of the conversation (too long, refused) would only move on with it."""


class Fallback:
    """A chain of models that is itself a model. After a change of model it stays with the new one.

    Args:
        models: in order of preference.
        on_notice: called with a sentence that names the next model and the reason for the change.

    Raises:
        UsageError: no models.
    """

    def __init__(self, models: Sequence[Model], *, on_notice: Callable[[str], None] | None = None) -> None:
        if not models:
            raise UsageError("A chain of models needs at least one.")
        self.models = tuple(models)
        self._index = 0
        self._open: AsyncExitStack | None = None
        self._opened: list[Model] = []
        self.on_notice = on_notice
        """Called with a notice of every change of model, and with the notices of each model."""
        for model in self.models:
            if hasattr(model, "on_notice"):
                model.on_notice = self._notify

    @property
    def reads_documents(self) -> bool:
        """Whether each of them is known to read PDFs."""
        return all(map(reads_documents, self.models))

    @property
    def name(self) -> str:
        return "|".join(model.name for model in self.models)

    @property
    def current(self) -> Model:
        """The model that answers next."""
        return self.models[self._index]

    @property
    def context_window(self) -> int:
        """That of the current model; one that cannot be set up is skipped."""
        while True:
            at = self._index
            try:
                return self.models[at].context_window
            except ModelError as error:
                if at == len(self.models) - 1 or not self._can_continue(error):
                    raise
                self._advance(at, error)

    async def __aenter__(self) -> Self:
        """Keep the connections of the model in use open over several requests. That is loaded now, which takes seconds:
        a run's time begins then."""
        self._open = AsyncExitStack()
        # Whether another one takes its place is found when it is asked.
        with suppress(ModelError):
            await self._keep_open(self.current)
        return self

    async def __aexit__(self, *error: Any) -> None:
        stack, self._open, self._opened = self._open, None, []
        if stack is not None:
            await stack.__aexit__(*error)

    async def respond(self, messages: Sequence[Message], tools: Sequence[ToolSpec], **options: Any) -> ModelReply:
        """Ask the current model, and those after it where it cannot answer; see `handrail.models.protocol.Model`. The
        usage includes that of useless answers on the way. Raises `ModelError`: none of them can, each with its
        sentence; or the fault is one that another model cannot help."""
        failed: list[ModelError] = []
        spent = Usage()
        while True:
            at = self._index
            try:
                await self._keep_open(self.models[at])
                reply = await self.models[at].respond(messages, tools, **options)
                spent.add(reply.usage)
                return replace(reply, usage=spent)
            except ModelError as error:
                failed.append(error)
                error.was_asked = any(one.was_asked for one in failed)
                spent.add(error.usage or Usage())
                error.usage = spent
                if not self._can_continue(error):
                    raise
                if at == len(self.models) - 1:
                    self._index = 0
                    if len(failed) > 1:
                        error.message = "None of the models answered. " + " ".join(map(_summary, failed))
                    raise
                self._advance(at, error)

    def _advance(self, at: int, error: ModelError) -> None:
        # Long pages are read in parts concurrently: another request may have changed the model already.
        if self._index == at:
            self._index += 1
            self._notify(f"{_summary(error)} Going on with {self.current.name}.")

    def _notify(self, notice: str) -> None:
        if self.on_notice is not None:
            self.on_notice(notice)

    async def _keep_open(self, model: Model) -> None:
        """Open a model's connections when it is first asked: later models may never be, and may have no key."""
        if self._open is not None and model not in self._opened:
            self._opened.append(model)
            if isinstance(model, AbstractAsyncContextManager):
                await self._open.enter_async_context(model)

    def _can_continue(self, error: ModelError) -> bool:
        # Without a code it could not even be set up: its package is missing.
        return not error.code or error.code in FALLBACK_CODES


def _summary(error: ModelError) -> str:
    """Return the error in our own words, without the provider's."""
    return str(getattr(error, "summary", error.message))
