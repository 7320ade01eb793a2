"""A model's judgement of whether a task is done, from what was sent, what was read and the page as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

from handrail.agent.conversation.system_prompt import describe_data, read_prompt
from handrail.agent.verification.answer_facts import AnswerFacts
from handrail.agent.verification.evidence_log import CHANGED, CHANGED_BY_ITSELF, EvidenceLog
from handrail.browser.outline.shown_words import page_words
from handrail.errors import ModelError
from handrail.models.protocol import Message, Model, ModelReply, Part, ToolSpec
from handrail.results import Observation
from handrail.texts.fact_lines import FactLines
from handrail.texts.facts import code_words, data_facts, facts, names
from handrail.texts.shortening import as_json, clip_json, cut_to_share
from handrail.tools.core.plan import Plan
from handrail.trust import External, Fenced, fence, plain

MAX_CHARS = 30_000
"""Characters of calls and lines that a judge is shown, beside the page as it is."""
FACTS_SHARE = 0.4
"""The part of them for the lines in which the facts of the answer stand."""
SHORT = 4
"""Letters of a word with a capital that may be any (They, This)."""
MAX_PARAM_CHARS = 400
LONG = ("result", CHANGED, CHANGED_BY_ITSELF, "details")
"""What of a call is cut where there is no room for it; each call has an equal share."""
MAX_REASON_CHARS = 600
PARTS_LEFT_OUT = "Parts of the page are not shown here."
_REF = re.compile(r" \[e\d+\]")

_TEXTS = {"type": "array", "items": {"type": "string"}}
_FORM = {"ok": {"type": "boolean"}, "reasons": _TEXTS, "missing": _TEXTS}
_VERDICT = ToolSpec(
    "verdict", "Say whether the task is done.", {"type": "object", "properties": _FORM, "required": list(_FORM)}
)


@dataclass(frozen=True, slots=True)
class Claim:
    """That a task is done: the user's words and values, the answer in words and as data, and what it is held against.

    Args:
        page: the page as it is, freshly read.
        by_rules: rules put the answer together from what was read, so that nothing in it can be made up.
        not_done: what the agent says is missing, where it claims only a part.
        unconfirmed: the agent says that it was sent, and that no page confirms it.
        refusals: answers that were checked before and not accepted, and why not.
    """

    task: str
    data: Any
    plan: Plan | None
    answer: External | str
    value: Any
    evidence: EvidenceLog
    page: Observation | None = None
    by_rules: bool = False
    not_done: str = ""
    unconfirmed: bool = False
    refusals: Sequence[dict[str, Any]] = ()
    today: str = ""

    @property
    def answer_facts(self) -> AnswerFacts:
        return AnswerFacts(self.task, self.data, plain(self.answer), plain(self.value), self.evidence.pages)

    @property
    def words(self) -> str:
        """What it says, and of what: the answer, the task and the criteria."""
        criteria = self.plan.criteria if self.plan is not None else ()
        return "\n".join([plain(self.answer), self.not_done, self.task, *criteria])


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
    shown = render_claim(claim, min(MAX_CHARS, model.context_window))
    messages = [Message("system", [read_prompt("verify")]), Message("user", shown)]
    try:
        reply = await model.respond(messages, [_VERDICT], must_call=True)
    except ModelError as error:
        return Verdict(False, (f"The check by a model failed: {error.message}",), unjudged=True)
    with suppress(KeyError, TypeError, StopIteration):
        return _parse_verdict(reply)
    return Verdict(False, ("The model that should judge it gave no verdict.",), unjudged=True)


def render_claim(claim: Claim, room: int = MAX_CHARS) -> list[Part]:
    """Return what a judge is shown: the user's words plain, all else fenced; ``room`` characters of calls and lines."""
    parts: list[Part] = [f"The task: {claim.task}"]
    if claim.today:
        parts.append(f"Today is {claim.today}.")
    parts += describe_data(claim.data)
    if claim.plan is not None and claim.plan.criteria:
        parts.append("It is done when:\n" + "\n".join(f"- {one}" for one in claim.plan.criteria))
    parts += ["The agent's answer:", fence(_answer(claim), label="notes", origin="model")]
    if claim.refusals:
        parts += ["It was refused before:", fence([*claim.refusals], label="validator-feedback", origin="model")]
    calls, for_facts = _calls(claim), int(room * FACTS_SHARE)
    if lines := _fact_lines(claim, for_facts, beside_calls=len(as_json(calls)) <= room - for_facts):
        room -= len(lines)
        parts += ["Lines of what was read that hold what the answer names:", fence(External(lines, "", "page-text"))]
    cut_to_share(calls, LONG, room)
    parts += ["Its calls and what came of each:", fence(calls, label="page-info", origin="run")]
    shown_all = claim.evidence.complete or claim.evidence.pictures
    if shown_all and (missing := claim.answer_facts.unexplained_facts()):
        where = "nothing that was read" if claim.evidence.complete else "no text that was read (perhaps in a picture)"
        unseen = [fact.text for fact in missing]
        parts += [f"The answer names these, and they stand in {where}:", fence(unseen, label="notes")]
    for step, shown in claim.evidence.pictures:
        parts += [f"The agent was shown this {shown.kind} at step {step}:", shown]
    if claim.page is not None:
        parts += ["How things stand now:", *_page_parts(claim.page)]
    return parts


