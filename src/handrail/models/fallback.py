"""Several models as one: where the first cannot answer, the next is asked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from handrail.errors import ModelError, UsageError
from handrail.models.protocol import Message, Model, ModelReply, ToolSpec, Usage

if TYPE_CHECKING:
    from handrail.models.providers.errors import Code

ANOTHER_HELPS: frozenset[Code] = frozenset(
    ("provider_down", "unreachable", "rate_limited", "timeout", "no_quota", "wrong_key", "unknown_model", "bad_answer")
)
"""What lies with a provider or its account. What lies with the conversation (too long, refused) would only move on."""


class Fallback:
    """A chain of models that is itself one. Once it has gone on to the next model, it stays with that one.

    Args:
        models: in order of preference.
        on_notice: told, in a sentence, that it goes on to another model, and why.
        also: further codes of `ProviderError` to go on after, such as ``refused`` or ``context_overflow``.

    Raises:
        UsageError: no models.
    """

    def __init__(
        self,
        models: Sequence[Model],
        *,
        on_notice: Callable[[str], None] | None = None,
        also: Collection[Code] = (),
    ) -> None:
        if not models:
            raise UsageError("A chain of models needs at least one.")
        self.models = tuple(models)
        self._after = ANOTHER_HELPS | frozenset(also)
        self._at = 0
        self._open: AsyncExitStack | None = None
        self._opened: list[Model] = []
        self.on_notice = on_notice

    @property
    def on_notice(self) -> Callable[[str], None] | None:
        """Told of every change of model, and of what each model itself has to say."""
        return self._on_notice

    @on_notice.setter
    def on_notice(self, listener: Callable[[str], None] | None) -> None:
        self._on_notice = listener
        for model in self.models:
            if hasattr(model, "on_notice"):
                model.on_notice = listener

    @property
    def name(self) -> str:
        return "|".join(model.name for model in self.models)

    @property
    def current(self) -> Model:
        """The model that is asked next."""
        return self.models[self._at]

    @property
    def context_window(self) -> int:
        """That of the model that is asked next; one that cannot be set up is passed over."""
        while True:
            at = self._at
            try:
                return self.models[at].context_window
            except ModelError as error:
                if at == len(self.models) - 1 or not self._helps(error):
                    raise
                self._go_on_from(at, error)

    async def __aenter__(self) -> Self:
        """Keep the connections of the model in use open over several requests."""
        self._open = AsyncExitStack()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        stack, self._open, self._opened = self._open, None, []
        if stack is not None:
            await stack.__aexit__(kind, error, trace)

    async def respond(self, messages: Sequence[Message], tools: Sequence[ToolSpec], **options: Any) -> ModelReply:
        """Ask the model in use, and where it cannot answer the ones after it; see `handrail.models.protocol.Model`.
        What answers of no use cost on the way counts with what came in the end.

        Raises:
            ModelError: none of them can, each with its sentence; or one failed in a way that another cannot help with.
        """
        failed: list[ModelError] = []
        spent = Usage()
        while True:
            at = self._at
            try:
                await self._keep_open(self.models[at])
                reply = await self.models[at].respond(messages, tools, **options)
                spent.add(reply.usage)
                return replace(reply, usage=spent)
            except ModelError as error:
                failed.append(error)
                spent.add(error.usage or Usage())
                error.usage = spent
                if not self._helps(error):
                    raise
                if at == len(self.models) - 1:
                    self._at = 0
                    _tell_of_all(failed)
                    raise
                self._go_on_from(at, error)

    def _go_on_from(self, at: int, error: ModelError) -> None:
        # Long pages are read in parts, side by side: another request may have gone on already.
        if self._at == at:
            self._at += 1
            if self._on_notice is not None:
                self._on_notice(f"{_summary(error)} Going on with {self.current.name}.")

    async def _keep_open(self, model: Model) -> None:
        """Opened when first asked: the ones further down may never be, and may have no key."""
        if self._open is not None and model not in self._opened:
            self._opened.append(model)
            if isinstance(model, AbstractAsyncContextManager):
                await self._open.enter_async_context(model)

    def _helps(self, error: ModelError) -> bool:
        # Without a code it could not even be set up: its package is missing.
        return not error.code or error.code in self._after


def _summary(error: ModelError) -> str:
    """Our own words about an error, without what the provider said."""
    return str(getattr(error, "summary", error.message))


def _tell_of_all(failed: list[ModelError]) -> None:
    """Let the last error say what became of those before it too."""
    if len(failed) > 1:
        failed[-1].message = "None of the models answered. " + " ".join(_summary(error) for error in failed)
