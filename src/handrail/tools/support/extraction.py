"""One call of `extract`: from the page to a result, with every way it can fail. A model is asked one question where the
page fits, and takes notes part by part where it does not."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from functools import cache, partial
from importlib import resources
from typing import Any

from handrail.browser.types.reading import PageHtml
from handrail.errors import ModelError
from handrail.models.protocol import Message, Model, Part
from handrail.models.providers.repair import NO_JSON, find_json
from handrail.results import Failed, Ok, ToolFailed
from handrail.results.data.pages import ExtractData, ExtractSource
from handrail.tools.core.context import Context
from handrail.tools.support.json_schema import BadSchema, OutputSchema, SchemaFault
from handrail.tools.support.markdown import to_text
from handrail.tools.support.page_parts import heading, split, tokens
from handrail.trust import WARNING, External, fence

PART_TOKENS = 60_000
"""Of a page, in one question: models read more, and miss more of it."""
SMALLEST_PART = 500
MAX_PARTS = 40
TRIES = 3
AT_ONCE = 4
GO_ON = 4
"""Times that an answer which hits the output limit is continued."""


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


class Extractor:
    """Extracts from the parts of one page.

    Args:
        model: asked without tools.
        schema: what the answer must fit; None for Markdown.
    """

    def __init__(self, model: Model, description: str, schema: OutputSchema | None, origin: str) -> None:
        self._model = model
        self._wanted = f"What to extract: {description}"
        self._schema = schema
        self._origin = origin

    async def extract(self, parts: Sequence[str], room: int) -> Any:
        """Return the answer: JSON data with a schema, else Markdown. ``room``: tokens for the notes of all parts.

        Raises:
            ToolFailed: three answers did not fit the schema; or the notes taken from the parts, or the answer, are too
                long.
            ModelError: the model does not answer.
        """
        if len(parts) == 1:
            return await self._answer(["The page:", fence(External(parts[0], self._origin, "page-text"))])
        notes = await _together([partial(self._notes, part, n, len(parts)) for n, part in enumerate(parts, 1)])
        taken = "\n\n".join(f"Part {n}:\n{note.strip()}" for n, note in enumerate(notes, 1))
        if tokens(taken) > room:
            raise too_long()
        head = _prompt("notes").format(parts=len(parts))
        return await self._answer([head, fence(External(taken, self._origin, "extract-result"))])

    async def _notes(self, text: str, part: int, parts: int) -> str:
        head = _prompt("part").format(part=part, parts=parts)
        wanted = [self._wanted, *(["It must fit this JSON Schema:\n" + self._schema.text] if self._schema else [])]
        return await self._ask([*wanted, head, fence(External(text, self._origin, "page-text"))])

    async def _answer(self, shown: list[Part]) -> Any:
        if self._schema is None:
            return await self._ask([self._wanted, _prompt("free"), *shown])
        form = _prompt("structured").replace("{schema}", self._schema.text)
        return await self._ask_until_valid(self._schema, [self._wanted, form, *shown])

    async def _ask_until_valid(self, schema: OutputSchema, parts: list[Part]) -> Any:
        """Return an answer that fits, after at most `TRIES`."""
        asked = parts
        earlier: list[Message] = []
        faults: list[SchemaFault] = []
        answer = ""
        for _ in range(TRIES):
            answer = await self._ask(asked, earlier)
            value = find_json(answer)
            faults = [SchemaFault("its root", "the answer is not JSON")] if value is NO_JSON else schema.faults(value)
            if not faults:
                return value
            earlier = [*earlier, Message("user", asked), Message("assistant", [answer])]
            listed = "\n".join(f"{fault.path}: {fault.problem}" for fault in faults)
            asked = [_prompt("again"), fence(External(listed, self._origin, "validator-feedback"))]
        raise self._invalid(faults, answer)

    def _invalid(self, faults: list[SchemaFault], answer: str) -> ToolFailed:
        path, listed = faults[0].path, list[dict[str, Any]]()
        for fault in faults:
            listed.append({"path": fault.path, "problem": External(fault.problem, self._origin, "validator-feedback")})
        shown = External(answer[:1_000], self._origin, "extract-result")
        return ToolFailed(
            Failed(
                "extract_invalid",
                f"Three answers of the model did not fit the output_schema; the last does not at {path}.",
                hint="Loosen that part of the schema, or ask for less at a time; read_page shows what the page says.",
                details={"path": path, "faults": listed, "answer": shown},
            )
        )

    async def _ask(self, parts: list[Part], earlier: Sequence[Message] = ()) -> str:
        """Return the whole of one answer; continued where the output limit cut it."""
        system = Message("system", [_prompt("system").replace("{warning}", WARNING)])
        messages = [system, *earlier, Message("user", parts)]
        texts: list[str] = []
        for _ in range(1 + GO_ON):
            reply = await self._model.respond(messages, [])
            texts.append(reply.text)
            if not reply.truncated:
                return "".join(texts)
            messages += [Message("assistant", [reply.text]), Message("user", [_prompt("go-on")])]
        raise too_long()


def too_long() -> ToolFailed:
    """Return the failure where the page, or what was asked for, is longer than the model can write or read at once."""
    return ToolFailed(
        Failed(
            "too_long",
            "The page, or what was asked for of it, is longer than the model can take in.",
            hint="Give within_ref, or ask for less at a time; search_page and find_elements have no such limit.",
        )
    )


async def _together(work: Sequence[Callable[[], Awaitable[str]]]) -> list[str]:
    """Return all of them, in order, `AT_ONCE` at a time. After a failure no more are started.

    What is running then is waited for, not cancelled: its answer is paid for in any case, and anyio's `connect_tcp`
    leaves a connection open that is cancelled in the moment it is made.
    """
    left = list(enumerate(work))[::-1]
    answers = [""] * len(left)

    async def one_after_another() -> None:
        while left:
            number, ask = left.pop()
            try:
                answers[number] = await ask()
            except BaseException:
                left.clear()
                raise

    workers = (one_after_another() for _ in range(AT_ONCE))
    for outcome in await asyncio.gather(*workers, return_exceptions=True):
        if isinstance(outcome, BaseException):
            raise outcome
    return answers


@cache
def _prompts() -> dict[str, str]:
    text = (resources.files("handrail.tools") / "prompts" / "extract.md").read_text("utf-8")
    found = re.split(r"^# ([\w-]+)\n", text, flags=re.MULTILINE)
    return {name: body.strip() for name, body in zip(found[1::2], found[2::2], strict=True)}


def _prompt(name: str) -> str:
    return _prompts()[name]
