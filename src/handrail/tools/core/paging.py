"""Cuts a result into pages: whole items, whole lines, and a cursor that says where the rest begins."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, Field

from handrail.results import Failed, NextCall, Ok, ToolFailed
from handrail.results.result import Data
from handrail.trust import plain

T = TypeVar("T")
Cursor = Annotated[str | None, Field(description="Where to go on, from `next` of the last result.")]

_OFFSET = re.compile(r"\d{1,9}", re.ASCII)

ROOM = 7_400
"""Characters of JSON that items or text may take: the cap of a result less what stands around them."""
LEAST_ROOM = 200
"""The same of a piece of text, however much stands around it: names of a file's parts may be of any length."""


def json_size(value: Any) -> int:
    """Return the characters that ``value`` takes as JSON."""
    return len(json.dumps(plain(value), ensure_ascii=False))


def first_that_fit(items: Sequence[T], room: int = ROOM) -> list[T]:
    """Return as many of the first items as fit, and at least one where there is one."""
    taken: list[T] = []
    for item in items:
        room -= json_size(item) + 2
        if room < 0 and taken:
            break
        taken.append(item)
    return taken


def bad_cursor(tool_name: str) -> ToolFailed:
    """Return the error for a cursor that no result of a tool gave."""
    hint = "Use the cursor in `next` of the last result, or leave it out to start at the beginning."
    return ToolFailed(Failed("bad_cursor", f"This is not a cursor of {tool_name}.", hint=hint))


def offset_of(tool_name: str, cursor: str | None) -> int:
    """Return how many items a cursor says were shown. Raises `ToolFailed`: it says nothing of the kind."""
    if cursor is not None and not _OFFSET.fullmatch(cursor):
        raise bad_cursor(tool_name)
    return int(cursor or 0)


def page_of(tool_name: str, params: BaseModel, data: Data, reached: int, total: int, more: bool) -> Ok[Data]:
    """Return the result, and the call that goes on after item ``reached`` where there is more."""
    return Ok(data, next=next_call(tool_name, params, str(reached) if more and reached < total else None))


def next_call(tool_name: str, params: BaseModel, cursor: str | None) -> NextCall | None:
    """Return the same call, from where a cursor says; None without one."""
    if cursor is None:
        return None
    return NextCall(tool_name, {**params.model_dump(exclude_defaults=True), "cursor": cursor})


@dataclass(frozen=True, slots=True)
class TextPage:
    """A piece of a long text. ``cursor`` is where the rest begins, None at the end; ``changed``: it is no longer the
    text that the cursor was made for."""

    text: str
    start: int
    cursor: str | None
    changed: bool


def text_page(tool_name: str, whole: str, cursor: str | None, max_chars: int, room: int | None) -> TextPage:
    """Return the piece of ``whole`` that ``cursor`` names, cut where a paragraph, line or word ends.

    Args:
        cursor: as `TextPage.cursor` gave it.
        room: characters of its JSON, taken for `LEAST_ROOM` where it is less; None for no limit.

    Raises:
        ToolFailed: the cursor is none of this text.
    """
    digest = sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    start, made_for = 0, digest
    if cursor is not None:
        number, _, made_for = cursor.partition("-")
        start = offset_of(tool_name, number)
        if not made_for or start > len(whole):
            raise bad_cursor(tool_name)
    text = whole[start : start + max_chars]
    if room is not None:
        room = max(room, LEAST_ROOM)
        while json_size(text) > room:
            text = text[: max(1, min(len(text) - 1, len(text) * room // json_size(text)))]
    if start + len(text) < len(whole):
        text = text[: _good_end(text)]
    end = start + len(text)
    return TextPage(text, start, f"{end}-{digest}" if end < len(whole) else None, made_for != digest)


def _good_end(text: str) -> int:
    for mark in ("\n\n", "\n", " "):
        at = text.rfind(mark, len(text) * 3 // 4)
        if at > 0:
            return at + len(mark)
    return len(text)
