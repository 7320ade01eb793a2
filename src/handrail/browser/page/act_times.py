"""Notes when an act on a page was given, for calls that fail after it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from handrail.browser.clock import loop_time
from handrail.browser.page.page_context import PageContext


class _Actions(Protocol):
    @property
    def _core(self) -> PageContext: ...


A = TypeVar("A", bound=_Actions)
T = TypeVar("T")
P = ParamSpec("P")


def note_time(act: Callable[Concatenate[A, P], Awaitable[T]]) -> Callable[Concatenate[A, P], Coroutine[Any, Any, T]]:
    """Return the act, which notes in its page when it was given. (Presses and keys are noted one by one.)"""

    @wraps(act)
    async def give(actions: A, /, *args: P.args, **kwargs: P.kwargs) -> T:
        result = await act(actions, *args, **kwargs)
        actions._core.acted_at = loop_time()
        return result

    return give
