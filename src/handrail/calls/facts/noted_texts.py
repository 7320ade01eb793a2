"""Notes what a model put into pages, by typing it or by what its presses chose there."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from handrail.browser.types.facts import ElementFacts
from handrail.calls.facts.model_text import texts_of_press
from handrail.calls.state import SessionState
from handrail.calls.written.standing_texts import is_one_of


def note_choices(state: SessionState, element: ElementFacts) -> None:
    """Note what presses before chose in this page: its scripts put that into fields."""
    # What it wrote itself is noted already.
    own, presses = state.unsent_on(element.origin), state.texts.presses
    changed = [value.raw for value in element.changed if not is_one_of(value.raw, own)]
    # The user's yes to the last act agreed to what came of it, and what came before had been noted by then.
    if not changed or state.permissions.unsafe or element.origin in state.texts.agreed_on:
        return
    # For presses before the last, only a value counts that is the label of what was pressed. Scripts of a document
    # that is gone put nothing into this one.
    open_now = {tab.document for tab in state.tabs.all()}
    found = [
        texts_of_press(one, changed, state.provenance, last=one is presses[-1])
        for one in presses
        if state.texts.pressed_in.get(one.nonce) in open_now
    ]
    if texts := list(dict.fromkeys(chain.from_iterable(found))):
        state.texts.chosen_in |= dict.fromkeys(texts, state.tab.document)
        note_texts(state, texts, element.origin, is_draft=True)


def note_texts(state: SessionState, texts: Sequence[str], origin: str, *, is_draft: bool) -> None:
    """Note what a model put into a page. On an origin that is not opened, the user has seen it and agreed."""
    taint = state.tab.core.taint
    taint.typed |= state.permissions.may_write(origin)
    taint.unsent += texts
    for one in {origin, *state.origins_of_page} if is_draft else ():
        state.texts.unsent.setdefault(one, []).extend(texts)
