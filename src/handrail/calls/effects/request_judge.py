"""Judges the requests that an act leads to, and asks the user while the browser holds them."""

from __future__ import annotations

import asyncio
from contextvars import Context, copy_context
from dataclasses import replace
from functools import partial, reduce
from typing import Self

from handrail.browser.types.acts import HeldRequest
from handrail.browser.types.side_effects import Taint
from handrail.calls.call_events import emit_decision
from handrail.calls.effects.approvals import ActApprovals
from handrail.calls.effects.page_retries import ActRefusals
from handrail.calls.effects.request_reader import RequestReader
from handrail.calls.effects.taint import chosen_ends
from handrail.calls.human_input import Approve, Askers, is_approved
from handrail.calls.judged_requests import Trigger
from handrail.calls.state import SessionState
from handrail.calls.written.entries import entered_in
from handrail.calls.written.standing_texts import cannot_hold, not_found_in
from handrail.policy import Allow, Ask, Deny
from handrail.policy.decision import STANDING
from handrail.policy.facts import PageToolFacts
from handrail.policy.permissions import EVERY_TIME, Verb
from handrail.policy.requests.facts import ActFacts, RequestFacts, ends_of
from handrail.policy.requests.judge import NOT_NAMED, access_that_came, judge_request, refused_unread, says_all
from handrail.policy.requests.wording import plain_request
from handrail.policy.rules.limits import within_rails
from handrail.policy.rules.page_tools import shows_all_of


