"""`setup`, `doctor`, `config` and `help`: preparing a machine, diagnosing it, and explaining a topic at length."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from handrail.cli.console import print_json
from handrail.errors import UsageError


def setup(browser: Annotated[str, typer.Option(help="chromium or firefox.")] = "chromium") -> None:
    """Find a browser, or install one."""
    from handrail.browser.process.install import setup as find_or_install

    found = find_or_install(typer.echo, browser=browser)
    typer.echo(f"Ready: {found.name} {found.version} at {found.path}")


def doctor(as_json: Annotated[bool, typer.Option("--json", help="Findings as JSON.")] = False) -> None:
    """Check this machine, and say how to fix each problem.

    Looks at browser, sandbox, fonts, model, network and configuration. Exit code 0 when a run would work, 4 when not.
    """
    from handrail.doctor import examine

    findings = examine()
    if as_json:
        print_json([{"name": f.name, "level": f.level, "found": f.found, "fix": f.fix} for f in findings])
    else:
        marks = {"ok": "ok  ", "warn": "warn", "fail": "FAIL"}
        for finding in findings:
            typer.echo(f"{marks[finding.level]}  {finding.name}: {finding.found}")
            if finding.fix:
                typer.echo(f"      fix: {finding.fix}")
    raise typer.Exit(4 if any(finding.level == "fail" for finding in findings) else 0)


def config(as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False) -> None:
    """Show every setting, its value, and where the value comes from."""
    from handrail.config import Config

    rows = Config.load().describe()
    if as_json:
        print_json([{"key": row.key, "value": row.value, "source": row.source} for row in rows])
        return
    shown = [(row.key, _value(row.key, row.value), row.source) for row in rows]
    width, wide = max(len(key) for key, *_ in shown), min(40, max(len(value) for _, value, _ in shown))
    for key, value, source in shown:
        typer.echo(f"{key:<{width}}  {value:<{wide}}  {source}")


def explain(topic: Annotated[str, typer.Argument(help="offline: the language without a model.")] = "") -> None:
    """Explain a topic, such as `offline`.

    `handrail help offline` prints what is understood without a model, and its whole grammar.
    """
    from handrail.models.offline.words import language

    if topic != "offline":
        raise UsageError(
            f"There is no topic {topic[:40]!r}." if topic else "Say which topic.",
            hint="The topic is `offline`; `handrail COMMAND --help` explains a command.",
        )
    typer.echo(language())


def _value(key: str, value: Any) -> str:
    """Return a setting's value as a person writes it; what holds where none is set, as far as that is one value."""
    from handrail.runs.folders import runs_folder

    match value:
        case None if key == "runs_dir":
            return str(runs_folder())
        case None | [] | ():
            return "-"
        case bool():
            return str(value).lower()
        case float():
            return f"{value:g}"
        case [int() as width, int() as height] if key == "viewport":
            return f"{width}x{height}"
        case list() | tuple():
            return ",".join(map(str, value))
        case _:
            return str(value)
