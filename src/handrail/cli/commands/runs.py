"""`runs` and `report`: look at past runs."""

from __future__ import annotations

import os
import re
import sys
import time
import webbrowser
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from handrail.cli.console import console, print_json
from handrail.cli.flags import with_language
from handrail.cli.help import Commands
from handrail.errors import UsageError, explain_os_errors
from handrail.messages import Sentence, tr, translate
from handrail.trust import one_line, plain

if TYPE_CHECKING:
    from handrail.runs.record import RunRecord
    from handrail.runs.store import RunStore, StoredRun, Summary

runs = Commands(help="The runs that are kept: without a command, list them.", no_args_is_help=False)
Run = Annotated[str, typer.Argument(help="An id, the beginning of one, `last`, or a folder.", metavar="RUN")]
TASK_ROOM = 36
"""Columns that a task has at least, where leaving out others can give them to it."""
NARROW = 100
SHORT_OUTCOME = 12
"""Columns of an outcome on a terminal narrower than `NARROW`."""
_OUTCOME = 2
_SECONDS = {"m": 60, "h": 3600, "d": 86_400, "w": 604_800}


@runs.callback(invoke_without_command=True)
@with_language
def list_runs(
    context: typer.Context,
    outcome: Annotated[
        list[str] | None, typer.Option(help="Only these: done, stuck, unfinished...; repeatable.")
    ] = None,
    since: Annotated[str | None, typer.Option(help="Only later ones: 2h, 3d, 2w, or 2026-11-20.")] = None,
    grep: Annotated[str | None, typer.Option(help="Only those with this text in task or answer.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="How many.")] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="A JSON object a line.")] = False,
) -> None:
    """List runs, newest first."""
    if context.invoked_subcommand is not None:
        return
    outcomes = {code for one in outcome or () for code in _outcomes_called(one)}
    earliest = _parse_time(since) if since else 0.0

    def is_wanted(run: Summary) -> bool:
        text = f"{run.task}\n{run.answer}".casefold()
        return (not outcomes or run.outcome in outcomes) and run.begun >= earliest and (grep or "").casefold() in text

    store = run_store()
    found = list(islice(filter(is_wanted, map(store.summary, store.entries())), limit))
    if as_json:
        for run in found:
            columns = asdict(run)
            print_json({"run_id": columns.pop("id"), **columns})
    elif found:
        _print_table(found)
    else:
        none = Sentence("No run is kept in {folder} yet.", folder=str(store.folder))
        if kept := len(store.entries()):
            none = Sentence("The only run does not match.", "None of {count} runs matches.", count=kept)
        typer.echo(translate(none), err=True)


runs.command("list")(list_runs)


@runs.command()
@with_language
def show(run: Run, as_json: Annotated[bool, typer.Option("--json", help="The whole record as JSON.")] = False) -> None:
    """Show a run: its plan, its steps and its result."""
    store = run_store()
    record = store.read(store.find(run))
    if as_json:
        print_json(plain(asdict(record)))
        return
    out = console()
    *parts, last = _lines(record, as_markdown=out.is_terminal)
    for part in parts:
        out.print(part)
    # A path stays whole, so that it can be copied.
    out.print(last, soft_wrap=True)


@runs.command()
def export(
    run: Run,
    to: Annotated[Path | None, typer.Option(help="The file, in a folder that exists. [handrail-RUN.zip]")] = None,
) -> None:
    """Pack a run into a ZIP file: log, pictures, downloads and report."""
    from handrail.runs.report import render

    store = run_store()
    entry = store.find(run)
    _check_folder(to)
    file = to or Path(f"handrail-{entry.id}.zip")
    store.export(entry, file, render(store.read(entry)))
    typer.echo(file)


@runs.command()
@with_language
def delete(
    run: Annotated[list[str] | None, typer.Argument(help="Ids, beginnings of ids, `last`, or folders.")] = None,
    older_than: Annotated[str | None, typer.Option(help="All that began longer ago: 30d, 12h.")] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Delete runs: logs, pictures, downloads, reports.

    Downloads stay where you chose the folder, and where it holds another run.
    """
    store = run_store()
    entries = [store.find(name) for name in run or ()]
    if older_than is not None:
        until = _parse_time(older_than)
        entries += [entry for entry in store.entries() if store.summary(entry).begun < until]
    elif not entries:
        raise UsageError("Which runs?", hint="Name them, or use --older-than 30d.")
    entries = list(dict.fromkeys(entries))
    if not entries:
        typer.echo(tr("There is nothing to delete."))
        return
    if not yes and not _confirm_deletion(store, entries):
        raise typer.Exit(1)
    for entry in entries:
        whole = store.delete(entry)
        done = Sentence("Deleted {run}", run=entry.id)
        if not whole:
            done = Sentence("Deleted log, pictures and report in {folder}", folder=str(entry.log.parent))
        typer.echo(translate(done))


def report(
    run: Run = "last",
    to: Annotated[
        Path | None, typer.Option(help="The file, in a folder that exists. [report.html in the run's folder]")
    ] = None,
    show_it: Annotated[bool, typer.Option("--open", help="Show it in the browser.")] = False,
) -> None:
    """Write a run as one HTML file to read, keep or send.

    It has the answer, the plan, pictures, every step, time and cost.
    """
    from handrail.private_files import write_private
    from handrail.runs.report import render
    from handrail.runs.store import is_report

    store = run_store()
    entry = store.find(run)
    _check_folder(to)
    file = to or entry.report
    with explain_os_errors(f"{file} cannot be written", "Name another with --to."):
        if file.exists() and not is_report(file):
            raise UsageError(f"{file} already exists and is not a report.", hint="Name another file with --to.")
        write_private(file, render(store.read(entry)))
    typer.echo(file)
    if show_it:
        webbrowser.open(file.resolve().as_uri())


def _check_folder(file: Path | None) -> None:
    """Check that the folder of a file exists: a misspelt one is not made."""
    if file is not None and not os.path.lexists(file.parent):
        raise UsageError(f"There is no folder {file.parent}.", hint="Make it first, or name another file with --to.")


def run_store() -> RunStore:
    from handrail.config import Config
    from handrail.runs.store import RunStore

    return RunStore(Config.load().runs_dir)


def _outcomes_called(name: str) -> set[str]:
    """Return the outcomes of a name: of the log, or as the list shows it. Raise `UsageError` where there is none."""
    from handrail.runs.describe import OUTCOMES

    called = {
        code
        for code, (word, _) in OUTCOMES.items()
        if name.casefold() in (code, word.casefold(), translate(word).casefold())
    }
    if not called:
        raise UsageError(f"There is no outcome {name[:40]!r}.", hint=f"There are: {', '.join(OUTCOMES)}.")
    return called


def _parse_time(text: str) -> float:
    """Return a time in seconds since the epoch: ``3d`` ago, or a day."""
    if match := re.fullmatch(r"(\d{1,6})([mhdw])", text.strip()):
        return time.time() - int(match[1]) * _SECONDS[match[2]]
    try:
        return datetime.fromisoformat(text).timestamp()
    except (ValueError, OverflowError, OSError):
        raise UsageError(f"{text[:40]!r} is not a time.", hint="Write 45m, 12h, 30d, 2w or 2026-11-20.") from None


def _print_table(found: list[Summary]) -> None:
    """Print a line for each: cut to the width of a terminal, whole for a file or a program. A narrow terminal shows
    fewer columns, so that there is room for the task."""
    from rich.cells import cell_len
    from rich.text import Text

    from handrail.runs.describe import OUTCOMES, cost

    out = console()
    rows = []
    for run in found:
        word, colour = OUTCOMES.get(run.outcome, (one_line(run.outcome, 20), "yellow"))
        when = time.strftime("%d %b %H:%M", time.localtime(run.begun)) if run.begun else ""
        money = "" if run.usage.input_tokens == 0 else cost(run.usage)
        cells = (one_line(run.id, 60), when, translate(word), f"{run.steps:>5}", f"{translate(money):>9}")
        rows.append((cells, colour, run.task))
    heads = (tr("run"), tr("began"), tr("outcome"), tr("steps"), f"{tr('cost'):>9}")
    widths = [max(cell_len(head), *(cell_len(cells[at]) for cells, *_ in rows)) for at, head in enumerate(heads)]
    shown = _columns_that_fit(widths, out.width)
    if out.width < NARROW:
        widths[_OUTCOME] = min(widths[_OUTCOME], SHORT_OUTCOME)

    def line(cells: Sequence[str], task: str, colour: str = "") -> Text:
        text = Text(end="")
        for at in shown:
            cell = Text(cells[at], colour if at == _OUTCOME else "")
            cell.truncate(widths[at], overflow="ellipsis", pad=True)
            text.append_text(cell).append("  ")
        return text.append(one_line(task, 300))

    head = line(heads, tr("task"))
    head.stylize("dim")
    for text in (head, *(line(cells, task, colour) for cells, colour, task in rows)):
        text.end = "\n"
        out.print(text, no_wrap=True, overflow="ellipsis" if out.is_terminal else "ignore", crop=out.is_terminal)


def _columns_that_fit(widths: Sequence[int], width: int) -> list[int]:
    """Return the columns beside which there is room for the task: cost, steps and the beginning, which the id tells
    too, go first."""
    shown = list(range(len(widths)))
    for at in (4, 3, 1):
        if sum(widths[one] + 2 for one in shown) + TASK_ROOM <= width:
            break
        shown.remove(at)
    return shown


def _lines(run: RunRecord, *, as_markdown: bool) -> Iterator[object]:
    """Yield a run as it looked in the terminal."""
    from rich.text import Text

    from handrail.cli import line_formats
    from handrail.models.providers.names import BUILT_IN
    from handrail.runs.record import StepRecord
    from handrail.runs.report import totals_by_purpose
    from handrail.runs.step_words import about

    if run.task:
        yield line_formats.task(run.task)
    if run.plan is not None:
        yield line_formats.plan(run.plan.criteria, run.plan.steps, run.plan.revision, run.plan.changes)
    for entry in run.timeline:
        if isinstance(entry, StepRecord):
            what = about(entry.role, entry.name, entry.label, entry.elements)
            words = line_formats.step_words(entry.tool, entry.label_text, what, entry.state)
            yield line_formats.step_line(entry.number, entry.seconds, words)
            yield from line_formats.dialog(entry.got.get("followed"))
            if entry.state == "uncertain":
                yield line_formats.sentence(tr("no result was logged; it may or may not have happened"), style="yellow")
            elif entry.error:
                refusal = entry.ruling.reason if entry.ruling else ""
                unheard = entry.ruling is not None and entry.ruling.unheard
                yield line_formats.failure(entry.state, run.error_of(entry), refusal, unheard=unheard)
        else:
            yield line_formats.moment(entry.kind, entry.text)
    yield Text()
    yield line_formats.ending(run)
    yield line_formats.answer(run, as_markdown=as_markdown)
    if run.answer_data is not None:
        yield line_formats.data_of(run.answer_data)
    yield from line_formats.remarks(run, run.elements)
    asked = [call for call in run.calls if call.model not in BUILT_IN]
    by_purpose = {one.purpose: one.usage for one in totals_by_purpose(asked)}
    yield Text("\n" + line_formats.last_lines(run.usage, len(run.steps), by_purpose, run.log), "dim")


def _confirm_deletion(store: RunStore, entries: list[StoredRun]) -> bool:
    """Return whether the user confirms, having seen what will be deleted."""
    from handrail.runs.describe import count_of

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            f"There is no terminal to confirm deleting {count_of(len(entries), 'run')}.", hint="Add --yes."
        )
    _print_table([store.summary(entry) for entry in entries[:20]])
    if len(entries) > 20:
        typer.echo(tr("and {count} more", "and {count} more", count=len(entries) - 20))
    return typer.confirm(tr("Delete {count} run?", "Delete {count} runs?", count=len(entries)))
