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
from handrail.policy.acts import asked_for, consequences, is_judged_when_sent, is_wanted, may_press
from handrail.policy.facts import CallRequest
from handrail.policy.origins import page_of
from handrail.policy.requests import NOT_NAMED, ActFacts, RequestFacts, Shape, approved_verbs, judge_request


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
        left: the address of the page that the act leaves, after a press that the user did not name; else "".

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
        left: str = "",
    ) -> None:
        self.refused: list[RequestFacts] = []
        self._state = state
        self._act = act
        self._tool = tool
        self._document = document
        self._taint = taint
        self._approve = approve
        self._left = left
        self._context: Context | None = None
        self._one_by_one = asyncio.Lock()
        self._approved: set[Shape] = set()
        """What the user let go of this act, without the last step of its path: to delete three files is asked once."""

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
            self._record_habit(facts)
            origins = facts.from_origin, facts.to_origin
            of_left = bool(self._left) and page_of(request.referrer) == self._left
            act = replace(
                self._act,
                unsent=self._state.unsent_on(*origins),
                relevant=self._act.relevant and not of_left,
            )
            decision = judge_request(facts, act, self._state.permissions)
            if not isinstance(decision, Ask) or self._was_approved(facts, decision):
                return not isinstance(decision, Deny)
            refused = (self._document, facts.shape)
            is_new = refused not in self._state.refused_requests
            if is_new and await self._is_approved(decision):
                self._emit(decision, allowed=True)
                self._approved.add(_without_last_step(facts.shape))
                if decision.rule == NOT_NAMED:
                    self._state.approved_requests.add(facts.shape)
                self._state.agree_to_send(*origins)
                return True
            if is_new:
                self._state.refused_requests.add(refused)
                self._emit(decision, allowed=False)
            if decision.rule != NOT_NAMED:
                self.refused.append(facts)
            return False

    def _was_approved(self, facts: RequestFacts, question: Ask) -> bool:
        before = question.rule == NOT_NAMED and facts.shape in self._state.approved_requests
        return before or _without_last_step(facts.shape) in self._approved

    def _emit(self, decision: Ask, *, allowed: bool) -> None:
        reason, remedy = decision.question, decision.remedy
        event = DecisionEvent(
            tool=self._tool, caller="model", rule=decision.rule, allowed=allowed, reason=reason, remedy=remedy
        )
        self._state.events.emit(event)

    def _record_habit(self, facts: RequestFacts) -> None:
        """What a page sends by itself, while nobody has done anything on its origin, it may send later, too."""
        by_itself = facts.from_origin not in self._state.touched and not self._taint.holds
        if by_itself and not facts.request.opens_document:
            self._state.habits.add(facts.shape)

    async def _is_approved(self, question: Ask) -> bool:
        work = is_approved(question, self._approve, self._state.permissions)
        return await asyncio.get_running_loop().create_task(work, context=self._context)


def _without_last_step(shape: Shape) -> Shape:
    origin, method, path, names = shape
    return origin, method, path.rpartition("/")[0], names


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
    left, relevant = "", is_wanted(facts) or asked_for(facts)
    if may_press(request, facts):
        taint.unnamed_on = "" if relevant else page_of(state.tab.url.raw)
    elif request.effect == "navigate":
        left, taint.unnamed_on, relevant = taint.unnamed_on, "", True
    else:
        # What comes late may be of the press before.
        relevant = not taint.unnamed_on
    element = facts.element if is_judged_when_sent(request, facts) else None
    act = ActFacts(
        decision,
        approved_verbs(decision, facts),
        frozenset(verb for verb, _ in consequences(request, facts, element, submits=False)) if element else frozenset(),
        state.touched,
        state.permissions.rails.never | state.provenance.words.forbidden,
        # A page that is opened may send a form by itself, as those do that sign in elsewhere.
        asked_for(facts) or (request.effect == "navigate" and facts.address is not None),
        relevant,
        is_wanted(facts),
        taint.prefilled,
        habits=state.habits,
    )
    return RequestJudge(state, act, facts.nonce, taint, request.tool, approve, left)
