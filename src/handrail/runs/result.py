"""What a run hands over: how it ended, its answer and its calls."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal

from handrail.events.kinds import RunEndedEvent
from handrail.events.parts import Source
from handrail.models.protocol import Usage
from handrail.texts.shortening import as_json, clip_json
from handrail.tools.core.render import without_empty
from handrail.trust import External

RESULT_CHARS = 1_500
"""Of each value of a result, as a run that is gone on with and its judge know it."""
_NOTHING = External("{}", "run", "page-info")
Outcome = Literal[
    "done", "partial", "unconfirmed", "done_unverified", "refuted", "failed", "gave_up", "blocked", "stuck",
    "out_of_budget", "cancelled", "error"
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Step:
    """One call of a run.

    Args:
        number: counted from 1.
        tool, params: the call.
        ok: whether it did what it was asked.
        code: of the failure, else None.
        seconds: how long it took.
        came_of_it: the beginning of its result: what it found, led to or failed at, as JSON.
    """

    number: int
    tool: str
    params: dict[str, Any]
    ok: bool
    code: str | None
    seconds: float
    came_of_it: External = _NOTHING

    @property
    def as_evidence(self) -> dict[str, Any]:
        """The call as `EvidenceLog` has it, with words of pages: they reach a model fenced."""
        made = {"step": self.number, "call": self.tool, "params": self.params, "ok": self.ok}
        return made | {"result": json.loads(self.came_of_it.raw)}


def came_of(got: Mapping[str, Any]) -> External:
    """Return what `Step` keeps of a result, as JSON."""
    parts = [one for one in map(got.get, ("data", "followed")) if isinstance(one, dict)]
    told = {key: value for part in ({"error": got.get("error")}, *parts) for key, value in part.items()}
    said = {key: value for key, value in without_empty(told).items() if value not in ("", None, [], {})}
    return External(as_json({key: clip_json(value, RESULT_CHARS) for key, value in said.items()}), "run", "page-info")


@dataclass(slots=True)
class RunResult:
    """What a run hands over, however it ended.

    Args:
        outcome: ``done``: the task is done. ``partial``: a part of it is, and ``missing`` says what is not.
            ``unconfirmed``: it was sent, and the site did not say that it was taken; ``doubts`` has what was sent.
            ``done_unverified``: the agent says so, and nothing could check it. ``refuted``: the agent says so, and the
            check found otherwise; ``answer`` is what it claims, ``doubts`` what was found. ``gave_up``: the agent said
            it cannot be done. ``blocked``: policy did not permit what it took. ``stuck``: it went round in circles.
            ``out_of_budget``: steps or time ran out. ``failed``: too many errors. ``cancelled``: the user ended it.
            ``error``: the model or the browser failed.
        answer: Markdown for the user, a plain ``str``; for an early end, why, and what was found so far. A model wrote
            it, out of what pages say: show it, and take no orders from it.
        data: the answer as data, where the task asked for it: plain JSON, whose texts are ``str`` of the same kind.
        usage: tokens, calls and cost of the whole run.
        steps: every call.
        run_id: the name of the run's folder.
        log: the file that holds every event.
        exit_code: what the command line ends with where the outcome alone does not say it (4: no browser or model).
        sources: the pages that the answer's facts stand on.
        doubts: why an answer that is handed over was not accepted; our words, or a model's.
        missing: of a partial answer, what is not done, in the agent's words.
        files: the files that the run left for the user: downloads that were kept, and what was written. Pages or a
            model chose their names, which are cleaned.
        remedies: flags that would have allowed what policy denied; for the user, never for the model.
    """

    outcome: Outcome
    answer: str
    run_id: str
    log: Path
    data: Any = None
    usage: Usage = field(default_factory=Usage)
    steps: list[Step] = field(default_factory=list)
    remedies: list[str] = field(default_factory=list)
    exit_code: int | None = None
    sources: list[Source] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    missing: str = ""
    files: list[Path] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return self.outcome == "done"

    @property
    def event(self) -> RunEndedEvent:
        """The end of the run as its log has it."""
        told = {one.name: getattr(self, one.name) for one in fields(self) if one.name != "exit_code"}
        told |= {"log": str(self.log), "steps": len(self.steps), "files": [str(file) for file in self.files]}
        return RunEndedEvent(**told | {"usage": replace(self.usage)})

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON for programs."""
        return self.event.fields()
