"""A run as a person watches it, and as a program reads it: two listeners of the session's events."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from time import monotonic
from typing import TYPE_CHECKING, Any, assert_never
from urllib.parse import urlsplit

from rich.text import Text

from handrail.cli import line_formats
from handrail.cli.console import console, print_json
from handrail.events import kinds
from handrail.messages import Sentence, isolate, tr, translate
from handrail.models.protocol import Usage
from handrail.models.providers.names import BUILT_IN
from handrail.runs.describe import cost, tokens
from handrail.runs.step_words import about, note_elements
from handrail.runs.store import name_of
from handrail.texts.for_people import check_in_words, error_in_words
from handrail.trust import one_line, plain

if TYPE_CHECKING:
    from handrail.agent import RunResult


ANSWERED = ("done", "partial", "unconfirmed", "done_unverified")
"""Outcomes whose answer answers the task."""
LOST = {
    "tab": Sentence("the tab was lost and started again"),
    "browser": Sentence("the browser was lost and started again"),
}


class JsonView:
    """One event a line, and the result last."""

    status: AbstractContextManager[None] = nullcontext()

    def model(self, name: str, why: str) -> None:
        print_json({"event": "model", "name": name, "why": why})

    def on_event(self, event: kinds.Event) -> None:
        print_json(event.to_dict())

    async def on_text(self, text: str) -> None:
        """Write nothing: the words arrive whole in the event ``model_text``."""

    def result(self, result: RunResult) -> None:
        print_json({"event": "result_of_run", **result.to_dict()})


class Status:
    """What is going on, and since when: at a terminal it is drawn again and again."""

    LONG = 3.0
    """Seconds after which it says how many they are."""

    def __init__(self, what: str, spent: str) -> None:
        self._what, self._spent, self._since = what, spent, monotonic()

    @property
    def plain(self) -> str:
        return self.__rich__().plain

    def __rich__(self) -> Text:
        seconds = monotonic() - self._since
        waited = f"  {seconds:.0f} s" if seconds >= self.LONG else ""
        return Text.assemble(self._what, (f"{waited}{self._spent}", "dim"))


class TerminalView:
    """A line per step, a live status while something is going on, and the answer at the end: that alone on standard
    output, all else on standard error.

    Args:
        wants_data: the answer is asked for as data; away from a terminal it is only that.

    Attributes:
        status: shown while it is entered; stop it for a question.
    """

    def __init__(self, *, wants_data: bool = False) -> None:
        self.console = console(stderr=True)
        self.out = console()
        self._wants_data = wants_data
        self.status = self.console.status(tr("starting the browser"), spinner="dots")
        self._doing = ""
        self._thinks = True
        self._refusal = ""
        self._unheard = False
        self._elements: dict[str, str] = {}
        self._steps = 0
        self._spent = Usage()
        self._spent_by_purpose: dict[str, Usage] = {}

    def model(self, name: str, why: str) -> None:
        """Show which model, and why: the first line of every run."""
        self._thinks = name != "offline"
        self.console.print(Text(one_line(translate(why), 400), "dim"))

    def on_event(self, event: kinds.Event) -> None:
        """Show what a person wants to see; the log has the rest."""
        note_elements(self._elements, event)
        match event:
            case kinds.RunStartedEvent():
                self.console.print(line_formats.task(event.task))
                self._show_status(tr("thinking") if self._thinks else tr("reading the page"))
            case kinds.PlanEvent():
                criteria, steps, changes = plain(event.criteria), plain(event.steps), plain(event.changes)
                self.console.print(line_formats.plan(criteria, steps, event.revision, changes))
            case kinds.TurnEvent():
                self._show_status(tr("thinking") if self._thinks else tr("reading the page"))
            case kinds.ModelCallEvent():
                self._spent.add(event.usage)
                if event.model not in BUILT_IN:
                    self._spent_by_purpose.setdefault(event.purpose, Usage()).add(event.usage)
                self._show_status(self._doing)
            case kinds.IntentEvent():
                what = _host(event.params.get("url"))
                self._show_status(line_formats.step_words(event.tool, event.label_text, what).plain)
            case kinds.DecisionEvent():
                self._refusal, self._unheard = "" if event.allowed else plain(event.reason), event.unheard
            case kinds.ResultEvent(caller="model"):
                self._step(event)
            case kinds.VerdictEvent():
                reasons, missing = check_in_words(
                    plain(event.reasons), plain(event.missing), self._elements, by=event.by
                )
                self.console.print(line_formats.verdict(event.ok, event.by, reasons, missing))
            case kinds.RecoveredEvent():
                lost = translate(LOST[event.what])
                if event.uncertain:
                    lost += f"; {tr('what it was doing may or may not have happened')}"
                self._moment(event, lost)
            case kinds.CompactedEvent():
                sizes = {"before": tokens(event.before), "after": tokens(event.after)}
                self._moment(event, tr("{before} characters became {after}", **sizes))
            case kinds.PausedEvent() | kinds.ResumedEvent():
                self._moment(event, event.why)
                if event.kind == "paused":
                    self._show_status(tr("paused"))
            case kinds.NudgeEvent() | kinds.SteeredEvent() | kinds.NoticeEvent():
                self._moment(event, event.text)
            case kinds.PlanAcceptedEvent():
                self._show_status(tr("opening the page"))
            case kinds.ResultEvent() | kinds.ObservedEvent() | kinds.ScreenshotEvent() | kinds.ModelTextEvent():
                pass  # the user's own calls, and what only the log keeps
            case kinds.SessionStartedEvent() | kinds.FaultEvent() | kinds.RunEndedEvent():
                pass  # who opened it knows, and `result` shows how it ended
            case _:
                assert_never(event)

    async def on_text(self, text: str) -> None:
        """Show words in the status as they stream in."""
        self._show_status(one_line(text, 60))

    def result(self, result: RunResult) -> None:
        """Show how it ended, the answer, the cost, and where files and the log are."""
        self.console.print()
        self.console.print(line_formats.ending(result))
        self._answer(result)
        for line in line_formats.remarks(result, self._elements):
            self.console.print(line, soft_wrap=True)
        lines = line_formats.last_lines(result.usage, len(result.steps), self._spent_by_purpose, result.log)
        lines += f"\n{line_formats.heads()[2]}handrail report {name_of(result.log)}"
        self.console.print(Text(f"\n{lines}", "dim"), soft_wrap=True)

    def _answer(self, result: RunResult) -> None:
        """Show the answer and its data on standard output, and on standard error why there is none."""
        out, data = self.out if result.outcome in ANSWERED else self.console, plain(result.data)
        if self._wants_data and data is not None and out is self.out and not out.is_terminal:
            self.console.print(line_formats.answer(result, as_markdown=False))
            out.print(line_formats.data_of(data, alone=True))
            return
        out.print(line_formats.answer(result, as_markdown=out.is_terminal, alone=out is self.out))
        if data is not None:
            (out if out.is_terminal else self.console).print(line_formats.data_of(data))

    def _show_status(self, what: str) -> None:
        """Show what is going on, and what the run has cost so far."""
        self._doing = what
        taken = ""
        if self._spent.input_tokens:
            counted = self._spent.input_tokens + self._spent.output_tokens
            taken = "   " + tr(
                "step {number} · {tokens} tokens · {cost}",
                number=self._steps + 1,
                tokens=tokens(counted),
                cost=cost(self._spent),
            )
        self.status.update(Status(what, taken))

    def _step(self, event: kinds.ResultEvent) -> None:
        self._steps += 1
        state, target = event.result.get("status", ""), event.target
        role, name = (target.role, target.name) if target else ("", None)
        what = about(role, name, event.label, self._elements)
        words = line_formats.step_words(event.tool, event.label_text, what, state)
        self.console.print(line_formats.step_line(self._steps, event.seconds, words))
        for line in line_formats.dialog(event.result.get("followed")):
            self.console.print(line)
        if not event.ok:
            error = error_in_words(event.result.get("error", ""), event.code, self._elements)
            self.console.print(line_formats.failure(event.code, error, self._refusal, unheard=self._unheard))

    def _moment(self, event: kinds.Event, text: str) -> None:
        self.console.print(line_formats.moment(event.kind, text))


def _host(url: Any) -> str:
    """Return the host of an address, which may lack its scheme; "" where there is none."""
    if not isinstance(url, str):
        return ""
    try:
        host = urlsplit(url if "://" in url else f"//{url}").netloc.rpartition("@")[2]
    except ValueError:
        return ""
    return isolate(one_line(host, 60)) if host else ""
