"""A run as recorded in its log. What a page or a model wrote is External here too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from handrail.events.from_json import read
from handrail.events.parts import Source
from handrail.models.protocol import Usage
from handrail.runs.describe import explanation
from handrail.texts.for_people import error_in_words
from handrail.trust import External

StepState = Literal["ok", "failed", "not_permitted", "uncertain"]
"""``uncertain``: it had started and no result was logged, so it may or may not have happened."""


@dataclass(frozen=True, slots=True)
class PictureBox:
    """Where an element is in a picture, in its CSS pixels."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class PictureRecord:
    """A picture beside the log: a file name of its folder, and the element to mark in it."""

    file: str
    box: PictureBox | None = None


@dataclass(frozen=True, slots=True)
class SeenPage:
    """What a model was shown of a page."""

    url: str
    title: External
    mode: str
    text: External


@dataclass(frozen=True, slots=True)
class DecisionRecord:
    """What policy decided. ``reason`` and ``remedy`` are for the user, never for a model."""

    rule: str
    allowed: bool
    reason: str = ""
    remedy: str = ""
    unheard: bool = False
    """It was for the user to decide, and nobody could be asked."""


@dataclass(slots=True)
class ModelCall:
    """One request to a model, and what for."""

    purpose: str
    model: str
    seconds: float
    usage: Usage
    reasoning: External


@dataclass(frozen=True, slots=True)
class Followed:
    """What a call brought about, of what `handrail.results` reports of it."""

    navigated_to: str = ""
    opened_tabs: Sequence[dict[str, Any]] = ()
    closed_tabs: Sequence[str] = ()
    downloads: Sequence[dict[str, Any]] = ()
    stopped_requests: Sequence[str] = ()
    stopped_before: Sequence[str] = ()
    """Requests that the page sent by itself before the act."""
    tried_again: str = ""
    dialog: dict[str, Any] = field(default_factory=dict)
    not_settled: bool = False


@dataclass(slots=True)
class StepRecord:
    """One call of a tool.

    Args:
        number: counted from 1 for the model's calls; 0 for the user's own (the start page).
        turn: the model's answer that it belongs to.
        seen: what the model was shown since its answer before; on the first call of a turn.
        said: the model's words beside its calls; on the first call of a turn.
        decided: the request that the call came from; on the first call of a turn.
        params: as they were logged: what went into sensitive fields is not in them.
        got: the result as plain JSON, for people and programs. Outside text in it is not marked as such: no prompt
            may be made of it.
        box: where the element stood in the window when the act began: on the picture that was taken last before it.
        at: when it ended, in seconds since the epoch; for an uncertain one, when it began.
        elements: what the refs that it names stood for when it ended. Later another element may have one of them.
        chose: what it chose or put into the page that its parameters do not say.
    """

    tool: str
    caller: str
    number: int = 0
    turn: int = 0
    params: dict[str, Any] = field(default_factory=dict)
    label: dict[str, Any] = field(default_factory=dict)
    label_text: str = ""
    role: str = ""
    name: External | None = None
    box: PictureBox | None = None
    state: StepState = "uncertain"
    got: dict[str, Any] = field(default_factory=dict)
    at: float = 0.0
    seconds: float = 0.0
    ruling: DecisionRecord | None = None
    seen: list[SeenPage] = field(default_factory=list)
    said: External | None = None
    decided: ModelCall | None = None
    pictures: list[PictureRecord] = field(default_factory=list)
    elements: dict[str, str] = field(default_factory=dict)
    chose: list[str] = field(default_factory=list)

    @property
    def error(self) -> str:
        """The sentence of a call that failed."""
        error = self.got.get("error")
        return error if isinstance(error, str) else ""

    @property
    def followed(self) -> Followed:
        """What the call brought about."""
        followed: Followed = read(Followed, self.got.get("followed"))
        return followed


@dataclass(frozen=True, slots=True)
class Moment:
    """Something beside the calls: ``nudge``, ``steered``, ``paused``, ``resumed``, ``recovered``, ``compacted``,
    ``notice``, ``fault``, ``verdict`` or ``plan``, as a sentence."""

    kind: str
    text: str
    at: float


