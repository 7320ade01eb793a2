"""Cookies and local storage from a file, with a clear word where it is none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from handrail.errors import UsageError


def read_state(path: Path | None) -> Any:
    """What `save_state` wrote, None where no file is named.

    Raises:
        UsageError: it cannot be read, or is something else.
    """
    if path is None:
        return None
    try:
        state = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise UsageError(f"The storage state {path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise no_state(path) from error
    if not isinstance(state, dict) or not all(isinstance(state.get(part, []), list) for part in ("cookies", "origins")):
        raise no_state(path)
    return state


def no_state(path: Path | None) -> UsageError:
    return UsageError(f"{path} is not a storage state.", hint="Use a file that save_state wrote.")
