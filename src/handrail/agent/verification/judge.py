"""A model's judgement of whether a task is done, from what was sent, what was read and the page as it is."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Literal

from handrail.agent.conversation.step import Step
from handrail.agent.verification.answer_facts import AnswerFacts
from handrail.agent.verification.evidence_log import EvidenceLog
from handrail.errors import ModelError
from handrail.models.protocol import Message, Model, ModelReply, Part, ToolSpec
from handrail.results import Observation
from handrail.tools.core.plan import Plan
from handrail.trust import WARNING, External, fence, plain

MAX_CALLS_CHARS = 30_000
"""Characters of all calls that a judge is shown; details of the oldest go first."""
MAX_PARAM_CHARS = 400
MAX_REASON_CHARS = 600

_VERDICT = ToolSpec(
    "verdict",
    "Say whether the task is done.",
    {
        "type": "object",
        "properties": {
            "ok": {"type": "boolean"},
            "reasons": {"type": "array", "items": {"type": "string"}},
            "missing": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["ok", "reasons", "missing"],
    },
)


@dataclass(frozen=True, slots=True)
class Claim:
    """That a task is done.

    Args:
        task, data: the user's words and values.
        plan: its criteria are what is checked, where there are any.
        answer, value: what `done` was called with, its words and its data.
        evidence: every call of the run.
        steps: the calls, numbered as in the evidence.
        page: the page as it is, freshly read.
        by_rules: rules put the answer together from what was read, so that nothing in it can be made up.
    """

    task: str
    data: Any
    plan: Plan | None
    answer: External | str
    value: Any
    evidence: EvidenceLog
    steps: Sequence[Step] = ()
    page: Observation | None = None
    by_rules: bool = False

    @property
    def answer_facts(self) -> AnswerFacts:
        return AnswerFacts(self.task, self.data, plain(self.answer), plain(self.value), self.evidence.pages)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a claim holds. ``reasons`` and ``missing`` go back to the agent, what is External in them fenced."""

    ok: bool
    reasons: tuple[External | str, ...] = ()
    missing: tuple[External | str, ...] = ()
    by: Literal["rules", "model"] = "rules"
    unjudged: bool = False
    """The rules have nothing against it, and the model that should judge it did not: trying again is of no use."""


async def ask_judge(claim: Claim, model: Model) -> Verdict:
    """Return a model's verdict on a claim, ``unjudged`` where it gives none."""
    # A quarter of the window, at about four characters a token.
    shown = render_claim(claim, min(MAX_CALLS_CHARS, model.context_window))
    messages = [Message("system", [_system_prompt()]), Message("user", shown)]
    try:
        reply = await model.respond(messages, [_VERDICT], must_call=True)
    except ModelError as error:
        return Verdict(False, (f"The check by a model failed: {error.message}",), unjudged=True)
    with suppress(KeyError, TypeError, StopIteration):
        return _parse_verdict(reply)
    return Verdict(False, ("The model that should judge it gave no verdict.",), unjudged=True)


def render_claim(claim: Claim, room: int = MAX_CALLS_CHARS) -> list[Part]:
    """Return what a judge is shown: the user's words plain, all else fenced. ``room``: characters for the calls."""
    parts: list[Part] = [f"The task: {claim.task}"]
    if claim.data is not None:
        parts.append("Data the user gave: " + json.dumps(plain(claim.data), ensure_ascii=False))
    if claim.plan is not None and claim.plan.criteria:
        parts.append("It is done when:\n" + "\n".join(f"- {one}" for one in claim.plan.criteria))
    answer = {"result": claim.answer, **({"data": claim.value} if claim.value is not None else {})}
    parts += ["The agent's answer:", fence(answer, label="notes", origin="model")]
    parts += ["Its calls and what came of each:", fence(_calls(claim, room), label="page-info", origin="run")]
    if claim.evidence.complete and (missing := claim.answer_facts.missing()):
        names = [fact.text for fact in missing]
        parts += ["The answer names these, and they stand in nothing that was read:", fence(names, label="notes")]
    if claim.page is not None:
        parts += ["How things stand now:", *claim.page.parts()]
    return parts


def _calls(claim: Claim, left: int) -> list[dict[str, Any]]:
    calls: list[dict[str, Any]] = []
    for step in reversed(claim.steps):
        params = {key: _clip(plain(value)) for key, value in step.params.items()}
        call = {"step": step.number, "call": step.tool, "params": params, "ok": step.ok}
        whole = {**call, **claim.evidence.came_of.get(step.number, {})}
        left -= len(json.dumps(whole, ensure_ascii=False))
        calls.append(whole if left > 0 else call)
    return calls[::-1]


def _clip(value: Any) -> Any:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return value if len(text) <= MAX_PARAM_CHARS else f"{text[:MAX_PARAM_CHARS]}…"


def _parse_verdict(reply: ModelReply) -> Verdict:
    given = next(call for call in reply.calls if call.name == _VERDICT.name).params
    reasons, missing = (
        tuple(External(str(one)[:MAX_REASON_CHARS], "model", "validator-feedback") for one in _as_list(given.get(key)))
        for key in ("reasons", "missing")
    )
    return Verdict(given["ok"] is True, reasons, missing, "model")


def _as_list(value: Any) -> list[Any]:
    """What should be a list; small models write a sentence in its place."""
    return value if isinstance(value, list) else [value] if value else []


@cache
def _system_prompt() -> str:
    text = (resources.files("handrail.agent.verification") / "prompts" / "verify.md").read_text("utf-8")
    return text.replace("{warning}", WARNING)
