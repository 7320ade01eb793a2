"""Marks the text that a tool returns as text from outside, where its author did not say that it takes none."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import wraps
from typing import Any

from handrail.results import Failed, Result
from handrail.tools.core.context import Context
from handrail.trust import External


def marking_text(handler: Callable[[Context, Any], Awaitable[Result[Any]]]) -> Callable[[Context, Any], Any]:
    """Return the handler, whose results hold no text of their data that a model could take for ours."""

    @wraps(handler)
    async def marked(ctx: Context, p: Any) -> Result[Any]:
        result = await handler(ctx, p)
        if ctx.caller != "model":
            return result
        if isinstance(result, Failed):
            return replace(result, details=_external(result.details))
        return replace(result, data=_external(result.data))

    return marked


def _external(value: Any) -> Any:
    match value:
        case str():
            return External(value, "tool", "web-service")
        case dict():
            return {key: _external(part) for key, part in value.items()}
        case list() | tuple():
            return [_external(part) for part in value]
        case _:
            return value
