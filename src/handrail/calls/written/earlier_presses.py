"""Keeps what a model did earlier: a dialog, a request or a page may come of it, and not say of what it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from handrail.browser.clock import loop_time
from handrail.browser.types.facts import ElementFacts
from handrail.policy import Facts
from handrail.policy.facts import CallRequest, Opener
from handrail.policy.joint_questions import value_put_in
from handrail.policy.permissions import EVERY_TIME, Verb
from handrail.policy.rules.acts import POINTING
from handrail.policy.rules.earlier import (
    MOST_OPENERS,
    MOST_PRESSES,
    is_same_thing,
    of_rows,
    opens_menu_of,
    row_around,
    row_of,
    rows_to_name,
)
from handrail.policy.rules.keys import QUIET_KEYS
from handrail.policy.rules.pressed import called_in_menu
from handrail.policy.rules.text_entry import FILLING, fills_in
from handrail.trust import External

if TYPE_CHECKING:
    # An MCP server starts without Playwright.
    from handrail.browser.tabs.tab import PlaywrightTab

DocumentKey = tuple[str, float]
"""A document: the id of its tab, and the loop time at which it was parsed, 0 until then."""
MOST_ACTS = 300
"""How many acts are kept. The oldest of no row are forgotten first."""
MOST_PAGES = 200
"""Of how many pages is kept what led to them."""
_DID_NOTHING = frozenset(("covered", "wrong_element", "stale_ref", "not_actionable", "document_changed"))
"""Codes of acts that failed before anything was pressed."""


@dataclass(slots=True, eq=False)
class _Visit:
    """A page that a tab shows, until it shows another: scripts show several in one document, and servers at one
    address."""

    tab: str
    address: str
    parsed_at: float
    is_open: bool = True

    @property
    def document(self) -> DocumentKey:
        return self.tab, self.parsed_at

    def is_in(self, document: DocumentKey) -> bool:
        return self.document in (document, (document[0], 0.0))


@dataclass(slots=True)
class _Act:
    opener: Opener
    visit: _Visit
    reached: frozenset[str]
    in_dialog: External | None
    points: bool
    presses: bool
    is_answered: bool
    at: float
    has_led_on: bool = False
    """Whether it was on a link, and another page came of it."""

    def is_like(self, other: _Act) -> bool:
        """Return whether another act was on what a question calls the same, in the same place."""
        first, second = self.opener.element, other.opener.element
        is_elsewhere = self.in_dialog != other.in_dialog or self.visit.document != other.visit.document
        if first is None or second is None or is_elsewhere:
            return first == second and self.opener == other.opener
        return first.kind == second.kind and called_in_menu(first) == called_in_menu(second)


@dataclass(slots=True)
class EarlierPresses:
    """What a model pressed, chose and filled in, the newest last, and the addresses within their document that it
    opened. Of what it points at only the last act counts.

    What the user said yes to is answered, with all else in the same row: nothing more is expected of it.

    Attributes:
        acts: those, in documents that are still open, and in rows of others.
        led_here: what led to each page, by tab and address; one more than a question names, where there are more.
        shown: the page that each tab showed when it was looked at last, the newest last.
    """

    acts: list[_Act] = field(default_factory=list)
    led_here: dict[tuple[str, str], tuple[ElementFacts, ...]] = field(default_factory=dict)
    shown: dict[str, _Visit] = field(default_factory=dict)
    _before: list[_Act] = field(default_factory=list)
    """The acts as they were before the last one began."""

    def note(
        self,
        request: CallRequest,
        facts: Facts,
        tab: PlaywrightTab,
        documents: dict[str, float],
        *,
        agreed: frozenset[Verb],
    ) -> None:
        """Note an act in a tab as it begins.

        Args:
            documents: when the document of each open tab was parsed, by its id.
            agreed: what the user agreed to that it may do.
        """
        visit = self._visit(tab)
        # If it fails, nothing was answered.
        self._before = [replace(act) for act in self.acts]
        # A key that changes a field leaves no value to tell.
        value = value_put_in(request, facts) if request.capability in FILLING and fills_in(request, facts) else ""
        opener = Opener(facts.element, _address_within(request, facts, tab), value)
        is_answered = not EVERY_TIME.isdisjoint(agreed)
        if is_answered:
            is_in_dialog = facts.in_dialog is not None or facts.dialog is not None
            meant = [opener, *facts.openers] if is_in_dialog and len(facts.openers) == 1 else [opener]
            self._answer(lambda act: any(is_same_thing(act.opener, one) for one in meant))
        self._note_agreed(facts, agreed)
        for act in self.acts:
            # It was not parsed yet.
            act.visit.parsed_at = act.visit.parsed_at or documents.get(act.visit.tab, 0.0)
            act.visit.is_open = act.visit.document in documents.items()
        points = request.capability in POINTING or bool(facts.keys and QUIET_KEYS.issuperset(facts.keys))
        presses = request.capability == "click" or any(key != "Escape" for key in facts.keys)
        new = _Act(opener, visit, facts.reached, facts.in_dialog, points, presses, is_answered, loop_time())
        # An entry is called by what opened its menu. Of what tells of no press, and of the same again, the last counts.
        opens = self.acts and facts.element is not None and _opens_menu_of(self.acts[-1], facts.element)
        kept = self.acts[:-1] if opens and self.acts[-1].visit.document == visit.document else self.acts
        kept = [one for one in kept if one.visit.is_open or row_of(one.opener)]
        kept = [one for one in kept if not (one.points or one.is_like(new))]
        if len(kept) == MOST_ACTS:
            del kept[next((at for at, act in enumerate(kept) if act.is_answered or not row_of(act.opener)), 0)]
        self.acts = [*kept, new]
        if request.effect == "navigate":
            # What comes then came of no press.
            self.shown[tab.id] = _Visit(visit.tab, visit.address, visit.parsed_at)

    def _note_agreed(self, facts: Facts, agreed: frozenset[Verb]) -> None:
        """Note with each act in a row what the user agreed to by a question that named the row."""
        named = {verb: rows_to_name(facts, verb)[:MOST_OPENERS] for verb in agreed}
        for act in self.acts:
            verbs = {verb for verb, rows in named.items() if any(is_same_thing(act.opener, one) for one in rows)}
            act.opener = replace(act.opener, agreed=act.opener.agreed | verbs)

    def note_failure(self, code: str | None, acted_at: float) -> bool:
        """Note that the act that was noted last failed, and return whether it did nothing at all. ``acted_at``: when
        anything was pressed or typed last."""
        did_nothing = bool(self.acts) and code in _DID_NOTHING and acted_at < self.acts[-1].at
        if did_nothing:
            self.acts = self._before
        return did_nothing

    def end(self) -> None:
        """Forget the acts: the user acts. What led to the pages that show stays."""
        self.acts, self._before = [], []

    def answer_last(self, origin: str) -> None:
        """Note that the user said yes to what came of the last press on a site."""
        if last := next((act for act in reversed(self.acts) if act.visit.is_open and origin in act.reached), None):
            self._answer(lambda act: is_same_thing(act.opener, last.opener))

    def _answer(self, is_meant: Callable[[_Act], bool]) -> None:
        for act in self.acts:
            act.is_answered |= is_meant(act)

    def behind_press(self, tab: PlaywrightTab, facts: Facts) -> tuple[Opener, ...]:
        """Return what a model did that a press in a tab may be about: in a dialog what may have opened that, unless it
        was in a row with what was pressed in rows; elsewhere only that."""
        if facts.in_dialog is None or facts.menu:
            return self._in_rows(tab, facts)
        found = self.behind_dialog(tab, facts.in_dialog)
        if found and row_of(found[0]):
            return found
        others = [one for one in self._in_rows(tab, facts) if not any(is_same_thing(one, other) for other in found)]
        return (*found, *others)

    def _in_rows(self, tab: PlaywrightTab, facts: Facts) -> tuple[Opener, ...]:
        """Return what was pressed in rows of a tab's document and of other pages of the site that a press acts on, but
        for what is answered, and links that led to other pages: `behind_page` tells them. Of an entry of a menu, what
        was pressed since that was opened."""
        self._visit(tab)
        acts = [act for act in self.acts if act.visit.is_in(tab.document) or facts.acted_on in act.reached]
        if facts.menu and facts.element is not None:
            opened = [at for at, act in enumerate(acts) if _opens_menu_of(act, facts.element)]
            acts = acts[opened[-1] + 1 :] if opened else []
        acts = [act for act in acts if not (act.points or act.is_answered or act.has_led_on)]
        return tuple(of_rows(_openers(acts)))

    def behind_dialog(self, tab: PlaywrightTab, in_dialog: External | None = None) -> tuple[Opener, ...]:
        """Return what may have opened a dialog of a tab, by default the browser's own, the newest first: the last act
        outside of it, and what is not answered of those before. In another dialog only what stands in a row counts."""
        acts = self._acts_in(tab)
        return _openers([act for act in acts if act.in_dialog is None or _is_in_row_of_other(act, in_dialog)])

    def behind_request(self, origin: str) -> tuple[Opener, ...]:
        """Return what, beside the last act on a site, may be behind a request from there, the newest first."""
        acts = [act for act in self.acts if act.visit.is_open and origin in act.reached]
        openers = _openers([act for act in acts[:-1] if not (act.points or act.is_answered)])
        return tuple(one for one in openers if row_of(one) and not is_same_thing(one, acts[-1].opener))

    def behind_page(self, tab: PlaywrightTab) -> tuple[ElementFacts, ...]:
        """Return what led to the page that a tab shows, the newest first: in rows, else what led to the page before,
        too. One that the user opened, or an address, came of no press, unless it was shown before."""
        visit = self._visit(tab)
        return self.led_here.get((visit.tab, visit.address), ())

    def _acts_in(self, tab: PlaywrightTab) -> list[_Act]:
        return [act for act in self.acts if act.visit.is_in(tab.document)]

    def _visit(self, tab: PlaywrightTab) -> _Visit:
        """Return the page that a tab shows now, and keep what led to it."""
        # A new tab came of what was pressed in the one before.
        before = self.shown.pop(tab.id, None) or next(reversed(self.shown.values()), None)
        if before is not None and before.address == tab.url.raw and before.is_in(tab.document):
            before.parsed_at = tab.document[1]
            self.shown[tab.id] = before
            return before
        self.shown[tab.id] = visit = _Visit(tab.id, tab.url.raw, tab.document[1])
        if before is not None and _page_of(before.address) != _page_of(visit.address):
            self._note_link(before)
        if before is not None and (pressed := self._pressed_on(before)):
            in_rows = [one for one in pressed if row_around(one)]
            led = in_rows or [pressed[0], *self.led_here.get((before.tab, before.address), ())]
            self.led_here[tab.id, visit.address] = tuple(led[: MOST_PRESSES + 1])
            if len(self.led_here) > MOST_PAGES:
                del self.led_here[next(iter(self.led_here))]
        return visit

    def _note_link(self, before: _Visit) -> None:
        """Note that another page came of what was pressed last on a page, if that was a link."""
        last = next((act for act in reversed(self.acts) if act.visit is before and act.presses), None)
        if last is not None and last.opener.element is not None:
            last.has_led_on = last.opener.element.kind == "link" and last.opener.element.href is not None

    def _pressed_on(self, visit: _Visit) -> list[ElementFacts]:
        """Return what was pressed on a page, the newest first, of each row the last."""
        pressed: dict[str, ElementFacts] = {}
        for act in reversed(self.acts):
            if act.presses and act.visit is visit and (element := act.opener.element) is not None:
                pressed.setdefault(row_around(element), element)
        return list(pressed.values())


def _address_within(request: CallRequest, facts: Facts, tab: PlaywrightTab) -> str:
    """Return the address within its document that an act opens; "" where it opens none."""
    url = facts.address.url if request.effect == "navigate" and facts.address is not None else ""
    return url if "#" in url and url.partition("#")[0] == tab.core.url.partition("#")[0] else ""


def _opens_menu_of(act: _Act, entry: ElementFacts) -> bool:
    element = act.opener.element
    return element is not None and opens_menu_of(element, entry)


def _page_of(address: str) -> str:
    """Return an address without its end, but for one by which scripts tell their pages apart."""
    page, _, end = address.partition("#")
    return address if end.startswith(("/", "!")) else page


def _is_in_row_of_other(act: _Act, in_dialog: External | None) -> bool:
    element = act.opener.element
    return act.in_dialog != in_dialog and element is not None and element.in_row


def _openers(acts: list[_Act]) -> tuple[Opener, ...]:
    """Return what the last act was on, what the last press was on, and what is not answered of those before."""
    found: list[Opener] = []
    has_press = False
    for act in reversed(acts):
        tells = act.opener.element is not None or act.opener.address
        if not tells or (act.points and act is not acts[-1]) or (act.is_answered and has_press):
            continue
        has_press |= not act.points
        if not any(is_same_thing(act.opener, one) for one in found):
            found.append(act.opener)
    return tuple(found)
