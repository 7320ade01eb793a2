"""Instructions that put something into a field: typing, uploading, searching."""

from __future__ import annotations

from collections.abc import Callable

from handrail.models.offline.grammar.phrases import Phrase
from handrail.models.offline.grammar.steps import FillStep, Search, UploadStep
from handrail.models.offline.grammar.words import content
from handrail.models.offline.instructions.dates import iso_date
from handrail.models.offline.instructions.looking import look_up
from handrail.models.offline.outline import FIELDS, TICKS
from handrail.models.offline.page.finding import find, find_all, ref_of, text_field
from handrail.models.offline.page.grounding import CLICK, FILL, SURE, Purpose, Wanted, ground
from handrail.models.offline.page.readings import readings
from handrail.models.offline.program import AGAIN, Later, PageView, Program, Stop, act
from handrail.models.protocol import Call


def fill(step: FillStep) -> Program:
    value = step.value
    if step.page_value is not None:
        value = yield from look_up(step.page_value)
    if step.target is not None and _is_plural_kind(step.target):
        return (yield from _fill_all(step.target, value))
    if step.others:
        return (yield from _fill_where_it_fits(step))
    into = f" into “{step.target.text}”" if step.target else ""
    what = f"type “{value}”{into}" if value else f"clear {into[6:]}"
    turn = yield lambda page: _fill_call(page, step.target, value)
    if turn.code in AGAIN:
        turn = yield lambda page: _fill_call(page, step.target, value)
    if turn.code == "invalid_value" and (date := iso_date(value)) is not None and date != value:
        turn = yield lambda page: _fill_call(page, step.target, date)
    if turn.call is not None and turn.call.name == "fill" and turn.code == "wrong_element" and value:
        # "set the country to Germany": only the page's answer tells a list from a field.
        ref = turn.call.params["ref"]
        turn = yield lambda _: Call("select", {"ref": ref, "values": [value]})
    if not turn.ok:
        raise Stop(f"I could not {what}. {turn.fault()}")
    return what


def _fill_where_it_fits(step: FillStep) -> Program:
    turn = yield from act(lambda page: _fill_call(page, *reversed(_best_cut(page, step))), f"type “{step.value}”")  # type: ignore[arg-type]  # a pair, reversed
    return f"type “{turn.call.params.get('value', '') if turn.call else ''}”"


def _is_plural_kind(target: Phrase) -> bool:
    """ "both text fields", "all the boxes": every one of a kind."""
    return target.low[0] in ("both", "all") and any(not reading.name for reading in readings(target[1:]))


def _best_cut(page: PageView, step: FillStep) -> tuple[str, Phrase | None]:
    """The value and the target whose field the page has: cut where it fits best, as said where nothing does."""
    best, cut = 0.0, (step.value, step.target)
    for value, target in ((step.value, step.target), *step.others):
        found = ground(page.outline, readings(target), FILL).matches if target is not None else ()
        if found and found[0].score > best:
            best, cut = found[0].score, (value, target)
    return cut


def _fill_call(page: PageView, target: Phrase | None, value: str) -> Call:
    place = text_field(page) if target is None else _field(page, target)
    node, ref = page.outline[place], ref_of(page, place)
    if node.role in TICKS:
        off = value.casefold() in ("off", "no", "false", "unchecked")
        return Call("uncheck" if off else "check", {"ref": ref})
    if node.role == "listbox":
        return Call("select", {"ref": ref, "values": [value]})
    return Call("fill", {"ref": ref, "value": value})


def _field(page: PageView, target: Phrase) -> int:
    """The field of a name; the only field of the page, where that has no name to go by."""
    purpose = Purpose((*FILL.roles, TICKS), only=True)
    try:
        return find(page, target, purpose)
    except Later:
        if content(target.text) == ("username",) and target.text != "email":
            # People sign in with their address more often than not.
            return _field(page, Phrase.of("email"))
        fields = [
            place
            for place in range(len(page.outline))
            if page.outline[place].role in FIELDS and page.outline[place].ref is not None
        ]
        if len(fields) == 1 and len(target) <= 4 and not page.outline.label(fields[0]):
            return fields[0]
        raise


