"""The reference of the Python API as Markdown: signatures and docstrings of what `import handrail` offers."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any, NotRequired, get_origin, get_type_hints

import handrail
from handrail.tool_methods import ToolMethods
from handrail.tools.core.table import own_records
from scripts.tool_methods import data_type

CLASSES = ("Session", "SyncSession", "Browser", "Agent", "RunResult", "Ok", "Failed", "ToolFailed")
ERRORS = ("HandrailError", "UsageError", "NoBrowser", "BrowserError", "ModelError")
_SECTION = re.compile(r"^(Args|Attributes|Returns|Raises):\n((?:(?: .*)?\n)*(?: .*)?)", re.MULTILINE)
_QUOTED = re.compile(r"(: |-> )(['\"])(.*?)\2(?=[,)= ]|$)")
"""An annotation as `inspect` shows it: a string."""
_ENTRY = re.compile(r"^    (\S[^:\n]*): (.*(?:\n {5,}.*)*)", re.MULTILINE)
_OPTIONS = re.compile(r"^Options:\n.*", re.DOTALL | re.MULTILINE)
"""What `help()` shows of options; the page of settings has the same as a table."""


def api_reference() -> str:
    """Every public name: its signature, what it does, and its members."""
    parts = [part for name in CLASSES for part in _class(name, getattr(handrail, name))]
    parts += _function(handrail.run, "run", level=2)
    parts += _class("External", handrail.External)
    parts += ["## Errors", "\n".join(f"- `{name}`: {_first_lines(getattr(handrail, name))}" for name in ERRORS)]
    return "\n\n".join(parts)


def data_table() -> Iterator[tuple[str, str]]:
    """The name of each tool, and the keys of the data that its result has; a question mark follows one that may be
    absent."""
    for record in own_records():
        data = data_type(record)
        hints = get_type_hints(data, include_extras=True) if data is not None else {}
        optional = data.__optional_keys__ if data is not None else ()
        keys = [f"`{key}`" + "?" * (key in optional or get_origin(hint) is NotRequired) for key, hint in hints.items()]
        yield f"`{record.name}`", ", ".join(keys)


def _class(name: str, cls: type) -> Iterator[str]:
    yield f"## {name}"
    if not hasattr(cls, "__dataclass_fields__"):
        yield _code(f"{name}{_parameters(cls)}")
    yield _markdown(inspect.getdoc(cls) or "")
    known = dict(_members(handrail.Session)) if cls is handrail.SyncSession else {}
    for member, value in _members(cls):
        if member in known and member != "tab":
            continue
        if isinstance(value, property):
            returned = str(inspect.signature(value.fget).return_annotation) if value.fget else ""
            yield f"### {name}.{member}"
            yield f"`{returned}`. {_markdown(inspect.getdoc(value) or '')}".strip()
        else:
            yield from _function(value, f"{name}.{member}", level=3)


def _members(cls: type) -> Iterator[tuple[str, Any]]:
    """The public methods and properties of a class, in the order of the code, without the tools' methods."""
    seen: set[str] = set(vars(ToolMethods))
    for base in cls.__mro__:
        if base.__module__.startswith("handrail.") and "tool_methods" not in base.__module__:
            for name, value in vars(base).items():
                if not name.startswith("_") and name not in seen and (inspect.isfunction(value) or _has_text(value)):
                    seen.add(name)
                    yield name, value


def _has_text(value: Any) -> bool:
    return isinstance(value, property) and bool(value.__doc__)


def _function(function: Any, name: str, *, level: int) -> Iterator[str]:
    yield f"{'#' * level} {name}"
    is_async = "async " if inspect.iscoroutinefunction(function) else ""
    yield _code(f"{is_async}{name.rpartition('.')[2]}{_parameters(function)}")
    yield _markdown(inspect.getdoc(function) or "")


def _parameters(function: Any) -> str:
    """A signature without ``self``, a parameter on each line where it is long."""
    found = inspect.signature(function)
    kept = [one for one in found.parameters.values() if one.name != "self"]
    text = _unquoted(str(found.replace(parameters=kept))).removesuffix(" -> None")
    if len(text) < 90:
        return text
    head, arrow, returned = text.rpartition(") -> ") if ") -> " in text else (text.removesuffix(")"), ")", "")
    marks = [inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.KEYWORD_ONLY]
    lines, kinds = [], [one.kind for one in kept]
    for at, one in enumerate(kept):
        if one.kind is marks[1] and (at == 0 or kinds[at - 1] is not marks[1]):
            lines.append("*")
        lines.append(_unquoted(str(one)))
        if one.kind is marks[0] and (at + 1 == len(kept) or kinds[at + 1] is not marks[0]):
            lines.append("/")
    assert head, "a long signature has parameters"
    return "(\n" + "".join(f"    {line},\n" for line in lines) + (f") -> {returned}" if "->" in arrow else ")")


def _unquoted(signature: str) -> str:
    return _QUOTED.sub(r"\1\3", signature)


def _code(text: str) -> str:
    return f"```py\n{text}\n```"


def _first_lines(cls: type) -> str:
    return " ".join(_inline(inspect.getdoc(cls) or "").partition("\n\n")[0].split())


def _markdown(docstring: str) -> str:
    """A docstring as Markdown: its sections become lists."""

    def section(match: re.Match[str]) -> str:
        entries = [(name, " ".join(text.split())) for name, text in _ENTRY.findall(match[2])]
        if not entries:
            return f"**{match[1]}:** {' '.join(match[2].split())}\n\n"
        return f"**{match[1]}:**\n\n" + "\n".join(f"- `{name}`: {text}" for name, text in entries) + "\n\n"

    text = _inline(_SECTION.sub(section, _OPTIONS.sub("", docstring))).strip()
    return re.sub(r"\n{3,}", "\n\n", text)


def _inline(text: str) -> str:
    return text.replace("``", "`")
