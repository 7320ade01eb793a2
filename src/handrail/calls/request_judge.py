"""Judges the requests that an act leads to, and asks the user while the browser holds them."""

from __future__ import annotations

import asyncio
from contextvars import Context, copy_context
from typing import Self

from handrail.browser.types.acts import HeldRequest
from handrail.calls.human_input import Approve, is_approved
from handrail.calls.state import SessionState
from handrail.events.kinds import NoticeEvent
from handrail.policy import Allow, Ask, Deny, Facts
from handrail.policy.facts import Effect
from handrail.policy.requests import ActFacts, RequestFacts, Shape, approved_verbs, judge_request


class RequestJudge:
    """Judges what may change something, after one act of a model.

    Use it as ``with``: a question is asked within. A later request that needs one is refused. What was refused stays so
    for the document that the act was in: pages try again.

    Args:
        state: the session's.
        act: what is known of the act.
        document: the document that it acts on, by its nonce; "" where it opens another one.
        approve: asks the user; None where nobody can be asked.
    """

    def __init__(self, state: SessionState, act: ActFacts, document: str, approve: Approve | None) -> None:
        self._state = state
        self._act = act
        self._document = document
        self._approve = approve
        self._context: Context | None = None
        self._one_by_one = asyncio.Lock()
        self._approved: set[Shape] = set()

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
            decision = judge_request(facts, self._act, self._state.permissions)
            if not isinstance(decision, Ask) or facts.shape in self._approved:
                return not isinstance(decision, Deny)
            refused = (self._document, facts.shape)
            if refused in self._state.refused_requests:
                return False
            if await self._is_approved(decision):
                self._approved.add(facts.shape)
                return True
            self._state.refused_requests.add(refused)
            allow = f" Allow it with {decision.remedy}." if decision.remedy else ""
            self._state.events.emit(NoticeEvent(text=f"Stopped: {decision.question}{allow}"))
            return False

    async def _is_approved(self, question: Ask) -> bool:
        work = is_approved(question, self._approve, self._state.permissions)
        return await asyncio.get_running_loop().create_task(work, context=self._context)


def judge_of(
    state: SessionState, facts: Facts, decision: Allow | Ask, effect: Effect, approve: Approve | None
) -> RequestJudge:
    """What judges the requests of a model's act, which begins now.

    Args:
        decision: what the rules said of the act.
        effect: what kind of act it is.
    """
    if effect == "change":
        state.touched.add(facts.acted_on)
    forbidden = state.permissions.rails.never | state.provenance.words.forbidden
    act = ActFacts(decision, approved_verbs(decision, facts), state.touched, forbidden)
    return RequestJudge(state, act, facts.nonce, approve)
