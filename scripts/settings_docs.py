"""What the documentation says of options and settings, read from their declarations."""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Iterator
from itertools import pairwise
from types import ModuleType
from typing import Any

from handrail import config
from handrail.browser.types.options import BrowserOptions
from handrail.config import SESSION_SETTINGS, Config
from handrail.options import described_args
from handrail.session import Session
from handrail.session_options import SessionOptions, option_texts, session_options


def option_rows() -> Iterator[tuple[str, ...]]:
    """The keyword, flag, setting, default and meaning of each option of a session."""
    for name, declared in session_options().items():
        mark = "yes" if name in SESSION_SETTINGS else ""
        flag = declared.option.flag.replace("/", "`, `")
        yield f"`{name}`", f"`{flag}`", mark, _default(declared.default), _escaped(declared.option.help)


def program_option_rows() -> Iterator[tuple[str, ...]]:
    """The keyword, default and meaning of each option of a session that has no flag."""
    defaults = {
        name: one.default
        for owner in (Session.__init__, SessionOptions, BrowserOptions)
        for name, one in inspect.signature(owner).parameters.items()
    }
    texts = described_args(Session) | option_texts()
    for name, text in texts.items():
        if name not in session_options() and name != "options":
            yield f"`{name}`", _default(defaults[name]), _escaped(text.replace("``", "`"))


def setting_rows() -> Iterator[tuple[str, ...]]:
    """The name, default and meaning of each setting that is no option of a session."""
    texts = _texts_below_fields(config)
    for name, field in Config.model_fields.items():
        if name not in SESSION_SETTINGS:
            yield f"`{name}`", _default(field.default), _escaped(" ".join(texts[name].split()))


def _texts_below_fields(module: ModuleType) -> dict[str, str]:
    """What stands below each field of the classes of a module, as a string of its own."""
    texts = {}
    for found in ast.walk(ast.parse(inspect.getsource(module))):
        for field, below in pairwise(found.body if isinstance(found, ast.ClassDef) else []):
            match field, below:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                    texts[name] = text
    return texts


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
