"""The last resort for a result that is too long: whole items go, never half a JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from handrail.tools.result import Ok, Result
from handrail.trust import External, plain

if TYPE_CHECKING:
    from handrail.tools.table import Record

_CUT = " […]"


def fit(result: Result, record: Record) -> Result:
    """``result`` within its record's cap, saying what was left out. Handlers page their own output; few come here."""
    if not isinstance(result, Ok) or _size(result.data) <= record.result_cap:
        return result
    whole = _size(result.data)
    result.data = _shrink(result.data, record.result_cap - 200)
    result.data["left_out"] = f"about {whole - _size(result.data):,} characters; ask for less at a time"
    result.truncated = True
    return result


def _size(data: Any) -> int:
    return len(json.dumps(plain(data), ensure_ascii=False))


def _shrink(data: dict[str, Any], cap: int) -> dict[str, Any]:
    """Cut the largest part until all fits: a list loses items from its end, a text its tail."""
    data = dict(data)
    while _size(data) > cap:
        key = max(data, key=lambda name: _size(data[name]))
        over = _size(data) - cap
        smaller = _smaller(data[key], over)
        if smaller is None:
            del data[key]
        else:
            data[key] = smaller
    return data


def _smaller(value: Any, over: int) -> Any:
    """``value`` shorter by ``over`` characters where it can be, else as short as it gets; None: take it out."""
    match value:
        case External() if len(value) > len(_CUT):
            return value.map(lambda raw: raw[: max(0, len(raw) - over - len(_CUT))] + _CUT)
        case str() if len(value) > len(_CUT):
            return value[: max(0, len(value) - over - len(_CUT))] + _CUT
        case list() if value:
            kept, size = list(value), _size(value)
            while kept and size - _size(kept) < over:
                kept = kept[: len(kept) * 3 // 4]
            return kept or None
        case dict() if value:
            return _shrink(value, max(2, _size(value) - over))
        case _:
            return None
