"""Going on with a run that did not come to its end: what a new one is given of it, and what of that is trusted.

Trusted again are the user's own words: the task and its data, the start page, what was said while it ran, and answers.
All else in a log came by way of a model or a page, and is External as it was before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from handrail.errors import UsageError
from handrail.runs.record import RunRecord, StepRecord
from handrail.runs.result import Step, came_of
from handrail.runs.store import read_chain
from handrail.tools.core.plan import Plan
from handrail.trust import External

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ResumedRun:
    """What a run goes on with.

    Args:
        log: the log of the run that ended too early.
        mode: what it might do; what goes on with a run in ask mode is in ask mode.
        guardrails, output_schema: what it was held to, and what its answer must fit; for whoever opens the session and
            makes the agent that go on with it.
        words: what the user said while it ran, and answered.
        answers: which of that were answers.
        plan: the last one that the user accepted. Its criteria were made before a page was read.
        plan_is_open: the user accepted none of the plans that they were shown, so that another has to be made.
        acts: the tool, the parameters, and the name of what was acted on, of every call of a model.
        chose: what they chose or put into pages that their parameters do not say.
        uncertain: the act that was under way at the end.
        outcome: how it ended; ``unfinished`` where it was cut off.
        denied: hashes of the requests that the user said no to, and their like.
    """

    log: Path
    task: str
    url: str | None
    data: Any
    mode: str
    guardrails: str = ""
    output_schema: dict[str, Any] | None = None
    words: list[str] = field(default_factory=list)
    answers: frozenset[str] = frozenset()
    plan: Plan | None = None
    plan_is_open: bool = False
    notes: dict[str, External] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    acts: list[tuple[str, dict[str, Any], str]] = field(default_factory=list)
    chose: list[str] = field(default_factory=list)
    uncertain: StepRecord | None = None
    last_url: str = ""
    outcome: str = "unfinished"
    denied: frozenset[str] = frozenset()


def read_resumed_run(log: Path) -> ResumedRun:
    """Return what is left of a run, and of those that it went on with; raise `UsageError` where there is nothing to go
    on with, or its log cannot be read."""
    records = list(reversed(list(read_chain(log))))
    first, last = records[0], records[-1]
    if last.outcome == "session":
        raise UsageError(f"{last.id} is the log of a session, not of a run.", hint="`handrail runs` lists both.")
    if not all(record.task for record in records):
        raise UsageError(
            f"The run {last.id} cannot be resumed: the beginning of its log is damaged.",
            hint="Start a new one with `handrail run`.",
        )
    if last.outcome == "done":
        raise UsageError(f"The run {last.id} is done.", hint=f"`handrail runs show {last.id}` has its answer.")
    steps = [one for record in records for one in record.steps]
    offered = [plan for record in records for plan in record.plans]
    # What the user did not accept is none of theirs; a revised one follows one that they did.
    plans = [plan for plan in offered if plan.accepted or plan.revision]
    plan = None
    if plans:
        known = plans[-1]
        # A later one was made by a model that had read pages.
        changes = next((tuple(one.changes) for one in plans if one.accepted and one.revision == 0), ())
        plan = Plan(tuple(known.criteria), tuple(known.steps), known.url or None, known.revision, changes=changes)
    return ResumedRun(
        log=last.log,
        task=last.task,
        url=first.url or None,
        data=last.data,
        mode="ask" if first.options.get("mode") == "ask" else "act",
        guardrails=_last(records, "guardrails", str) or "",
        output_schema=_last(records, "output_schema", dict),
        words=[word for record in records for word, _ in record.user_words],
        answers=frozenset(word for record in records for word, is_answer in record.user_words if is_answer),
        plan=plan,
        plan_is_open=bool(offered) and plan is None,
        notes={key: text for record in records for key, text in record.notes.items()},
        steps=[_step(number, step) for number, step in enumerate(steps, 1)],
        acts=[(one.tool, one.params, one.name.raw if one.name is not None else "") for one in steps],
        chose=[text for one in steps for text in one.chose],
        # A run that went on with it and ended before it did anything has not looked at what came of it.
        uncertain=next((one.under_way for one in reversed(records) if one.under_way or one.steps), None),
        last_url=next((record.last_url for record in reversed(records) if record.last_url), ""),
        outcome=last.outcome,
        denied=frozenset(one for record in records for one in record.denied),
    )


def _last(records: Sequence[RunRecord], option: str, kind: type[T]) -> T | None:
    """Return an option as it was given last, where it was."""
    given = (record.options.get(option) for record in reversed(records))
    return next((one for one in given if isinstance(one, kind) and one), None)


def _step(number: int, step: StepRecord) -> Step:
    ok, code = step.state == "ok", step.got.get("code")
    code = None if ok else code if isinstance(code, str) else step.state
    return Step(number, step.tool, step.params, ok, code, step.seconds, came_of(step.got))
