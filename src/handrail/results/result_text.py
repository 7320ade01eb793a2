"""What a page says in the data of a result, as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from handrail.trust import External, plain


def result_text(tool: str, data: Mapping[str, Any]) -> str:
    """Return what a tool read, and how much of it there is. Words of our own (roles, refs, whether something is seen)
    are left out."""
    rest = dict(data)
    found = [_as_it_stands(plain(one)) for one in rest.pop("matches", [])] if tool == "search_page" else []
    counts = [f"{key}: {len(value)}" for key, value in data.items() if isinstance(value, list)]
    return "\n".join([*found, *_values(rest), *counts])


def without_refs(value: Any) -> Any:
    """Return data of a result without our refs, and without what is in view of a page: for whoever reads the page and
    its changes and does not act on it. A field of the page's that is called ``ref`` stays."""
    match value:
        case dict():
            kept = (item for item in value.items() if item[0] != "in_view")
            return {key: without_refs(part) for key, part in kept if not (key == "ref" and isinstance(part, str))}
        case list():
            return [without_refs(part) for part in value]
        case _:
            return value


def _values(value: Any, key: str = "text") -> Iterator[str]:
    """Yield what the page says in a result, and what was counted, each with its key but for the text itself."""
    match value:
        case dict():
            for name, part in value.items():
                yield from _values(part, name)
        case list():
            for part in value:
                yield from _values(part, key)
        case External() | int() | float() if not isinstance(value, bool):
            words = str(plain(value))
            yield words if key == "text" or "\n" in words else f"{key}: {words}"


def _as_it_stands(match: dict[str, Any]) -> str:
    """Return a match between the words around it: apart, a value would stand beside the wrong name."""
    page = f"page {match['page']}\n" if "page" in match else ""
    return f"{page}{match['heading']}\n{match['before']}{match['match']}{match['after']}"
