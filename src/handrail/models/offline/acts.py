"""Instructions as tool calls. What a call did is compared with what was asked, on the page that follows it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from handrail.models.offline.fields import put
from handrail.models.offline.find import NotFound, one_named, operable, search_field, the, value_in_group
from handrail.models.offline.language import Clause, Item
from handrail.models.offline.outline import TICKS
from handrail.models.offline.program import Choose, PageView, Program, Stop, Turn, act, compare_states
from handrail.models.offline.words import data, fold, phrases
from handrail.models.protocol import Call

_NO_PAGE = "There is no page yet. Begin with an address: --url, or “open https://…”."


def can_begin(clause: Clause, page: PageView) -> None:
    """Check that all that an instruction names is on the page.

    Raises:
        NotFound: something is not, or several things have its name.
    """
    if page.dialog:
        if clause.rule not in ("accept", "dismiss") and _answer(clause.rule, clause.items[0]) is None:
            raise NotFound(
                f"The page asks with a {page.dialog} dialog: say “accept the dialog” or “dismiss the dialog”."
            )
    elif page.is_blank and clause.rule not in ("open", "wait"):
        raise NotFound(_NO_PAGE)
    elif clause.rule == "search":
        search_field(page.outline, clause.items[0].thing)
    elif clause.rule not in ("open", "wait", "wait_for", "sign_in"):
        for item in clause.items:
            if item.thing is not None and (
                clause.rule not in ("set", "select") or value_in_group(page.outline, item) is None
            ):
                the(clause.rule, item.thing, page.outline)


def do(clause: Clause, item: Item) -> Program:
    """Return the program of one thing that an instruction asks for."""
    if (without_thing := data()["tools"].get(clause.rule)) is not None:
        tool, _, params = without_thing.partition(" ")
        return _simple(tool, json.loads(params), clause.rule.replace("_", " "))
    return _PROGRAMS[clause.rule](clause.rule, item)


def _simple(tool: str, params: dict[str, Any], what: str) -> Program:
    yield from act(lambda _: Call(tool, params), what)
    return what


def _answer(rule: str, item: Item) -> bool | None:
    """Whether a click means a button of the browser's own dialog."""
    said = fold(item.thing.name.text) if rule == "click" and item.thing is not None else ""
    return True if said in phrases("ok") else False if said in phrases("cancel") else None


def _on(tool: str, rule: str, item: Item, **params: Any) -> Choose:
    return lambda page: Call(tool, {"ref": page.outline[the(rule, item.thing, page.outline)].ref, **params})


def _click(rule: str, item: Item) -> Program:
    """Click something; not where that would close what is to be opened."""
    what = f"{rule.removesuffix('_it').replace('_', '-')} {item.thing}"
    state = {"expand": "expanded", "open_it": "expanded", "collapse": "collapsed"}.get(rule, "")

    def choose(page: PageView) -> Call | None:
        if page.dialog:
            return Call("dialog", {"accept": bool(_answer(rule, item))})
        node = page.outline[the(rule, item.thing, page.outline)]
        if "disabled" in node.states:
            raise Stop(f"I could not {what}: it is disabled.")
        return None if state in node.states else Call("click", {"ref": node.ref, **_COUNTS.get(rule, {})})

    turn = yield from act(choose, what)
    if rule in ("expand", "collapse"):
        yield compare_states(turn, what, has=state)
    if rule == "download" and not turn.result.followed.get("downloads"):
        raise Stop(f"I clicked {item.thing}, and no download began.")
    if turn.call is None:
        return f"{what} (it was already)"
    # What a press brings may come late; that nothing came is said, not guessed.
    quiet = turn.call.name == "click" and not turn.result.page_changed and not turn.result.followed
    return f"{what} (nothing on the page changed)" if quiet else what


_COUNTS = {"double_click": {"count": 2}}


def _hover(rule: str, item: Item) -> Program:
    what = f"hover over {item.thing}"
    yield from act(_on("hover", rule, item), what)
    return what


def _tick(rule: str, item: Item) -> Program:
    what = f"{rule} {item.thing}"
    turn = yield from act(_on(rule, rule, item), what)
    yield compare_states(turn, what, **({"has": "checked"} if rule == "check" else {"has_not": "checked"}))
    return what