def _fill_all(target: Phrase, value: str) -> Program:
    """ "both text fields": one after the other; the number of fields is asked of the page each time."""
    done: list[str | None] = []
    while True:
        turn = yield lambda page: _next_field(page, target, value, done)
        if turn.call is None:
            break
        if not turn.ok:
            raise Stop(f"I could not type into {target.text}. {turn.fault()}")
        done.append(turn.ref)
    return f"type “{value}” into {target.text}"


def _next_field(page: PageView, target: Phrase, value: str, done: list[str | None]) -> Call | None:
    fields = find_all(page, target, FIELDS)
    if not fields:
        raise Later(f"There are no {target.text} on this page.")
    left = [ref for place in fields if (ref := page.outline[place].ref) not in done]
    return Call("fill", {"ref": left[0], "value": value}) if left else None


def upload(step: UploadStep) -> Program:
    what = f"upload {step.path}"
    query = (
        yield lambda page: None if _named_input(page, step) is not None else Call("find_elements", {"selector": _FILES})
    )
    inputs = [element["ref"] for element in query.data.get("elements", [])]

    def choose(page: PageView) -> Call:
        ref = _named_input(page, step)
        if ref is None and len(inputs) == 1:
            ref = inputs[0]
        if ref is None:
            how_many = "several fields" if inputs else "no field"
            raise Stop(f"There is {how_many} for files on this page; say what the one that you mean is called.")
        return Call("upload_file", {"ref": ref, "path": step.path})

    yield from act(choose, what)
    return what


def _named_input(page: PageView, step: UploadStep) -> str | None:
    if step.target is None:
        return None
    found = ground(page.outline, readings(step.target), CLICK)
    return ref_of(page, found.one) if found.one is not None else None


def search(step: Search) -> Program:
    """Fill the search field and press Enter; where a button has to bring the field up first, press that."""
    what = f"search for “{step.query}”"
    yield from act(lambda page: _search_opener(page, step), what)
    yield from act(lambda page: _search_call(page, step), what)
    return what


def _search_opener(page: PageView, step: Search) -> Call | None:
    if page.dialog or _search_field(page, step) is not None:
        return None
    opener = ground(page.outline, [Wanted("search")], CLICK, SURE - 10.0).one
    if opener is None:
        raise Later("There is no search field on this page.")
    return Call("click", {"ref": ref_of(page, opener)})


def _search_call(page: PageView, step: Search) -> Call:
    place = _search_field(page, step)
    if place is None:
        raise Later("There is no search field on this page.")
    return Call("fill", {"ref": ref_of(page, place), "value": step.query, "submit": True})


def _search_field(page: PageView, step: Search) -> int | None:
    """By its role, by its name, by the landmark it stands in; else the only field there is."""
    outline = page.outline
    if step.target is not None and (place := ground(outline, readings(step.target), FILL).one) is not None:
        return place
    fields = [at for at in range(len(outline)) if outline[at].role in _SEARCH and outline[at].ref is not None]
    tests: tuple[Callable[[int], bool], ...] = (
        lambda at: outline[at].role == "searchbox",
        lambda at: "search" in outline.label(at).casefold(),
        lambda at: any(outline[above].role == "search" for above in outline.ancestors(at)),
        lambda at: len(fields) == 1 and outline[at].role == "textbox",
    )
    for test in tests:
        found = [at for at in fields if test(at) and not _UNUSABLE & set(outline[at].states)]
        if found:
            return found[0]
    return None


_FILES = "input[type=file]"


_UNUSABLE = frozenset(("not-visible", "readonly", "disabled", "covered"))
_SEARCH = frozenset(("searchbox", "textbox", "combobox"))
