"""The commands, by name. Each module imports heavy packages only when its command runs."""

from __future__ import annotations

import typer

from handrail.cli.commands import evals, models, permissions, run, runs, serve, sessions, setup, tools
from handrail.cli.help import Commands

app = Commands(
    name="handrail",
    help="A web agent with a handrail: does tasks in a real browser from plain words, and what it may do is decided "
    "by rules outside the model.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120},
)

app.command("run")(run.run)
app.command("resume")(run.resume)
app.command("report")(runs.report)
app.add_typer(runs.runs, name="runs")
app.command("call")(tools.call)
app.command("pipe")(tools.pipe)
app.add_typer(sessions.sessions, name="session")
app.command("tools")(tools.list_tools)
app.command("snapshot")(tools.snapshot)
app.add_typer(serve.mcp, name="mcp")
app.command("demo-site")(serve.demo_site)
app.add_typer(models.models, name="models")
app.add_typer(permissions.grants, name="grants")
app.add_typer(permissions.policy, name="policy")
app.add_typer(evals.selftest, name="selftest")
app.command("setup")(setup.setup)
app.command("doctor")(setup.doctor)
app.command("config")(setup.config)
app.command("help")(setup.explain)


@app.callback(invoke_without_command=True)
def options(show: bool = typer.Option(False, "--version", help="Print the version and exit.", is_eager=True)) -> None:
    """Global options."""
    if show:
        version()
        raise typer.Exit


@app.command("version", hidden=True)
def version() -> None:
    """Print the version."""
    from handrail import __version__

    typer.echo(f"handrail {__version__}")
