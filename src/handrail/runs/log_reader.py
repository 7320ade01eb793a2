"""From a log to a `RunRecord`. A log that ends in the middle is read as far as it goes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from handrail.models.protocol import Usage
from handrail.runs.log_lines import LogLine, LogLines
from handrail.runs.record import (
    Box,
    DecisionRecord,
    ModelCall,
    Moment,
    PictureRecord,
    PlanRecord,
    RecordedSource,
    RunRecord,
    SeenPage,
    StepRecord,
    StepState,
    VerdictRecord,
)
from handrail.trust import External


def read_run(log: Path, *, name: str = "") -> RunRecord:
    """Read a run.

    Args:
        log: a ``run.jsonl``.
        name: what the run is called; by default its folder's name.

    Raises:
        OSError: the log cannot be read.
    """
    lines = LogLines(log)
    reading = _Reading(RunRecord(name or log.parent.name, log))
    for line in lines:
        reading.hear(line)
    run = reading.finished()
    run.damaged, run.cut = lines.damaged, lines.cut
    return run


class _Reading:
    """Events in order, put together to calls."""

    def __init__(self, run: RunRecord) -> None:
        self.run = run
        self._turn = 0
        self._count = 0
        self._open: StepRecord | None = None
        self._ruling: DecisionRecord | None = None
        self._caller = ""
        self._pictures: list[PictureRecord] = []
        self._seen: list[SeenPage] = []
        self._said: list[str] = []
        self._decided: ModelCall | None = None

    def hear(self, line: LogLine) -> None:
        """Take in one event; one of an unknown kind is passed over."""
        self.run.ended = line.at or self.run.ended
        if self.run.begun == 0.0:
            self.run.begun = line.at
        hear: Callable[[LogLine], None] | None = getattr(self, f"_hear_{line.kind}", None)
        if hear is not None:
            hear(line)
        elif line.kind in _SENTENCES:
            self._tell(line, _SENTENCES[line.kind](line))

    def finished(self) -> RunRecord:
        """The run, where nothing more comes."""
        if not self.run.finished:
            for call in self.run.calls:
                self.run.usage.add(call.usage)
        return self.run

    def _hear_run_started(self, line: LogLine) -> None:
        run = self.run
        run.task, run.url, run.model, run.begun = line.text("task"), line.text("url"), line.text("model"), line.at
        run.data, run.options = line.data.get("data"), line.part("options").data
        run.last_url = run.last_url or run.url

    def _hear_plan(self, line: LogLine) -> None:
        revision = line.whole("revision")
        plan = PlanRecord(line.texts("criteria"), line.texts("steps"), line.text("url"), revision, line.text("reason"))
        self.run.plans.append(plan)
        if revision:
            self._tell(line, f"anew. {plan.reason}".strip())

    def _hear_turn(self, _: LogLine) -> None:
        self._turn += 1

    def _hear_model_call(self, line: LogLine) -> None:
        call = ModelCall(
            line.text("purpose") or "act",
            line.text("model"),
            line.number("seconds"),
            _usage(line.part("usage"), calls=1),
            _model_text(line.text("reasoning")),
        )
        self.run.calls.append(call)
        if call.purpose == "act":
            self._decided = call

    def _hear_model_text(self, line: LogLine) -> None:
        self._said.append(line.text("text"))

    def _hear_decision(self, line: LogLine) -> None:
        self._open = None
        self._pictures = []
        self._caller = line.text("caller")
        self._ruling = DecisionRecord(line.text("rule"), line.yes("allowed"), line.text("reason"), line.text("remedy"))

    def _hear_intent(self, line: LogLine) -> None:
        # Until its result comes, and if it never does, it may have happened or not.
        self._open = StepRecord(line.text("tool"), self._caller, params=line.part("params").data, at=line.at)
        self._enter(self._open)

    def _hear_screenshot(self, line: LogLine) -> None:
        box = line.part("box")
        place = _box([box.number(key) for key in ("x", "y", "width", "height")])
        pictures = [PictureRecord(name, place) for name in line.texts("files")]
        under_way = self._open is not None or self._ruling is not None
        (self._pictures if under_way else self._latest()).extend(pictures)

    def _latest(self) -> list[PictureRecord]:
        """The pictures of the last call, or of the run before its first one."""
        last = next((one for one in reversed(self.run.timeline) if isinstance(one, StepRecord)), None)
        return self.run.pictures if last is None else last.pictures

    def _hear_result(self, line: LogLine) -> None:
        step = self._open or StepRecord(line.text("tool"), line.text("caller"))
        step.tool, step.at = line.text("tool"), line.at
        step.params, step.label = line.part("params").data, line.part("label").data
        step.seconds, step.got = line.number("seconds"), line.part("result").data
        step.state = _state(line.part("result"))
        target = line.part("target")
        step.role = target.text("role")
        step.name = External(target.text("name"), "page", "page-elements") if target.data else None
        step.box = _box(target.numbers("box"))
        # What the house looks at for itself is no step; what the user's own call changed, or could not, is.
        if step is not self._open and (step.caller == "model" or step.state != "ok"):
            self._enter(step)
        (step.pictures if step is self._open or step.number else self._latest()).extend(self._pictures)
        self._open, self._ruling, self._pictures = None, None, []
        self._remember(step, line.part("params"))

    def _enter(self, step: StepRecord) -> None:
        """A call takes its place. The model's are counted, and the first of a turn has what it was decided on."""
        self.run.timeline.append(step)
        step.ruling, step.turn = self._ruling, self._turn
        if step.caller != "model":
            return
        self._count += 1
        step.number = self._count
        step.seen, self._seen = self._seen, []
        step.said = _model_text("\n".join(self._said)) if self._said else None
        step.decided, self._said, self._decided = self._decided, [], None

    def _remember(self, step: StepRecord, params: LogLine) -> None:
        if step.state != "ok":
            return
        got = LogLine(step.got)
        self.run.last_url = got.part("followed").text("navigated_to") or self.run.last_url
        if step.tool == "note" and (key := got.part("data").text("key")):
            self.run.notes[key] = External(params.text("text"), step.caller, "notes")

    def _hear_observed(self, line: LogLine) -> None:
        url = line.text("url")
        self.run.last_url = url or self.run.last_url
        title = External(line.text("title"), url, "page-info")
        self._seen.append(SeenPage(url, title, line.text("mode"), External(line.text("text"), url, "page-snapshot")))

    def _hear_verdict(self, line: LogLine) -> None:
        said = line.texts("reasons"), line.texts("missing")
        verdict = VerdictRecord(line.yes("ok"), line.text("by"), *said, line.whole("attempt") or 1)
        self.run.verdicts.append(verdict)
        word = "The answer was accepted" if verdict.ok else "The answer was not accepted"
        self._tell(line, f"{word}: {verdict.told}" if verdict.told else f"{word}.")

    def _hear_recovered(self, line: LogLine) -> None:
        self.run.last_url = line.text("url") or self.run.last_url
        uncertain = line.data.get("uncertain")
        tool = uncertain.get("tool") if isinstance(uncertain, dict) else uncertain
        word = f"The {line.text('what') or 'browser'} was lost and started again."
        if isinstance(tool, str) and tool:
            word += f" What came of {tool}, which was under way, is uncertain."
        self._tell(line, word)

    def _hear_run_ended(self, line: LogLine) -> None:
        run = self.run
        run.outcome = line.text("outcome") or "error"
        run.answer, run.answer_data = line.text("answer"), line.data.get("data")
        run.sources = [
            RecordedSource(one.text("url"), External(one.text("title"), one.text("url"), "page-info"))
            for one in line.parts("sources")
        ]
        run.doubts = line.texts("doubts")
        run.remedies = line.texts("remedies")
        run.usage = _usage(line.part("usage"))

    def _tell(self, line: LogLine, text: str) -> None:
        self.run.timeline.append(Moment(line.kind, text, line.at))


_SENTENCES: dict[str, Callable[[LogLine], str]] = {
    "nudge": lambda line: line.text("text"),
    "steered": lambda line: line.text("text"),
    "notice": lambda line: line.text("text"),
    "fault": lambda line: line.text("trace"),
    "paused": lambda line: line.text("why"),
    "resumed": lambda line: line.text("why"),
    "compacted": lambda line: (
        f"The conversation was shortened from {line.whole('before'):,} to {line.whole('after'):,} characters."
    ),
}


def _box(sides: list[float]) -> Box | None:
    return Box(*sides) if len(sides) == 4 and sides[2] > 0 and sides[3] > 0 else None


def _state(result: LogLine) -> StepState:
    if result.text("status") == "ok":
        return "ok"
    return "not_permitted" if result.text("code") == "not_permitted" else "failed"


def _usage(told: LogLine, *, calls: int = 0) -> Usage:
    cost: Any = told.data.get("cost")
    return Usage(
        told.whole("calls") or calls,
        told.whole("input_tokens"),
        told.whole("cached_tokens"),
        told.whole("output_tokens"),
        told.number("cost") if isinstance(cost, int | float) else None,
    )


def _model_text(text: str) -> External:
    return External(text, "model", "notes")
