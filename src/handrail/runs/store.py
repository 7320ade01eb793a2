"""The runs that are kept: list, find, read, export and delete them."""

from __future__ import annotations

import os
import re
import shutil
import time
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from handrail.errors import UsageError, explain_os_errors
from handrail.events.kinds import RunEndedEvent, RunStartedEvent
from handrail.models.protocol import Usage
from handrail.options import flag_and_keyword
from handrail.private_files import new_private_file
from handrail.runs.folders import FOLDER_NAME, KEPT, STATE_FILE, runs_folder
from handrail.runs.log import OTHER_SUFFIX, SUFFIXES
from handrail.runs.log_reader import event_of, read_run
from handrail.runs.record import RunRecord
from handrail.session_options import SessionOptions

HEAD = 64_000
"""Bytes of a log in which its beginning is looked for."""
HEAD_OF_ORDER = 200
"""Bytes in which the time of the first event is: enough for a list to be sorted."""
TAIL = 400_000
"""Bytes in which its last line is; an answer has at most some 60,000 characters."""
LOG = re.compile(r"run(?:-(\d{1,6}))?\.jsonl")
_AT = re.compile(rb'"at": (\d+(?:\.\d+)?)')
LIST = "`handrail runs` lists those that are kept."
REPORT = "report.html"
"""What the report of a folder's first run is called; a later one's has the name of its log before it."""


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run that is kept, by its log; ``id``: its folder's name, with ``-2`` and so on behind it for a later run of the
    same session."""

    id: str
    log: Path

    @property
    def has_log(self) -> bool:
        """False where the folder holds files of a session that kept no log."""
        return self.log.exists()

    @property
    def pictures(self) -> list[Path]:
        # By the whole name: `run-100.jsonl` and `run-100-001.jpg` are of the session's hundredth run.
        suffixes = "|".join((*SUFFIXES.values(), OTHER_SUFFIX))
        name = re.compile(rf"{self.log.stem}-\d{{3,}}\.(?:{suffixes})")
        return sorted(file for file in self.log.parent.iterdir() if name.fullmatch(file.name))

    @property
    def report(self) -> Path:
        """The file of its report, unless another one was chosen."""
        name = REPORT if self.log.stem == "run" else f"{self.log.stem}-{REPORT}"
        return self.log.parent / name


@dataclass(frozen=True, slots=True)
class Summary:
    """What a list shows of a run."""

    id: str
    begun: float
    outcome: str
    steps: int
    usage: Usage
    task: str
    answer: str


class RunStore:
    """The folder of all runs, by default the one in the user's data folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or runs_folder()

    def entries(self) -> list[StoredRun]:
        """Return every run, and every folder of a session that kept files and no log, newest first."""
        try:
            folders = [one for one in self.folder.iterdir() if one.is_dir() and not one.is_symlink()]
        except OSError:
            return []
        # Where runs keep their files in this very folder, what a model wrote is no run, whatever it is called.
        folders = [one for one in folders if one.name not in KEPT]
        entries = [entry for folder in folders for entry in _logs(folder) or _without_log(folder)]
        return sorted(entries, key=_order, reverse=True)

    def find(self, name: str) -> StoredRun:
        """Return a run by its id, the beginning of one that no other has, ``last``, or a folder. Raise `UsageError`
        where there is none, or several; the hint names the nearest."""
        path = Path(name).expanduser()
        logs = _logs(path.parent if LOG.fullmatch(path.name) else path)
        if named := [entry for entry in logs if path.is_dir() or entry.log.name == path.name]:
            return named[-1]
        if os.sep in name:
            raise UsageError(f"There is no run in {path}.", hint=LIST)
        entries = self.entries()
        if not entries:
            raise UsageError("No run is kept yet.", hint='Start one: handrail run "..." --url ...')
        if name == "last":
            return next((entry for entry in entries if entry.has_log), entries[0])
        if exact := next((entry for entry in entries if entry.id == name), None):
            return exact
        found = [entry for entry in entries if entry.id.startswith(name)]
        if len(found) == 1:
            return found[0]
        if found:
            ids = ", ".join(entry.id for entry in found[:3])
            raise UsageError(f"{len(found)} runs begin with {name!r}.", hint=f"Say which one: {ids}.")
        from rapidfuzz import process

        near = process.extractOne(name, [entry.id for entry in entries], score_cutoff=85)
        raise UsageError(f"There is no run {name[:80]!r}.", hint=f"Did you mean {near[0]}?" if near else LIST)

    def read(self, entry: StoredRun) -> RunRecord:
        """Return the record of a run; raise `UsageError` where there is no log, or it cannot be read."""
        if not entry.has_log:
            hint = f"Its files are in {entry.log.parent}. Keep a log with {flag_and_keyword('--log', SessionOptions)}."
            raise UsageError(f"The session {entry.id} kept no log.", hint=hint)
        with explain_os_errors(f"The log {entry.log} cannot be read"):
            return read_run(entry.log, name=entry.id)

    def summary(self, entry: StoredRun) -> Summary:
        """Return what a list shows of a run, from the two ends of its log; a log without an end is read whole. Raise
        `UsageError` where it cannot be read."""
        if not entry.has_log:
            return Summary(entry.id, _start_time(entry.log.parent), "files", 0, Usage(), str(entry.log.parent), "")
        with explain_os_errors(f"The log {entry.log} cannot be read"):
            first, last = _ends(entry.log)
        if first is None or last is None:
            run = self.read(entry)
            begun = run.begun or entry.log.stat().st_mtime
            task = run.task or run.last_url
            return Summary(run.id, begun, run.outcome, len(run.steps), run.usage, task, run.answer)
        return Summary(entry.id, first.at, last.outcome, last.steps, last.usage, first.task, last.answer)

    def delete(self, entry: StoredRun) -> bool:
        """Delete a run: its whole folder, if we made it and it holds no other run; else its log, pictures and report,
        since a folder that the user chose may hold files of theirs. Return whether the folder was deleted; raise
        `UsageError` where nothing can be."""
        folder = entry.log.parent
        with explain_os_errors(f"The run {entry.id} cannot be deleted"):
            if self._has_to_itself(entry):
                shutil.rmtree(folder)
                return True
            for file in (*entry.pictures, *([entry.report] if is_report(entry.report) else []), entry.log):
                file.unlink()
            if not _logs(folder):
                (folder / STATE_FILE).unlink(missing_ok=True)
        return False

    def export(self, entry: StoredRun, to: Path, report: str) -> None:
        """Pack a run: its log and pictures, what it downloaded, and its report; never the user's cookies. Raise
        `UsageError` where the file cannot be written, or is there already."""
        folder = entry.log.parent
        files = sorted(folder.rglob("*")) if self._has_to_itself(entry) else [entry.log, *entry.pictures]
        with explain_os_errors(f"{to} cannot be written"):
            try:
                with new_private_file(to) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
                    for one in files:
                        if one.is_file() and not one.is_symlink() and one not in (entry.report, folder / STATE_FILE):
                            packed.write(one, f"{entry.id}/{one.relative_to(folder)}")
                    packed.writestr(f"{entry.id}/{REPORT}", report.encode())
            except FileExistsError:
                raise UsageError(f"{to} already exists.", hint="Name another file with --to.") from None

    def _has_to_itself(self, entry: StoredRun) -> bool:
        """Return whether we made the run's folder and it holds no other run."""
        folder = entry.log.parent
        return folder.parent.resolve() == self.folder.resolve() and len(_logs(folder)) <= 1


