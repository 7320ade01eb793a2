"""Instructions as tool calls. What a call did is compared with what was asked, on the page that follows it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import takewhile
from typing import Any

from handrail.models.offline.choices import list_of, select, select_call
from handrail.models.offline.fields import put
from handrail.models.offline.find import NotFound, one_named, operable, search_field, the, value_in_group
from handrail.models.offline.language import Item, Reading
from handrail.models.offline.outline import TICKS
from handrail.models.offline.program import (
    MOST_QUESTION,
    CallResult,
    PageView,
    Program,
    Stop,
    act,
    compare_states,
    on_element,
)
from handrail.models.offline.words import data, fold, phrases
from handrail.models.protocol import Call
from handrail.trust import one_line, plain


def can_begin(clause: Reading, page: PageView) -> None:
    """Check that all that an instruction names is on the page; raises `NotFound`."""
    rule, outline = clause.rule, page.outline
    if page.dialog and rule not in ("accept", "dismiss"):
        _answer(rule, clause.items[0], page)
    elif page.is_blank and not page.dialog and rule not in ("open", "wait"):
        raise NotFound(page.nothing)
    elif rule == "search":
        search_field(outline, clause.items[0].thing)
    elif rule not in ("open", "wait", "wait_for", "sign_in", "accept", "dismiss"):
        for item in clause.items:
            in_group = rule in ("set", "select") and value_in_group(outline, item) is not None
            if item.thing is not None and not in_group:
                the(rule, item.thing, outline)


def do(clause: Reading, item: Item) -> Program:
    """Return the program of one thing that an instruction asks for."""
    if (without_thing := data()["tools"].get(clause.rule)) is not None:
        tool, _, params = without_thing.partition(" ")
        what = {"accept": "accept the dialog", "dismiss": "dismiss the dialog"}.get(clause.rule, clause.rule)
        return _simple(tool, json.loads(params), what.replace("_", " "))
    if clause.rule == "choose":
        return _choose(clause.items[clause.items.index(item) :])
    return _PROGRAMS[clause.rule](clause.rule, item)


def _simple(tool: str, params: dict[str, Any], what: str) -> Program:
    yield from act(lambda _: Call(tool, params), what)
    return what


def _answer(rule: str, item: Item, page: PageView) -> Call:
    """Return the answer to the browser's own dialog, where a click means a button of it."""
    said = fold(item.thing.name.text) if rule == "click" and item.thing is not None else ""
    if said not in (*phrases("ok"), *phrases("cancel")):
        raise unanswered(page)
    return Call("dialog", {"accept": said in phrases("ok")})


def unanswered(page: PageView) -> NotFound:
    """Return the fault that a dialog of the browser's own is open."""
    question = one_line(page.question, MOST_QUESTION)
    asked = f"asks “{question}”" if question else "asks something"
    return NotFound(f"The page {asked} in a {page.dialog} dialog. Say “accept the dialog” or “dismiss the dialog”.")


def confirms(item: Item, page: PageView) -> bool:
    """Return whether the open dialog only asks for a yes to what was pressed: one sentence that begins with its words,
    and names a thing ("Remove “Reading Lamp” from the basket?"; not "Delete?", nor one that joins a second act)."""
    said = re.findall(r"\w+", fold(page.question))
    named = re.findall(r"\w+", fold(item.thing.name.text)) if item.thing is not None else []
    joined = re.search(r"[.,;:!?]\s*\S", page.question) or any(word in phrases("joins") for word in said[len(named) :])
    return page.dialog == "confirm" and len(named) > 1 and said[: len(named)] == named and not joined


def _click(rule: str, item: Item) -> Program:
    """Click something; not where that would close what is to be opened."""
    what = f"{rule.removesuffix('_it').replace('_', '-')} {item.thing}"
    state = {"expand": "expanded", "open_it": "expanded", "collapse": "collapsed"}.get(rule, "")

    def choose(page: PageView) -> Call | None:
        if page.dialog:
            return _answer(rule, item, page)
        node = page.outline[the(rule, item.thing, page.outline)]
        if "disabled" in node.states:
            raise Stop(f"I could not {what}: it is disabled.")
        count = {"count": 2} if rule == "double_click" else {}
        return None if state in node.states else Call("click", {"ref": node.ref, **count})

    outcome = yield from act(choose, what)
    if rule in ("expand", "collapse"):
        yield compare_states(outcome, what, has=state)
    if rule == "download" and not outcome.result.followed.get("downloads"):
        raise Stop(f"I clicked {item.thing}, and no download began.")
    if outcome.call is None:
        return f"{what} (it was already)"
    # What a press brings may come late; that nothing came is said, not guessed.
    quiet = outcome.call.name == "click" and not outcome.result.page_changed and not outcome.result.followed
    return f"{what} (nothing on the page changed)" if quiet else what


def _plain(rule: str, item: Item) -> Program:
    """Yield one call on one thing; of one that checks or unchecks, the state is compared."""
    tool, what, params = rule, f"{rule} {item.thing}", {}
    if rule == "hover":
        what = f"hover over {item.thing}"
    elif rule == "upload":
        tool, what, params = "upload_file", f"upload {item.value} to {item.thing}", {"path": item.value}
    outcome = yield from act(on_element(tool, partial(the, rule, item.thing), **params), what)
    if rule in ("check", "uncheck"):
        yield compare_states(outcome, what)
    return what


