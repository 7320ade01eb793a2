"""What the user's yes to a request covers, and requests that came when nobody could be asked."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from handrail.browser.clock import loop_time
from handrail.browser.types.errors import BrowserError
from handrail.browser.types.side_effects import Taint
from handrail.calls.state import SessionState
from handrail.calls.written.page_requests import PageRequest, key_of
from handrail.calls.written.sent_texts import SentTexts, sent_values
from handrail.calls.written.standing_texts import cannot_hold, not_found_in
from handrail.policy import Ask
from handrail.policy.permissions import EVERY_TIME
from handrail.policy.requests.facts import ActFacts, RequestFacts, Shape, WholeRequest
from handrail.policy.requests.judge import NOT_NAMED, OF_CONSEQUENCE, SAY_OTHERWISE, UNREAD
from handrail.policy.words.spans import as_words, is_part_of

_Like = tuple[str, tuple[object, ...]]
"""The rule that asked, and what the answer covers."""


class _Allowed(NamedTuple):
    """The texts that a question showed, and the values of the request that was allowed."""

    shown: frozenset[str] = frozenset()
    values: frozenset[str] = frozenset()


class ActApprovals:
    """What the user allowed of the requests that come of one act, and what that covers.

    A yes to what a question showed is none to the same request with another text of the model in it.
    """

    def __init__(self, state: SessionState, taint: Taint) -> None:
        self._state = state
        self._taint = taint
        self._changed_ends = taint.changed_ends
        self._in_act: dict[_Like, _Allowed] = {}

    @property
    def is_filled_anew(self) -> bool:
        """Whether another window may have changed the end of the page's address since the act began."""
        return self._taint.changed_ends > self._changed_ends

    def end_call(self) -> None:
        """Ask, from now on, for each request of consequence."""
        self._in_act = {like: allowed for like, allowed in self._in_act.items() if like[0] != OF_CONSEQUENCE}

    def note(self, facts: RequestFacts, act: ActFacts, rule: str) -> None:
        """Note that a request was allowed by the yes to a press, which a rule would ask about."""
        self._note(facts, act, (rule, covered_by_approval(facts, rule)))

    def _note(self, facts: RequestFacts, act: ActFacts, like: _Like) -> None:
        self._in_act[like] = _Allowed(frozenset(act.told), frozenset(sent_values(facts.request)))

    def note_yes(self, facts: RequestFacts, act: ActFacts, rule: str) -> None:
        """Note the user's yes to a request, which a rule had asked about."""
        self._note(facts, act, (rule, covered_by_yes(facts, rule)))
        if not act.openers:
            self._state.presses.answer_last(facts.from_origin)
        like, shown = (facts.from_origin, facts.shape), frozenset(act.told)
        # Of two answers the later one holds.
        self._state.requests.denied -= {like, (facts.from_origin, facts.whole)}
        if rule in (NOT_NAMED, SAY_OTHERWISE) and not act.told and self._is_pages_own(facts, act):
            known, key = self._state.requests.approved_on_pages, key_of(facts)
            known[key] = PageRequest.of(facts, self._taint.filled_by, known.get(key))
        if rule == NOT_NAMED:
            self._state.requests.approved[like] = shown
            self._state.requests.unnamed.pop(facts.from_origin, None)
        if rule == SAY_OTHERWISE:
            is_named = any(f"“{act.label}”" in one for one in act.follows)
            if act.label and is_named and act.label not in not_found_in(SentTexts(facts.request), [act.label]):
                # The question named what was pressed, which the request says.
                shown |= {act.label}
                self._state.texts.agreed_press = act.label
            self._taint.unsent[:] = [text for text in self._taint.unsent if text not in shown]
            self._state.agree_to_send(shown, facts.from_origin, facts.to_origin, *self._state.origins_of_page)

    def note_no(self, facts: RequestFacts) -> None:
        """Note the user's no to a request: what they allowed of its like holds no more."""
        self._state.requests.denied |= {(facts.from_origin, one) for one in (facts.whole, facts.shape)}
        self._state.requests.approved_on_pages.pop(key_of(facts), None)
        self._state.requests.approved.pop((facts.from_origin, facts.shape), None)
        for rule in {rule for rule, _ in self._in_act}:
            for covered in (covered_by_approval(facts, rule), covered_by_yes(facts, rule)):
                self._in_act.pop((rule, covered), None)

    def has_denied(self, facts: RequestFacts, like: WholeRequest | Shape) -> bool:
        """Return whether the user said no to a request, as a whole or to one of its shape."""
        requests = self._state.requests
        return (facts.from_origin, like) in requests.denied or (
            like == facts.shape and facts.like in requests.denied_earlier
        )

    def cover(self, facts: RequestFacts, act: ActFacts, question: Ask) -> bool:
        """Return whether the user allowed a request already that a question is about."""
        in_act = question.rule, covered_by_approval(facts, question.rule)
        likes = in_act, (question.rule, covered_by_yes(facts, question.rule))
        known = [self._in_act[like].shown for like in likes if like in self._in_act]
        approved = self._state.requests.approved.get((facts.from_origin, facts.shape))
        if question.rule == NOT_NAMED and approved is not None:
            known.append(approved)
        if any(one.issuperset(act.told) for one in known) or self._says_a_part(facts, in_act):
            return True
        on_pages, key = self._state.requests.approved_on_pages, key_of(facts)
        allowed = on_pages.get(key)
        if question.rule not in (NOT_NAMED, SAY_OTHERWISE) or allowed is None or not self._is_pages_own(facts, act):
            return False
        is_covered = allowed.covers(facts, self._taint.filled_by, act.label, chose=bool(act.told))
        if is_covered:
            # The next one is compared with what the page said last.
            on_pages[key] = allowed.followed_by(facts)
        return is_covered

    def _says_a_part(self, facts: RequestFacts, like: _Like) -> bool:
        """Return whether a request of a script is like one that was allowed, and says besides only parts of the texts
        that its question showed: an editor makes a tag of each word of a field."""
        is_read = not (facts.request.opens_document or facts.request.body is None or facts.is_cut or facts.verbs)
        shown, values = self._in_act.get(like, _Allowed())
        if not (shown and is_read and like[0] == SAY_OTHERWISE):
            return False
        given, new = [as_words(text) for text in shown], set(sent_values(facts.request)) - values
        return all(is_part_of(as_words(value), given) for value in new)

    def _is_pages_own(self, facts: RequestFacts, act: ActFacts) -> bool:
        """Return whether a readable request of a script says nothing that the model wrote, and does nothing grave."""
        if act.again or act.written or facts.request.opens_document or facts.from_origin != facts.to_origin:
            return False
        if any(text not in act.picked for text in act.told):
            return False
        is_read = facts.request.body is not None and not facts.is_cut
        if not is_read or facts.verbs or self.is_filled_anew or "" in self._taint.filled_by:
            return False
        written = self._state.texts.written
        return cannot_hold(SentTexts(facts.request), written).issuperset(written)


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


def covered_by_yes(facts: RequestFacts, rule: str) -> tuple[object, ...]:
    """Return the same of the user's yes to the request itself: where it sends or changes access, it showed to whom."""
    if not EVERY_TIME.issuperset(facts.verbs):
        return facts.from_origin, facts.whole
    return covered_by_approval(facts, rule)


async def send_held_requests(state: SessionState) -> None:
    """Judge, as a call of a model begins, what pages sent since the last one and the browser holds, and wait until the
    active tab shows what came of the answers."""
    begun_at = loop_time()
    if await state.open_call.judge_held() and (tab := state.tabs.active_or_none) is not None:
        with suppress(BrowserError):
            await tab.settle(begun_at)
