"""Reads a log into a `RunRecord`, as far as the log goes. It may be damaged: half a last line, lines that are not
events, a file that was cut."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from handrail.browser.types.network.addresses import origin_of
from handrail.events import kinds
from handrail.events.from_json import from_dict
from handrail.events.parts import Source, Text
from handrail.runs import record
from handrail.runs.record import RunRecord
from handrail.runs.step_words import note_elements
from handrail.texts.for_people import REF, check_in_words, reason_in_words
from handrail.trust import External, plain

MAX_LINE = 32_000_000
"""Bytes of a line that is read; a result of our own tools has at most some 100,000."""
MAX_LOG = 512_000_000
"""Bytes of a log that are read."""


def read_run(log: Path, *, name: str = "") -> RunRecord:
    """Read a run from its ``run.jsonl``, by default called like its folder; raise `OSError` where that fails."""
    run = RunRecord(name or log.parent.name, log)
    reader = _RunReader(run)
    for event in _events(run):
        reader.add(event)
    if run.outcome in ("unfinished", "session"):
        # Nothing at the end of the log adds them up.
        for call in run.calls:
            run.usage.add(call.usage)
    return run


def event_of(line: bytes) -> kinds.Event | None:
    """Return the event of a line; None where it is not one, or of an unknown kind."""
    data = _object(line)
    return None if data is None else from_dict(data)


def _events(run: RunRecord) -> Iterator[kinds.Event]:
    """Yield the events of a run's log, and note in the run how much of it could not be read."""
    left = MAX_LOG
    with run.log.open("rb") as file:
        while raw := file.readline(MAX_LINE):
            left -= len(raw)
            if left < 0:
                run.cut = True
                return
            if not raw.endswith(b"\n") and len(raw) == MAX_LINE:
                run.damaged += 1
                while (rest := file.readline(MAX_LINE)) and not rest.endswith(b"\n"):
                    left -= len(rest)
            elif (data := _object(raw)) is None:
                run.damaged += bool(raw.strip())
            elif (event := from_dict(data)) is not None:
                yield event


def _object(line: bytes) -> dict[str, object] | None:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


