"""The pipeline of one call: parse, facts, policy, intent, handler, settle, result, observation, event.

Every call of every front end goes through it. A check anywhere else is in the wrong place.
"""

from __future__ import annotations

import math
import time
from collections.abc import Coroutine
from contextlib import nullcontext, suppress
from dataclasses import replace
from typing import Any, Literal, TypeVar

from pydantic import ValidationError

from handrail.browser.types.errors import NOTHING_DONE, BrowserError, BrowserLost, DocumentChanged
from handrail.browser.types.facts import ElementFacts
from handrail.browser.types.side_effects import SideEffectLimits
from handrail.calls.call_events import emit_decision, emit_result, shown_params, target_of
from handrail.calls.effects.act_judges import judge_of, judge_of_start
from handrail.calls.effects.side_effects import describe_effects, late_effects, limits_of_call, limits_of_start
from handrail.calls.effects.taint import taint_of_act
from handrail.calls.facts.address_facts import permit_address, with_whole_address
from handrail.calls.facts.call_params import request_of
from handrail.calls.facts.page_facts import FactCollector
from handrail.calls.failures import carry_out, failed_download, failure, refusal, timed_out, unless_stopped
from handrail.calls.fetching import CallFetcher
from handrail.calls.human_input import Askers, limited
from handrail.calls.joint_question import JointQuestion, check_possible
from handrail.calls.named_elements import names_elements, with_refs
from handrail.calls.observe import holds_taint, learn_links, observe_page, tell_invalid_fields, tell_unchanged
from handrail.calls.recovery.recovery import Recovered, Recovery
from handrail.calls.state import SessionState
from handrail.calls.user_values import RequestedValues
from handrail.events.kinds import IntentEvent
from handrail.policy import Allow, Ask, Decision, Deny, Facts, decide
from handrail.policy.facts import Caller, Effect
from handrail.policy.rules.acts import is_submit
from handrail.results import Failed, Observation, Ok, Result
from handrail.tools.core.context import GiveValues
from handrail.tools.core.invalid_calls import is_too_deep, too_deep, unknown_tool
from handrail.tools.core.needs import turning_on
from handrail.tools.core.size_cap import fit
from handrail.tools.core.table import Params, Record
from handrail.tools.support.lenient_parse import parse
from handrail.trust import External

T = TypeVar("T")
Observe = bool | Literal["changes"]
"""Whether to add the page after a call; ``changes``: only if it changed in place, for a call that others follow."""
MIN_OBSERVE_TIME = 5.0
"""Least seconds for restoring a lost page, and for the observation, also after a call that took all its time."""


