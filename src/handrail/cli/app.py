"""The commands, by name. Each module imports heavy packages only when its command runs."""

from __future__ import annotations

import typer

from handrail.cli.commands import (
    evals,
    help_topics,
    models,
    permissions,
    resume,
    run,
    runs,
    serve,
    sessions,
    setup,
    tools,
)
from handrail.cli.help import Command, Group

app = typer.Typer(
    name="handrail",
    help="A web agent with a handrail: does tasks in a real browser from plain words, and what it may do is decided "
    "by rules outside the model.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120},
)

app.command("run", cls=Command)(run.run)
app.command("resume", cls=Command)(resume.resume)
app.command("report", cls=Command)(runs.report)
app.add_typer(runs.runs, name="runs", cls=Group)
app.command("call", cls=Command)(tools.call)
app.command("pipe", cls=Command)(tools.pipe)
app.add_typer(sessions.sessions, name="session", cls=Group)
app.command("tools", cls=Command)(tools.list_tools)
app.command("snapshot", cls=Command)(tools.snapshot)
app.add_typer(serve.mcp, name="mcp", cls=Group)
app.command("demo-site", cls=Command)(serve.demo_site)
app.add_typer(models.models, name="models", cls=Group)
app.add_typer(permissions.grants, name="grants", cls=Group)
app.add_typer(permissions.policy, name="policy", cls=Group)
app.add_typer(evals.selftest, name="selftest", cls=Group)
app.command("setup", cls=Command)(setup.setup)
app.command("doctor", cls=Command)(setup.doctor)
app.command("config", cls=Command)(setup.config)
app.command("help", cls=Command)(help_topics.explain)


@app.callback(invoke_without_command=True)
def version(
    show: bool = typer.Option(False, "--version", help="Print the version and exit.", is_eager=True),
) -> None:
    """Global options."""
    if show:
        from handrail import __version__

        typer.echo(f"handrail {__version__}")
        raise typer.Exit