def _choose(rule: str, item: Item) -> Program:
    what = f"choose {item.thing}"

    def choose(page: PageView) -> Call:
        outline = page.outline
        node = outline[place := the(rule, item.thing, outline)]
        if node.role in TICKS:
            return Call("check", {"ref": node.ref})
        lists = [outline[up] for up in outline.ancestors(place) if outline[up].role in ("listbox", "combobox")]
        if node.role == "option" and lists and lists[0].ref:
            return Call("select", {"ref": lists[0].ref, "values": [outline.name(place)]})
        return Call("click", {"ref": node.ref})

    turn = yield from act(choose, what)
    if turn.call is not None and turn.call.name == "check":
        yield compare_states(turn, what, has="checked")
    return what


def _keys(rule: str, item: Item) -> Program:
    what = f"press {item.value}" + (f" in {item.thing}" if item.thing else "")
    bare: Choose = lambda _: Call("send_keys", {"keys": item.value})  # noqa: E731  # one of two choosers
    yield from act(_on("send_keys", rule, item, keys=item.value) if item.thing else bare, what)
    return what


def _search(_: str, item: Item) -> Program:
    what = f"search for “{item.value}”"

    def choose(page: PageView) -> Call:
        ref = page.outline[search_field(page.outline, item.thing)].ref
        return Call("fill", {"ref": ref, "value": item.value, "submit": True})

    kept((yield from act(choose, what)), what)
    return what


def kept(turn: Turn, what: str) -> None:
    """Stop where a field did not keep what was typed."""
    if turn.data.get("mismatch"):
        raise Stop(f"I did {what}, but the field holds something else now.")


def _upload(rule: str, item: Item) -> Program:
    what = f"upload {item.value} to {item.thing}"
    yield from act(_on("upload_file", rule, item, path=item.value), what)
    return what


def _scroll_to(rule: str, item: Item) -> Program:
    what = f"scroll to {item.thing}"

    def choose(page: PageView) -> Call:
        place = the(rule, item.thing, page.outline)
        inside = [ref for at in (place, *page.outline.under(place)) if (ref := page.outline[at].ref)]
        if not inside:
            raise Stop(f"I cannot scroll to {item.thing}: it holds nothing that can be operated.")
        return Call("scroll", {"to": inside[0]})

    yield from act(choose, what)
    return what


def _sign_in(_: str, item: Item) -> Program:
    """Fill in user name and secret, and press the button."""
    secret = item.thing.name.text if item.thing is not None else phrases("secret")[0]

    def on(tool: str, names: str, kind: str, **params: str) -> Choose:
        return lambda page: Call(
            tool, {"ref": page.outline[one_named(page.outline, names, operable(kind))].ref, **params}
        )

    if item.value:
        kept((yield from act(on("fill", "user_fields", "fields", value=item.value), "type the user name")), "type it")
    yield from act(on("fill_secret", "password_fields", "fields", name=secret), "fill in the secret")
    yield from act(on("click", "sign_in_buttons", "pressed"), "press the button to sign in")
    return f"sign in as {item.value}" if item.value else "sign in"


_PROGRAMS: dict[str, Callable[[str, Item], Program]] = {
    "open": lambda _, item: _simple("goto", {"url": item.value.rstrip(".?!")}, f"open {item.value}"),
    "click": _click,
    "double_click": _click,
    "download": _click,
    "open_it": _click,
    "expand": _click,
    "collapse": _click,
    "hover": _hover,
    "choose": _choose,
    "fill": put,
    "clear": put,
    "set": put,
    "select": put,
    "check": _tick,
    "uncheck": _tick,
    "keys": _keys,
    "search": _search,
    "search_in": _search,
    "upload": _upload,
    "sign_in": _sign_in,
    "scroll_to": _scroll_to,
    "wait_for": lambda _, item: _simple("wait_for", {"text": item.value}, f"wait for “{item.value}”"),
    "wait": lambda _, item: _simple("wait", {"seconds": float(item.value)}, f"wait {item.value} seconds"),
}
