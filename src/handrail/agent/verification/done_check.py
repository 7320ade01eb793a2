"""Decides whether a `done` is accepted: by rules over what happened, then by a model where there is one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from handrail.agent.ending import RunEnd
from handrail.agent.settings import AgentSettings, Task
from handrail.agent.verification.acts import Unverified
from handrail.agent.verification.evidence_log import EvidenceLog
from handrail.agent.verification.judge import Claim, Verdict, ask_judge
from handrail.browser.types.errors import BrowserError
from handrail.events.kinds import VerdictEvent
from handrail.models.protocol import Model
from handrail.models.providers.names import BUILT_IN
from handrail.results import Failed, Result
from handrail.runs.describe import count_of, from_error_page
from handrail.runs.result import Outcome
from handrail.texts.task_words import mentions, only_attaches, only_fills
from handrail.trust import External, plain

if TYPE_CHECKING:
    from handrail.tools.support.json_schema import OutputSchema


class DoneCheck:
    """Checks each `done` of one run: accepts it, sends it back, or ends the run as refuted or unverified."""

    def __init__(self, settings: AgentSettings, task: Task) -> None:
        self.evidence = EvidenceLog(task.past.steps if task.past is not None else ())
        self._settings = settings
        self._session = settings.session
        self._task = task
        self._attempts = 0
        self._refusals: list[dict[str, Any]] = []
        # `offline` puts its answers together from the page: it invents nothing, and cannot do better when asked again.
        self._by_rules = settings.main.name == "offline"
        self._max_attempts = min(settings.verify, 1) if self._by_rules else settings.verify
        judge = settings.verifying_model
        self._judge = self._session.metered(judge, "verify") if judge is not None else None

    async def check(self, result: Result) -> Failed:
        """Return why the answer is not accepted, with the current page. Raises `RunEnd`: it is accepted, or was refused
        for the last time."""
        claim = self._claim(result)
        outcome: Outcome = "unconfirmed" if claim.unconfirmed else "partial" if claim.not_done else "done"
        sent = [_describe_sent(one) for one in self.evidence.changes.may_be_taken] if claim.unconfirmed else []
        accepted = RunEnd(outcome, plain(claim.answer), plain(claim.value), doubts=sent, missing=claim.not_done)
        if self._max_attempts == 0:
            raise accepted
        self._attempts += 1
        with suppress(BrowserError):
            claim = replace(claim, page=await self._session.observe(whole=True))
        verdict = await check_claim(claim, self._judge, self._settings.schema)
        if verdict.ok and (unseen := _unseen(claim)):
            # Where rules know better, a model's yes does not do; the agent may correct it, or say how it follows.
            verdict = Verdict(False, (unseen,), unjudged=self._attempts >= self._max_attempts)
        self._session.events.emit(VerdictEvent(**asdict(verdict), attempt=self._attempts))
        if verdict.ok:
            raise accepted
        doubts = [plain(reason) for reason in verdict.reasons]
        if verdict.unjudged:
            accepted.outcome = outcome if outcome != "done" else "done_unverified"
            accepted.doubts += doubts
            raise accepted
        known = {reason for one in self._refusals for reason in one["refused because"]}
        self._refusals.append({"answer": accepted.answer, "refused because": [*doubts, *map(plain, verdict.missing)]})
        # What rules find for the first time the agent may still mend.
        is_news = verdict.by == "rules" and not self._by_rules and not known.issuperset(doubts)
        left = max(self._max_attempts - self._attempts, int(is_news and self._attempts <= self._max_attempts))
        if left <= 0:
            accepted.outcome, accepted.doubts = "refuted", doubts
            raise accepted
        details = {"reasons": list(verdict.reasons), "missing": list(verdict.missing)}
        return Failed(
            "not_accepted",
            f"The answer was checked and not accepted; {count_of(left, 'more check')} before the run ends.",
            hint="Do or look up what is missing, then call `done` again. What cannot be done goes into its `missing`; "
            "if nothing can, `abort`.",
            details={key: value for key, value in details.items() if value},
            # Where nothing was acted on, the page is as it was read.
            observation=claim.page if self.evidence.changes.acts else None,
        )

    def _claim(self, result: Result) -> Claim:
        """Return what a call of `done` claims, with all that it is judged by but the page as it is."""
        return Claim(
            self._task.words,
            self._task.data,
            self._session.plan.current,
            result.data["result"],
            result.data["data"],
            self.evidence,
            by_rules=self._by_rules,
            not_done=plain(result.data.get("missing")) or "",
            unconfirmed=result.data.get("unconfirmed", False),
            refusals=tuple(self._refusals),
            today=self._settings.today,
        )


async def check_claim(claim: Claim, judge: Model | None, schema: OutputSchema | None = None) -> Verdict:
    """Return whether a claim holds: the data must fit the schema, no change may be unverified, and a model must agree.

    Args:
        judge: judges what rules leave open; None, `offline` and `scripted` judge nothing.
        schema: what the answer's data must fit.
    """
    claim.evidence.look(claim.page)
    nothing_due = claim.value is None and claim.not_done
    if schema is not None and not nothing_due and (misfits := tuple(_misfits(claim.value, schema))):
        return Verdict(False, misfits)
    judged = judge is not None and judge.name not in BUILT_IN
    doubts = [found for found in claim.evidence.changes.find_doubts() if not _is_excused(found, claim, judged)]
    reasons: list[External | str] = [*(doubt.reason for doubt in doubts), *_open_ends(claim), *_made_up(claim)]
    if claim.unconfirmed and not claim.evidence.changes.may_be_taken:
        reasons.append("Nothing was sent that could have been taken: say in `missing` what is not done, or `abort`.")
    if reasons:
        return Verdict(False, tuple(reasons), tuple(dict.fromkeys(doubt.shows for doubt in doubts)))
    return await ask_judge(claim, judge) if judge is not None and judged else Verdict(True)


def _is_excused(doubt: Unverified, claim: Claim, judged: bool) -> bool:
    """Return whether the agent does not claim it, as it said or the task asks, or a model judges whether it matters."""
    said = bool(claim.not_done) and (doubt.refused or doubt.unsent)
    only_put_in = doubt.unsent and (
        only_fills(claim.task) or (doubt.file is not None and only_attaches(claim.task, *doubt.file))
    )
    return said or (judged and doubt.aside) or (claim.unconfirmed and doubt.unconfirmed) or only_put_in


def _describe_sent(one: dict[str, Any]) -> str:
    """Return a request and its answer as a sentence for the user."""
    answered = "got no answer" if one["status"] is None else f"was answered with status {one['status']}"
    return f"{one['method']} {one['url'][:200]} {answered}."


def _misfits(value: Any, schema: OutputSchema) -> Iterator[External | str]:
    if value is None:
        yield "The answer has no data: call done with `data` that fits the output schema."
        return
    from handrail.tools.support.json_schema import BadSchema

    try:
        for fault in schema.faults(plain(value)):
            # What is wrong quotes the answer, which was written by a model that has read pages.
            yield External(f"The data does not fit at {fault.path}: {fault.problem}", "model", "validator-feedback")
    except BadSchema as bad:
        yield f"The data cannot be checked: {bad.reason}."


def _open_ends(claim: Claim) -> Iterator[str]:
    """Yield what must be there at the end and is not; once, that nothing was changed: it may be so already."""
    acted = claim.evidence.changes.acts or claim.evidence.goes_on
    if claim.plan is not None and claim.plan.changes and not acted and not claim.refusals:
        yield "Nothing was acted on: `abort` if the change cannot be made; if all is so already, call `done` again."
    if claim.page is not None and claim.page.dialog is not None and claim.page.dialog.kind != "alert":
        yield f"A dialog ({claim.page.dialog.kind}) is open and was not answered."
    files = claim.evidence.changes.files.values()
    if mentions("downloads", claim.task) and not claim.not_done and not any(file["state"] == "saved" for file in files):
        yield "The task asks for a download, and no file came."


def _unseen(claim: Claim) -> External | str | None:
    """Return which amounts of a run that only read stand in nothing that was read, or that rules read an error page."""
    if claim.by_rules and claim.page is not None:
        return from_error_page(claim.page.status, claim.task)
    said = ", ".join(one.text[:80] for one in (claim.answer_facts.unseen_amounts()[:5] if _only_read(claim) else []))
    why = f"{said} stands in nothing that was read, and follows from no two amounts there"
    return External(f"{why}. Look it up again.", "model", "validator-feedback") if said else None


def _only_read(claim: Claim) -> bool:
    """Return whether all that a run did was read, all of it text that is known."""
    acts = claim.evidence.changes.acts
    return not claim.by_rules and claim.evidence.complete and not any(act.commits for act in acts)


def _made_up(claim: Claim) -> Iterator[External]:
    """Yield the numbers, names and data of an answer that stand in nothing that was read, where a run only read."""
    if _only_read(claim) and (made_up := claim.answer_facts.made_up_facts()):
        names = ", ".join(fact.text[:80] for fact in made_up[:5])
        why = f"The answer stands in nothing that was read: {names}. Look it up, and answer with what is there."
        yield External(why, "model", "validator-feedback")
