"""Puts a value where it was asked for: types it, chooses it from a list, or checks the button that is called so."""

from __future__ import annotations

from handrail.models.offline.choices import select, select_call
from handrail.models.offline.find import the, value_in_group
from handrail.models.offline.language import Item
from handrail.models.offline.names import sameness
from handrail.models.offline.outline import TICKS
from handrail.models.offline.program import CallResult, Choose, PageView, Program, Stop, act, compare_states
from handrail.models.offline.words import fold, phrases
from handrail.models.protocol import Call
from handrail.trust import plain

MOST_FAULT = 200
"""Characters of what a page says of a value."""
_OTHER_KIND = ("wrong_element", "not_a_dropdown", "no_options", "invalid_value")
"""Failures that say that an element takes values in another way, or not this one."""
_LISTS = ("combobox", "listbox", "button", "menu", "group")


def put(rule: str, item: Item) -> Program:
    """Put a value into a field: ``fill`` types, if it can; ``select`` and ``set`` choose where there is a list."""
    what = f"type “{item.value}” into {item.thing}" if item.value else f"clear {item.thing}"
    if rule == "select":
        what = f"select “{item.value}” from {item.thing}"
    elif rule == "set":
        what = f"set {item.thing} to “{item.value}”"
    outcome = yield from act(lambda page: _first_call(rule, item, page, what), what, may_fail=_OTHER_KIND)
    if outcome.call is None:
        return what
    ref, typed = outcome.call.params["ref"], outcome.call.name == "fill"
    if not outcome.ok and item.value and rule != "select":
        # A list that takes no text, or a field of text that looked like a list: the other way, once.
        other = Call("dropdown_options", {"ref": ref}) if typed else Call("fill", {"ref": ref, "value": item.value})
        failed, outcome = outcome, (yield from act(lambda _: other, what, may_fail=_OTHER_KIND))
        if outcome.call is not None and not outcome.ok:
            raise Stop(f"I could not {what}. {failed.fault()}")
    if outcome.call is None:
        return what
    if not outcome.ok:
        raise Stop(f"I could not {what}. {outcome.fault()}")
    if outcome.call.name == "dropdown_options":
        return (yield from _choose_option(item, ref, outcome, what))
    yield _compare_value(outcome, what, item.value) if outcome.call.name == "fill" else compare_states(outcome, what)
    fault = outcome.data.get("invalid")
    if fault is None:
        return what
    # It may be right once other fields are filled in, so the request goes on.
    return f"{what} (the field does not take it: {str(plain(fault))[:MOST_FAULT] or 'it is marked as invalid'})"


def _first_call(rule: str, item: Item, page: PageView, what: str) -> Call:
    outline = page.outline
    if rule in ("set", "select") and (radio := value_in_group(outline, item)) is not None:
        return Call("check", {"ref": outline[radio].ref})
    node = outline[the(rule, item.thing, outline)]
    if rule in ("set", "select") and node.role in _LISTS:
        return Call("dropdown_options", {"ref": node.ref})
    if node.role not in TICKS:
        return Call("fill", {"ref": node.ref, "value": item.value})
    if fold(item.value) not in (*phrases("on"), *phrases("off")):
        raise Stop(f"I could not {what}: it is on or off.")
    return Call("check" if fold(item.value) in phrases("on") else "uncheck", {"ref": node.ref})


def _compare_value(outcome: CallResult, what: str, value: str) -> Choose:
    """Compare a field with what it should hold, as the call read it back and as the page shows it afterwards."""

    def compare(page: PageView) -> None:
        place, read = outcome.place(page), outcome.data.get("value")
        shown = page.outline.value(place) if place is not None and not page.partial else None
        if outcome.data.get("mismatch"):
            raise Stop(f"I did {what}, but the field holds “{plain(read)}” now.")
        if shown is None or read is None or "•" in shown or "…" in shown:
            return
        if " ".join(shown.split()) not in (" ".join(value.split()), " ".join(str(plain(read)).split())):
            raise Stop(f"I did {what}, but the field holds “{shown}” now.")

    return compare


def _choose_option(item: Item, ref: str, listed: CallResult, what: str) -> Program:
    """Choose the one option that is called as was asked."""
    options = [str(plain(one["label"])) or str(plain(one["value"])) for one in listed.data.get("options", ())]
    chosen = item.value
    if options and not listed.data.get("built_when_open"):
        levels = {option: sameness(item.value, option) for option in options}
        best = [option for option, level in levels.items() if level and level == max(levels.values())]
        if len(best) != 1:
            raise Stop(f"I could not {what}. The list offers: {', '.join(options[:20])}.")
        chosen = best[0]
    alone = Call("select", {"ref": ref, "values": [chosen]})
    several = bool(listed.data.get("multiple"))
    yield from select(lambda page: select_call(page, ref, [chosen]) if several else alone, what)
    return what
