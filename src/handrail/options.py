"""How an option is declared: once, on a field of a dataclass. Its flag, setting, variable and documentation follow.

locale: Annotated[str | None, Option("--locale", "Language of pages: de-CH.", setting="project")] = None
"""

from __future__ import annotations

import inspect
import json
import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import cached_property
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

PREFIX = "HANDRAIL_"
"""The names of all our environment variables start with this."""


@dataclass(frozen=True, slots=True)
class Option:
    """How people can set an option, besides in a program.

    Args:
        flag: how the command line spells it, such as ``--locale`` or ``--headless/--headed``.
        help: what it is; `--help` shows the first sentence, the documentation all of it.
        setting: whether the user's file and the environment may set it (``user``), or a project's file too
            (``project``): that may come from a stranger, with the folder.
        project_limit: why a project's file in this folder may not set this value; None where it may.
        parse: makes a value from the text of a flag, a file or a variable.
        const: the value that the flag stands for, where it takes none itself.
    """

    flag: str
    help: str
    setting: Literal["user", "project"] | None = None
    project_limit: Callable[[Any, Path], str | None] | None = None
    parse: Callable[[str], Any] | None = None
    const: Any = None

    @property
    def summary(self) -> str:
        """The first sentence of its help."""
        return self.help.split(". ")[0].rstrip(".") + "."


@dataclass(frozen=True)
class DeclaredOption:
    """An option of a dataclass, such as `handrail.browser.types.options.BrowserOptions`."""

    name: str
    owner: type
    annotation: Any
    default: Any
    option: Option

    @cached_property
    def type(self) -> Any:
        """The type of its value, besides None."""
        if get_origin(self.annotation) in (Union, UnionType):
            given = [one for one in get_args(self.annotation) if one is not NoneType]
            return given[0] if len(given) == 1 else self.annotation
        return self.annotation

    @property
    def item_type(self) -> Any:
        """The type of each of its values where it takes any number of them, else None."""
        origin, parts = get_origin(self.type), get_args(self.type)
        if origin is tuple:
            return parts[0] if parts[1:] == (...,) else None
        return parts[0] if origin in (Sequence, frozenset) else None


def declared_options(owner: type) -> Iterator[DeclaredOption]:
    """Yield the options that a dataclass declares, in its order; its other fields are for programs only."""
    hints = get_type_hints(owner, include_extras=True)
    for field in fields(owner):
        hint = hints[field.name]
        if get_origin(hint) is Annotated:
            annotation, option = get_args(hint)
            default = None if field.default is MISSING else field.default
            yield DeclaredOption(field.name, owner, annotation, default, option)


def flag_and_keyword(words: str, *owners: type) -> str:
    """Return a hint's flags together with their keywords: ``--mode act (in a program: mode="act")``.

    Args:
        words: flags with their values, as a shell takes them; ``or`` may stand between them.
        owners: the dataclasses that declare them. A flag that none declares is the keyword of the same name.
    """
    declared = {flag: one for owner in owners for one in declared_options(owner) for flag in one.option.flag.split("/")}
    tokens = shlex.split(words)
    keywords = [
        _keyword(flag, declared.get(flag), "" if value.startswith("--") or value == "or" else value)
        for flag, value in zip(tokens, [*tokens[1:], ""], strict=True)
        if flag.startswith("--")
    ]
    between = " or " if "or" in tokens else ", "
    return f"{words} (in a program: {between.join(keywords)})"


def _keyword(flag: str, declared: DeclaredOption | None, value: str) -> str:
    if declared is None:
        return f"{flag.removeprefix('--').replace('-', '_')}={json.dumps(value, ensure_ascii=False)}"
    if not value:
        given: Any = declared.option.const or declared.option.flag.split("/")[0] == flag
    else:
        given = [value] if declared.item_type is not None else value
    shown = str(given) if isinstance(given, bool) else json.dumps(given, ensure_ascii=False)
    return f"{declared.name}={shown}"


def described_args(owner: Any) -> dict[str, str]:
    """Return what the ``Args`` of a docstring say of each name, each in one line."""
    section = re.search(r"^Args:\n((?: .*\n?|\n)+)", inspect.getdoc(owner) or "", re.MULTILINE)
    entries = re.findall(r"^    (\w[\w, ]*): (.*(?:\n     +.*)*)", section[1], re.MULTILINE) if section else []
    return {name: " ".join(text.split()) for names, text in entries for name in names.split(", ")}
