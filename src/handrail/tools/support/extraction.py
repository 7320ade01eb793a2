"""One call of `extract`: from the page to a result, with every way it can fail."""

from __future__ import annotations

import asyncio
from typing import Any

from handrail.browser.types.reading import PageHtml
from handrail.errors import ModelError
from handrail.models.protocol import Model
from handrail.results import Failed, Ok, ToolFailed
from handrail.results.data.pages import ExtractData, ExtractSource
from handrail.tools.core.context import Context
from handrail.tools.support.extractor import Extractor, too_long
from handrail.tools.support.json_schema import BadSchema, OutputSchema
from handrail.tools.support.markdown import to_text
from handrail.tools.support.page_parts import heading, split
from handrail.trust import External

PART_TOKENS = 60_000
"""Of a page, in one question: models read more, and miss more of it."""
SMALLEST_PART = 500
MAX_PARTS = 40


async def extract_from_page(
    ctx: Context, model: Model, description: str, output_schema: dict[str, Any] | None, within_ref: str | None
) -> Ok[ExtractData]:
    """Return what a model read from the page. Raises `ToolFailed`: why there is nothing."""
    try:
        schema = None if output_schema is None else OutputSchema(output_schema)
        page = await ctx.tab.reader.html(within_ref=within_ref, main_only=False)
        # The one place where page text reaches a model without the pipeline in between.
        text = ctx.vault.mask_text(await to_text(page.html.raw, "markdown"))
        if not text:
            hint = "Wait until it is loaded, or take a screenshot."
            raise ToolFailed(Failed("empty_page", "There is no text to read.", hint=hint))
        extractor = Extractor(model, description, schema, page.html.origin)
        answer, parts = await _ask(extractor, model, text)
    except BadSchema as bad:
        raise _bad_schema(ctx, bad) from bad
    except ModelError as error:
        raise _model_failed(error) from error
    return Ok(_data(ctx, page, schema, answer, parts))


async def _ask(extractor: Extractor, model: Model, text: str) -> tuple[Any, list[str]]:
    """Return the answer, and the parts in which the text was read."""
    # A provider's model class is imported to know its window, which costs seconds the first time.
    window = await asyncio.to_thread(lambda: model.context_window)
    room = max(SMALLEST_PART, window * 2 // 5)
    budget = min(PART_TOKENS, room)
    while True:
        parts = split(text, budget)
        if len(parts) > MAX_PARTS:
            raise too_long()
        try:
            return await extractor.extract(parts, room), parts
        except ModelError as error:
            # Tokens are estimated before the model counts them; where that was too bold, smaller parts fit.
            if getattr(error, "code", "") != "context_overflow" or budget // 2 < SMALLEST_PART:
                raise
            budget //= 2


def _data(ctx: Context, page: PageHtml, schema: OutputSchema | None, answer: Any, parts: list[str]) -> ExtractData:
    def outside(text: str) -> External:
        return External(text, page.html.origin, "extract-result")

    address = outside(ctx.tab.url.raw)
    sources: list[ExtractSource] = [
        {"url": address, "part": number, "parts": len(parts), "begins": outside(heading(part))}
        for number, part in enumerate(parts, 1)
    ]
    data: ExtractData = {"sources": sources}
    if schema is None:
        data["markdown"] = outside(answer)
    else:
        data["data"] = _mark_external(answer, page.html.origin, schema.names)
    if page.missing:
        data["missing"] = list(page.missing)
    return data


def _mark_external(value: Any, origin: str, known: frozenset[str]) -> Any:
    """Return JSON made of outside text, whose strings, and names that the schema does not know, stay External."""
    match value:
        case str():
            return External(value, origin, "extract-result")
        case list():
            return [_mark_external(part, origin, known) for part in value]
        case dict():
            return {
                name if name in known else _mark_external(name, origin, known): _mark_external(part, origin, known)
                for name, part in value.items()
            }
        case _:
            return value


def _bad_schema(ctx: Context, bad: BadSchema) -> ToolFailed:
    said = External(bad.said, "model", "validator-feedback") if ctx.caller == "model" else bad.said
    return ToolFailed(
        Failed(
            "invalid_schema",
            f"The output_schema cannot be used: {bad.reason}.",
            hint="Give a JSON Schema (Draft 2020-12) whose references point into itself.",
            details={"said": said} if said else {},
        )
    )


def _model_failed(error: ModelError) -> ToolFailed:
    """Return the failure of a model. A provider's own words may quote the page, so they go into the details."""
    words: str = getattr(error, "detail", "")
    details = {"provider": External(words[:500], "model", "web-service")} if words else {}
    summary: str = getattr(error, "summary", error.message)
    return ToolFailed(Failed("model_failed", summary, hint=error.hint, details=details, recoverable=error.retryable))
