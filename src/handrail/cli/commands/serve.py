"""`mcp` and `demo-site`: commands that serve until they are stopped, and `mcp install`."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.main import get_command

from handrail.cli.flags import report_unenforced, with_language, with_model, with_session
from handrail.cli.help import Commands
from handrail.cli.signals import run_command
from handrail.errors import UsageError

mcp = Commands(help="The tools for MCP clients.", no_args_is_help=False)


@mcp.callback(invoke_without_command=True)
@with_language
@with_session
def serve(
    context: typer.Context,
    url: Annotated[str | None, typer.Option(help="The page to open first.")] = None,
    tools: Annotated[
        str | None, typer.Option(help="Offer only these: names and families of `handrail tools`, with commas. [all]")
    ] = None,
    options: Any = None,
) -> None:
    """Serve the tools to an MCP client over standard input and output.

    `handrail mcp install CLIENT` writes this into the client's configuration.
    """
    if context.invoked_subcommand is not None:
        return
    report_unenforced(options)
    chosen = chosen_tools(tools)
    check_certificates(options.get("accept_certificates", ()))
    # What is imported stays: looking through it for what nobody needs takes a tenth of the start.
    gc.disable()
    from handrail.mcp.server import serve_stdio

    gc.freeze()
    gc.enable()
    run_command(serve_stdio({**with_model(options), "log": options.get("log", True)}, url=url, tools=chosen))


def chosen_tools(text: str | None) -> list[str]:
    """Return the names of tools and families that ``--tools`` lists; raise `UsageError` for one that there is not."""
    names = [name.strip() for name in (text or "").split(",") if name.strip()]
    if text is not None and not names:
        raise UsageError("--tools names no tool.", hint="Write it like --tools goto,click,look.")
    if names:
        from handrail.tools.core.table import Table

        Table.load().only(names)
    return names


def check_certificates(accepted: Sequence[str]) -> None:
    """Raise `UsageError` for one without its fingerprint: the words of one that is looked at are for a person, not for
    the client's model."""
    from handrail.browser.types.network.certificates import parse_certificate

    if unknown := next((one for one in map(parse_certificate, accepted) if not one.fingerprint), None):
        shown = f"handrail snapshot {unknown.origin} --accept-certificate {unknown.origin}"
        raise UsageError(
            "An MCP server accepts a certificate by its fingerprint only.", hint=f"It is shown by: {shown}"
        )


@mcp.command()
def install(
    client: Annotated[
        str, typer.Argument(help="claude-desktop, claude-code, cursor, vscode, windsurf, codex, gemini, other.")
    ],
    flags: Annotated[
        list[str] | None, typer.Argument(help="Flags of `handrail mcp`, after --. [--ask-per-site]", metavar="-- FLAGS")
    ] = None,
    only_print: Annotated[bool, typer.Option("--print", help="Print what to write, and write nothing.")] = False,
    file: Annotated[Path | None, typer.Option(help="The client's file, where it is not in its usual place.")] = None,
) -> None:
    """Add Handrail to an MCP client's configuration. What is there stays, and a copy of the file is kept."""
    from handrail.mcp.clients import client_named
    from handrail.mcp.clients import install as write

    # What is wrong with them would else show in the client's log only.
    chosen_tools(get_command(mcp).make_context("handrail mcp", list(flags or ())).params["tools"])
    chosen = client_named(client)
    command = [*_program(), "mcp", *(flags if flags else ["--ask-per-site"])]
    path = file or chosen.path()
    if only_print or path is None:
        typer.echo(chosen.snippet(command))
        typer.echo(f"For {chosen.title}{f', in {path}' if path else ''}. {chosen.after}", err=True)
        return
    done = write(chosen, path, command)
    said = {"written": "Added Handrail to", "replaced": "Changed Handrail in", "unchanged": "Nothing to do: it is in"}
    typer.echo(f"{said[done.state]} {done.path}")
    typer.echo(f"It starts: {' '.join(command)}")
    if done.backup is not None:
        typer.echo(f"The file as it was: {done.backup}")
    typer.echo(chosen.after)


def _program() -> list[str]:
    """Return what starts this Handrail from anywhere: clients have another PATH than a shell."""
    script = Path(sys.argv[0])
    if script.name.removesuffix(".exe") == "handrail" and script.is_file():
        return [str(script.absolute())]
    return [sys.executable, "-m", "handrail"]


def demo_site(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on; 0 for any free one.")] = 8000,
) -> None:
    """Serve the demo shop of the tour, until Ctrl-C."""
    from handrail.demo import main

    main(host, port)
