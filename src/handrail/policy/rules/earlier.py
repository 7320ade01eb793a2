"""How a question says what the model pressed before what it is about."""

from __future__ import annotations

import re
from collections.abc import Sequence

from handrail.browser.types.facts import ElementFacts
from handrail.messages import Sentence
from handrail.policy.decision import quotation
from handrail.policy.facts import Facts, Opener
from handrail.policy.permissions import Verb
from handrail.policy.rules.pressed import (
    ADDRESS_CHARS,
    ITEM_CHARS,
    LISTED_CHARS,
    NAME_CHARS,
    called_in_menu,
    called_press,
    listed,
    under_heading,
    with_extent,
    with_times,
)
from handrail.policy.words.quotes import ANY_MARK
from handrail.policy.words.spans import contains_words
from handrail.trust import External

MOST_PRESSES = 3
"""Presses that may have led to a page which a question names."""
MOST_OPENERS = 4
"""Presses that a question names which may have led to what it is about."""
_FIELDS = frozenset(("text", "editable", "checkbox", "radio", "file"))


def describe_press(facts: Facts, element: ElementFacts, name: str, verb: Verb) -> tuple[str, list[Sentence]]:
    """Return what a question about an act says that is pressed: what it is about, to whom it sends, else what it stands
    under; and what was pressed before it, as ends of a sentence."""
    bare = called_press(facts, element, name)
    pressed = with_extent(bare, facts, verb)
    if pressed == bare:
        is_drag = facts.drop is not None
        pressed = called_press(facts, element, name, headed=True) if is_drag else under_heading(pressed, facts)
    if verb == "send" and element.around.addressed:
        recipients = quotation(listed(element.around.addressed, ADDRESS_CHARS), 2_000)
        pressed = Sentence("{text} → {place}", text=pressed, place=recipients)
    pressed = with_times(pressed, facts)
    if _names_openers(facts):
        return pressed, after_openers(facts.openers)
    rows, led = rows_to_name(facts, verb), list[Sentence]()
    if verb == "delete" and not (_is_one_of_several(element) or facts.menu or element.around.selected):
        # A box may only say "I understand", and a row only "Cancel": beside those, what was pressed in a row is told.
        is_bare = not (element.item_beside_name or facts.checked)
        led_here = [one for one in facts.led_here if row_around(one) or is_bare]
        led = _after_presses(pressed, led_here, facts.checked)
        is_cut = len(led_here) > MOST_PRESSES
        others = [one for one in rows if not (is_cut or any(is_same_thing(one, Opener(other)) for other in led_here))]
        # Beside other rows, the one that led here is told, too, though the page says it: else these seem to be meant.
        rows = rows if others and not led else others
    return pressed, [*led, *after_openers(rows)]


def rows_to_name(facts: Facts, verb: Verb) -> list[Opener]:
    """Return the presses in rows, the newest first, that a question about an act of this kind names, since it may be
    about any of them: those that the user was not asked about since. One that stands in a row of several is about that
    alone; an entry of a menu is about what opened that, or about what was pressed since."""
    if facts.element is None:
        return []
    if facts.in_dialog is not None and not facts.menu:
        return of_rows(facts.openers) if _names_openers(facts) else []
    if _is_one_of_several(facts.element) and not facts.menu:
        return []
    own = Opener(facts.element)
    return [one for one in of_rows(facts.openers) if verb not in one.agreed and not is_same_thing(one, own)]


def names_in_question(facts: Facts, question: str) -> frozenset[str]:
    """Return the names of what a question says that the model pressed before, each with its row; not what it wrote."""
    pressed = {*facts.picked, *facts.chose_before}
    before = [*facts.led_here, *(one.element for one in facts.openers if one.element is not None)]
    rows = [one for one in before if row_of(Opener(one))]
    shown = ((one, called_in_menu(one, most_of_item=most)) for one in rows for most in (ITEM_CHARS, LISTED_CHARS))
    return frozenset(pressed.intersection(one.name.raw for one, called in shown if called in question))


def _is_one_of_several(element: ElementFacts) -> bool:
    """Return whether an element stands in one of several rows: a toolbar may be a row with words, too."""
    is_row = element.around.alike and element.row_has_text and bool(element.item_beside_name)
    return is_row or element.around.apart is not None


def after_opener(pressed: str, facts: Facts) -> str:
    """Return what is pressed in a dialog, and after what the model did so, where that stands in a row that neither it
    nor its dialog says: "Are you sure?" is about that row, unless the page opened it for something else."""
    return Sentence.joined("", [pressed, *after_openers(facts.openers)]) if _names_openers(facts) else pressed


