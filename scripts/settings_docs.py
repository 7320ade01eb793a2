"""What the documentation says of options and settings, read from their declarations."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from handrail.config import SESSION_SETTINGS, Config
from handrail.session_options import session_options


def option_rows() -> Iterator[tuple[str, ...]]:
    """The keyword, flag, setting, default and meaning of each option of a session."""
    for name, declared in session_options().items():
        mark = "yes" if name in SESSION_SETTINGS else ""
        flag = declared.option.flag.replace("/", "`, `")
        yield f"`{name}`", f"`{flag}`", mark, _default(declared.default), _escaped(declared.option.help)


def setting_rows() -> Iterator[tuple[str, ...]]:
    """The name, default and meaning of each setting that is no option of a session."""
    for name, field in Config.model_fields.items():
        if name not in SESSION_SETTINGS:
            yield f"`{name}`", _default(field.default), _escaped(" ".join(field.description.split()))


def _default(value: Any) -> str:
    match value:
        case None | "" | () | frozenset():
            return ""
        case bool() | tuple() | list():
            return f"`{json.dumps(value)}`"
        case _:
            return f"`{value}`"


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")
