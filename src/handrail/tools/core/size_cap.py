"""Shortens a result that is too long, as a last resort: whole items go, never half a JSON."""

from __future__ import annotations

from typing import Any

from handrail.results import Failed, Ok, Result
from handrail.tools.core.paging import json_size
from handrail.tools.core.table import RESULT_CAP, Record
from handrail.trust import External

_CUT = " […]"
LONG_TEXT = 1_000
"""Characters of one text that an item of a list may keep where the list is too long."""


def fit(result: Result, record: Record) -> Result:
    """Return ``result`` with each part within its cap, saying what was left out. Most handlers page their output."""
    match result:
        case Ok() if json_size(result.data) > record.result_cap:
            result.data = _shorten(result.data, record.result_cap)
            result.truncated = True
        case Failed():
            result.details = _shorten(result.details, RESULT_CAP)
    result.followed = _shorten(result.followed, RESULT_CAP)
    return result


def _shorten(data: dict[str, Any], cap: int) -> dict[str, Any]:
    size = json_size(data)
    if size <= cap:
        return data
    smaller = _shrink(data, cap - 200)
    smaller["left_out"] = f"about {size - json_size(smaller):,} characters; ask for less at a time"
    return smaller


def _shrink(data: dict[str, Any], cap: int) -> dict[str, Any]:
    """Cut the largest part until all fits: a list loses items from its end, a text its tail."""
    data = dict(data)
    while json_size(data) > cap:
        key = max(data, key=lambda name: json_size(data[name]))
        over = json_size(data) - cap
        smaller = _smaller(data[key], over)
        if smaller is None:
            del data[key]
        else:
            data[key] = smaller
    return data


def _smaller(value: Any, over: int) -> Any:
    """Return ``value`` shorter by ``over`` characters where it can be, else as short as it gets; None: take it out."""
    match value:
        case External() if len(value) > len(_CUT):
            return value.map(lambda raw: raw[: max(0, len(raw) - over - len(_CUT))] + _CUT)
        case str() if len(value) > len(_CUT):
            return value[: max(0, len(value) - over - len(_CUT))] + _CUT
        case list() if value:
            kept, size = [_brief(item) for item in value], json_size(value)
            while kept and size - json_size(kept) < over:
                kept = kept[: len(kept) * 3 // 4]
            return kept or None
        case dict() if value:
            return _shrink(value, max(2, json_size(value) - over))
        case _:
            return None


def _brief(item: Any) -> Any:
    """Return an item of a list without the ends of very long texts: they go before whole items do."""
    match item:
        case External():
            return item.map(_brief)
        case str() if len(item) > LONG_TEXT:
            return item[: LONG_TEXT - len(_CUT)] + _CUT
        case dict():
            return {key: _brief(part) for key, part in item.items()}
        case list():
            return [_brief(part) for part in item]
        case _:
            return item
