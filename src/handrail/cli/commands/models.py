"""`models`: the available models and those a run would use; `models check` calls each of these once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from handrail.cli.console import console, print_json
from handrail.cli.help import Commands
from handrail.cli.signals import run_command
from handrail.trust import one_line

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from handrail.models.choose import Roles
    from handrail.models.providers.check import ModelCheck, Survey

Cell = str | tuple[str, str] | list[str | tuple[str, str]]
"""Words, with their style, or parts of such."""
models = Commands(help="The models a run can use, and whether they answer.", no_args_is_help=False)

NOT_ON_PYPI = "Handrail is not on PyPI yet: './handrail' is a checkout of it."
MOST_NAMES = 6
"""Models of a server that are listed by name; the others are counted."""


@models.callback(invoke_without_command=True)
def list_models(
    context: typer.Context, as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False
) -> None:
    """List the models a run would use, the providers with a key, and the servers on this machine. Calls none."""
    if context.invoked_subcommand is not None:
        return
    from handrail.models.choose import choose_roles
    from handrail.models.providers.check import survey

    roles, seen = choose_roles(), survey(os.environ)
    if as_json:
        print_json(_as_data(roles, seen))
        return
    out = console()
    for part in _sections(roles, seen):
        out.print(part)


@models.command()
def check(
    names: Annotated[list[str] | None, typer.Argument(help="Models; by default those a run would use.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Call each model once, with a few words.

    Prints time and cost, or what is wrong. Exit code 0 when all answer, 4 when not.
    """
    from handrail.models.choose import chain_members, choose_model, choose_roles
    from handrail.models.providers.check import check_all

    if names:
        asked = [one for name in names for one in chain_members(choose_model(name)[0])]
    else:
        roles = choose_roles()
        asked = list({one.name: one for role in (roles.main, roles.small) for one in chain_members(role)}.values())
    checked = run_command(check_all(asked))
    if as_json:
        print_json([asdict(one) for one in checked])
    else:
        console().print(_grid(_results(checked)))
    raise typer.Exit(0 if all(one.ok for one in checked) else 4)


def _as_data(roles: Roles, seen: Survey) -> dict[str, Any]:
    from handrail.models.choose import chain_members

    return {
        "main": [one.name for one in chain_members(roles.main)],
        "small": [one.name for one in chain_members(roles.small)],
        "small_for": [*roles.small_for],
        "effort": roles.effort,
        "why": roles.why,
        "providers": [{**asdict(one), "ready": one.ready} for one in seen.providers],
        "servers": [asdict(one) for one in seen.servers],
        "not_answering": seen.silent,
    }


def _sections(roles: Roles, seen: Survey) -> list[RenderableType]:
    from rich.text import Text

    # Where a provider needs more packages: pip finds no Handrail by its name alone.
    needs_package = any("./handrail[" in one.needs for one in seen.providers)
    return [
        Text("A run would use", "bold"),
        _grid(_roles(roles)),
        Text("\nProviders", "bold"),
        _grid(_providers(seen)),
        *([Text(NOT_ON_PYPI, "dim", justify="left")] if needs_package else []),
        Text("\nServers on this machine", "bold"),
        _grid(_servers(seen)),
        Text("\nhandrail models check calls them.", "dim"),
    ]


_WORK = {"extract": "reads pages", "verify": "checks answers", "plan": "makes the plan"}


def _grid(rows: Iterable[tuple[Cell, ...]]) -> Table:
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 2), pad_edge=True)
    for _ in range(2):
        grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for row in rows:
        grid.add_row(*(Text.assemble(*(cell if isinstance(cell, list) else [cell])) for cell in row))
    return grid


def _roles(roles: Roles) -> Iterator[tuple[Cell, ...]]:
    from handrail.models.choose import chain_members

    first, *others = chain_members(roles.main)
    yield "main", (first.name, "cyan"), (roles.reason, "dim")
    for other in others:
        yield "then", (other.name, "cyan"), ("where the one before it cannot answer", "dim")
    if roles.small is not roles.main:
        does = ", ".join(words for work, words in _WORK.items() if work in roles.small_for)
        yield "small", (roles.small.name, "cyan"), (does, "dim")
    if roles.effort:
        yield "effort", (roles.effort, "cyan"), ("how much the main model thinks", "dim")


def _providers(seen: Survey) -> Iterator[tuple[Cell, ...]]:
    for one in seen.providers:
        if one.ready:
            yield ("ready", "green"), one.name, f"{one.key} is set"
        else:
            yield ("-", "dim"), one.name, (one.needs, "dim")


def _servers(seen: Survey) -> Iterator[tuple[Cell, ...]]:
    for server in seen.servers:
        names = ", ".join(one_line(name, 60) for name in server.models[:MOST_NAMES])
        more = f" and {len(server.models) - MOST_NAMES} more" if len(server.models) > MOST_NAMES else ""
        yield ("ready", "green"), server.provider, names + more if names else "no model yet"
    for name, where in seen.silent.items():
        yield ("-", "dim"), name, (f"no model server at {where}", "dim")


def _results(checked: list[ModelCheck]) -> Iterator[tuple[Cell, ...]]:
    for one in checked:
        figures, style = _figures(one), "red" if not one.ok else "yellow" if one.fix else "dim"
        findings: Cell = [
            figures + ("\n" if figures and one.found else ""),
            (one_line(one.found, 400), style),
            f"\n{one_line(one.fix, 400)}" if one.fix else "",
        ]
        yield ("ok", "green") if one.ok else ("FAIL", "bold red"), one.name, findings


def _figures(one: ModelCheck) -> str:
    if not one.ok or not one.seconds:
        return ""
    price = f"${one.cost:.6f}" if one.cost is not None else "price not known"
    window = f", reads {one.context_window:,} tokens" if one.context_window else ""
    return f"{one.seconds:.1f} s, {price}{window}"
