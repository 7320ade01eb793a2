"""The road of one call: parse, facts, policy, intent, handler, settle, result, observation, event. There is no other.

A guard that stands anywhere else is in the wrong place.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

from pydantic import ValidationError

from handrail.browser.types.acts import ActionEffects, SentRequest, SideEffectLimits
from handrail.browser.types.errors import BrowserError, BrowserLost, DocumentChanged
from handrail.browser.types.facts import ElementFacts
from handrail.calls.approval import Approve
from handrail.calls.observe import learn_links, observe_page
from handrail.calls.page_facts import FactCollector
from handrail.calls.recovery import Recovered, Recovery
from handrail.calls.side_effects import bounds_of_call
from handrail.calls.state import SessionState
from handrail.events.kinds import DecisionEvent, IntentEvent, ResultEvent, ScreenshotEvent
from handrail.events.parts import EventTarget
from handrail.policy import Allow, Ask, CallRequest, Decision, Deny, Facts, decide
from handrail.policy.facts import Caller, Effect
from handrail.results import Failed, Observation, Result, Target
from handrail.tools.core.invalid_calls import is_too_deep, too_deep, unknown_tool
from handrail.tools.core.size_cap import fit
from handrail.tools.core.table import Params, Record
from handrail.tools.support.lenient_parse import parse
from handrail.trust import External, one_line

T = TypeVar("T")
LOOK = 5.0
"""Seconds that the observation has at least."""


class CallPipeline:
    """One call of one caller in a session, which holds the session's lock."""

    def __init__(self, state: SessionState, recovery: Recovery, caller: Caller, approve: Approve | None = None) -> None:
        self._state = state
        self._recovery = recovery
        self.caller = caller
        self._approve = approve
        self._evidence = FactCollector(state, caller)
        self._element: ElementFacts | None = None
        self._recovered: Recovered | None = None
        self._effect: Effect = "read"
        self._is_looked_at = caller == "model"
        """Whether somebody looks at the page that this leads to: a model does, after the last call of its turn."""
        self._begun = time.monotonic()
        self._worked = 0.0
        """Seconds of the call's limit that are spent: its facts and its act share one."""

    async def run(self, name: str, raw: dict[str, Any], *, observe: bool) -> Result:
        """Walk the stations. What a page or a caller did comes back as a `Failed`; only bugs raise."""
        record = self._state.table.get(name)
        self._is_looked_at |= observe
        if is_too_deep(raw):
            result: Result = too_deep(name)
            raw = {}
        elif record is None:
            result = unknown_tool(self._state.table, name)
        else:
            recovery = self._recovery
            self._recovered, recovery.under_way = await recovery.recover(), None
            result = recovery.explained(record.name, fit(await self._walk(record, raw), record))
            if self._element is not None:
                one = self._element
                result.target = Target(one.role, one.name, one.kind, one.form, one.nonce, one.downloads)
            recovery.came_back(result, self._effect)
            if observe and not result.terminal:
                self._recovered = await recovery.recover() or self._recovered
                result = recovery.after_all(result)
                result.observation = await self._observe(record, result)
                if result.observation is not None and result.observation.snapshot is not None:
                    recovery.seen()
            if self._recovered is not None:
                result.followed = {**result.followed, "recovered": self._recovered.told()}
            result = self._state.vault.mask(result)
            seen = result.observation and result.observation.snapshot_text
            learn_links(self._state.provenance, [result.data, result.details, seen])
        self._tell(record, name, raw, result)
        return result

    async def _walk(self, record: Record, raw: dict[str, Any]) -> Result:
        if missing := self._state.missing(record):
            return Failed("not_available", missing, recoverable=False)
        params = parse(record, raw, lenient=self.caller == "model")
        if isinstance(params, Failed):
            return params
        self._effect = record.effect_of(params)
        if self._recovered is not None and self._effect == "change":
            # What it was meant for is gone, and where it would go now nobody has seen.
            return self._recovered.refusal()
        facts = await self._bounded(record, self._evidence.collect(record, params))
        if isinstance(facts, Failed):
            return facts
        self._element = facts.element
        decision = decide(self._request(record, params), facts)
        # A person may take their time: an approval stands under no limit of ours.
        allowed = isinstance(decision, Allow) or (isinstance(decision, Ask) and await self._approved(decision, facts))
        self._tell_decision(record, decision, allowed)
        if not allowed:
            return self._refused(decision)
        if isinstance(decision, Ask):
            # While a person thought about it, the page may have made something else of it.
            facts = await self._bounded(record, self._evidence.collect(record, params))
            if isinstance(facts, Failed):
                return facts
            again = decide(self._request(record, params), facts)
            if isinstance(again, Deny) or (isinstance(again, Ask) and again.question not in decision.question):
                return Failed("page_changed", "The page changed while the question stood.", hint="Take a snapshot.")
        if isinstance(decision, Allow) and decision.follow is not None:
            record = self._goto()
            try:
                params = record.params.model_validate({"url": decision.follow})
            except ValidationError:
                return Failed("navigation_failed", "The link's address is too long to be followed.")
        bounds = bounds_of_call(self._state, decision, facts) if self.caller == "model" else SideEffectLimits()
        return await self._bounded(record, self._act(record, params, facts, bounds))

    async def _bounded(self, record: Record, work: Coroutine[Any, Any, T]) -> T | Failed:
        """Work on the browser within the session's limit, with the browser's errors as results."""
        limit, begun = self._limit(record), time.monotonic()
        try:
            async with asyncio.timeout(_left(limit - self._worked)):
                return await work
        except TimeoutError:
            return Failed(
                "timeout",
                f"{record.name} did not finish within {limit:.0f} s; what it did so far is uncertain.",
                hint="Look at the page before anything else.",
            )
        except BrowserError as error:
            return _failed(error)
        except Exception as error:
            if (lost := self._state.tabs.explain(error)) is None:
                raise
            return _failed(lost)
        finally:
            self._worked += time.monotonic() - begun

    def _limit(self, record: Record) -> float:
        if "person" in record.needs:
            # A person may take their time, here as with an approval.
            return math.inf
        return self._state.model_timeout if "model" in record.needs else self._state.call_timeout

    async def _act(self, record: Record, params: Params, facts: Facts, bounds: SideEffectLimits) -> Result:
        effect = record.effect_of(params)
        context = self._state.context(self.caller)
        if self.caller != "model" and facts.address is not None:
            # Where the user goes, they mean to act.
            self._state.permissions.open(facts.address.url)
        if effect in ("read", "control"):
            before = self._at
            result = await record.handler(context, params)
            late = {
                # Where the page went by itself while it was waited for, say.
                "navigated_to": self._at if self._at != before else None,
                "sent": _sent(self._state.tabs.sent()),
                "stopped_requests": list(self._state.tabs.stopped()),
            }
            result.followed |= {key: value for key, value in late.items() if value}
            return result
        # Before the act: a crash in the middle leaves "uncertain" in the log, never "unknown".
        told = self._told(record, params.model_dump(mode="json"))
        self._state.events.emit(IntentEvent(tool=record.name, params=told))
        if effect == "change" and facts.element is None:
            await self._pinned(facts)
        if self.caller == "model":
            self._evidence.expect(facts)
        async with self._state.tabs.watch(settle=True, bounds=bounds, ahead=self._is_looked_at) as after:
            self._recovery.under_way = {"tool": record.name, "params": told}
            result = await record.handler(context, params)
        self._recovery.under_way = None
        if self.caller == "model" and result.ok:
            self._evidence.remember(facts)
        if self.caller != "model" and facts.address is not None:
            self._state.permissions.open(facts.address.url, self._state.tab.origin)
        result.followed = followed(after)
        result.page_changed = result.page_changed or after.changed or after.navigated_to is not None
        return result

    def _request(self, record: Record, params: Params) -> CallRequest:
        effect = record.effect_of(params)
        state = self._state
        return CallRequest(
            self.caller, state.mode, record.name, effect, record.capability, record.ask, state.permissions
        )

    async def _pinned(self, facts: Facts) -> None:
        """An act without a ref goes to the document that was judged, or nowhere. (A ref carries its document.)"""
        tab = self._state.tab
        if facts.nonce and tab.dialog is None and await tab.pin() != facts.nonce:
            raise DocumentChanged("The page was replaced by another one; nothing was done.", hint="Take a snapshot.")

    async def _approved(self, question: Ask, facts: Facts) -> bool:
        if self._approve is None:
            return False
        answer = await self._approve(question)
        if answer not in (False, "no") and facts.address is not None and facts.address.origin is not None:
            # Who lets the model go there lets the request out, too.
            self._state.permissions.reachable.add(facts.address.origin)
        if answer in ("run", "always"):
            self._state.permissions.learn(question)
        return answer not in (False, "no")

    def _refused(self, decision: Decision) -> Failed:
        """The user is told why and what would allow it; a model, that it is not permitted, and no more."""
        match decision:
            case Deny(_, reason, remedy) if self.caller == "user":
                return Failed("not_permitted", reason, hint=f"Allow it with {remedy}." if remedy else "")
            case Ask(_, question, remedy) if self.caller == "user":
                return Failed("not_permitted", f"Not approved: {question}", hint=f"Allow it with {remedy}.")
            case _:
                return Failed("not_permitted", "This action is not permitted.", recoverable=False)

    def _goto(self) -> Record:
        record = self._state.table.get("goto")
        assert record is not None, "the table has no goto"
        return record

    async def _observe(self, record: Record, result: Result) -> Observation | None:
        """The page after the call; pictures that were asked for come with it. A call that took all its time is followed
        by a look all the same."""
        try:
            seen = await observe_page(self._state, _left(self._limit(record) - self._worked, LOOK))
        except BrowserLost:
            return None
        except BrowserError as error:
            result.followed = {**result.followed, "page_could_not_be_read": error.message}
            return None
        return replace(seen, attachments=result.attachments)

    def _tell_decision(self, record: Record, decision: Decision, allowed: bool) -> None:
        data: dict[str, Any] = {"tool": record.name, "caller": self.caller, "rule": decision.rule, "allowed": allowed}
        match decision:
            case Deny(_, reason, remedy) | Ask(_, reason, remedy):
                data |= {"reason": reason, "remedy": remedy}
        self._state.events.emit(DecisionEvent(**data))

    def _tell(self, record: Record | None, name: str, raw: dict[str, Any], result: Result) -> None:
        """Every call is told, also one that never started."""
        name = one_line(name, 60)
        if result.attachments:
            self._state.events.emit(ScreenshotEvent(tool=name, attachments=result.attachments))
        told, target = self._told(record, raw), result.target
        self._state.events.emit(
            ResultEvent(
                tool=name,
                caller=self.caller,
                params=told,
                label={key: told[key] for key in (record.label_keys if record else ()) if key in told},
                target=EventTarget(target.role, target.name, self._box) if target is not None else None,
                seconds=round(time.monotonic() - self._begun, 3),
                result=result.to_dict(),
            )
        )

    @property
    def _at(self) -> External | None:
        """The address of the active tab; None where that is lost."""
        with suppress(BrowserError):
            return self._state.tab.url
        return None

    @property
    def _box(self) -> tuple[int, int, int, int] | None:
        """Where the element stood in the window when it was judged."""
        return self._element.box if self._element is not None else None

    def _told(self, record: Record | None, params: dict[str, Any]) -> dict[str, Any]:
        """Parameters as logs and listeners are told them: what goes into a password or card field is not."""
        field = record.value_field if record else None
        if field in params and self._element is not None and self._element.sensitive:
            return {**params, field: "•••"}
        return params


def _left(seconds: float, least: float = 0.0) -> float | None:
    return max(least, seconds) if math.isfinite(seconds) else None


def _failed(error: BrowserError) -> Failed:
    return Failed(error.code, error.message, error.hint, error.details, error.recoverable)


def followed(after: ActionEffects) -> dict[str, Any]:
    """What came of an act, as data; only what did come of it."""
    told = {
        "navigated_to": after.navigated_to,
        "dialog": after.dialog
        and {"kind": after.dialog.kind, "message": after.dialog.message, "default": after.dialog.default},
        "opened_tabs": [{"id": tab.id, "url": tab.url, "title": tab.title} for tab in after.opened],
        "closed_tabs": after.closed,
        "downloads": after.downloads,
        "not_settled": not after.settled,
        "stopped_requests": after.stopped,
        "http_status": after.status if after.status is not None and after.status >= 400 else None,
        "sent": _sent(after.sent),
    }
    return {key: value for key, value in told.items() if value}


def _sent(requests: Sequence[SentRequest]) -> list[dict[str, Any]]:
    return [{"method": one.method, "url": one.url, "status": one.status} for one in requests]
