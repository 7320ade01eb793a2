"""Tells requests that a page tries again by itself, after they were refused, from those that a model's act leads to.

The time of a request tells nothing: a page may try again on its next event, which an act of the model is. So a request
counts with the act, unless it says nothing new, only other acts led to it before, and the act is no reason for it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from handrail.browser.types.network.addresses import short_address
from handrail.calls.judged_requests import RefusedBefore, Trigger
from handrail.calls.written.earlier_presses import DocumentKey
from handrail.policy import Facts
from handrail.policy.facts import CallRequest
from handrail.policy.requests.facts import RequestFacts
from handrail.policy.rules.acts import is_submit
from handrail.policy.rules.text_entry import LOOKING
from handrail.policy.words.consequences import Evidence, verbs
from handrail.texts.task_words import mentions

if TYPE_CHECKING:
    # An MCP server starts without Playwright.
    from handrail.calls.state import SessionState

MOST_KNOWN = 1_000
"""How many refused requests are remembered: a page may send without end."""
_OPENS_ONLY = frozenset(("tab", "link"))
"""Roles of what shows something: what saves or sends is a button."""


def trigger_of(request: CallRequest, facts: Facts) -> Trigger:
    """Return what an act does of which requests may come, by the facts of its call."""
    dialog = facts.dialog
    element = dialog.pressed if dialog is not None else facts.element
    labels = [one.raw for one in (*(element.labels if element is not None else ()), *facts.menu)]
    labels += [one.element.name.raw for one in facts.openers if one.element is not None]
    asked = dialog.message if dialog is not None else facts.in_dialog
    said = verbs(Evidence(tuple(labels), " ".join(facts.chosen), asked.raw if asked is not None else ""))
    shows = dialog is None and element is not None and (element.role in _OPENS_ONLY or element.opens)
    saves = is_submit(request, facts) or any(mentions("commit", one) for one in labels)
    name = element.name.raw if element is not None else ""
    role = element.role if element is not None else ""
    return Trigger(request.capability, role, name, _presses(request, facts), saves, shows, frozenset(said))


def _presses(request: CallRequest, facts: Facts) -> bool:
    """Return whether an act is an order to the page, unlike text in a field, a scroll, or a no to its dialog."""
    if facts.dialog is not None:
        return facts.dialog.accepts and facts.dialog.kind != "alert"
    if request.effect != "change" or request.capability in LOOKING:
        return False
    return request.capability != "write" or facts.submits or bool(facts.keys)


@dataclass(slots=True)
class ActRefusals:
    """The requests of an act that were refused; ``trigger``: the act.

    Attributes:
        has_sent: it let a request go that may change something and that the page does not send by itself.
        is_over: its call is over, and what is refused now is none of its outcome.
    """

    state: SessionState
    trigger: Trigger
    has_sent: bool = False
    is_over: bool = False
    _missed: list[RequestFacts] = field(default_factory=list)
    _own: list[RequestFacts] = field(default_factory=list)
    _retries: list[RequestFacts] = field(default_factory=list)
    _beside: list[RequestFacts] = field(default_factory=list)
    """Retries, if the act led to anything else: it saves something, which they do not."""

    def miss(self, facts: RequestFacts) -> None:
        """Note a request without which the act did not do what it should, unless the page tries it again by itself."""
        if not self.is_over:
            self._missed.append(facts)

    def note(self, facts: RequestFacts) -> None:
        """Note that a request was refused."""
        if facts.request.body is None or facts.request.opens_document:
            # Nobody knows whether it says something new; and no page sends a form again by itself.
            self._keep(facts, self._own)
            return
        key = (self._document, facts.whole)
        before = self.state.requests.refused_before.get(key)
        if before is None:
            if len(self.state.requests.refused_before) < MOST_KNOWN:
                self.state.requests.refused_before[key] = RefusedBefore({self.trigger}, self.trigger)
            self._keep(facts, self._own)
            return
        if self.is_over:
            before.repeats |= before.last is self.trigger
        else:
            self._keep(facts, self._list_for(facts, before))
        before.last = self.trigger

    def _keep(self, facts: RequestFacts, listed: list[RequestFacts]) -> None:
        # A page may send without end, and nobody asks for what came after the call.
        if not self.is_over:
            listed.append(facts)

    def _list_for(self, facts: RequestFacts, before: RefusedBefore) -> list[RequestFacts]:
        """Return where a request of the call belongs that was refused before."""
        if not any(map(self.trigger.may_be_another_try_of, before.triggers)):
            if not self.trigger.presses:
                return self._retries
            if before.repeats and not self.trigger.may_mean(facts.verbs):
                return self._retries
            if before.repeats and self.trigger.saves_something_else(facts.verbs):
                return self._beside
        before.triggers.add(self.trigger)
        return self._own

    @property
    def missed(self) -> list[RequestFacts]:
        """The requests without which the act did not do what it should."""
        retried = {facts.whole for facts in self.retries}
        return [facts for facts in self._missed if facts.whole not in retried]

    @property
    def is_declined(self) -> bool:
        """Whether the user said no to one of those, now or before."""
        denied = self.state.requests.denied
        return any((one.from_origin, like) in denied for one in self.missed for like in (one.whole, one.shape))

    @property
    def retries(self) -> list[RequestFacts]:
        """The requests that the page tried again by itself."""
        return [*self._retries, *(self._beside if self.has_sent or self._own else ())]

    @property
    def retried(self) -> frozenset[str]:
        """What lines about stopped requests call those that are nothing but retries."""
        others = [facts for facts in (*self._own, *self._beside) if facts not in self.retries]
        return frozenset(map(_line_of, self.retries)) - frozenset(map(_line_of, others))

    @property
    def _document(self) -> DocumentKey:
        tab = self.state.tabs.active_or_none if self.state.browser is not None else None
        return tab.document if tab is not None else ("", 0.0)


def _line_of(facts: RequestFacts) -> str:
    return f"{facts.request.method} {short_address(facts.request.url)}"
