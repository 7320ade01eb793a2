"""What a handler's caller gets: failures that were raised within it, and text marked as text from outside where the
tool's author did not say that it takes none."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import wraps
from typing import Any

from handrail.documents.errors import DocumentError
from handrail.results import Failed, Result, ToolFailed
from handrail.tools.core.context import Context
from handrail.trust import External

Handler = Callable[[Context, Any], Awaitable[Result[Any]]]


def returning_failures(handler: Handler) -> Handler:
    """Return the handler, which returns the failures that what it calls raises."""

    @wraps(handler)
    async def return_failures(ctx: Context, p: Any) -> Result[Any]:
        try:
            return await handler(ctx, p)
        except ToolFailed as failed:
            return failed.result
        except DocumentError as error:
            return Failed(error.code, error.message, hint=error.hint or "Choose another file.")

    return return_failures


def marking_text(handler: Handler) -> Handler:
    """Return the handler, whose results hold no text of their data that a model could take for ours."""

    @wraps(handler)
    async def mark_external(ctx: Context, p: Any) -> Result[Any]:
        result = await handler(ctx, p)
        if ctx.caller != "model":
            return result
        if isinstance(result, Failed):
            return replace(result, details=_external(result.details))
        return replace(result, data=_external(result.data))

    return mark_external


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