class _RunReader:
    """Combines events into calls."""

    def __init__(self, run: RunRecord) -> None:
        self.run = run
        self._turn = 0
        self._count = 0
        self._open: record.StepRecord | None = None
        self._decision: record.DecisionRecord | None = None
        self._caller = ""
        self._pictures: list[record.PictureRecord] = []
        self._seen: list[record.SeenPage] = []
        self._words: list[str] = []
        self._asked: record.ModelCall | None = None

    def add(self, event: kinds.Event) -> None:
        """Take in one event."""
        self.run.ended = event.at or self.run.ended
        self.run.begun = self.run.begun or event.at
        note_elements(self.run.elements, event)
        match event:
            case kinds.SessionStartedEvent():
                self.run.outcome = "session"
            case kinds.RunStartedEvent():
                self._start(event)
            case kinds.RunEndedEvent():
                self._end(event)
            case kinds.PlanEvent():
                self._plan(event)
            case kinds.PlanAcceptedEvent():
                self.run.plans[-1:] = [replace(plan, accepted=True) for plan in self.run.plans[-1:]]
            case kinds.TurnEvent():
                self._turn += 1
            case kinds.ModelCallEvent():
                self._model_call(event)
            case kinds.ModelTextEvent():
                self._words.append(plain(event.text))
            case kinds.ObservedEvent():
                self._add_observation(event)
            case kinds.DecisionEvent():
                self._add_decision(event)
            case kinds.IntentEvent():
                # Until its result comes, and if it never does, it may have happened or not.
                self._open = record.StepRecord(event.tool, self._caller, params=event.params, at=event.at)
                self._open.label_text, self._open.chose = event.label_text, plain(event.chose)
                self._append(self._open)
            case kinds.ScreenshotEvent():
                self._screenshot(event)
            case kinds.ResultEvent():
                self._result(event)
            case kinds.VerdictEvent():
                self._verdict(event)
            case _:
                self._moment(event)

    def _start(self, event: kinds.RunStartedEvent) -> None:
        run = self.run
        run.task, run.url, run.model, run.begun = event.task, event.url or "", event.model, event.at
        run.data, run.options = event.data, event.options
        run.last_url = run.last_url or run.url

    def _end(self, event: kinds.RunEndedEvent) -> None:
        run = self.run
        run.outcome = event.outcome or "error"
        run.answer, run.answer_data = event.answer, event.data
        run.sources = [Source(one.url, _from_page(one.title, one.url, "page-info")) for one in event.sources]
        run.doubts = [reason_in_words(doubt, run.elements) for doubt in event.doubts]
        run.remedies, run.usage = list(event.remedies), event.usage
        run.missing = event.missing
        run.files = [Path(file) for file in event.files]

    def _add_decision(self, event: kinds.DecisionEvent) -> None:
        decision = record.DecisionRecord(event.rule, event.allowed, event.reason, event.remedy, event.unheard)
        self.run.denied |= {event.denied} - {""}
        if not event.of_request:
            self._open, self._pictures, self._caller, self._decision = None, [], event.caller, decision
        elif self._open is not None:
            # What the page sends while the act goes on is a part of it.
            self._open.ruling = decision

    def _plan(self, event: kinds.PlanEvent) -> None:
        reason = plain(event.reason)
        criteria, steps, changes = plain(event.criteria), plain(event.steps), plain(event.changes)
        plan = record.PlanRecord(criteria, steps, event.url or "", event.revision, reason, changes)
        self.run.plans.append(plan)
        if plan.revision:
            self._tell(event, f"anew. {reason}".strip())

    def _model_call(self, event: kinds.ModelCallEvent) -> None:
        usage = replace(event.usage, calls=event.usage.calls or 1)
        call = record.ModelCall(event.purpose, event.model, event.seconds, usage, _by_model(event.reasoning))
        self.run.calls.append(call)
        if call.purpose == "act":
            self._asked = call

    def _add_observation(self, event: kinds.ObservedEvent) -> None:
        url = plain(event.url)
        self.run.last_url = url or self.run.last_url
        title, text = _from_page(event.title, url, "page-info"), _from_page(event.text, url, "page-snapshot")
        self._seen.append(record.SeenPage(url, title, event.mode, text))

    def _screenshot(self, event: kinds.ScreenshotEvent) -> None:
        under_way = self._open is not None or self._decision is not None
        (self._pictures if under_way else self._latest()).extend(map(record.PictureRecord, event.files))

    def _latest(self) -> list[record.PictureRecord]:
        """Return the pictures of the last call, or of the run before its first one."""
        last = next((one for one in reversed(self.run.timeline) if isinstance(one, record.StepRecord)), None)
        return self.run.pictures if last is None else last.pictures

    def _result(self, event: kinds.ResultEvent) -> None:
        step = self._open or record.StepRecord(event.tool, event.caller)
        step.tool, step.at, step.params, step.label = event.tool, event.at, event.params, event.label
        step.seconds, step.got, step.label_text = event.seconds, event.result, event.label_text
        named = set(re.findall(rf"\b{REF}\b", f"{event.label} {step.error}"))
        step.elements = {ref: words for ref, words in self.run.elements.items() if ref in named}
        step.state = "ok" if event.ok else "not_permitted" if event.code == "not_permitted" else "failed"
        if (target := event.target) is not None:
            step.role, step.name = target.role, _from_page(target.name, "page", "page-elements")
            left, top, width, height = target.box or (0, 0, 0, 0)
            step.box = record.PictureBox(left, top, width, height) if width > 0 and height > 0 else None
        # In a run, a read of the program's own is not a step; a call of the user that changed something, or failed, is.
        if step is not self._open and (self._counts(step) or step.state != "ok"):
            self._append(step)
        (step.pictures if step is self._open or step.number else self._latest()).extend(self._pictures)
        self._open, self._decision, self._pictures = None, None, []
        if event.ok:
            self._remember(step)

    def _append(self, step: record.StepRecord) -> None:
        """Add a call. The first of a turn has what it was decided on."""
        self.run.timeline.append(step)
        step.ruling, step.turn = self._decision, self._turn
        if not self._counts(step):
            return
        self._count += 1
        step.number = self._count
        step.seen, self._seen = self._seen, []
        step.said = _by_model("\n".join(self._words)) if self._words else None
        step.decided, self._words, self._asked = self._asked, [], None

    def _counts(self, step: record.StepRecord) -> bool:
        """Return whether a call is one of the numbered: the model's, and in the log of a session every one."""
        return step.caller == "model" or self.run.outcome == "session"

    def _remember(self, step: record.StepRecord) -> None:
        """Remember where the page went, and what was noted."""
        self.run.last_url = step.followed.navigated_to or self.run.last_url
        data, text = step.got.get("data"), step.params.get("text")
        key = data.get("key") if isinstance(data, dict) else None
        if step.tool == "note" and isinstance(key, str) and key:
            # Whoever wrote it, a log is read from outside.
            site = origin_of(self.run.last_url)
            origin = site if step.caller == "model" and site != "null" else "model"
            self.run.notes[key] = External(text if isinstance(text, str) else "", origin, "notes")

    def _verdict(self, event: kinds.VerdictEvent) -> None:
        reasons, missing = check_in_words(plain(event.reasons), plain(event.missing), self.run.elements, by=event.by)
        verdict = record.VerdictRecord(event.ok, event.by, reasons, missing, event.attempt or 1)
        self.run.verdicts.append(verdict)
        word = "The answer was accepted" if verdict.ok else "The answer was not accepted"
        self._tell(event, f"{word}: {verdict.summary}" if verdict.summary else f"{word}.")

    def _moment(self, event: kinds.Event) -> None:
        match event:
            case kinds.NudgeEvent() | kinds.SteeredEvent() | kinds.NoticeEvent():
                self._tell(event, event.text)
            case kinds.PausedEvent() | kinds.ResumedEvent():
                self._tell(event, event.why)
            case kinds.FaultEvent():
                self._tell(event, event.trace)
            case kinds.CompactedEvent():
                length = f"from {event.before:,} to {event.after:,} characters"
                self._tell(event, f"The conversation was shortened {length}.")
            case kinds.RecoveredEvent():
                self.run.last_url = plain(event.url) or self.run.last_url
                text = f"The {event.what} was lost and started again."
                if event.uncertain is not None and event.uncertain.tool:
                    text += f" What came of {event.uncertain.tool}, which was under way, is uncertain."
                self._tell(event, text)

    def _tell(self, event: kinds.Event, text: str) -> None:
        self.run.timeline.append(record.Moment(event.kind, text, event.at))


def _by_model(text: Text) -> External:
    return External(plain(text), "model", "notes")


def _from_page(text: Text, origin: str, label: str) -> External:
    return External(plain(text), origin, label)
