"""How a question calls what is pressed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from handrail.browser.types.facts import ElementFacts
from handrail.messages import Sentence
from handrail.policy.decision import both_ends, excerpt, quotation
from handrail.policy.facts import Facts
from handrail.policy.permissions import Verb
from handrail.policy.words.consequences import speaks_of_all
from handrail.trust import External, site_line

NAME_CHARS, ITEM_CHARS, LISTED_CHARS = 200, 300, 100
"""Characters of a name that a question shows, of a row or dialog, and of each of several names: many things have a long
beginning in common, so both ends are shown of what is longer."""
ADDRESS_CHARS = 300
"""Characters of a field with mail addresses that it shows."""
MOST_NAMED = 20
"""Checked boxes that a question names."""
_WORDS = re.compile(r"[\w.,'’-]+(?:[ @][\w.,'’-]+)+")
"""A name of several words, or a mail address: no key, and no program's data."""
_CLOCK = re.compile(r"\d{1,3}(?::\d\d){1,2}")
"""A time, or how long something still takes."""
MOST_LISTED = MOST_NAMED * (LISTED_CHARS + 3)


def called(element: ElementFacts, name: str | None = None, most_of_item: int = ITEM_CHARS) -> str:
    """Return an element as a question calls it: by its name or this one, and by its row or item, of which it shows so
    many characters."""
    label = element.shown_name if name is None else name
    shown: str = Sentence("a control without a name")
    if label.strip():
        shown = quotation(label, NAME_CHARS)
    elif element.near is not None and element.near.raw.strip():
        shown = Sentence("a control near {what}", what=quotation(element.near.raw, NAME_CHARS))
    return _with_item(shown, element, most_of_item)


def called_field(field: ElementFacts) -> str:
    """Return a field as a question calls it: by its name, else by where it stands, and by its row or item."""
    return _with_item(_field_itself(field), field)


def _field_itself(field: ElementFacts) -> Sentence:
    if field.name.raw.strip():
        return Sentence("the field {what}", what=quotation(field.name.raw, NAME_CHARS))
    if field.near is not None and field.near.raw.strip():
        return Sentence("the field near {what}", what=quotation(field.near.raw, NAME_CHARS))
    button = field.form.submitter if field.form is not None else None
    if button:
        return Sentence("a field of the form with {what}", what=quotation(button.raw, NAME_CHARS))
    return Sentence("a field without a name")


def _with_item(shown: str, element: ElementFacts, most: int = ITEM_CHARS) -> str:
    item = element.item_beside_name
    return _in(shown, quotation(item, most)) if item and not element.is_day_of_week else shown


def called_in_menu(element: ElementFacts, name: str | None = None, *, most_of_item: int = ITEM_CHARS) -> str:
    """Return an element as a question calls it, an entry of a menu also by what the menu was opened for, and one of
    several of a name by the words that tell it from the others."""
    shown, openers = called(element, name, most_of_item), element.around.menu
    if openers:
        return _in(shown, quotation(listed(openers, NAME_CHARS), 4 * NAME_CHARS))
    apart = element.around.apart
    return _in(shown, quotation(apart.raw, most_of_item)) if apart is not None else shown


def called_press(facts: Facts, element: ElementFacts, name: str | None = None, *, headed: bool = False) -> str:
    """Return what a call presses as a question calls it, of a drag also where it ends.

    Args:
        name: the label that says what it does.
        headed: with the heading that what is dragged stands under.
    """
    place = facts.drop
    if place is None:
        return called_in_menu(element, name)
    dragged = called_in_menu(element)
    label = name if any(one.raw == name for one in (place.name, *place.labels)) else None
    where = _under_heading(called_in_menu(place, label), place)
    return Sentence("{text} → {place}", text=under_heading(dragged, facts) if headed else dragged, place=where)


def under_heading(pressed: str, facts: Facts) -> str:
    """Return what is pressed, with the heading that it stands under, where nothing else says of what it is one."""
    element = facts.element
    if element is None or facts.in_dialog or element.item_beside_name:
        return pressed
    return _under_heading(pressed, element)


def _under_heading(pressed: str, element: ElementFacts) -> str:
    heading, around = heading_of(element), element.around
    is_told = around.apart or heading in [opener.raw for opener in around.menu]
    return _in(pressed, quotation(heading, ITEM_CHARS)) if heading and not is_told else pressed


def heading_of_drop(facts: Facts) -> tuple[str, ...]:
    """Return the heading that a drag ends under, if what is dragged stands under another."""
    if facts.drop is None or facts.element is None or heading_of(facts.element) == heading_of(facts.drop):
        return ()
    return (heading_of(facts.drop),)


def heading_of(element: ElementFacts) -> str:
    """Return the heading that an element stands under; "" where there is none."""
    return element.around.heading.raw if element.around.heading is not None else ""


