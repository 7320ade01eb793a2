"""Instructions to choose and to tick: lists, radio buttons, checkboxes, tabs, and whatever else offers an option."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace

from handrail.models.offline.grammar.phrases import Phrase
from handrail.models.offline.grammar.steps import Check, SelectStep
from handrail.models.offline.outline import TICKS
from handrail.models.offline.page.finding import find, find_wanted, ref_of
from handrail.models.offline.page.grounding import CHOOSE_FROM, OPTION, SURE, TICK, Wanted, ground, likeness
from handrail.models.offline.page.readings import readings
from handrail.models.offline.program import Choose, Later, PageView, Program, ProgramTurn, Stop, act
from handrail.models.protocol import Call

_LISTS = frozenset(("combobox", "listbox"))
_EVERYTHING = ("all", "everything", "each", "every")


def select(step: SelectStep) -> Program:
    """From a list that was named; else whatever offers the option: a radio button, a box, a tab, some list."""
    what = f"select “{step.whole.text}”" + (f" from “{step.target.text}”" if step.target else "")
    if step.target is None:
        return (yield from _wherever(step, what))
    filled = yield lambda page: _as_field(page, step)
    if filled.call is not None:
        if not filled.ok:
            raise Stop(f"I could not {what}. {filled.fault()}")
        return what
    turn = yield lambda page: _list_options(page, step)
    if turn.call is None:
        # What was named is no list: a group of radio buttons, or words that belong to the option's own name.
        return (yield from _each(step, what))
    ref = turn.ref
    labels = _labels(turn)
    yield from act(lambda _: Call("select", {"ref": ref, "values": _values(step, labels)}), what)
    return what


def _list_options(page: PageView, step: SelectStep) -> Call | None:
    assert step.target is not None
    if page.dialog:
        raise Later(step.target.text)
    wanted = _list_readings(step.target)
    found = ground(page.outline, wanted, CHOOSE_FROM)
    if not found.matches or page.outline[found.matches[0].place].role not in _LISTS:
        return None
    place = find_wanted(page, wanted, CHOOSE_FROM, step.target.text)
    return Call("dropdown_options", {"ref": ref_of(page, place)})


def _as_field(page: PageView, step: SelectStep) -> Call | None:
    """ "Select 5 with the spinner": a number or a slider takes its value as a field does."""
    assert step.target is not None
    if page.dialog or len(step.options) != 1:
        return None
    found = ground(page.outline, readings(step.target), CHOOSE_FROM).one
    if found is None or page.outline[found].role not in ("spinbutton", "slider"):
        return None
    return Call("fill", {"ref": ref_of(page, found), "value": step.whole.text})


def _list_readings(target: Phrase) -> list[Wanted]:
    """ "From the list": a list to choose from is a list box or a dropdown."""
    return [
        replace(wanted, roles=wanted.roles | _LISTS) if wanted.roles and "listbox" in wanted.roles else wanted
        for wanted in readings(target)
    ]


def _labels(turn: ProgramTurn) -> list[str]:
    return [option["label"].raw for option in turn.data.get("options", []) if not option["disabled"]]


def _values(step: SelectStep, labels: Sequence[str]) -> list[str]:
    """The labels that are meant: the whole phrase as one, else its parts, each as the list spells it."""
    whole = _label(step.whole, labels)
    if whole is not None:
        return [whole]
    return [_label(option, labels) or option.text for option in step.options]


def _label(option: Phrase, labels: Sequence[str]) -> str | None:
    wanted = readings(option)
    nth = next((reading.nth for reading in wanted if reading.nth is not None and not reading.name), None)
    if nth is not None:
        index = nth - 1 if nth > 0 else len(labels) + nth
        return labels[index] if 0 <= index < len(labels) else None
    scored = sorted(
        (
            (max(likeness(reading.name, label) - reading.cost for reading in wanted if not reading.near), label)
            for label in labels
        ),
        key=lambda pair: -pair[0],
    )
    if not scored or scored[0][0] < SURE - 16.0:
        return None
    return scored[0][1] if len(scored) == 1 or scored[0][0] > scored[1][0] else None


def _each(step: SelectStep, what: str) -> Program:
    """Each option by itself, in the place that was named."""
    for option in step.options:
        yield from act(lambda page, option=option: _option_call(page, option, step), what)  # type: ignore[misc]  # its default has no type
    return what


def _option_call(page: PageView, option: Phrase, step: SelectStep) -> Call:
    assert step.target is not None
    place_words = step.target.trim(("the", "a"))
    named = [
        Wanted(reading.name, reading.roles, reading.nth, near=place_words.text, cost=reading.cost)
        for reading in readings(option)
    ]
    if ground(page.outline, named, OPTION).matches:
        return _take(page, find_wanted(page, named, OPTION, option.text))
    whole = Phrase(step.target.source, (*option.tokens, *step.target.tokens))
    if ground(page.outline, readings(whole), OPTION).matches:
        return _take(page, find(page, whole, OPTION))
    return _take(page, find(page, option, OPTION))


def _wherever(step: SelectStep, what: str) -> Program:
    """Options without a list to look in. The whole phrase may be one name: then its parts have nothing left to do."""
    parts = step.options if len(step.options) > 1 else ()
    first = yield from _try_lists(step.whole, parts)
    if first is not None:
        yield from act(lambda _: first, what)
        return what
    turn = yield from act(lambda page: _whole_call(page, step.whole, parts), what)
    if turn.call is None:
        for part in parts:
            yield from act(lambda page, part=part: _take(page, find(page, part, OPTION)), what)  # type: ignore[misc]  # its default has no type
    return what


def _whole_call(page: PageView, whole: Phrase, parts: Sequence[Phrase]) -> Call | None:
    if parts and not ground(page.outline, readings(whole), OPTION, SURE - 4.0).matches:
        return None
    return _take(page, find(page, whole, OPTION))


def _try_lists(whole: Phrase, parts: Sequence[Phrase]) -> Generator[Choose, ProgramTurn, Call | None]:
    """The `select` call of the one list that offers the option, where nothing on the page itself is called so."""
    offers: list[Call] = []
    for number in range(6):
        turn = yield lambda page, n=number: _nth_list(page, whole, parts, n)  # type: ignore[misc]  # its default has no type
        if turn.call is None:
            break
        labels = _labels(turn)
        found = _label(whole, labels)
        describe_ambiguous = [_label(part, labels) for part in parts]
        if found is not None:
            offers.append(Call("select", {"ref": turn.ref, "values": [found]}))
        elif describe_ambiguous and all(label is not None for label in describe_ambiguous):
            offers.append(Call("select", {"ref": turn.ref, "values": describe_ambiguous}))
    if len(offers) > 1:
        raise Stop(f"{len(offers)} lists offer “{whole.text}”; say from which one.")
    return offers[0] if offers else None


def _nth_list(page: PageView, whole: Phrase, parts: Sequence[Phrase], number: int) -> Call | None:
    if page.dialog:
        raise Later(whole.text)
    for phrase in (whole, *parts):
        if ground(page.outline, readings(phrase), OPTION, SURE - 4.0).matches:
            return None
    lists = [
        place for place in range(len(page.outline)) if page.outline[place].role in _LISTS and page.outline[place].ref
    ]
    return Call("dropdown_options", {"ref": page.outline[lists[number]].ref}) if number < len(lists) else None


def _take(page: PageView, place: int) -> Call:
    """Tick what can be ticked, click the rest. An option of a list box is chosen through its list."""
    node, ref = page.outline[place], ref_of(page, place)
    if node.role in TICKS:
        return Call("check", {"ref": ref})
    if node.role == "option":
        for above in page.outline.ancestors(place):
            if page.outline[above].role == "listbox" and page.outline[above].ref:
                return Call("select", {"ref": page.outline[above].ref, "values": [page.outline.name(place)]})
    return Call("click", {"ref": ref})


def check(step: Check) -> Program:
    """Tick or untick: everything, one thing whose name holds an "and", or each of several."""
    tool = "check" if step.on else "uncheck"
    what = f"{tool} “{step.whole.text}”"
    if not step.items:
        return f"{tool} nothing"
    if step.whole.low[0] in _EVERYTHING:
        return (yield from _check_all(tool, what))
    turn = yield from act(lambda page: _check_whole(page, step, tool), what)
    if turn.call is None:
        for item in step.items:
            yield from act(lambda page, item=item: _check_call(page, item, tool), what)  # type: ignore[misc]  # its default has no type
    return what


def _check_whole(page: PageView, step: Check, tool: str) -> Call | None:
    if len(step.items) > 1 and not ground(page.outline, readings(step.whole), TICK, SURE - 4.0).matches:
        return None
    return _check_call(page, step.whole, tool)


def _check_call(page: PageView, item: Phrase, tool: str) -> Call:
    place = find(page, item, TICK)
    node = page.outline[place]
    if node.role in ("option",):
        return _take(page, place)
    return Call(tool, {"ref": ref_of(page, place)})


def _check_all(tool: str, what: str) -> Program:
    done: list[str | None] = []
    while True:
        turn = yield lambda page: _next_box(page, tool, done)
        if turn.call is None:
            break
        if not turn.ok:
            raise Stop(f"I could not {what}. {turn.fault()}")
        done.append(turn.ref)
    return what


def _next_box(page: PageView, tool: str, done: Sequence[str | None]) -> Call | None:
    boxes = [
        node
        for node in page.outline.nodes
        if node.role in ("checkbox", "switch") and node.ref is not None and "disabled" not in node.states
    ]
    if not boxes:
        raise Later("There are no checkboxes on this page.")
    wrong = [node for node in boxes if ("checked" in node.states) == (tool == "uncheck") and node.ref not in done]
    return Call(tool, {"ref": wrong[0].ref}) if wrong else None
