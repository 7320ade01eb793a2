"""Keeps what a model did in documents that are still open: a dialog or a request may come of it late."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from handrail.browser.clock import loop_time
from handrail.policy import Facts
from handrail.policy.facts import Opener
from handrail.policy.rules.pressed import called_in_menu, is_same_thing, row_of
from handrail.trust import External

DocumentKey = tuple[str, float]
"""A document: the id of its tab, and the loop time at which it was parsed."""
MOST_ACTS = 300
"""How many acts are kept. The oldest of no row are forgotten first."""
_DID_NOTHING = frozenset(("covered", "wrong_element", "stale_ref", "not_actionable", "document_changed"))
"""Codes of acts that failed before anything was pressed."""


@dataclass(slots=True)
class _Act:
    opener: Opener
    document: DocumentKey
    reached: frozenset[str]
    in_dialog: External | None
    points: bool
    is_answered: bool
    at: float

    def is_like(self, other: _Act) -> bool:
        """Return whether another act was on what a question calls the same, in the same place."""
        first, second = self.opener.element, other.opener.element
        if first is None or second is None or self.in_dialog != other.in_dialog or self.document != other.document:
            return first == second and self.opener == other.opener
        return first.kind == second.kind and called_in_menu(first) == called_in_menu(second)


@dataclass(slots=True)
class EarlierPresses:
    """What a model pressed, chose and filled in, the newest last, and the addresses within their document that it
    opened. Of what it points at only the last act counts.

    What the user was asked about and said yes to is answered, with all else in the same row: nothing more is expected
    of it.
    """

    acts: list[_Act] = field(default_factory=list)

    def note(
        self,
        facts: Facts,
        document: DocumentKey,
        open_documents: Collection[DocumentKey],
        *,
        address: str = "",
        points: bool,
        is_answered: bool,
    ) -> None:
        """Note an act as it begins. ``address``: what it opens within its document; ``is_answered``: the user was asked
        about it."""
        opener = Opener(facts.element, address)
        if is_answered:
            is_in_dialog = facts.in_dialog is not None or facts.dialog is not None
            named = [opener, *facts.openers] if is_in_dialog and len(facts.openers) == 1 else [opener]
            self._answer(lambda act: any(is_same_thing(act.opener, one) for one in named))
        if self._opened_menu(facts, document):
            # The entry is called by it.
            del self.acts[-1]
        open_now = dict(open_documents)
        for act in self.acts:
            # It was not parsed yet.
            act.document = act.document if act.document[1] else (act.document[0], open_now.get(act.document[0], 0.0))
        new = _Act(opener, document, facts.reached, facts.in_dialog, points, is_answered, loop_time())
        # Of what tells of no press, and of the same again, only the last counts.
        kept = [act for act in self.acts if act.document in open_documents and not (act.points or act.is_like(new))]
        if len(kept) == MOST_ACTS:
            del kept[next((at for at, act in enumerate(kept) if act.is_answered or not row_of(act.opener)), 0)]
        self.acts = [*kept, new]

    def _opened_menu(self, facts: Facts, document: DocumentKey) -> bool:
        """Return whether the last act opened the menu whose entry is pressed now."""
        menu = facts.element.around.menu if facts.element is not None else ()
        last = self.acts[-1] if self.acts else None
        if not menu or last is None or last.opener.element is None or last.document != document:
            return False
        element = last.opener.element
        row = element.item.raw if element.item is not None else element.name.raw
        return not element.around.menu and (element.opens or any(one.raw in row for one in menu))

    def note_failure(self, code: str | None, acted_at: float) -> None:
        """Note that the act that was noted last failed. ``acted_at``: when anything was pressed or typed last."""
        if self.acts and code in _DID_NOTHING and acted_at < self.acts[-1].at:
            del self.acts[-1]

    def answer_last(self, origin: str) -> None:
        """Note that the user said yes to what came of the last press on a site."""
        if last := next((act for act in reversed(self.acts) if origin in act.reached), None):
            self._answer(lambda act: is_same_thing(act.opener, last.opener))

    def _answer(self, is_meant: Callable[[_Act], bool]) -> None:
        for act in self.acts:
            act.is_answered |= is_meant(act)

    def before(self, in_dialog: External | None, document: DocumentKey) -> tuple[Opener, ...]:
        """Return what a model did in a document before a press there, in a dialog of this text or in none."""
        return self.unanswered_in(document) if in_dialog is None else self.openers_of_dialog(document, in_dialog)

    def unanswered_in(self, document: DocumentKey) -> tuple[Opener, ...]:
        """Return what else a model did in a document of a tab that it was not asked about, the newest first."""
        acts = [act for act in self.acts if act.document in (document, (document[0], 0.0))]
        return _openers([act for act in acts if not (act.points or act.is_answered)])

    def openers_of_dialog(self, document: DocumentKey, in_dialog: External | None) -> tuple[Opener, ...]:
        """Return what may have opened a dialog in a document of a tab, the newest first: the last act outside of it,
        and what is not answered of those before. In another dialog only what stands in a row counts.

        Args:
            in_dialog: the text of the dialog; None of one of the browser.
        """
        acts = [act for act in self.acts if act.document in (document, (document[0], 0.0))]
        return _openers([act for act in acts if act.in_dialog is None or _is_in_row_of_other(act, in_dialog)])

    def others_on(self, origin: str) -> tuple[Opener, ...]:
        """Return what, beside the last act on a site, may be behind a request from there, the newest first."""
        acts = [act for act in self.acts if origin in act.reached]
        openers = _openers([act for act in acts[:-1] if not (act.points or act.is_answered)])
        return tuple(one for one in openers if row_of(one) and not is_same_thing(one, acts[-1].opener))


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
