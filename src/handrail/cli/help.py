"""The help of commands: flags in groups, each with a plain word for its value."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

from typer import Typer
from typer.core import TyperCommand, TyperGroup

F = TypeVar("F", bound=Callable[..., Any])

AGENT = "The agent"
LIMITS = "Limits of the run"
RULES = "What it may do, and with what"
BROWSER = "The browser"
"""Groups of flags (`rich_help_panel`). Those without one are what a newcomer needs first."""
_TYPE = re.compile(r"<(?:list\[)?(\w+)(?: range)?\]?>")
"""A Python type, as typer shows it in the place of a value."""
_WORDS = {"str": "TEXT", "Path": "PATH", "path": "PATH", "int": "N", "float": "N"}


class Commands(Typer):
    """Commands with this help; otherwise as `typer.Typer`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(cls=_Group, **options)

    def command(self, name: str | None = None, **options: Any) -> Callable[[F], F]:
        """Return the decorator of a command."""
        return super().command(name, cls=_Command, **options)


class _Command(TyperCommand):
    """A command whose help has its flags in groups."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for param in self.params:
            if param.param_type_name == "argument":
                # `TASK` everywhere, in place of typer's ``{task}`` and of an error's ``task``.
                param.metavar = param.metavar or (param.name or "").upper()

    def format_options(self, ctx: Any, formatter: Any) -> None:
        _write_groups(self, ctx, formatter)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return [re.sub(r"[{}]", "", piece) for piece in super().collect_usage_pieces(ctx)]


class _Group(TyperGroup):
    """The same for a command that has others below it."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        _write_groups(self, ctx, formatter)
        self.format_commands(ctx, formatter)


def _write_groups(command: Any, ctx: Any, formatter: Any) -> None:
    groups: dict[str, list[tuple[str, str]]] = {}
    for param in command.get_params(ctx):
        if (record := param.get_help_record(ctx)) is not None:
            name, help_text = _TYPE.sub(_word, record[0]), record[1]
            title = getattr(param, "rich_help_panel", None) or "Options"
            if param.param_type_name == "argument":
                # Called as in the usage line, which does not name the type.
                title, name = "Arguments", name.rpartition(" ")[0].upper()
            groups.setdefault(title, []).append((name, help_text))
    for title, records in groups.items():
        with formatter.section(title):
            formatter.write_dl(records)


def _word(match: re.Match[str]) -> str:
    return _WORDS.get(match[1], match[0])