@dataclass(frozen=True, slots=True)
class PlanRecord:
    """What the run set out to do, or would have, had the user accepted it. No page was read before revision 0."""

    criteria: list[str]
    steps: list[str]
    url: str = ""
    revision: int = 0
    reason: str = ""
    changes: list[str] = field(default_factory=list)
    accepted: bool = False


@dataclass(frozen=True, slots=True)
class VerdictRecord:
    """A check of an answer. ``by`` is ``rules`` or ``model``; ``missing`` is what it did not find done or shown."""

    ok: bool
    by: str
    reasons: list[str]
    missing: list[str] = field(default_factory=list)
    attempt: int = 1

    @property
    def summary(self) -> str:
        """Its reasons and what is missing, in a row."""
        return explanation(self.reasons, self.missing)


@dataclass(slots=True)
class RunRecord:
    """A run, read from its log.

    Args:
        outcome: one of `handrail.agent.Outcome`; ``unfinished``: the log ends before the run did; ``session``: it is
            the log of a session, not of a run.
        doubts: why the answer was not accepted.
        timeline: the calls and what happened between them, in order.
        pictures: those that were taken before the first call.
        last_url: the page that was open when the log ends.
        elements: what a person calls each element that a ref stands for, as far as the log shows it.
        denied: hashes of requests that the user said no to, as their events have them.
        damaged: lines of the log that could not be read; ``cut``: it was too long to be read whole.
    """

    id: str
    log: Path
    task: str = ""
    url: str = ""
    model: str = ""
    data: Any = None
    options: dict[str, Any] = field(default_factory=dict)
    begun: float = 0.0
    ended: float = 0.0
    outcome: str = "unfinished"
    answer: str = ""
    answer_data: Any = None
    sources: list[Source] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    missing: str = ""
    files: list[Path] = field(default_factory=list)
    remedies: list[str] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    plans: list[PlanRecord] = field(default_factory=list)
    verdicts: list[VerdictRecord] = field(default_factory=list)
    timeline: list[StepRecord | Moment] = field(default_factory=list)
    calls: list[ModelCall] = field(default_factory=list)
    pictures: list[PictureRecord] = field(default_factory=list)
    last_url: str = ""
    elements: dict[str, str] = field(default_factory=dict)
    notes: dict[str, External] = field(default_factory=dict)
    denied: set[str] = field(default_factory=set)
    damaged: int = 0
    cut: bool = False

    @property
    def finished(self) -> bool:
        return self.outcome != "unfinished"

    @property
    def steps(self) -> list[StepRecord]:
        """The model's calls; in the log of a session every call."""
        every = self.outcome == "session"
        return [one for one in self.timeline if isinstance(one, StepRecord) and (every or one.caller == "model")]

    @property
    def user_words(self) -> Iterator[tuple[str, bool]]:
        """What the user said, in order, and whether that was an answer: of plans, beside the run, and in answers that
        were their own and not one of the model's options."""
        for one in self.timeline:
            if isinstance(one, Moment) and one.kind == "steered":
                yield one.text, False
            elif isinstance(one, StepRecord) and one.tool == "ask_user" and one.state == "ok":
                data = one.got.get("data")
                # Only the tool knows the options as they were shown.
                if isinstance(data, dict) and data.get("chosen") is False and isinstance(data.get("answer"), str):
                    yield data["answer"], True

    def error_of(self, step: StepRecord) -> str:
        """Return why a call failed, for a person; the log has what its caller was told."""
        if step.caller != "model":
            return step.error
        return error_in_words(step.error, str(step.got.get("code") or ""), step.elements)

    @property
    def under_way(self) -> StepRecord | None:
        """The act that had started when the log ends: look at its effect, and never simply repeat it."""
        last = next((one for one in reversed(self.timeline) if isinstance(one, StepRecord)), None)
        return last if last is not None and last.state == "uncertain" else None

    @property
    def plan(self) -> PlanRecord | None:
        """The plan as it was last."""
        return self.plans[-1] if self.plans else None

    @property
    def seconds(self) -> float:
        return max(0.0, self.ended - self.begun)
