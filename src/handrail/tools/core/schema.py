"""JSON Schemas as models are given them."""

from __future__ import annotations

from typing import Any


def without_titles(schema: Any) -> Any:
    """Return a schema without the titles that only cost tokens; a property may be called so."""
    match schema:
        case dict():
            return {
                key: {name: without_titles(part) for name, part in value.items()}
                if key == "properties"
                else without_titles(value)
                for key, value in schema.items()
                if not (key == "title" and isinstance(value, str))
            }
        case list():
            return [without_titles(part) for part in schema]
        case _:
            return schema
