"""Puts a value into a field of a form by the tool that its kind takes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict

from handrail.browser.types.element_names import element_text
from handrail.browser.types.errors import BrowserError
from handrail.results import Ok, Result
from handrail.tools.core.context import Context
from handrail.tools.core.table import PlannedCall
from handrail.trust import plain

YES = frozenset(("true", "yes", "on", "1", "checked"))
NO = frozenset(("false", "no", "off", "0", "unchecked", ""))
_REF = re.compile(r"e\d+")
_BOXES = frozenset(("checkbox", "radio", "switch"))


class FormValue(BaseModel):
    """A field of a form, and what to put into it."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    ref: Annotated[str, BeforeValidator(element_text)]
    """Its ref or label."""
    value: bool | str | list[str]
    """Text, the options to choose, or whether a box is checked."""


async def put_value(ctx: Context, field: FormValue, *, submit: bool) -> tuple[str, Result[Any]]:
    """Fill in a field by the tool that its kind takes; a text may go into any kind."""
    *others, last = await _likely_first(ctx, field.ref, ways_of(field, submit=submit))
    for name, params in others:
        result = await ctx.perform(name, **params)
        if result.code != "wrong_element":
            return await _take_suggestion(ctx, field, result) if name == "fill" else (name, result)
    return last[0], await ctx.perform(last[0], **last[1])


def ways_of(field: FormValue, *, submit: bool) -> list[PlannedCall]:
    """Return the calls that may fill in a field, the next one if it is of no kind for those before."""
    value = field.value
    if isinstance(value, bool):
        return [("check" if value else "uncheck", {"ref": field.ref})]
    if isinstance(value, list):
        return [("select", {"ref": field.ref, "values": value})]
    fill: PlannedCall = ("fill", {"ref": field.ref, "value": value, **({"submit": True} if submit else {})})
    word = value.strip().lower()
    boxes: list[PlannedCall] = [("check" if word in YES else "uncheck", {"ref": field.ref})] if word in YES | NO else []
    return [fill, *boxes, ("select", {"ref": field.ref, "values": value})]


async def _likely_first(ctx: Context, ref: str, ways: list[PlannedCall]) -> list[PlannedCall]:
    """Return the ways in an order in which the first fits what a ref stands for: a step that fails says nothing to a
    person. What a label stands for only the call itself finds out."""
    if len(ways) == 1 or not _REF.fullmatch(ref):
        return ways
    try:
        element = (await ctx.tab.reader.element(ref)).element
    except BrowserError:
        return ways
    kinds = ("check", "uncheck") if element.role in _BOXES else ("select",) if element.tag == "select" else ()
    return sorted(ways, key=lambda way: way[0] not in kinds)


async def _take_suggestion(ctx: Context, field: FormValue, result: Result[Any]) -> tuple[str, Result[Any]]:
    """Choose what a field suggests that has the very words of its value; return the last call and its result."""
    value = str(field.value)
    if result.ok and (same := _same_suggestion(result.data, value)) is not None:
        chosen = await ctx.perform("click", ref=same)
        if chosen.code == "not_permitted":
            return "click", chosen
        if chosen.ok:
            # What the field held before the choice says nothing of it.
            followed = merge_effects(result.followed, chosen.followed)
            return "click", Ok({"ref": result.data["ref"]}, target=result.target, followed=followed)
        # The list was made anew, or does not take what is chosen already.
        return "select", await ctx.perform("select", ref=field.ref, values=value)
    return "fill", result


def _same_suggestion(filled: Mapping[str, Any], value: str) -> str | None:
    """Return the ref of the suggestion with the very words: a list's own field holds nothing until one is chosen."""
    same = [one["ref"] for one in filled.get("suggestions", ()) if plain(one.get("name")) == value]
    return str(same[0]) if len(same) == 1 else None


def merge_effects(before: Mapping[str, Any], then: Mapping[str, Any]) -> dict[str, Any]:
    """Return what followed two calls: their lists one after the other; of anything else, what followed the second."""
    lists = {key: [*before[key], *value] for key, value in then.items() if isinstance(value, list) and key in before}
    return {**before, **then, **lists}
