"""Judges the requests that an act leads to, and asks the user while the browser holds them."""

from __future__ import annotations

import asyncio
from contextvars import Context, copy_context
from dataclasses import replace
from typing import Self

from handrail.browser.types.acts import HeldRequest, Taint
from handrail.calls.human_input import Approve, is_approved
from handrail.calls.state import SessionState
from handrail.events.kinds import DecisionEvent
from handrail.policy import Allow, Ask, Deny, Facts
from handrail.policy.acts import POINTING, asked_for, is_wanted, may_press, words_not_asked
from handrail.policy.consequences import verbs
from handrail.policy.facts import CallRequest
from handrail.policy.requests import NOT_NAMED, SAY_OTHERWISE, ActFacts, RequestFacts, approved_verbs, judge_request


class RequestJudge:
    """Judges what may change something, after one act of a model.

    Use it as ``with``: a question is asked within. A later request that needs one is refused. What was refused stays so
    for the document that the act was in: pages try again.

    Args:
        state: the session's.
        act: what is known of the act.
        document: the document that it acts on, by its nonce; "" where it opens another one.
        taint: of the tab that it acts in.
        tool: that the act was called by.
        approve: asks the user; None where nobody can be asked.
        presses: the act is a press. What comes of others may be of a press before, which the user did not name.

    Attributes:
        refused: what nobody agreed to, and without which the act is not what it was to be. (A request that may be of
            the page's own, such as one that counts presses, is only reported as stopped.)
    """

    def __init__(
        self,
        state: SessionState,
        act: ActFacts,
        document: str,
        taint: Taint,
        tool: str,
        approve: Approve | None,
        *,
        presses: bool,
    ) -> None:
        self.refused: list[RequestFacts] = []
        self._state = state
        self._act = act
        self._tool = tool
        self._document = document
        self._taint = taint
        self._approve = approve
        self._presses = presses
        self._context: Context | None = None
        self._one_by_one = asyncio.Lock()
        self._approved: set[tuple[object, ...]] = set()
        """What the user let go of this act."""

    def __enter__(self) -> Self:
        # The time that the user takes counts against no limit that holds here.
        self._context = copy_context()
        return self

    def __exit__(self, *_: object) -> None:
        """Ask nothing any more: the call is over."""
        self._approve = None

    async def may_send(self, request: HeldRequest) -> bool:
        """Whether a request may be sent."""
        facts = RequestFacts.of(request)
        # Together with the user's answers, so that nothing is asked twice.
        async with self._one_by_one:
            decision = judge_request(facts, self._act_before(facts), self._state.permissions)
            if isinstance(decision, Allow):
                self._record_habit(facts)
                return True
            if isinstance(decision, Deny) or self._was_approved(facts, decision):
                return not isinstance(decision, Deny)
            refused = (self._document, facts.shape)
            is_new = refused not in self._state.refused_requests
            if is_new and await self._is_approved(decision):
                self._emit(decision, allowed=True)
                self._record_approval(facts, decision)
                return True
            if is_new:
                self._state.refused_requests.add(refused)
                self._emit(decision, allowed=False)
            if decision.rule != NOT_NAMED:
                self.refused.append(facts)
            return False

    def _act_before(self, facts: RequestFacts) -> ActFacts:
        """What is known of the act by now."""
        origins = facts.from_origin, facts.to_origin
        pending = not self._presses and not self._state.unnamed.isdisjoint(origins)
        return replace(
            self._act,
            unsent=list(dict.fromkeys((*self._taint.unsent, *self._state.unsent_on(*origins)))),
            drafts=[text for text in self._state.drafts_on(*origins) if text not in self._state.choices],
            relevant=self._act.relevant and not pending,
            prefilled=self._act.prefilled or (self._act.opens and self._taint.prefilled),
        )

    def _record_approval(self, facts: RequestFacts, question: Ask) -> None:
        self._approved.add(_approval(facts))
        if question.rule == NOT_NAMED:
            self._state.approved_requests.add(facts.shape)
            self._state.unnamed.discard(facts.from_origin)
        if question.rule == SAY_OTHERWISE:
            # The question showed what the model wrote.
            self._taint.unsent.clear()
            self._state.agree_to_send(facts.from_origin, facts.to_origin)

    def _was_approved(self, facts: RequestFacts, question: Ask) -> bool:
        before = question.rule == NOT_NAMED and facts.shape in self._state.approved_requests
        return before or _approval(facts) in self._approved

    def _emit(self, decision: Ask, *, allowed: bool) -> None:
        reason, remedy = decision.question, decision.remedy
        event = DecisionEvent(
            tool=self._tool, caller="model", rule=decision.rule, allowed=allowed, reason=reason, remedy=remedy
        )
        self._state.events.emit(event)

    def _record_habit(self, facts: RequestFacts) -> None:
        """What a page sends to its own origin by itself, while nobody has done anything there, it may send again."""
        by_itself = facts.from_origin not in self._state.touched and not self._taint.holds
        if by_itself and facts.from_origin == facts.to_origin and not facts.request.opens_document:
            self._state.habits |= {facts.whole, facts.shape}

    async def _is_approved(self, question: Ask) -> bool:
        work = is_approved(question, self._approve, self._state.permissions)
        return await asyncio.get_running_loop().create_task(work, context=self._context)


def _approval(facts: RequestFacts) -> tuple[object, ...]:
    """What else an approval of this request covers in the same act: its like, and where it deletes, what lies beside
    it, so that to delete three files is asked once."""
    origin, method, path, names = facts.shape
    if method != "DELETE":
        return facts.shape
    return origin, method, path.rpartition("/")[0], names, *verbs(facts.evidence)


def judge_of(
    state: SessionState,
    request: CallRequest,
    facts: Facts,
    decision: Allow | Ask,
    taint: Taint,
    approve: Approve | None,
) -> RequestJudge:
    """What judges the requests of a model's act, which begins now.

    Args:
        request: the call.
        facts, decision: by which it was judged, and how.
        taint: of the tab that it acts in.
    """
    if request.effect == "change":
        state.touched.add(facts.acted_on)
    if isinstance(decision, Ask) and ("words_in_fields" in decision.rule or "consequential_acts" in decision.rule):
        # The question showed the text.
        state.agree_to_send(facts.acted_on)
    relevant, presses = is_wanted(facts) or asked_for(facts), may_press(request, facts)
    if presses and relevant:
        state.unnamed.discard(facts.acted_on)
    elif presses:
        state.unnamed.add(facts.acted_on)
    elif request.capability not in POINTING:
        relevant = True
    act = ActFacts(
        decision,
        approved_verbs(decision, facts),
        words_not_asked(request, facts),
        state.touched,
        state.permissions.rails.never | state.provenance.words.forbidden,
        # A page that is opened may send a form by itself, as those do that sign in elsewhere.
        asked_for(facts) or (request.effect == "navigate" and facts.address is not None),
        relevant,
        is_wanted(facts),
        request.effect == "navigate",
        taint.prefilled,
        habits=state.habits,
    )
    return RequestJudge(state, act, facts.nonce, taint, request.tool, approve, presses=presses)
