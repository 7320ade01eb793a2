"""`session`: a browser that stays open between commands."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from typing import Annotated, Any

import typer

from handrail.cli import kept_session
from handrail.cli.commands.tools import ExtractModel, Url, call_request, open_page
from handrail.cli.flags import report_unenforced, with_model, with_session
from handrail.cli.help import Commands
from handrail.cli.signals import run_command
from handrail.errors import HandrailError
from handrail.trust import one_line

sessions = Commands(help="A browser that stays open between commands.", no_args_is_help=True)
Name = Annotated[str, typer.Argument(help="What it is called.")]
USUAL = "default"


@sessions.command()
@with_session
def start(
    name: Name = USUAL,
    url: Url = None,
    idle: Annotated[float, typer.Option(min=0.01, help="Minutes without a call after which it ends.")] = 30,
    model: ExtractModel = None,
    hold: Annotated[bool, typer.Option("--hold", hidden=True)] = False,
    options: Any = None,
) -> None:
    """Open a session for `handrail call --session NAME`.

    Its flags hold for all of its calls. It ends with `handrail session end NAME`, or when no call comes for a while.
    """
    if kept_session.is_open(name):
        raise kept_session.already_open(name)
    if hold:
        run_command(_hold(name, url, idle * 60, with_model(options, model)))
        return
    report_unenforced(options)
    own = sys.argv[sys.argv.index("start") + 1 :]
    command = [sys.executable, "-m", "handrail", "session", "start", "--hold", *own]
    # A group of its own: Ctrl-C in this terminal is for other commands. The browser keeps the standard error that it
    # was given, and a pipe of the caller's would not end before it does.
    with tempfile.TemporaryFile() as errors:
        child = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, start_new_session=True
        )
        assert child.stdout is not None, "it has a pipe"
        try:
            with child.stdout as out:
                opened = out.readline()
        except BaseException:
            child.terminate()
            raise
        if not opened:
            code = child.wait()
            errors.seek(0)
            sys.stderr.write(errors.read().decode("utf-8", "replace"))
            raise typer.Exit(code)
    # Nobody waits for it: it goes on.
    child.returncode = 0
    typer.echo(f"The session {name!r} is open for: handrail call TOOL PARAMS --session {name}", err=True)


@sessions.command("list")
def list_sessions() -> None:
    """List the sessions that are open, with their page."""
    opened = list(filter(kept_session.is_open, kept_session.names()))
    if not opened:
        typer.echo("No session is open.", err=True)
    for name in opened:
        page = kept_session.ask(name, {"tool": "page_info"}).get("data", {})
        typer.echo(f"{name}  {one_line(str(page.get('url', '')), 300)}")


@sessions.command()
def end(name: Name = USUAL, every: Annotated[bool, typer.Option("--all", help="End every session.")] = False) -> None:
    """End a session and its browser."""
    for one in filter(kept_session.is_open, kept_session.names()) if every else [name]:
        kept_session.ask(one, {"end": True})
        typer.echo(f"Ended {one}")


async def _hold(name: str, url: str | None, idle_seconds: float, options: dict[str, Any]) -> None:
    """Hold a session open in this process, whose parent waits for a line on standard output."""
    from handrail.results import Failed
    from handrail.session import Session

    with kept_session.reserve(name):
        async with Session(**options) as session:

            async def answer(request: dict[str, Any]) -> Any:
                if "tool" not in request:
                    return {}
                try:
                    return (await call_request(session, request)).to_dict()
                except HandrailError as error:
                    return Failed("session_failed", error.message, hint=error.hint).to_dict()

            if (failed := await open_page(session, url)) is not None:
                raise HandrailError(failed.error or "", hint=failed.hint)
            await kept_session.serve(name, answer, _let_go, idle_seconds=idle_seconds)


def _let_go() -> None:
    """Tell the parent that the session is open, and let its pipe go."""
    print("open", flush=True)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
