"""Asks the user once about the calls that a call is made of."""

from __future__ import annotations

from dataclasses import replace

from handrail.browser.types.errors import BrowserError
from handrail.calls.call_events import emit_decision
from handrail.calls.facts.call_params import request_of
from handrail.calls.facts.page_facts import FactCollector
from handrail.calls.failures import refusal
from handrail.calls.human_input import Approve, is_approved
from handrail.calls.named_elements import names_elements, with_refs
from handrail.calls.state import SessionState
from handrail.calls.written.entries import entries_of
from handrail.policy import Allow, Ask, Deny, Facts, decide
from handrail.policy.facts import CHOOSING, Caller
from handrail.policy.joint_questions import ForeseenCall, is_as_foreseen, joint_question
from handrail.policy.rules.text_entry import not_your_words
from handrail.results import Failed, Result
from handrail.tools.core.table import Params, PlannedCall, Record
from handrail.tools.support.lenient_parse import parse


class JointQuestion:
    """One question about the calls within a call of a model. A yes covers each of them once, as it was shown. One whose
    element, value or question is another one by then is asked by itself."""

    def __init__(self, state: SessionState, caller: Caller, approve: Approve | None) -> None:
        self._state, self._caller, self._approve = state, caller, approve
        self._agreed: list[ForeseenCall] = []
        self.has_chosen = False
        """Whether a call within it chose an option or a box."""
        self._shown = frozenset[str]()

    async def ask(self, record: Record, params: Params) -> Failed | None:
        """Ask about the calls that a call will make, if several would be asked; return the refusal after a no."""
        if self._caller != "model" or self._approve is None:
            return None
        foreseen = list[ForeseenCall]()
        for ways in params.planned_calls():
            follows_choice = any(one.request.capability in CHOOSING for one in foreseen)
            if (found := await self._foresee(ways, follows_choice=follows_choice)) is None:
                continue
            if isinstance(found.decision, Deny):
                break
            # What no answer permits for longer is asked by itself, every time.
            may_join = isinstance(found.decision, Allow) or found.decision.lasts
            if may_join and found.facts.acted_on == (foreseen or [found])[0].facts.acted_on:
                foreseen.append(found)
        if (question := joint_question(foreseen)) is None:
            return None
        allowed = await is_approved(question, self._approve, self._state.permissions, self._state.vault.mask)
        emit_decision(self._state, self._caller, record.name, question, allowed=allowed)
        if not allowed:
            return refusal(self._caller, question, can_ask=True)
        self._agreed = [one for one in foreseen if isinstance(one.decision, Ask)]
        self._shown = frozenset().union(*(one.shown for one in foreseen))
        return None

    def note_within(self, name: str, result: Result) -> None:
        """Note a call within the call, and what came of it."""
        record = self._state.table.get(name)
        self.has_chosen |= result.ok and record is not None and record.capability in CHOOSING

    async def approves(self, decision: Ask, record: Record, params: Params, facts: Facts) -> bool:
        """Return whether the user agrees to a call, which a rule asks about, or agreed to this very one before."""
        if self._covers(record, params, facts):
            return True
        return await is_approved(decision, self._approve, self._state.permissions, self._state.vault.mask)

    def _covers(self, record: Record, params: Params, facts: Facts) -> bool:
        """Return whether the user agreed to this very call, which uses that up."""
        for one in self._agreed:
            if (one.request.tool, one.params) == (record.name, params):
                self._agreed.remove(one)
                return is_as_foreseen(one, facts, self._shown)
        return False

    async def _foresee(self, ways: list[PlannedCall], *, follows_choice: bool) -> ForeseenCall | None:
        """Return the first of several ways to make a call that can be made; None where none can, as the page stands."""
        for name, raw in ways:
            record = self._state.table.get(name)
            params = parse(record, raw, lenient=True) if record is not None else None
            if record is None or params is None or isinstance(params, Failed):
                continue
            try:
                if names_elements(params):
                    params = await with_refs(self._state, record, params)
                facts = await FactCollector(self._state, self._caller).collect(record, params)
                if isinstance(facts, Failed) or facts.element is None:
                    continue
                await check_possible(self._state, record, params)
            except BrowserError:
                continue
            effect = record.effect_of(params)
            request = request_of(self._state, self._caller, record, effect, follows_choice=follows_choice)
            return ForeseenCall(request, params, facts, decide(request, facts), _shown(facts, record))
        return None


def _shown(facts: Facts, record: Record) -> frozenset[str]:
    """Return what later questions would say of what a call puts into the page."""
    entered = (entry.shown for entry in entries_of(facts, presses=False, unchecks=record.name == "uncheck"))
    texts = not_your_words(replace(facts, unsent=()))
    return frozenset((*entered, *texts, *facts.chosen))


async def check_possible(state: SessionState, record: Record, params: Params) -> None:
    """Raise the `BrowserError` that a call would fail with as the page stands."""
    ref = getattr(params, record.ref_fields[0], None) if record.ref_fields else None
    if ref is not None and state.tab.dialog is None:
        value = getattr(params, "value", None) if record.capability == "write" else None
        await state.tab.actions.check_possible(ref, record.capability, value)
