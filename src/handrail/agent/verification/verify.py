"""Done means done: a claim is held against what was sent, what was read and the page as it is. Rules first."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Literal

from handrail.agent.conversation.step import Step
from handrail.agent.verification.answer_facts import AnswerFacts
from handrail.agent.verification.evidence_log import EvidenceLog
from handrail.agent.verification.words import DOWNLOADS, only_fills
from handrail.errors import ModelError, UsageError
from handrail.models.protocol import Message, Model, ModelReply, Part, ToolSpec
from handrail.results import Observation
from handrail.tools.core.plan import Plan
from handrail.trust import WARNING, External, fence, plain

if TYPE_CHECKING:
    from handrail.tools.support.json_schema import OutputSchema

NO_JUDGES = frozenset({"offline", "scripted"})
"""Models that only carry out what they were given: they judge nothing."""
MOST_TOLD = 30_000
"""Characters of all calls that a judge is told; details of the oldest go first."""
PARAM_TOLD = 400
WORDS_OF_A_JUDGE = 600

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
        ledger: every call of the run.
        steps: the calls, numbered as in the ledger.
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


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a claim holds. ``reasons`` and ``missing`` go back to the agent, what is External in them fenced."""

    ok: bool
    reasons: tuple[External | str, ...] = ()
    missing: tuple[External | str, ...] = ()
    by: Literal["rules", "model"] = "rules"
    unjudged: bool = False
    """The rules have nothing against it, and the model that should judge it did not: trying again is of no use."""


class Verifier:
    """Checks claims: what rules can say is said without a model.

    Args:
        model: judges what rules leave open; None, `offline` and `scripted` judge nothing.
        schema: the JSON Schema that the answer's data must fit.

    Raises:
        UsageError: the schema cannot be used.
    """

    def __init__(self, model: Model | None, *, schema: dict[str, Any] | None = None) -> None:
        self._model = model if model is not None and model.name not in NO_JUDGES else None
        self._schema = usable_schema(schema) if schema is not None else None

    async def check(self, claim: Claim) -> Verdict:
        """The data must fit the schema, no change may be unverified, and a model must agree where there is one."""
        claim.evidence.look(claim.page)
        if misfits := tuple(self._misfits(claim.value)):
            return Verdict(False, misfits)
        doubts = [found for found in claim.evidence.unverified if not (found.unsent and only_fills(claim.task))]
        reasons: list[External | str] = [*(doubt.reason for doubt in doubts), *_open_ends(claim), *_made_up(claim)]
        if reasons:
            return Verdict(False, tuple(reasons), tuple(dict.fromkeys(doubt.shows for doubt in doubts)))
        return Verdict(True) if self._model is None else await self._judged(claim, self._model)

    def _misfits(self, value: Any) -> Iterator[External | str]:
        if self._schema is None:
            return
        if value is None:
            yield "The answer has no data: call done with `data` that fits the output schema."
            return
        from handrail.tools.support.json_schema import BadSchema

        try:
            for fault in self._schema.faults(plain(value)):
                # What is wrong quotes the answer, which was written by a model that has read pages.
                yield External(f"The data does not fit at {fault.path}: {fault.problem}", "model", "validator-feedback")
        except BadSchema as bad:
            yield f"The data cannot be checked: {bad.reason}."

    async def _judged(self, claim: Claim, model: Model) -> Verdict:
        # A quarter of the window, at about four characters a token.
        shown = evidence(claim, min(MOST_TOLD, model.context_window))
        messages = [Message("system", [_system()]), Message("user", shown)]
        try:
            reply = await model.respond(messages, [_VERDICT], must_call=True)
        except ModelError as error:
            return Verdict(False, (f"The check by a model failed: {error.message}",), unjudged=True)
        with suppress(KeyError, TypeError, StopIteration):
            return _read(reply)
        return Verdict(False, ("The model that should judge it gave no verdict.",), unjudged=True)


