"""Takes values out of the user's data that a model does not see."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from handrail.errors import UsageError
from handrail.vault.secret import NAME


def split_private(data: Any, names: Sequence[str]) -> tuple[Any, dict[str, str]]:
    """Return the user's data without some of its texts and numbers, and these by name: ``address.street`` is the
    ``street`` in ``address``. Raise `UsageError` where there is no such value, or it is neither."""
    data, hidden = deepcopy(data) if names else data, dict[str, str]()
    for name in dict.fromkeys(names):
        *path, last = name.split(".")
        holder = data
        for key in path:
            holder = holder.get(key) if isinstance(holder, dict) else None
        value = holder.get(last) if isinstance(holder, dict) else None
        if not NAME.fullmatch(name) or holder is None or value is None:
            raise UsageError(
                f"There is no value {name[:60]!r} in the data.", hint="Name one of its keys, such as iban."
            )
        if isinstance(value, bool) or not isinstance(value, (str, int, float)):
            raise UsageError(f"The value {name!r} of the data is neither a text nor a number.")
        hidden[name] = str(holder.pop(last))
    return (data or None) if hidden else data, hidden