def _names_openers(facts: Facts) -> bool:
    element, openers = facts.element, facts.openers
    if facts.in_dialog is None or facts.menu or not any(map(row_of, openers)):
        return False
    # A dialog may stand in the row that it is about, or hold a list of its own.
    told = f"{facts.in_dialog.raw}\n{element.item_beside_name if element is not None else ''}"
    return not (row_of(openers[0]) and _names_row(openers, told))


def _names_row(openers: Sequence[Opener], told: str) -> bool:
    """Return whether a dialog says the row of the press that opened it, and may mean no other: "this file" may be the
    name of a row, too."""
    row = row_of(openers[0])
    is_only = not any(row_of(one) and not is_same_thing(one, openers[0]) for one in openers[1:])
    quoted = re.search(rf"{ANY_MARK}{re.escape(row)}{ANY_MARK}", told)
    return contains_words(row, told) and (is_only or quoted is not None)


def after_openers(openers: Sequence[Opener]) -> list[Sentence]:
    """Return what the model did before, as ends of a sentence: the first of these, and others that were in a row. (A
    control of none is told with what the model pressed earlier.)"""
    told = [*openers[:1], *filter(row_of, openers[1:])]
    # The first is mostly what this is about.
    limits = [ITEM_CHARS] + [LISTED_CHARS] * (MOST_OPENERS - 1)
    ends, more = list(map(_describe, told, limits)), len(told) - MOST_OPENERS
    return [*ends, Sentence.joined("", [f", … (+{more})"])] if more > 0 else ends


def _describe(one: Opener, most_of_item: int) -> Sentence:
    if one.element is None:
        return Sentence(", after the model opened {what}", what=quotation(one.address, NAME_CHARS))
    what = called_in_menu(one.element, most_of_item=most_of_item)
    if not one.value:
        return Sentence(", after the model pressed {what}", what=what)
    # A longer one stands in the question as a text of the model's.
    shown = Sentence.joined("", [what, " (", one.value, ")"]) if len(one.value) <= NAME_CHARS else what
    return Sentence(", after the model filled in {what}", what=shown)


def of_rows(openers: Sequence[Opener]) -> list[Opener]:
    """Return those that were a press in a row, and not on a box or field there."""
    return [one for one in openers if row_of(one) and not (one.element and one.element.kind in _FIELDS)]


def row_of(opener: Opener) -> str:
    """Return what stands around something that the model did, in its row or menu, or tells it from others of its name,
    or the address that it opened; "" where that says of no thing."""
    if opener.element is None:
        return opener.address
    apart = opener.element.around.apart
    return row_around(opener.element) or (apart.raw if apart is not None else "")


def is_same_thing(one: Opener, other: Opener) -> bool:
    """Return whether two acts were in the same row or of the same menu; where both are in none, on the same control."""
    first, second = one.element, other.element
    if first is None or second is None or not (row_of(one) and row_of(other)):
        return row_of(one) == row_of(other) and (first and called_in_menu(first)) == (second and called_in_menu(second))
    if first.around.menu and second.around.menu:
        return first.around.menu == second.around.menu
    if first.around.menu or second.around.menu:
        return opens_menu_of(second, first) or opens_menu_of(first, second)
    if not (first.item_beside_name and second.item_beside_name):
        return first.around.apart == second.around.apart is not None
    return first.item == second.item or (first.row_has_text and first.item_content == second.item_content)


def opens_menu_of(control: ElementFacts, entry: ElementFacts) -> bool:
    """Return whether a control is called like what opened the menu of an entry, or stands in the row of that name."""
    names = {name.raw.strip() for name in entry.around.menu}
    called_so = (control.name, control.item, control.around.first)
    return not control.around.menu and any(one is not None and one.raw.strip() in names for one in called_so)


def row_around(element: ElementFacts) -> str:
    """Return the row that an element stands in, or its menu was opened for; "" where neither is known."""
    return element.item_beside_name or listed(element.around.menu, NAME_CHARS)


def _after_presses(pressed: str, presses: Sequence[ElementFacts], checked: Sequence[External]) -> list[Sentence]:
    """Return what led to the page of a press, the newest first, as the end of a sentence, as far as that says more than
    what is pressed and the boxes that are checked."""
    rows = [(row_around(one) or one.name.raw).strip() for one in presses]
    said = [box.raw for box in checked if box.raw.strip()]
    is_new = [not (contains_words(row, pressed) or any(contains_words(box, row) for box in said)) for row in rows]
    told = [called_in_menu(one) for one, tells in zip(presses, is_new, strict=True) if tells]
    if not told:
        return []
    more = ["…"] if len(presses) > MOST_PRESSES else []
    what = Sentence.joined(" / ", [*told[:MOST_PRESSES], *more])
    return [Sentence(", after the model pressed {what}", what=what)]
