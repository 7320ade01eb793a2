"""One call of `extract`: from the page to a result, with every way it can fail."""

from __future__ import annotations

import asyncio
from typing import Any

from handrail.browser.types.reading import PageHtml
from handrail.errors import ModelError
from handrail.models.protocol import Model
from handrail.results import Failed, Ok, Result
from handrail.results.data.pages import ExtractData, ExtractSource
from handrail.tools.core.context import Context
from handrail.tools.support.extractor import Extractor, Invalid, TooLong
from handrail.tools.support.json_schema import BadSchema, OutputSchema
from handrail.tools.support.markdown import to_text
from handrail.tools.support.page_parts import heading, split
from handrail.trust import External

PART_TOKENS = 60_000
"""Of a page, in one question: models read more, and miss more of it."""
SMALLEST_PART = 500
MAX_PARTS = 40


class Extraction:
    """One call.

    Args:
        ctx: the page, and the usage that answers are added to.
        model: who reads.
        description, output_schema, within_ref: the tool's parameters.
    """

    def __init__(
        self,
        ctx: Context,
        model: Model,
        description: str,
        output_schema: dict[str, Any] | None,
        within_ref: str | None,
    ) -> None:
        self._ctx = ctx
        self._model = model
        self._description = description
        self._output_schema = output_schema
        self._within_ref = within_ref
        self._origin = ctx.tab.origin

    async def run(self) -> Result[ExtractData]:
        """Return the data, or why there is none."""
        try:
            schema = None if self._output_schema is None else OutputSchema(self._output_schema)
            page = await self._ctx.tab.reader.html(within_ref=self._within_ref, main_only=False)
            # The one place where page text reaches a model without the pipeline in between.
            masked = self._ctx.vault.mask_text(await to_text(page.html.raw, "markdown"))
            text = External(masked, page.html.origin, "page-text")
            if not text:
                return Failed(
                    "empty_page", "There is no text to read.", hint="Wait until it is loaded, or take a screenshot."
                )
            self._origin = text.origin
            return await self._extracted(text, page, schema)
        except BadSchema as bad:
            return self._bad_schema(bad)
        except Invalid as invalid:
            return self._invalid(invalid)
        except TooLong:
            return _too_long()
        except ModelError as error:
            return _model_failed(error)

    async def _extracted(self, text: External, page: PageHtml, schema: OutputSchema | None) -> Result[ExtractData]:
        extractor = Extractor(self._model, self._description, schema, text.origin)
        # A provider's model class is imported to know its window, which costs seconds the first time.
        window = await asyncio.to_thread(lambda: self._model.context_window)
        room = max(SMALLEST_PART, window * 2 // 5)
        budget = min(PART_TOKENS, room)
        while True:
            parts = split(text.raw, budget)
            if len(parts) > MAX_PARTS:
                return _too_long()
            try:
                answer = await extractor.extract(parts, room)
            except ModelError as error:
                # Tokens are estimated before the model counts them; where that was too bold, smaller parts fit.
                if getattr(error, "code", "") != "context_overflow" or budget // 2 < SMALLEST_PART:
                    raise
                budget //= 2
            else:
                return self._ok(answer, parts, page, schema)

    def _ok(self, answer: Any, parts: list[str], page: PageHtml, schema: OutputSchema | None) -> Ok[ExtractData]:
        sources: list[ExtractSource] = [
            {
                "url": self._external(self._ctx.tab.url.raw),
                "part": number,
                "parts": len(parts),
                "begins": self._external(heading(part)),
            }
            for number, part in enumerate(parts, 1)
        ]
        data: ExtractData = {"sources": sources}
        if schema is None:
            data["markdown"] = self._external(answer)
        else:
            data["data"] = self._mark(answer, schema.names)
        if page.missing:
            data["missing"] = list(page.missing)
        return Ok(data)

    def _mark(self, value: Any, known: frozenset[str]) -> Any:
        """Turning text into JSON does not launder it: strings stay External, and names the schema does not know."""
        match value:
            case str():
                return self._external(value)
            case list():
                return [self._mark(part, known) for part in value]
            case dict():
                return {
                    name if name in known else self._external(name): self._mark(part, known)
                    for name, part in value.items()
                }
            case _:
                return value

    def _external(self, text: str) -> External:
        return External(text, self._origin, "extract-result")

    def _invalid(self, invalid: Invalid) -> Failed:
        path = invalid.faults[0].path
        faults = [
            {"path": fault.path, "problem": External(fault.problem, self._origin, "validator-feedback")}
            for fault in invalid.faults
        ]
        return Failed(
            "extract_invalid",
            f"Three answers of the model did not fit the output_schema; the last does not at {path}.",
            hint="Loosen that part of the schema, or ask for less at a time; read_page shows what the page says.",
            details={"path": path, "faults": faults, "answer": self._external(invalid.answer[:1_000])},
        )

    def _bad_schema(self, bad: BadSchema) -> Failed:
        said = External(bad.said, "model", "validator-feedback") if self._ctx.caller == "model" else bad.said
        return Failed(
            "invalid_schema",
            f"The output_schema cannot be used: {bad.reason}.",
            hint="Give a JSON Schema (Draft 2020-12) whose references point into itself.",
            details={"said": said} if said else {},
        )


def _too_long() -> Failed:
    return Failed(
        "too_long",
        "The page, or what was asked for of it, is longer than the model can take in.",
        hint="Give within_ref, or ask for less at a time; search_page and find_elements have no such limit.",
    )


def _model_failed(error: ModelError) -> Failed:
    """Return the failure of a model. A provider's own words may quote the page, so they go into the details."""
    words: str = getattr(error, "detail", "")
    details = {"provider": External(words[:500], "model", "web-service")} if words else {}
    summary: str = getattr(error, "summary", error.message)
    return Failed("model_failed", summary, hint=error.hint, details=details, recoverable=error.retryable)
