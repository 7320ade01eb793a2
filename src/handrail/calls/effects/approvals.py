"""What the user's yes to a request covers, and requests that came when nobody could be asked."""

from __future__ import annotations

from contextlib import suppress

from handrail.browser.clock import loop_time
from handrail.browser.types.errors import BrowserError
from handrail.browser.types.side_effects import Taint
from handrail.calls.state import SessionState
from handrail.calls.written.standing_texts import not_found_in
from handrail.policy import Ask
from handrail.policy.requests.facts import ActFacts, RequestFacts
from handrail.policy.requests.judge import NOT_NAMED, OF_CONSEQUENCE, SAY_OTHERWISE, UNREAD


class ActApprovals:
    """What the user allowed of the requests that come of one act, and what that covers.

    A yes to what a question showed is none to the same request with another text of the model in it.

    Args:
        state: the session's, which keeps what holds for the run.
        taint: of the tab that the act is in.
    """

    def __init__(self, state: SessionState, taint: Taint) -> None:
        self._state = state
        self._taint = taint
        self._changed_ends = taint.changed_ends
        self._in_act: dict[tuple[str, tuple[object, ...]], frozenset[str]] = {}
        """By the rule that asked, and what the answer covers, the texts that its question showed."""

    @property
    def is_filled_anew(self) -> bool:
        """Whether another window may have changed the end of the page's address since the act began."""
        return self._taint.changed_ends > self._changed_ends

    def end_call(self) -> None:
        """Ask, from now on, for each request of consequence."""
        self._in_act = {one: shown for one, shown in self._in_act.items() if one[0] != OF_CONSEQUENCE}

    def note(self, facts: RequestFacts, act: ActFacts, rule: str) -> None:
        """Note that a request was allowed, which a rule had asked about."""
        self._in_act[rule, covered_by_approval(facts, rule)] = frozenset(act.told)

    def note_yes(self, facts: RequestFacts, act: ActFacts, rule: str) -> None:
        """Note the user's yes to a request, which a rule had asked about."""
        self.note(facts, act, rule)
        like, shown = (facts.from_origin, facts.shape), frozenset(act.told)
        if rule in (NOT_NAMED, SAY_OTHERWISE) and self._is_pages_own(facts, act):
            self._state.approved_on_pages[like] = frozenset(self._taint.filled_by)
        if rule == NOT_NAMED:
            self._state.approved_requests[like] = shown
            self._state.unnamed.pop(facts.from_origin, None)
        if rule == SAY_OTHERWISE:
            self._taint.unsent[:] = [text for text in self._taint.unsent if text not in shown]
            self._state.agree_to_send(shown, facts.from_origin, facts.to_origin, *self._state.origins_of_page)

    def note_no(self, facts: RequestFacts) -> None:
        """Note the user's no to a request: what they allowed of its like holds no more."""
        self._state.approved_on_pages.pop((facts.from_origin, facts.shape), None)

    def cover(self, facts: RequestFacts, act: ActFacts, question: Ask) -> bool:
        """Return whether the user allowed a request already that a question is about."""
        like = facts.from_origin, facts.shape
        known = [self._in_act.get((question.rule, covered_by_approval(facts, question.rule)))]
        if question.rule == NOT_NAMED:
            known.append(self._state.approved_requests.get(like))
        if any(one is not None and one.issuperset(act.told) for one in known):
            return True
        addresses = self._state.approved_on_pages.get(like)
        return (
            question.rule in (NOT_NAMED, SAY_OTHERWISE)
            and addresses is not None
            and addresses.issuperset(self._taint.filled_by)
            and self._is_pages_own(facts, act)
        )

    def _is_pages_own(self, facts: RequestFacts, act: ActFacts) -> bool:
        """Return whether a request of a script says nothing of the model's, as far as it can be read, and does nothing
        grave. What the address may say that filled in its page, the question about its like showed."""
        if act.told or act.again or act.written or facts.request.opens_document or facts.from_origin != facts.to_origin:
            return False
        if facts.is_cut or facts.request.body is None or facts.verbs:
            return False
        if self.is_filled_anew or "" in self._taint.filled_by:
            return False
        written = list(self._state.texts.written)
        return len(not_found_in(facts.request, written)) == len(written)


def covered_by_approval(facts: RequestFacts, rule: str) -> tuple[object, ...]:
    """Return what else an approval of this request covers in the same act: its like. For a payment that is only the
    same request; for a deletion also what lies beside it, so that deleting three files is asked once."""
    origin, method, path, names = facts.shape
    found = facts.verbs
    if method == "DELETE":
        return facts.from_origin, origin, method, path.rpartition("/")[0], names, *found
    if found == ("delete",):
        return facts.from_origin, facts.shape
    return (facts.from_origin, facts.whole if rule in (OF_CONSEQUENCE, UNREAD) else facts.shape)


async def send_held_requests(state: SessionState) -> None:
    """Judge, as a call of a model begins, what pages sent since the last one and the browser holds, and wait until the
    active tab shows what came of the answers."""
    begun_at = loop_time()
    if await state.open_call.judge_held() and (tab := state.tabs.active_or_none) is not None:
        with suppress(BrowserError):
            await tab.settle(begun_at)
