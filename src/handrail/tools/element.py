"""Describe one element, without a model."""

from __future__ import annotations

from typing import cast

from handrail.results import Ok, Result
from handrail.results.data.elements import ElementInfoData
from handrail.tools.core.context import Context
from handrail.tools.core.element_params import Ref, element_data
from handrail.tools.core.table import Params, Security, tool


class OneElement(Params):
    ref: Ref
    """The element."""


@tool(
    effect="read",
    example={"ref": "e12"},
    label="Inspect an element[: {what}]",
    rare=True,
    security=Security(reads_page=True, changes_state=False, sends_data=False, takes_text=True),
)
async def element_info(ctx: Context, p: OneElement) -> Result[ElementInfoData]:
    """All of one element: states, value, attributes, box, what covers it.

    Also role and name; addresses are whole; of an editor which words are bold or in italics.
    The box is left, top, width and height in its window, in CSS pixels. Secret values are dots. A stale ref fails."""
    found = await ctx.tab.reader.element(p.ref)
    data = cast(ElementInfoData, element_data(found.element))
    data["value"] = None if found.value is None else found.value.shorten(1_000)
    data["box"] = list(found.box)
    if found.covered_by is not None:
        ref, role, name = found.covered_by
        data["covered_by"] = {"ref": ref, "role": role, "name": name}
    if found.marked:
        data["marked"] = [{"text": text, "mark": mark} for text, mark in found.marked]
    if found.unlisted:
        data["left_out"] = f"{found.unlisted} more attributes; find_elements gives those that it is asked for."
    return Ok(data)