def with_times(pressed: str, facts: Facts) -> str:
    """Return what is pressed, with how often where that is more than once."""
    times = Sentence("{what}, {count} time", "{what}, {count} times", what=pressed, count=facts.times)
    return times if facts.times > 1 else pressed


def with_extent(pressed: str, facts: Facts, verb: Verb) -> str:
    """Return what is pressed, with what it deletes, pays, sends or changes, as far as the page says so: where its link
    leads, the words of its dialog, what stands in its form or dialog, the items that are selected and the boxes that
    are checked; of what deletes else what stands as chosen on the page. (Of a row `called` says which, of a menu
    `called_in_menu`.)"""
    element, bare = facts.element, pressed
    if element is not None and element.href is not None:
        pressed = Sentence("{text} → {place}", text=pressed, place=excerpt((element.href.raw,)))
    is_told = element is not None and (bool(element.item_beside_name) or element.around.apart == facts.in_dialog)
    if facts.in_dialog and not is_told:
        pressed = _in(pressed, quotation(facts.in_dialog.raw, ITEM_CHARS))
    if element is not None and not element.item_beside_name:
        if element.around.selected:
            pressed = _in(pressed, quotation(listed(element.around.selected), MOST_LISTED))
        if standing := _standing_around(element, facts, verb, is_bare=pressed is bare):
            pressed = _in(pressed, quotation(listed(standing), MOST_LISTED))
    if facts.checked:
        return Sentence(
            "{what} (checked: {checked})", what=pressed, checked=quotation(listed(facts.checked), MOST_LISTED)
        )
    return pressed


def _standing_around(element: ElementFacts, facts: Facts, verb: Verb, *, is_bare: bool) -> Sequence[External]:
    """Return what stands in the form or dialog of an element, and in itself if it is a field that the call does not
    fill in; if nothing else says what the press is about (``is_bare``), also what `_deleted_with` says, else what is
    written in the form; of what deletes all that was found, what was searched for. With the heading above it."""
    around = element.around
    own = (around.value,) if around.value is not None and facts.text is None else ()
    found = (*own, *around.standing, *around.outputs)
    if is_bare and verb == "delete":
        found = _deleted_with(element, found)
    told = {name.raw for name in (*facts.checked, *(around.addressed if verb == "send" else ()))}
    found = tuple(one for one in found if one.raw not in told)
    words = "" if around.words is None else around.words.raw
    # Of a long form whose boxes are checked, and of one around their rows, these say enough.
    rows = [row for box in facts.checked if (row := box.raw.partition(": ")[2])]
    is_told_whole = not (around.standing and "…" in words) and not any(row in words for row in rows)
    if is_bare and around.words and is_told_whole and not (found or around.apart or around.menu):
        # A time that runs on would make it another text at each look.
        found = (around.words.map(lambda raw: _CLOCK.sub("…", raw)),)
    if verb == "delete" and _may_delete_found(facts, element, is_bare=is_bare):
        found = tuple(dict.fromkeys((*found, *(one for one in around.searched if one.raw not in told))))
    heading = around.heading if is_bare and not around.apart and facts.drop is None else None
    return (heading, *found) if heading and found and heading.raw not in found[0].raw else found


def _deleted_with(element: ElementFacts, standing: tuple[External, ...]) -> tuple[External, ...]:
    """Return what stands around a control that deletes, else, of words, what its form holds in fields that nobody sees.
    With what the page shows as chosen, unless its form says what it is about: a field to search in may stand anywhere.
    """
    around, form = element.around, element.form
    if not standing and form is not None:
        standing = tuple(value for value in form.values if _WORDS.fullmatch(value.raw))
    if around.apart or around.menu or (standing and form is not None):
        return standing
    known = {one.raw for one in standing}
    return (*standing, *(one for one in around.chosen if one.raw not in known))


def _may_delete_found(facts: Facts, element: ElementFacts, *, is_bare: bool) -> bool:
    """Return whether what deletes may delete all that a search on its page found: it says so, or nothing says what."""
    dialog = facts.in_dialog.raw if facts.in_dialog is not None else ""
    says_what = not is_bare or element.form is not None or element.around.apart or element.around.menu
    return not says_what or speaks_of_all(f"{element.name.raw}\n{dialog}")


def _in(what: str, item: str) -> Sentence:
    return Sentence("{what} in {item}", what=what, item=item)


def listed(names: Sequence[External], most: int = LISTED_CHARS) -> str:
    # Boxes may all be called alike.
    counts = Counter(both_ends(name.raw, most) for name in names)
    shown = [f"{name} (×{count})" if count > 1 else name for name, count in counts.items()]
    more = f" / … (+{len(shown) - MOST_NAMED})" if len(shown) > MOST_NAMED else ""
    return " / ".join(shown[:MOST_NAMED]) + more


def site_name(origin: str) -> str:
    """Return an origin as a question names it."""
    return site_line(origin) if origin not in ("", "null") else Sentence("a page without an origin of its own")
