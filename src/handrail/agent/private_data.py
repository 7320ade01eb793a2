"""Values of a task's data that the model does not see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from handrail.errors import UsageError
from handrail.vault.secret import NAME


def split_private(data: Any, names: Sequence[str]) -> tuple[Any, dict[str, str]]:
    """The data without some of its values, and these by name.

    Args:
        data: as the user gave it.
        names: of texts or numbers in it; ``address.street`` is the ``street`` in ``address``.

    Raises:
        UsageError: there is no such value, or it is neither a text nor a number.
    """
    hidden = {name: _value(data, name) for name in dict.fromkeys(names)}
    for name in hidden:
        data = _without(data, name.split("."))
    return (data or None) if hidden else data, hidden


def _value(data: Any, name: str) -> str:
    value = data
    for part in name.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    if not NAME.fullmatch(name) or value is None:
        raise UsageError(f"There is no value {name[:60]!r} in the data.", hint="Name one of its keys, such as iban.")
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise UsageError(f"The value {name!r} of the data is neither a text nor a number.")
    return str(value)


def _without(data: Mapping[str, Any], path: Sequence[str]) -> dict[str, Any]:
    first, *rest = path
    kept = {key: value for key, value in data.items() if key != first}
    return {**kept, first: inner} if rest and (inner := _without(data[first], rest)) else kept
