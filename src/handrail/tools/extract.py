"""Extract: a model reads the page and hands over data or a summary."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from handrail.results import Failed, Result
from handrail.results.data.pages import ExtractData
from handrail.tools.core.context import Context
from handrail.tools.core.element_params import PartRef
from handrail.tools.core.table import Params, Security, tool

RESULT_CAP = 40_000
"""Data that was validated arrives whole or not at all, so it may take more than other results."""


class Extract(Params):
    description: str = Field(min_length=1, max_length=4_000)
    """What to extract.

    In plain words: which things, which fields, how many."""
    output_schema: dict[str, Any] | None = None
    """A JSON Schema for the data; without it the answer is Markdown."""
    within_ref: PartRef | None = None
    """Read only this element."""


@tool(
    effect="read",
    needs=("model",),
    example={
        "description": "the name and monthly price of every plan",
        "output_schema": {
            "type": "object",
            "properties": {
                "plans": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {"name": {"type": "string"}, "price": {"type": "number"}},
                        "required": ["name", "price"],
                    },
                }
            },
            "required": ["plans"],
        },
    },
    label="Extract from the page[: {what}]",
    label_keys=("description",),
    rare=True,
    result_cap=RESULT_CAP,
    security=Security(reads_page=True, changes_state=False, sends_data=True, takes_text=True),
)
async def extract(ctx: Context, p: Extract) -> Result[ExtractData]:
    """Have a model read the whole page for what must be understood or structured.

    It returns data that fits `output_schema`, or Markdown. It costs a model call or more: use it for what must be put
    together or structured, and `search_page` or `find_elements` for counting and finding. Fails with the part that did
    not validate after three tries.
    """
    if ctx.model is None or ctx.model.name == "offline":
        return Failed(
            "no_model",
            "extract needs a language model, and none is configured.",
            hint="Use search_page, find_elements or read_page; or configure a model.",
            recoverable=False,
        )
    # Schema validation is slow to import, and listing the tools needs none of it.
    from handrail.tools.support.extraction import extract_from_page

    return await extract_from_page(ctx, ctx.model, p.description, p.output_schema, p.within_ref)
