"""`grants` and `policy`: what is permitted, by whom, and which rules hold."""

from __future__ import annotations

import inspect
from typing import Annotated, Any

import typer

from handrail.cli.flags import with_session

grants = typer.Typer(help="What you permitted for good.", no_args_is_help=False)
policy = typer.Typer(help="The rules that bind the model.", no_args_is_help=True)


@grants.callback(invoke_without_command=True)
def list_grants(context: typer.Context) -> None:
    """List what you permitted by answering "always", and the file it is kept in."""
    if context.invoked_subcommand is not None:
        return
    from handrail.grants import GrantBook

    book = GrantBook()
    entries = book.entries()
    for entry in entries:
        typer.echo(entry)
    typer.echo(f"{'' if entries else 'Nothing is permitted for good. '}Kept in {book.path}", err=True)


@grants.command()
def revoke(
    grant: Annotated[str, typer.Argument(help="A line of the list, such as submit@https://shop.example.")],
) -> None:
    """Take a permission back."""
    from handrail.errors import UsageError
    from handrail.grants import GrantBook

    if not GrantBook().revoke(grant):
        raise UsageError(f"{grant[:80]!r} is not permitted.", hint="`handrail grants` lists what is.")
    typer.echo(f"Revoked: {grant}")


@policy.command()
@with_session
def explain(options: Any = None) -> None:
    """Print the rules in force for a run with these flags, and where each permission comes from."""
    from rich.table import Table
    from rich.text import Text

    from handrail.cli.say import console
    from handrail.policy import FOR_ALL, FOR_MODELS

    out = console()
    if options.get("unsafe"):
        out.print(Text("UNSAFE: no rule binds the model (--unsafe).\n", "bold red"))
    table = Table("rule", "binds", "what it says", box=None, pad_edge=False, header_style="dim")
    for rule in (*FOR_ALL, *FOR_MODELS):
        said = (inspect.getdoc(rule) or "").partition("\n\n")[0]
        table.add_row(rule.__name__, "all" if rule in FOR_ALL else "model", " ".join(said.split()))
    out.print(table)
    out.print()
    for line in _permitted(options):
        out.print(Text(line))


def _permitted(options: dict[str, Any]) -> list[str]:
    from handrail.grants import GrantBook
    from handrail.policy.rails import compile_guardrails

    book = GrantBook()
    guarded = compile_guardrails(options.get("guardrails", ""))
    lines = [f"mode           {'ask' if guarded.ask else options['mode']}"]
    lines += [f"guardrail      {said}  (--guardrails)" for said in guarded.told()]
    lines += [f"only told      {clause}  (--guardrails; no rule could be made of it)" for clause in guarded.rest]
    lines += [f"changes on     {origin}  (--allow-origin)" for origin in options.get("allow_origins", ())]
    lines += [
        f"permitted      {grant}  (--grant)" for grant in options.get("grants", ()) if grant not in book.entries()
    ]
    lines += [f"permitted      {entry}  ({book.path})" for entry in book.entries()]
    lines += [f"trusted        {origin}  (--trust)" for origin in options.get("trust", ())]
    lines += [f"uploads from   {folder}" for folder in options.get("upload_dirs", ())]
    return [*lines, "changes on     the origin of the start page, and where you go yourself"]
