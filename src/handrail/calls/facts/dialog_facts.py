"""Collects the facts of a call while a dialog is open: of the dialog, and of the page that opened it."""

from __future__ import annotations

from handrail.browser.types.tabs import DialogInfo
from handrail.calls.state import SessionState
from handrail.policy import DialogFacts, Facts, origin_of
from handrail.policy.rules.text_entry import HIDDEN_TEXT


def facts_of_dialog(state: SessionState, dialog: DialogInfo, *, accepts: bool) -> Facts:
    """Return the facts of a call on a tab with an open dialog, which the call may accept."""
    tab, texts = state.tab, state.texts
    there = {origin_of(frame.url) for frame in tab.core.page.frames} - {None, tab.origin}
    strange = tuple(sorted(one for one in there if one and not state.permissions.may_write(one)))
    openers = state.presses.behind_dialog(tab)
    pressed = next((one.element for one in openers if one.element is not None), None)
    unsent = state.shown_on(tab.origin)
    entries = [entry.shown for entry in texts.entered_on(tab.origin, but_for=unsent)]
    # By what the page said then, around what the model pressed last.
    stood, gone = (texts.presses[-1].entered, texts.presses[-1].earlier) if texts.presses else ((), ())
    return Facts(
        tab.origin,
        "",
        dialog=DialogFacts(dialog.kind, accepts, dialog.message, strange, pressed, dialog.default),
        openers=openers,
        unsent=unsent,
        earlier=tuple(text for text in unsent if text in gone),
        entered=tuple(one for one in entries if one in stood),
        entered_before=tuple(one for one in entries if one not in stood and not one.endswith(HIDDEN_TEXT)),
        picked=texts.picked_of(unsent),
        tried=frozenset(texts.tried),
        unchecked=texts.unchecked_in(state.tab.document),
        chose_before=texts.chosen_on(tab.origin, state.provenance, ""),
        prefilled=tab.core.taint.prefilled,
        filled_by=state.provenance.unaccepted(tab.core.taint.filled_by),
        forbidden=state.provenance.words.forbidden,
    )
