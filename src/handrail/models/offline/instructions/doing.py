"""Instructions as programs: each finds its thing on the page as it is then, and makes one call or a few."""

from __future__ import annotations

from handrail.models.offline.grammar import steps
from handrail.models.offline.grammar.phrases import Phrase
from handrail.models.offline.grammar.words import listed
from handrail.models.offline.instructions import choosing, fields
from handrail.models.offline.outline import FIELDS
from handrail.models.offline.page.finding import find, find_wanted, ref_of
from handrail.models.offline.page.grounding import CLICK, FILL, SEE, SURE, Purpose, Wanted, ground
from handrail.models.offline.page.readings import readings
from handrail.models.offline.program import Choose, Later, PageView, Program, ProgramTurn, Stop, act
from handrail.models.protocol import Call

_DIALOG_WORDS = {"ok": True, "okay": True, "yes": True, "accept": True, "confirm": True, "leave": True,
                 "cancel": False, "no": False, "dismiss": False, "close": False, "stay": False}  # fmt: skip


def do(step: steps.Instruction) -> Program:
    """Carry out one instruction."""
    match step:
        case steps.GotoStep():
            return _goto(step)
        case steps.ClickStep():
            return _click(step)
        case steps.Hover(target):
            return _simple("hover", target, f"hover over {target.text}", SEE)
        case steps.Focus(target):
            return _simple("focus", target, f"focus {target.text}", FILL)
        case steps.FillStep():
            return fields.fill(step)
        case steps.SelectStep():
            return choosing.select(step)
        case steps.Check():
            return choosing.check(step)
        case steps.Press():
            return _press(step)
        case steps.UploadStep():
            return fields.upload(step)
        case steps.ScrollStep():
            return _scroll(step)
        case steps.WaitStep(seconds):
            return _call(Call("wait", {"seconds": seconds}), f"wait {seconds:g} s")
        case steps.WaitForStep():
            return _wait_for(step)
        case steps.Search():
            return fields.search(step)
        case steps.Move(where):
            return _call(Call(where), "go " + where if where != "reload" else "reload the page")
        case steps.TabsStep():
            return _tabs(step)
        case steps.DialogStep(accept, text):
            params = {"accept": accept} if text is None else {"accept": accept, "text": text}
            return _call(Call("dialog", params), "answer the dialog")
        case steps.ScreenshotStep(full_page):
            return _call(Call("screenshot", {"full_page": full_page, "save": True}), "take a screenshot")


def _call(call: Call, what: str) -> Program:
    yield from act(lambda _: call, what)
    return what


def _goto(step: steps.GotoStep) -> Program:
    what = f"open {step.url}"
    if step.new_tab:
        params = {} if step.url == "about:blank" else {"url": step.url}
        yield from act(lambda _: Call("new_tab", params), what)
    else:
        yield from act(lambda _: Call("goto", {"url": step.url}), what)
    return what


def _click(step: steps.ClickStep) -> Program:
    what = f"click “{step.target.text}”" if not step.loose else f"“{step.target.text}”"
    yield from act(lambda page: _click_call(page, step), what)
    return what


def _click_call(page: PageView, step: steps.ClickStep) -> Call:
    if page.dialog and (answer := _DIALOG_WORDS.get(_last_word(step.target))) is not None:
        return Call("dialog", {"accept": answer})
    place = _loose(page, step.target) if step.loose else find(page, step.target, CLICK)
    if step.on_the_way and page.outline[place].role == "menuitem" and "expanded" not in page.outline[place].states:
        return Call("hover", {"ref": ref_of(page, place)})
    params: dict[str, object] = {"ref": ref_of(page, place)}
    if step.count > 1:
        params["count"] = step.count
    if step.button != "left":
        params["button"] = step.button
    return Call("click", params)


def _last_word(phrase: Phrase) -> str:
    words = phrase.trim(("the",), ("button", "dialog", "alert")).text.casefold().split()
    return words[-1] if words else ""


def _loose(page: PageView, said: Phrase) -> int:
    """A bare command: something is called by its words, or by its verb where its object stands."""
    if page.dialog:
        raise Later(said.text)
    found = ground(page.outline, readings(said), CLICK, SURE - 4.0)
    if found.matches:
        return find_wanted(page, readings(said), CLICK, said.text, SURE - 4.0)
    if (place := _find_collapsed(page, said)) is not None:
        return place
    wanted = _verb_and_object(said)
    if wanted and ground(page.outline, wanted, CLICK, SURE - 16.0).matches:
        return find_wanted(page, wanted, CLICK, said.text, SURE - 16.0)
    raise Later(
        f"I do not understand “{said.text}” as an instruction, and nothing on this page is called that."
        if len(said) > 1
        else f"I found nothing called “{said.text}” on this page."
    )


_OPENING = {
    **dict.fromkeys(("expand", "unfold", "show"), "collapsed"),
    **dict.fromkeys(("collapse", "fold", "hide"), "expanded"),
}


def _find_collapsed(page: PageView, said: Phrase) -> int | None:
    """ "Expand the section": the thing of that name that is folded; the only folded one, where it has no name."""
    state = _OPENING.get(said.low[0])
    if state is None:
        return None
    outline = page.outline
    folded = [at for at in range(len(outline)) if state in outline[at].states and outline[at].ref is not None]
    named = [match.place for match in ground(outline, readings(said[1:]), CLICK).matches if match.place in folded]
    kind_only = {"section", "panel", "it", "menu", "details", "accordion"} & set(said.low)
    if not named and kind_only and (len(folded) == 1 or {"below", "first"} & set(said.low)):
        named = folded[:1]
    return named[0] if len(named) == 1 else None