def usable_schema(schema: dict[str, Any]) -> OutputSchema:
    """A caller's JSON Schema, once it was seen that it can be used.

    Raises:
        UsageError: it cannot.
    """
    # Three megabytes that most runs never need.
    from handrail.tools.support.json_schema import BadSchema, OutputSchema

    try:
        return OutputSchema(schema)
    except BadSchema as bad:
        raise UsageError(f"The output schema cannot be used: {bad.reason}.", hint=bad.said) from bad


def evidence(claim: Claim, room: int = MOST_TOLD) -> list[Part]:
    """What a judge is shown: the user's words plain, all else fenced. ``room``: characters for the calls."""
    parts: list[Part] = [f"The task: {claim.task}"]
    if claim.data is not None:
        parts.append("Data the user gave: " + json.dumps(plain(claim.data), ensure_ascii=False))
    if claim.plan is not None and claim.plan.criteria:
        parts.append("It is done when:\n" + "\n".join(f"- {one}" for one in claim.plan.criteria))
    answer = {"result": claim.answer, **({"data": claim.value} if claim.value is not None else {})}
    parts += ["The agent's answer:", fence(answer, label="notes", origin="model")]
    parts += ["Its calls and what came of each:", fence(_calls(claim, room), label="page-info", origin="run")]
    if claim.evidence.complete and (missing := _answer(claim).missing()):
        said = [fact.said for fact in missing]
        parts += ["The answer names these, and they stand in nothing that was read:", fence(said, label="notes")]
    if claim.page is not None:
        parts += ["How things stand now:", *claim.page.parts()]
    return parts


def _calls(claim: Claim, left: int) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = []
    for step in reversed(claim.steps):
        params = {key: _clipped(plain(value)) for key, value in step.params.items()}
        one = {"step": step.number, "call": step.tool, "params": params, "ok": step.ok}
        whole = {**one, **claim.evidence.came_of.get(step.number, {})}
        left -= len(json.dumps(whole, ensure_ascii=False))
        told.append(whole if left > 0 else one)
    return told[::-1]


def _clipped(value: Any) -> Any:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return value if len(text) <= PARAM_TOLD else f"{text[:PARAM_TOLD]}…"


def _read(reply: ModelReply) -> Verdict:
    given = next(call for call in reply.calls if call.name == "verdict").params
    reasons, missing = (
        tuple(External(str(one)[:WORDS_OF_A_JUDGE], "model", "validator-feedback") for one in _listed(given.get(key)))
        for key in ("reasons", "missing")
    )
    return Verdict(given["ok"] is True, reasons, missing, "model")


def _listed(value: Any) -> list[Any]:
    """What should be a list; small models write a sentence in its place."""
    return value if isinstance(value, list) else [value] if value else []


def _open_ends(claim: Claim) -> Iterator[str]:
    """What must be there at the end and is not."""
    if claim.page is not None and claim.page.dialog is not None and claim.page.dialog.kind != "alert":
        yield f"A dialog ({claim.page.dialog.kind}) is open and was not answered."
    files = claim.evidence.changes.files.values()
    if DOWNLOADS.search(claim.task) and not any(file["state"] == "saved" for file in files):
        yield "The task asks for a download, and no file came."


def _made_up(claim: Claim) -> Iterator[External]:
    """An answer that is a number, a name or data, none of which stands in anything that was read: of a run that only
    read, for one that did something is not about its figures."""
    only_read = (
        not claim.by_rules and claim.evidence.complete and not any(act.commits for act in claim.evidence.changes.acts)
    )
    if only_read and (made_up := _answer(claim).made_up()):
        said = ", ".join(fact.said[:80] for fact in made_up[:5])
        why = "The answer stands in nothing that was read. Look it up, and answer with what is there:"
        yield External(f"{why} {said}", "model", "validator-feedback")


def _answer(claim: Claim) -> AnswerFacts:
    return AnswerFacts(claim.task, claim.data, plain(claim.answer), plain(claim.value), claim.evidence.pages)


@cache
def _system() -> str:
    text = (resources.files("handrail.agent.verification") / "prompts" / "verify.md").read_text("utf-8")
    return text.replace("{warning}", WARNING)