def _page_parts(page: Observation) -> Iterator[Part]:
    """Yield a page without what only an agent can use: refs, and the tools that show more of it."""
    left_out = page.snapshot.left_out if page.snapshot is not None else ""
    for part in page.parts():
        if isinstance(part, Fenced) and part.label == "page-snapshot":
            yield part.with_body(_REF.sub("", part.body))
        else:
            yield PARTS_LEFT_OUT if left_out and part == left_out else part


def _answer(claim: Claim) -> dict[str, Any]:
    answer = {"result": claim.answer, "data": claim.value, "not done, as the agent says": claim.not_done}
    if claim.unconfirmed:
        answer["sent, and confirmed by no page, as the agent says"] = claim.evidence.changes.may_be_taken
    return {key: value for key, value in answer.items() if value not in (None, "")}


def _fact_lines(claim: Claim, room: int, *, beside_calls: bool) -> str:
    """Return the lines that hold the facts of a claim or its words, and their pages: those that are not shown in the
    page as it is nor, where these are shown whole, beside the calls."""
    now = claim.page.snapshot if claim.page is not None else None
    pages = claim.evidence.pages
    shown = [(page.url, "\n".join(page.beside_call)) for page in pages if beside_calls and page.beside_call]
    shown += [(now.url.raw, page_words(now.text.raw))] if now is not None else []
    lines = FactLines(pages, room, shown, now.url.raw if now is not None else "")
    said = plain(claim.answer)
    called = names(said) + code_words(said) + [name for name in names(claim.words) if " " in name.text]
    named = [fact for fact in facts(claim.words) if len(fact.text) > 1]  # A lone digit stands everywhere.
    told = [*data_facts(claim.value), *named, *(name for name in called if len(name.text) > SHORT)]
    lines.add_facts(list(dict.fromkeys(told)))
    lines.add_alike(claim.words)
    lines.add_whole_pages()
    return lines.to_text()


def _calls(claim: Claim) -> list[dict[str, Any]]:
    """Return every call but `done`."""
    calls: list[dict[str, Any]] = []
    for made in claim.evidence.calls:
        if made["call"] == "done":
            continue
        params = {key: clip_json(plain(value), MAX_PARAM_CHARS) for key, value in made["params"].items()}
        call = made | {"params": params}
        if "sent" in (came := made.get("came_of_it", {})):
            came = came | {"sent": claim.evidence.changes.sent_by(made["step"])}
            call["came_of_it"] = {key: value for key, value in came.items() if value}
        calls.append(call)
    return calls


def _parse_verdict(reply: ModelReply) -> Verdict:
    given = next(call for call in reply.calls if call.name == _VERDICT.name).params
    # Small models write a sentence in place of a list.
    said = [one if isinstance(one, list) else [one] if one else [] for one in map(given.get, ("reasons", "missing"))]
    reasons, missing = (
        tuple(External(str(text)[:MAX_REASON_CHARS], "model", "validator-feedback") for text in texts) for texts in said
    )
    return Verdict(given["ok"] is True, reasons, missing, "model")