def _choose(items: Sequence[Item]) -> Program:
    """Choose the first of these; where it is an option, with those of the same list after it."""
    what = f"choose {items[0].thing}"

    def choose(page: PageView) -> Call | None:
        outline = page.outline
        node = outline[place := the("choose", items[0].thing, outline)]
        if node.role in TICKS:
            return Call("check", {"ref": node.ref})
        if (box := list_of(outline, place)) is None:
            return Call("click", {"ref": node.ref})
        options = takewhile(
            lambda at: list_of(outline, at) == box, (the("choose", one.thing, outline) for one in items)
        )
        return select_call(page, outline[box].ref, [outline.name(at) for at in options])

    outcome = yield from select(choose, what)
    if outcome.call is not None and outcome.call.name == "check":
        yield compare_states(outcome, what)
    return what


def _open(_: str, item: Item) -> Program:
    """Open an address; that it gives a file, and no page, is said."""
    what = f"open {item.value}"
    outcome = yield from act(lambda _: Call("goto", {"url": item.value.rstrip(".?!")}), what)
    reader = (outcome.data.get("document") or {}).get("read_with")
    return f"{what} (it is a file and no page; the tool {reader} reads it)" if reader else what


def _keys(rule: str, item: Item) -> Program:
    what = f"press {item.value}" + (f" in {item.thing}" if item.thing else "")
    if item.thing:
        yield from act(on_element("send_keys", partial(the, rule, item.thing), keys=item.value), what)
        return what
    return (yield from _simple("send_keys", {"keys": item.value}, what))


def _search(_: str, item: Item) -> Program:
    what = f"search for “{item.value}”"
    field = on_element("fill", partial(search_field, thing=item.thing), value=item.value, submit=True)
    require_kept((yield from act(field, what)), what)
    return what


def require_kept(outcome: CallResult, what: str) -> None:
    """Stop where a field did not keep what was typed."""
    if outcome.data.get("mismatch"):
        raise Stop(f"I did {what}, but the field holds something else now.")


def _scroll_to(rule: str, item: Item) -> Program:
    what = f"scroll to {item.thing}"

    def look(page: PageView) -> Call | None:
        """Only what can be operated has a ref in the outline; a heading or a table gets one when it is looked for."""
        node = page.outline[the(rule, item.thing, page.outline)]
        selector = None if node.ref else data()["selectors"].get(node.role)
        return (
            Call("find_elements", {"selector": selector, "include_text": False, "max_results": 50})
            if selector
            else None
        )

    def choose(page: PageView) -> Call:
        place = the(rule, item.thing, page.outline)
        inside = (ref for at in (place, *page.outline.under(place)) if (ref := page.outline[at].ref))
        if (ref := _looked_up(page, place, found) or next(inside, None)) is None:
            raise Stop(f"I cannot scroll to {item.thing}: I find no place for it.")
        return Call("scroll", {"to": ref})

    found = yield from act(look, what)
    yield from act(choose, what)
    return what


def _looked_up(page: PageView, place: int, found: CallResult) -> str | None:
    """Return the ref of what stands at a place, among elements that were looked for; None where they do not tell."""
    outline, role = page.outline, page.outline[place].role
    name, frame = fold(outline.name(place)), page.outline[place].frame
    same = [at for at in outline.with_role(role) if fold(outline.name(at)) == name and outline[at].frame == frame]
    listed = [one for one in plain(found.data.get("elements") or []) if (one["role"], one["frame"]) == (role, frame)]
    refs = [one["ref"] for one in listed if fold(one["name"]) == name]
    return refs[same.index(place)] if len(refs) == len(same) else None


def _sign_in(_: str, item: Item) -> Program:
    """Fill in user name and secret, and press the button."""
    secret = item.thing.name.text if item.thing is not None else phrases("secret")[0]
    steps: list[tuple[str, str, str, dict[str, str], str]] = [
        ("fill", "user_fields", "fields", {"value": item.value}, "type the user name"),
        ("fill_secret", "password_fields", "fields", {"name": secret}, "fill in the secret"),
        ("click", "sign_in_buttons", "pressed", {}, "press the button to sign in"),
    ]
    for tool, names, kind, params, what in steps[0 if item.value else 1 :]:
        choose = on_element(tool, partial(one_named, names=names, fits=operable(kind)), **params)
        require_kept((yield from act(choose, what)), what)
    return f"sign in as {item.value}" if item.value else "sign in"


_PROGRAMS: dict[str, Callable[[str, Item], Program]] = {
    **dict.fromkeys(("click", "double_click", "download", "open_it", "expand", "collapse"), _click),
    **dict.fromkeys(("fill", "clear", "set", "select"), put),
    **dict.fromkeys(("check", "uncheck", "hover", "upload"), _plain),
    **dict.fromkeys(("search", "search_in"), _search),
    "keys": _keys,
    "sign_in": _sign_in,
    "scroll_to": _scroll_to,
    "open": _open,
    "wait_for": lambda _, item: _simple("wait_for", {"text": item.value}, f"wait for “{item.value}”"),
    "wait": lambda _, item: _simple("wait", {"seconds": float(item.value)}, f"wait {item.value} seconds"),
}