def is_report(file: Path) -> bool:
    """Return whether a file is a report that we wrote."""
    from handrail.runs.report import MARK

    mark = MARK.encode()
    try:
        with file.open("rb") as opened:
            return opened.read(len(mark)) == mark
    except FileNotFoundError:
        return False


def name_of(log: Path) -> str:
    """Return the name of a run in a command: its id, or its log where the user chose the folder."""
    of_ours = _logs(log.parent) if FOLDER_NAME.fullmatch(log.parent.name) else []
    return next((entry.id for entry in of_ours if entry.log.name == log.name), str(log))


def _logs(folder: Path) -> list[StoredRun]:
    """Return the runs in a folder, oldest first."""
    try:
        names = [(int(match[1] or 1), one) for one in folder.iterdir() if (match := LOG.fullmatch(one.name))]
    except OSError:
        return []
    name = folder.resolve().name
    return [StoredRun(name if number == 1 else f"{name}-{number}", log) for number, log in sorted(names)]


def _without_log(folder: Path) -> list[StoredRun]:
    """Return the folders that we made for sessions, and that have no log."""
    return [StoredRun(folder.name, folder / "run.jsonl")] if FOLDER_NAME.fullmatch(folder.name) else []


def _start_time(folder: Path) -> float:
    """Return when a folder that we named was made, in seconds since the epoch."""
    return time.mktime(time.strptime(folder.name[:15], "%Y%m%d-%H%M%S"))


def _order(entry: StoredRun) -> tuple[float, str, float]:
    """Return when it began, as its log says: a folder's name has the local time, which zones and summer time shift.
    Without a log, or where it does not say, the name does, or the time of the file."""
    folder, begun, written = entry.log.parent, None, 0.0
    with suppress(OSError):
        written = entry.log.stat().st_mtime
        with entry.log.open("rb") as file:
            begun = _AT.search(file.read(HEAD_OF_ORDER).partition(b"\n")[0])
    if begun is not None:
        return float(begun[1]), folder.name, written
    return _start_time(folder) if FOLDER_NAME.fullmatch(folder.name) else written, folder.name, written


def _ends(log: Path) -> tuple[RunStartedEvent | None, RunEndedEvent | None]:
    """Return the events that begin and end a run, each None where it is not found."""
    with log.open("rb") as file:
        head = file.read(HEAD).splitlines()
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - TAIL))
        tail = file.read().splitlines()
    first = next((event for event in map(event_of, head) if isinstance(event, RunStartedEvent)), None)
    last = event_of(tail[-1]) if tail else None
    return first, last if isinstance(last, RunEndedEvent) else None


def read_chain(log: Path) -> Iterator[RunRecord]:
    """Yield a run, the one that it went on with, and so on; raise `UsageError` where a log cannot be read."""
    seen = set()
    while log.name not in seen:
        seen.add(log.name)
        with explain_os_errors(f"The log {log} cannot be read"):
            record = read_run(log)
        yield record
        before = record.options.get("resumes")
        if isinstance(before, str) and LOG.fullmatch(before):
            log = log.with_name(before)