_WHOLE = frozenset(
    listed("form the it this page dialog popup modal window changes order message banner box cookies all my data", " ")
)
"""Objects that say no more than the verb does ("submit the form"). Any other object has to be there."""


def _verb_and_object(said: Phrase) -> list[Wanted]:
    """ "add Blue Shirt to the basket": a button "Add to basket", or "Add", where Blue Shirt stands."""
    wanted: list[Wanted] = []
    for size in (2, 1):
        verb, rest = said[:size], said[size:].trim(("the", "a", "an"))
        if not rest:
            continue
        into = next((place for place in rest.places(("to", "from", "in", "into")) if place), None)
        if into is not None:
            tail = rest[into + 1 :].trim(("the", "my", "your"))
            if rest[:into].low in (("it",), ("this",), ("them",), ("that",)):
                return [Wanted(f"{verb.text} {rest.low[into]} {tail.text}"), Wanted(verb.text, cost=1.0)]
            wanted.append(Wanted(f"{verb.text} {rest.low[into]} {tail.text}", near=rest[:into].text))
            wanted.append(Wanted(verb.text, near=rest[:into].text, cost=1.0))
        wanted.append(Wanted(verb.text, near=rest.text, cost=1.0))
        if set(rest.low) <= _WHOLE:
            wanted.append(Wanted(verb.text, frozenset(("button",)), cost=3.0))
    return wanted


def _simple(tool: str, target: Phrase, what: str, purpose: Purpose) -> Program:
    yield from act(lambda page: Call(tool, {"ref": ref_of(page, find(page, target, purpose))}), what)
    return what


def _press(step: steps.Press) -> Program:
    what = f"press {', '.join(step.keys)}"
    yield from act(lambda page: _press_call(page, step), what)
    return what


def _press_call(page: PageView, step: steps.Press) -> Call:
    if page.dialog and step.keys[0] in ("Enter", "Escape"):
        return Call("dialog", {"accept": step.keys[0] == "Enter"})
    if step.name is not None and (place := ground(page.outline, [Wanted(step.name.text)], CLICK, SURE).one) is not None:
        return Call("click", {"ref": ref_of(page, place)})
    params: dict[str, object] = {"keys": list(step.keys)}
    if step.target is not None:
        params["ref"] = ref_of(page, find(page, step.target, SEE))
    elif (used := page.place_of(page.used)) is not None and page.outline[used].role in FIELDS:
        params["ref"] = page.used
    return Call("send_keys", params)


def _scroll(step: steps.ScrollStep) -> Program:
    def choose(page: PageView) -> Call:
        if step.edge is not None:
            return Call("scroll", {"to": step.edge})
        if step.direction is None and step.target is not None:
            return Call("scroll", {"to": _scroll_target(page, step.target)})
        params: dict[str, object] = {"direction": step.direction}
        if step.amount:
            params["amount"] = step.amount
        if step.target is not None:
            params["ref"] = ref_of(page, find(page, step.target, SEE))
        return Call("scroll", params)

    where = step.target.text if step.target else step.edge or step.direction
    yield from act(choose, f"scroll to {where}" if not step.direction else f"scroll {step.direction}")
    return f"scroll {'to ' if not step.direction else ''}{where}"


def _scroll_target(page: PageView, target: Phrase) -> str:
    """A ref at or right after what was named: text and headings have none of their own."""
    place = find(page, target, SEE)
    for at in (place, *page.outline.under(place), *page.outline.ancestors(place), *range(place, len(page.outline))):
        if (ref := page.outline[at].ref) is not None:
            return ref
    raise Stop(f"There is nothing at “{target.text}” that can be scrolled to.")


def _wait_for(step: steps.WaitForStep) -> Program:
    what = f"wait for “{step.what.text}”" if step.what else "wait for the page"

    def choose(page: PageView) -> Call:
        if step.what is None:
            return Call("wait_for", {"state": "load"})
        found = None if step.what.is_quoted else ground(page.outline, readings(step.what), SEE, SURE - 4.0).one
        ref = page.outline[found].ref if found is not None else None
        if ref is not None:
            return Call("wait_for", {"ref": ref, "gone": step.gone})
        return Call("wait_for", {"text": step.what.text, "gone": step.gone})

    yield from act(choose, what)
    return what


def _tabs(step: steps.TabsStep) -> Program:
    def choose(page: PageView) -> Call:
        if step.which is None or step.which.low in (("this", "tab"), ("tab",)):
            return Call(step.do)
        return Call(step.do, {"tab": _tab(page, step.which)})

    what = "switch tabs" if step.do == "switch_tab" else "close the tab"
    yield from act(choose, what)
    return what


def _tab(page: PageView, which: Phrase) -> str:
    """A tab by its id, its place, or its title."""
    tabs = list(page.tabs)
    for low in which.low:
        if low.startswith("t") and low[1:].isdigit():
            return low
    wanted = readings(which)
    if nth := next((reading.nth for reading in wanted if reading.nth), None):
        index = nth - 1 if nth > 0 else nth
        if -len(tabs) <= index < len(tabs):
            return str(tabs[index].id)
    others = [tab for tab in tabs if not tab.active]
    if {"new", "other", "next", "previous"} & set(which.low) and others:
        return str(others[-1].id)
    titled = [tab for tab in tabs if which.trim(("the",), ("tab",)).text.casefold() in tab.title.raw.casefold()]
    if len(titled) == 1:
        return str(titled[0].id)
    raise Stop(f"There is no tab “{which.text}”; there are {len(tabs)}.")


__all__ = ["Choose", "ProgramTurn", "do"]