class RequestJudge:
    """Judges the requests that may change something, after one act of a model.

    Use it as ``with``: within, a question belongs to the call. Later questions go to somebody who can be asked at any
    time, until the first no, and the model's next call waits for the answer. Where the user can be asked during calls
    only, the request waits for the next one. What they said no to is not asked again for the document of the act, and
    stays stopped on its site, because pages try again.

    Args:
        document: the document that it acts on, by its nonce; "" where it opens another one.
        taint: of the tab that it acts in.
        tool, trigger: the tool that the act was called by; what it does of which requests may come.
        page_tool: the page's tool that the user let it call, with its origin; None if it is no such call.

    Attributes:
        refusals: what it refused. (What may be the page's own, as a count of presses, is only reported as stopped.)
    """

    def __init__(
        self,
        state: SessionState,
        act: ActFacts,
        document: str,
        taint: Taint,
        tool: str,
        trigger: Trigger,
        asks: Askers,
        page_tool: tuple[PageToolFacts, str] | None = None,
    ) -> None:
        self.refusals = ActRefusals(state, trigger)
        self._state = state
        self._act = act
        self._tool = tool
        self._document = document
        self._taint = taint
        self._approve, self._approve_later = asks
        self._page_tool = page_tool
        self.keeps_back = bool(act.withheld)
        self._asks_in_calls = asks.now is not None and asks.later is None
        """Whether the user, who can be asked only during calls, has said no to nothing that came of this act."""
        self._context: Context | None = None
        self._one_by_one = asyncio.Lock()
        self._approvals = ActApprovals(state, taint)
        tab = state.tabs.active_or_none if state.browser is not None else None
        self._tab_document = tab.document if tab is not None else None
        self._left = tab.core.url.partition("#")[0] if tab is not None and act.opens else None
        """The address of the page that the act leaves."""
        self._reader = RequestReader()
        self._used = set[tuple[Verb, bool]]()
        """What their yes to the press has covered already: the act, and whether it was a DELETE."""

    def __enter__(self) -> Self:
        # The time that the user takes counts against no limit that holds here.
        self._context = copy_context()
        return self

    def __exit__(self, *_: object) -> None:
        """Ask, from now on, as after a call, and for each request of consequence."""
        self._approve, self._page_tool, self.refusals.is_over = self._approve_later, None, True
        self._act = replace(self._act, verbs=self._act.verbs - EVERY_TIME)
        self._approvals.end_call()

    async def may_send(self, request: HeldRequest) -> bool:
        """Judge a request, ask if needed, and return whether it may be sent."""
        act = self._act_of(*ends_of(request))
        if refused_unread(request, act, self._state.permissions) is not None:
            # To read what a page sends in great numbers would keep everything else waiting.
            return False
        facts = self._reader.read(request)
        if facts.releases_lock and self._is_left_by(facts):
            # By what it is called it also removes, and so deletes.
            facts = replace(facts, verbs=tuple(verb for verb in facts.verbs if verb != "delete"))
        sends_form = request.may_change_state and request.opens_document
        # Before it is judged, since a yes is used up then.
        act = self._act_before(facts) if sends_form else act
        is_let_go = await self._judge(facts, may_wait=True)
        if is_let_go is None:
            is_let_go = await self._state.open_call.hold(partial(self._judge, facts, may_wait=False))
        if not is_let_go:
            self.refusals.note(facts)
        elif request.may_change_state:
            if sends_form:
                written = act.verbs.union(act.written, facts.verbs)
                self._state.requests.sent_forms[facts.whole] = replace(act, written=written)
            self._state.texts.pieces.note(facts, self._reader.texts_of(request), self._state.texts.written)
            self.refusals.has_sent |= facts.shape not in self._state.requests.habits
        return is_let_go

    async def _judge(self, facts: RequestFacts, *, may_wait: bool) -> bool | None:
        """Return whether a request may be sent; None if it has to wait for a call in which the user can be asked."""
        # Together with the user's answers, so that nothing is asked twice.
        async with self._one_by_one:
            if self._approvals.has_denied(facts, facts.whole):
                self.refusals.miss(facts)
                return False
            if self._reader.is_over and facts.request.body:
                facts = replace(facts, is_cut=True)
            act = self._act_before(facts)
            decision = judge_request(facts, act, self._state.permissions)
            is_denied = self._approvals.has_denied(facts, facts.shape)
            if isinstance(decision, Allow) and is_denied:
                # Pages try again with another number in the request. A yes to another act is none to that.
                if not act.has_agreed(facts.from_origin):
                    return False
                decision = judge_request(facts, act.without_yes, self._state.permissions)
            if isinstance(decision, Allow):
                self._record_habit(facts)
                self._use_yes(facts, act)
                return True
            refused, can_ask = (self._document, facts.shape), self._asker is not None
            asks_anew = is_denied and act.has_agreed(facts.from_origin)
            said_no = None if asks_anew else self._state.requests.refused.get(refused)
            if isinstance(decision, Deny):
                if said_no is None and decision.rule in (within_rails.__name__, STANDING):
                    self._state.requests.refused[refused] = False
                    self._emit(decision, allowed=False, facts=facts)
                if decision.rule == STANDING:
                    self.refusals.miss(facts)
                return False
            if self._approvals.cover(facts, act, decision):
                return True
            if decision.rule == NOT_NAMED and not is_denied and self._is_of_page_tool(facts):
                return True
            waits = may_wait and self.refusals.is_over and self._asks_in_calls and not self._state.open_call.is_open
            if waits and not (said_no or can_ask):
                return None
            # What was refused since nobody could be asked may be asked once somebody can.
            is_new = said_no is None or (can_ask and not said_no)
            if is_new and await self._is_approved(decision):
                self._emit(decision, allowed=True, facts=facts)
                self._approvals.note_yes(facts, self._act_before(facts), decision.rule)
                return True
            if is_new:
                self._refuse(facts, decision, was_asked=can_ask)
            # What came when no call was under way, and comes again, is none of what this act should do.
            if decision.rule != NOT_NAMED and (facts.from_origin, facts.shape) not in self._state.requests.late:
                self.refusals.miss(facts)
            return False

    def _refuse(self, facts: RequestFacts, question: Ask, *, was_asked: bool) -> None:
        self._state.requests.refused[self._document, facts.shape] = was_asked
        if was_asked:
            self._approvals.note_no(facts)
        if self.refusals.is_over:
            self._state.requests.late.add((facts.from_origin, facts.shape))
        self._emit(question, allowed=False, facts=facts, unheard=not was_asked)

    @property
    def _asker(self) -> Approve | None:
        in_call = self._state.open_call.approve if self.refusals.is_over and self._asks_in_calls else None
        return self._approve or in_call

    @property
    def can_ask(self) -> bool:
        """Whether the user can be asked, and has not said no to what comes of this act."""
        return self._approve is not None

    @property
    def pressed(self) -> str:
        """What the act pressed, as a question calls it; "" where that was nothing with a name."""
        return self._act.pressed

    async def ask(self, question: Ask) -> bool:
        """Ask the user about a file that comes of the act."""
        async with self._one_by_one:
            if not self.can_ask:
                return False
            yes = await self._is_approved(question)
            self._emit(question, allowed=yes)
            return yes

    def _use_yes(self, facts: RequestFacts, act: ActFacts) -> None:
        """Use up what a yes to a press covers: one payment, one request that sends or changes access and its like, and
        of what deletes the first DELETE and the first request of another method, with what lies beside each: pages
        often announce that they delete, and then do."""
        used = act.verbs & set(facts.verbs)
        nobody = replace(act, verbs=frozenset(), asked=frozenset())
        without = judge_request(facts, nobody, self._state.permissions)
        if used and isinstance(without, Ask):
            self._used |= {(verb, verb == "delete" and facts.request.method == "DELETE") for verb in used}
            self._approvals.note(facts, act, without.rule)

    def _act_of(self, from_origin: str, to_origin: str) -> ActFacts:
        """Return what is known of the act, with no more let through than by others that a request may come from: the
        last one on its site, in whatever tab, and a press there that the user did not name."""
        last = self._state.requests.acts.get(from_origin, self._act)
        pending = filter(None, map(self._state.requests.unnamed.get, (from_origin, to_origin)))
        return reduce(ActFacts.within, (last, *pending), self._act.of_document(from_origin))

    def _act_before(self, facts: RequestFacts) -> ActFacts:
        """Return what is known by now of the act that a request comes after, and what the request says of it."""
        with self._reader.count():
            return self._compare(facts)

    def _compare(self, facts: RequestFacts) -> ActFacts:
        origins, is_left = (facts.from_origin, facts.to_origin), self._is_left_by(facts)
        last, act = self._state.requests.acts.get(facts.from_origin, self._act), self._act_of(*origins)
        is_filled = last.prefilled or (act.opens and self._taint.prefilled) or self._approvals.is_filled_anew
        deletes, sent = facts.request.method == "DELETE", self._reader.texts_of(facts.request)
        in_form, texts, given = act.in_form, self._state.texts, self._state.provenance
        kept = texts.kept_in(facts, sent, self._act, given)
        unsent = list(dict.fromkeys((*self._taint.unsent, *self._state.unsent_on(*origins), *kept)))
        entries = texts.entered_on(*origins, but_for=unsent)
        entered, before = entered_in(sent, entries, in_form, self._document)
        drafts = [text for text in texts.drafts_on(*origins) if text not in texts.choices]
        # What was chosen may be said by a number.
        may_be_absent = texts.written.intersection((*unsent, *drafts) if says_all(facts, act) else ())
        absent = cannot_hold(sent, may_be_absent)
        absent -= texts.pieces.may_complete(facts, sent, absent)
        if act.opens and (first := self._state.requests.sent_forms.get(facts.whole)) is not None:
            # The page is the answer to this request: to open it again sends it again, with all that it said.
            act = replace(act, again=True, written=act.written | first.written, pressed=first.pressed)
            entered = tuple(dict.fromkeys((*entered, *first.entered, *first.unsent)))
        only_came = facts.verbs == ("access",) and bool(access_that_came(facts, act))
        is_grave = bool(act.written or facts.verbs) and not only_came
        return replace(
            act,
            openers=self._state.presses.behind_request(facts.from_origin) if is_grave else (),
            verbs=frozenset(verb for verb in act.verbs if (verb, verb == "delete" and deletes) not in self._used),
            unsent=unsent,
            earlier=[text for text in not_found_in(sent, unsent, in_parts=True) if text not in in_form],
            absent=absent,
            picked=texts.picked_of(unsent),
            tried=texts.tried,
            unchecked=texts.unchecked_in(self._tab_document),
            entered=entered,
            entered_before=before,
            drafts=[text for text in drafts if text not in absent],
            prefilled=act.prefilled or is_filled,
            ends=() if self._approvals.is_filled_anew else chosen_ends((last, act), self._taint, given),
            leaves=is_left and not (act.opens and act.follows),
            pressed="" if is_left else act.pressed,
            follows=() if is_left and not act.opens else act.follows,
            filled=texts.has_filled(facts.from_origin),
            wordless=self._state.provenance.words.is_empty,
        )

    def _is_left_by(self, facts: RequestFacts) -> bool:
        """Return whether a page sends a request as it is left."""
        return facts.request.referrer == self._left and not facts.request.opens_document

    def _is_of_page_tool(self, facts: RequestFacts) -> bool:
        """Return whether this is the one request that the yes to a call of a page's tool covers: it goes to the tool's
        own origin, and the question showed all that it says."""
        if self._page_tool is None:
            return False
        tool, origin = self._page_tool
        if not (facts.from_origin == facts.to_origin == origin and shows_all_of(tool, facts.request)):
            return False
        self._page_tool = None
        return True

    def _emit(
        self, decision: Ask | Deny, *, allowed: bool, facts: RequestFacts | None = None, unheard: bool = False
    ) -> None:
        is_denied = isinstance(decision, Ask) and not (allowed or unheard)
        emit_decision(
            self._state,
            "model",
            self._tool,
            decision,
            allowed=allowed,
            can_ask=not unheard,
            of_request=True,
            request=plain_request(facts.request.method, facts.request.url) if facts is not None else "",
            denied=facts.like if is_denied and facts is not None else "",
        )

    def _record_habit(self, facts: RequestFacts) -> None:
        """Note what a page sends to its own origin before anybody did anything there: it may send that again."""
        by_itself = facts.from_origin not in self._state.requests.touched and not self._taint.holds
        if by_itself and facts.from_origin == facts.to_origin and not facts.request.opens_document:
            self._state.requests.habits |= {facts.whole, facts.shape}

    async def _is_approved(self, question: Ask) -> bool:
        work = is_approved(question, self._asker, self._state.permissions, self._state.vault.mask)
        in_own_call, call = self._approve is not None, self._state.open_call
        context = self._context if in_own_call else call.context
        asking = asyncio.get_running_loop().create_task(work, context=context)
        if self.refusals.is_over:
            questions = call.late_questions if in_own_call else call.questions
            questions.add(asking)
            asking.add_done_callback(questions.discard)
        if not (yes := await asking):
            # Otherwise a page could ask without end.
            self._asks_in_calls, self._approve = False, None
        return yes
