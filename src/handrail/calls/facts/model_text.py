"""Finds and notes what a model puts into a page that it made up, by a call or by what its presses chose there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from handrail.browser.types.facts import ElementFacts
from handrail.browser.types.keys import PRESSING_KEYS
from handrail.calls.state import SessionState
from handrail.calls.written.sent_choices import OPTIONS, stands_for_choice
from handrail.calls.written.standing_texts import is_one_of
from handrail.policy import Facts, Permissions
from handrail.policy.provenance import Provenance, may_fill_in
from handrail.policy.rules.acts import SWITCHES
from handrail.policy.rules.keys import ARROWS, QUIET_KEYS
from handrail.policy.rules.secrets import is_meant_for
from handrail.policy.rules.text_entry import OPERATIONAL_TYPES, is_operational
from handrail.policy.words.lexicon import tokens_of

WORDS_OF_TEXT = 3
"""Least words of a text that a template puts into a field, whatever the field is called."""
ROWS = frozenset(("listitem", "row", "gridcell", "treeitem"))
"""Roles of what is chosen by a press; a menu's entry opens or does something, which is judged by its words."""
CHANGED_BY_ARROWS = frozenset(("spinbutton", "slider", "combobox", "listbox"))
PICKS_SUGGESTIONS = frozenset(("ArrowUp", "ArrowDown", "PageUp", "PageDown"))
"""Keys that pick a suggestion below a field of one line, or a mention in rich text. (What they change in a text area is
seen in its value.)"""
FOLLOWS_FOCUS = frozenset(("option", "radio", "tab", "treeitem"))
"""Roles of elements that pages take as chosen with the focus or the pointer on them (ARIA)."""


def fills_in_elsewhere(facts: Facts, permissions: Permissions) -> bool:
    """Return whether the call presses a link that may fill in a page of another site where things may be changed."""
    address = facts.address
    if address is None or facts.element is None or address.by_user or address.origin in (None, facts.acted_on):
        return False
    return permissions.may_write(address.origin or "") and may_fill_in(address.url)


def searches_for_value(facts: Facts) -> bool:
    """Return whether a secret or a value of the user's data goes into a search field: sites pass that on."""
    element = facts.element
    is_value = facts.secret is not None or (facts.text is not None and facts.text.own and not facts.text.in_user_text)
    form = element.form if element is not None else None
    gets = form is not None and form.method == "get" and not form.scripted
    return is_value and element is not None and not element.sensitive and (gets or is_operational(element))


def texts_of_model(facts: Facts, given: Provenance) -> Iterator[str]:
    """Return what a call puts into a page that is not of what the user and the plan want: text, keys that write or
    change a value, and choices that are sent later, in a form that may change something or by a script."""
    element = facts.element
    if facts.agreed_text:
        return
    # In a list, the first letters choose.
    chooses = element is not None and (element.kind == "select" or element.role in OPTIONS)
    if facts.text is not None and (chooses or not facts.text.own):
        yield from filter(None, facts.text.parts)
    if facts.text is not None and not facts.written and element is not None and element.value_length:
        yield f"[{element.name.raw[:60]}: empty]"
    if facts.page_tool is not None and facts.page_tool.arguments:
        yield facts.page_tool.arguments
    secret = facts.secret
    if secret is not None and element is not None and not is_meant_for(secret, element):
        # Nobody asked to send it from there.
        yield f"[secret:{secret.name}]"
    if "Shift" in facts.held and element is not None and element.kind not in ("text", "editable", "link"):
        # Lists may take everything from the option before.
        yield f"Shift+{element.name.raw[:60]}"
    choosing = _choosing_keys(facts)
    quiet = {key for key in QUIET_KEYS if key.rpartition("+")[2] not in choosing}
    yield from (key for key in facts.keys if key not in quiet and key not in PRESSING_KEYS)
    # To tick what the user named by its row says nothing of the model's own.
    if facts.chosen and not facts.user_chose and element is not None and not _is_in_wanted_row(element, given):
        form, boxed = element.form, element.kind in ("checkbox", "radio") and element.role not in SWITCHES
        waits = boxed or element.role == "option" or (element.kind == "select" and not element.reacts)
        if form is not None:
            waits = form.method == "post" or form.scripted
        if element.kind in ("text", "editable") or waits or len(facts.chosen) > 1:
            yield from facts.chosen


def chooses_unnamed(facts: Facts, given: Provenance) -> bool:
    """Return whether a call presses a row or an item that the user did not name, or chooses by arrow keys or by a
    range. (What it writes, or names as its choice, is judged by itself.)"""
    element = facts.element
    presses = not (facts.text or facts.chosen or facts.secret or facts.file or facts.keys)
    if presses and element is not None and (element.role in ROWS or element.tag == "li"):
        # With a key held down, a press may choose more than the row.
        named = not facts.held and given.words.chooses(element.name.raw)
        return bool(given.label_chosen(facts)) and not named
    keys_or_range = replace(facts, text=None, secret=None, page_tool=None, chosen=())
    return any(texts_of_model(keys_or_range, given))


def texts_of_press(press: Facts, changed: Sequence[str], given: Provenance, *, last: bool) -> Iterator[str]:
    """Return what a press of a model, or a choice in a list, chose that is not from the user: a value of the field that
    was pressed, or an option that a script put into another field.

    Args:
        changed: what fields of the page hold that changed since its facts were last collected.
        last: no other press came after it.
    """
    # What a list itself holds takes effect at once, or was noted when it was chosen.
    own = press.chosen if press.element is not None and press.element.kind == "select" else ()
    element, new = press.element, [value for value in changed if not (given.words.has(value) or value in own)]
    if element is None or not new:
        return
    if element.kind == "text":
        yield from new if last else ()
    elif label := given.label_chosen(press):
        words_of_label = set(tokens_of(label))
        written = [tokens_of(one) for one in new]
        shown = any(not words_of_label.isdisjoint(words) for words in written)
        is_text = any(len(words) >= WORDS_OF_TEXT for words in written)
        if shown or (last and (is_text or element.kind == "select" or stands_for_choice(element))):
            yield label


def _is_in_wanted_row(element: ElementFacts, given: Provenance) -> bool:
    if element.kind != "checkbox" or element.item is None:
        return False
    return given.concerns(element.name.raw, element.item.raw)


def _choosing_keys(facts: Facts) -> frozenset[str]:
    """Return the keys among those that only move elsewhere which may choose something where the call presses them."""
    element = facts.element
    leaves = any(key.rpartition("+")[2] == "Tab" for key in facts.keys)
    if leaves or (element is not None and _is_changed_by_arrows(element)):
        return ARROWS
    is_field = element is not None and (element.tag == "input" or element.kind == "editable")
    return PICKS_SUGGESTIONS if is_field else frozenset()


def _is_changed_by_arrows(element: ElementFacts) -> bool:
    """Return whether arrow keys may change the element's value, or which of its kind is chosen. They do not in a text,
    on a link, or in a menu, where only Enter takes an item."""
    typed = element.input_type in OPERATIONAL_TYPES - {"search"}
    if typed or element.role in CHANGED_BY_ARROWS:
        return True
    moves = element.kind in ("text", "editable", "link") or element.role == "menuitem" or element.opens
    return element.role in FOLLOWS_FOCUS or not moves


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