class CallPipeline:
    """Carries out one call of one caller, which holds the session's lock. ``agreed``: of the call that it is within."""

    def __init__(
        self,
        state: SessionState,
        recovery: Recovery,
        caller: Caller,
        asks: Askers,
        give_values: GiveValues | None = None,
        agreed: JointQuestion | None = None,
    ) -> None:
        self._state = state
        self._recovery = recovery
        self.caller = caller
        self.begins_run = False
        """Whether the user's call opens the page that a model begins with."""
        self._asks, self._give_values = asks, give_values
        self._agreed = agreed or JointQuestion(state, caller, asks.now)
        self._facts = FactCollector(state, caller)
        self._element: ElementFacts | None = None
        self._recovered: Recovered | None = None
        self._effect: Effect = "read"
        self._is_read_next = caller == "model"
        """Whether the page after this call is read next: a model reads it after the last call of its turn."""
        self._started = time.monotonic()
        self._read_taint = self._page_changed = self._has_acted = self._is_unsent = False
        """A tab held what a model made up at some time of the call; a call within this one changed the page, or acted
        on it; this one pressed a form's button to no avail."""
        self._worked = 0.0
        """Seconds of the call's time limit that are spent by its facts and its act."""

    async def run(self, name: str, raw: dict[str, Any], *, observe: Observe) -> Result:
        """Carry out the call and return its result. A mistake of a page or caller is a `Failed`; only bugs raise."""
        record = self._state.table.get(name)
        self._is_read_next |= bool(observe)
        self._read_taint = holds_taint(self._state)
        if is_too_deep(raw):
            result: Result = too_deep(name)
            raw = {}
        elif record is None:
            result = unknown_tool(self._state.table, name)
        else:
            recovery = self._recovery
            self._recovered, recovery.under_way = await recovery.recover(self._limit(record)), None
            result = recovery.explain_loss(record.name, fit(await self._judge_and_act(record, raw), record))
            if (one := self._element) is not None:
                result.target = target_of(one)
            result.page_changed |= self._page_changed
            recovery.record_result(result, self._effect)
            if observe == "changes":
                observe = result.page_changed and "navigated_to" not in result.followed
                if record.name == "click":
                    tell_unchanged(result)
            if observe and not result.terminal:
                self._recovered = await recovery.recover(self._time_to_observe(record)) or self._recovered
                result = recovery.final_failure(result)
                result.observation = await self._observe(record, result)
                if result.observation is not None and result.observation.snapshot is not None:
                    recovery.record_read()
            elif self._is_unsent:
                await tell_invalid_fields(self._state, result)
            result.followed = {**result.followed, **self._state.websockets.take_stopped()}
            if self._recovered is not None:
                result.followed["recovered"] = self._recovered.to_dict()
            result = self._state.vault.mask(result)
            seen = result.observation and result.observation.snapshot_text
            # What it read before it left a tainted page may be in its result.
            learn_links(self._state, [seen] if self._read_taint else [result.data, result.details, seen])
        seconds = time.monotonic() - self._started
        emit_result(self._state, self.caller, (name, record, raw), self._element, result, seconds)
        return result

    async def _judge_and_act(self, record: Record, raw: dict[str, Any]) -> Result:
        if missing := self._state.missing(record):
            # Only the user reads the flags: no model is told how to widen what it may do.
            hint = turning_on(record) if self.caller == "user" else ""
            return Failed("not_available", missing, hint=hint, recoverable=False)
        params = parse(record, raw, lenient=self.caller == "model")
        if isinstance(params, Failed):
            return params
        if names_elements(params):
            params = await self._within_limit(record, with_refs(self._state, record, params))
            if isinstance(params, Failed):
                return params
        params = with_whole_address(self._state, record, params)
        self._effect = record.effect_of(params)
        if self._recovered is not None and self._effect == "change":
            # The page that the act was meant for is gone, and nobody has seen the one that is open now.
            return self._recovered.refusal()
        facts = await self._within_limit(record, self._facts.collect(record, params))
        if isinstance(facts, Failed):
            return facts
        self._element = facts.element
        decision = self._decide(record, params, facts)
        allowed = isinstance(decision, Allow)
        if isinstance(decision, Ask) and self.caller == "model" and self._state.confirmed is not None:
            allowed = bool(self._state.confirmed(decision, facts))
        if isinstance(decision, Ask) and not allowed:
            # Nobody is asked about what cannot be done.
            if (failed := await self._within_limit(record, check_possible(self._state, record, params))) is not None:
                return failed
            allowed = await self._agreed.approves(decision, record, params, facts)
            where = facts.address.origin if facts.address is not None else None
            if allowed and where is not None and where in decision.question:
                # Permission to go there includes the request, if the question said so.
                self._state.permissions.reachable.add(where)
        can_ask = self._asks.now is not None
        emit_decision(self._state, self.caller, record.name, decision, allowed=allowed, can_ask=can_ask)
        if isinstance(decision, Deny) or not allowed:
            return refusal(self.caller, decision, can_ask=can_ask)
        if isinstance(decision, Ask):
            # The page may have changed while the person thought about it.
            facts = await self._within_limit(record, self._facts.collect(record, params))
            if isinstance(facts, Failed):
                return facts
            again = self._decide(record, params, facts)
            if isinstance(again, Deny) or (isinstance(again, Ask) and not decision.covers(again)):
                return Failed("page_changed", "The page changed while the question was open.", hint="Take a snapshot.")
        if decision.follow is not None:
            goto = self._state.table.get("goto")
            assert goto is not None, "the table has no goto"
            record = goto
            try:
                params = record.params.model_validate({"url": decision.follow})
            except ValidationError:
                return Failed("navigation_failed", "The link's address is too long to be followed.")
        result = await self._within_limit(record, self._act(record, params, facts, decision))
        if self.caller == "model" and not result.ok and self._effect not in ("read", "control"):
            self._facts.note_outcome(facts, ok=False)
            self._state.end_failed_act(result.code)
        return result

    async def _within_limit(self, record: Record, work: Coroutine[Any, Any, T]) -> T | Failed:
        """Return the result of work on the browser within the session's limit, or the browser's error as a `Failed`."""
        limit, started = self._limit(record), time.monotonic()
        try:
            async with limited(max(0.0, limit - self._worked)):
                self._state.open_call.note_context()
                return await work
        except TimeoutError:
            lost = await self._recovery.find_silent_browser()
            return failure(lost) if lost is not None else timed_out(record.name, limit)
        except BrowserError as error:
            return failure(error)
        except Exception as error:
            if (lost := self._state.tabs.explain(error)) is None:
                raise
            return failure(lost)
        finally:
            self._worked += time.monotonic() - started

    def _time_to_observe(self, record: Record) -> float:
        return max(MIN_OBSERVE_TIME, self._limit(record) - self._worked)

    def _limit(self, record: Record) -> float:
        if "person" in record.needs:
            # A person may take their time, here as with an approval.
            return math.inf
        return self._state.model_timeout if "model" in record.needs else self._state.call_timeout

    async def _act(self, record: Record, params: Params, facts: Facts, decision: Allow | Ask) -> Result:
        effect = record.effect_of(params)
        request = request_of(self._state, self.caller, record, effect)
        fetcher = CallFetcher(self._state, request, facts, decision)
        user_values = RequestedValues(self._state, self._give_values)
        context = self._state.context(self.caller, fetcher, self._perform, user_values)
        if self.caller != "model" and facts.address is not None:
            permit_address(self._state.permissions, facts.address, effect)
        if effect in ("read", "control"):
            # The page may move on by itself while the call waits for it.
            if record.capability == "search" and facts.address is not None and not fetcher.is_tainted:
                # The page of its results is opened by a call of its own.
                self._state.provenance.links.add([facts.address.url])
            if (refused := await self._agreed.ask(record, params)) is not None:
                return refused
            before, result = self._url, await record.handler(context, params)
            result.followed |= late_effects(self._state.tabs, self._url if self._url != before else None)
            return result
        # Before the act: a crash in the middle leaves "uncertain" in the log, never "unknown".
        params_shown = shown_params(record, params.model_dump(mode="json"), self._element)
        chose, label = self._facts.choices_to_log(facts, params_shown), record.label
        self._state.events.emit(IntentEvent(tool=record.name, params=params_shown, label_text=label, chose=chose))
        if effect == "change" and facts.element is None and facts.page_tool is None:
            await self._check_document(facts)
        self._state.vault.has_typed |= facts.secret is not None
        if self.caller == "model":
            self._facts.expect(facts)
        taint = await taint_of_act(self._state, self.caller, facts, effect, opens_tab=record.opens_tab)
        judge, limits = None, SideEffectLimits()
        if self.caller == "model":
            judge = judge_of(self._state, request, facts, decision, taint, self._asks)
            limits = limits_of_call(self._state, decision, facts, judge, taint)
        else:
            self._state.end_acts()
        if self.begins_run:
            judge = judge_of_start(self._state, taint, self._asks)
            limits = limits_of_start(self._state, judge)
        before, earlier = self._url, list(self._state.tabs.stopped())
        with judge or nullcontext():
            async with self._state.tabs.watch(
                settle=True, limits=limits, ahead=self._is_read_next, opens_tab=record.opens_tab
            ) as after:
                self._recovery.under_way = {"tool": record.name, "params": params_shown}
                result = await carry_out(record.handler, context, params, self._state.tabs)
        self._recovery.under_way = None
        if self.caller == "model" and result.ok:
            self._facts.remember(facts, decision)
        if self.caller != "model" and facts.address is not None:
            self._state.permissions.open(facts.address.url, self._state.tab.origin)
        # A page that was opened is open, whatever it wanted to send then: the answer says what was stopped.
        if judge is not None and (missed := judge.refusals.missed) and isinstance(result, Ok) and effect != "navigate":
            result = unless_stopped(result, missed, declined=judge.refusals.is_declined)
        elif result.ok and (failed := failed_download(after)) is not None:
            result = failed
        self._is_unsent = result.ok and not after.requested and is_submit(request, facts)
        result.followed = describe_effects(after, earlier, left=before, refusals=judge.refusals if judge else None)
        result.page_changed = result.page_changed or after.changed or after.navigated_to is not None
        return result

    async def _perform(self, name: str, /, **params: Any) -> Result[Any]:
        """Carry out a call within this one."""
        pipeline = CallPipeline(self._state, self._recovery, self.caller, self._asks, agreed=self._agreed)
        result = await pipeline.run(name, {k: value for k, value in params.items() if value is not None}, observe=False)
        self._read_taint |= pipeline._read_taint or holds_taint(self._state)
        self._page_changed |= result.page_changed
        self._has_acted |= pipeline._effect == "change"
        self._agreed.note_within(name, result)
        return result

    def _decide(self, record: Record, params: Params, facts: Facts) -> Decision:
        effect, follows_choice = record.effect_of(params), self._agreed.has_chosen
        return decide(request_of(self._state, self.caller, record, effect, follows_choice=follows_choice), facts)

    async def _check_document(self, facts: Facts) -> None:
        """Raise if the document is no longer the one that was judged. (Refs and tools of a page carry theirs.)"""
        tab = self._state.tab
        if facts.nonce and tab.dialog is None and await tab.pin() != facts.nonce:
            raise DocumentChanged(f"The page was replaced by another one{NOTHING_DONE}", hint="Take a snapshot.")

    async def _observe(self, record: Record, result: Result) -> Observation | None:
        try:
            await self._state.tab.wait_for_reaction()
            is_known = self._effect == "change" and self._state.shown.tab is self._state.tab
            seen = await observe_page(self._state, self._time_to_observe(record), after=result)
        except BrowserError as error:
            if not isinstance(error, BrowserLost):
                result.followed = {**result.followed, "page_could_not_be_read": error.message}
            return None
        # By a style alone more may show, as under the pointer.
        result.page_changed |= result.ok and is_known and seen.snapshot is not None and not seen.is_same
        by_itself = self._effect in ("read", "control") and not (result.page_changed or self._has_acted)
        return replace(seen, attachments=result.attachments, by_itself=by_itself, is_unsent=self._is_unsent)

    @property
    def _url(self) -> External | None:
        """Return the address of the active tab; None if that is lost."""
        with suppress(BrowserError):
            return self._state.tab.url
        return None
