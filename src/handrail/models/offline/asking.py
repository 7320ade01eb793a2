"""Questions as programs: a few free calls to look closer, then a function that composes the answer from the page.

A question that the page does not answer is refused as such; no answer is made up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from typing import Any

from handrail.models.offline import composing, telling
from handrail.models.offline.answering import Answer
from handrail.models.offline.answers import choices
from handrail.models.offline.composing import Gathered
from handrail.models.offline.grounding import SEE, SURE, ground
from handrail.models.offline.nouns import TAGS
from handrail.models.offline.outline import Outline
from handrail.models.offline.phrases import Phrase
from handrail.models.offline.program import PATIENCE, Choose, Later, Page, Stop, Turn
from handrail.models.offline.readings import readings
from handrail.models.offline.steps import (
    HowMany,
    HowOften,
    IsState,
    IsThere,
    ListOf,
    PageFact,
    Question,
    ReadTable,
    ReadText,
    Things,
    ValueOf,
    WhereIs,
    WhereLeads,
)
from handrail.models.offline.tokens import ATTRIBUTES, Token, best, selector_for
from handrail.models.offline.words import content, stems
from handrail.models.protocol import Call

Compose = Callable[[Page], Answer]
Asking = Generator[Choose, Turn, Compose]
_PAGES_READ = 6
PART_READ = "(Only a part of this page could be read in time, so there may be more.)"


def ask(question: Question) -> Asking:
    """Look closer where a question needs it, and say how its answer is composed on the page of the last turn."""
    match question:
        case HowMany(things):
            found = yield from _gather(things)
            return _on_page(lambda page: composing.how_many(page, things, found))
        case ListOf(things):
            found = yield from _gather(things)
            return _on_page(lambda page: composing.list_of(page, things, found))
        case HowOften(text):
            turn = yield lambda _: _search(text)
            return _on_page(lambda _: composing.how_often(text, turn.data))
        case IsThere(things=Things() as meant):
            found = yield from _gather(meant)
            return _on_page(lambda page: composing.any_of(page, meant, found))
        case IsThere():
            turn = yield lambda page: _search_if_not_seen(page, question)
            return _on_page(lambda page: telling.is_there(page, question, turn.data if turn.call else None))
        case WhereIs(thing):
            turn = yield lambda page: None if _seen(page, thing) else _search(thing.text)
            return _on_page(lambda page: telling.where_is(page, thing, turn.data if turn.call else None))
        case ValueOf():
            turn = yield lambda page: _named_by_author(page, question)
            return _on_page(lambda page: telling.value_of(page, question, _texts(turn)))
        case IsState():
            return _on_page(lambda page: telling.is_state(page, question))
        case WhereLeads(target):
            return _on_page(lambda page: telling.where_leads(page, target))
        case ReadTable(which):
            return _on_page(lambda page: telling.read_table(page, which))
        case ReadText(part):
            return _on_page(lambda page: telling.read_text(page, part))
        case PageFact(fact):
            return _on_page(lambda page: telling.page_fact(page, fact))
    yield lambda _: None  # pragma: no cover - the cases above are all there are


def _on_page(compose: Compose) -> Compose:
    """No answer while a dialog hides the page or there is no page."""

    def composed(page: Page) -> Answer:
        if page.dialog:
            raise Later("A dialog is in the way.")
        if not page.read or (page.partial and page.waits < PATIENCE):
            raise Later("The page could not be read in time.")
        if page.is_blank:
            raise Stop(
                "No page is open, so there is nothing to answer from. Say which address to go to, or give --url."
            )
        answer = compose(page)
        return replace(answer, text=f"{answer.text} {PART_READ}") if page.partial else answer

    return composed


def _search(text: str) -> Call:
    return Call("search_page", {"pattern": text, "max_results": 20})


def _seen(page: Page, what: Phrase) -> bool:
    return not what.is_quoted and bool(ground(page.outline, readings(what), SEE, SURE - 4.0).matches)


def _search_if_not_seen(page: Page, question: IsThere) -> Call | None:
    if page.dialog:
        raise Later("A dialog is in the way.")
    if not question.text_only and telling.seen(page.outline, question.what):
        return None
    return _search(question.what.text)


def _gather(things: Things) -> Generator[Choose, Turn, Gathered]:
    """The options of a list, or the boxes that authors call by the noun; the outline itself needs no call."""
    if things.noun.is_quoted:
        turn = yield lambda _: _search(things.noun.text)
        return Gathered(matches=turn.data)
    options = yield lambda page: _options_call(page, things)
    if options.call is not None:
        listed = list(options.data.get("options", []))
        return Gathered(options=listed if options.ok else None)
    if (tag := TAGS.get(stems(things.noun.text))) is not None and things.scope is None:
        token = Token("tag", tag, container=False, rank=9)
        return Gathered(groups=[(token, (yield from _members(token)))])
    query = yield lambda page: _author_query(page, things)
    if query.call is None or not query.ok:
        return Gathered()
    tokens = best(things.noun.text, query.data.get("elements", []))
    groups: list[tuple[Token, list[str]]] = []
    for token in tokens[:3]:
        names = yield from _members(token)
        if names:
            groups.append((token, names))
    return Gathered(groups=groups)


def _options_call(page: Page, things: Things) -> Call | None:
    if page.dialog:
        raise Later("A dialog is in the way.")
    scope = things.scope.text if things.scope else None
    lists = choices(page.outline, things.noun.text, scope)
    if len(lists) != 1 or things.where:
        return None
    place = lists[0]
    if page.outline[place].role == "listbox" and any(True for _ in page.outline.children(place)):
        return None
    return Call("dropdown_options", {"ref": page.outline[place].ref})


def _author_query(page: Page, things: Things) -> Call | None:
    """Only where roles and headings do not say it, and for the page as a whole or a part that has a ref."""
    noun = things.noun.text
    span = composing.span_of(page, things)
    if not content(noun) or composing.has_role(page.outline, noun, span):
        return None
    params: dict[str, Any] = {
        "selector": selector_for(noun),
        "attributes": list(ATTRIBUTES),
        "include_text": False,
        "max_results": 100,
    }
    if span != range(len(page.outline)):
        ref = _box_ref(page.outline, span)
        if ref is None:
            return None
        params["within_ref"] = ref
    return Call("find_elements", params)


def _box_ref(outline: Outline, span: range) -> str | None:
    return outline[span.start].ref if span and outline.end[span.start] == span.stop else None


def _members(token: Token) -> Generator[Choose, Turn, list[str]]:
    """The names of all boxes of one author's name that can be seen: their headings where each has one."""
    texts: list[str] = []
    kinds: list[str] = []
    cursor: str | None = None
    for _ in range(_PAGES_READ):
        params = {"selector": token.selector, "attributes": ["class"], "max_results": 100}
        turn = yield lambda _, params=params, cursor=cursor: Call(
            "find_elements", {**params, **({"cursor": cursor} if cursor else {})}
        )  # type: ignore[misc]
        if not turn.ok:
            break
        shown = [element for element in turn.data["elements"] if element["visible"]]
        texts += [_first(element) for element in shown]
        kinds += [_kind(element) for element in shown]
        following = turn.result.next if turn.result is not None else None
        if following is None:
            break
        cursor = following.params["cursor"]
    if token.container and (len(texts) < 2 or Counter(kinds).most_common(1)[0][1] < len(texts)):
        # A box of the things' name whose parts differ is a frame around them, not a list of them.
        return []
    if not any(texts):
        return []
    headed = f"{token.selector} :is(h1, h2, h3, h4, h5, h6)".replace(" > * :is", " > * :is")
    turn = yield lambda _: Call("find_elements", {"selector": headed, "attributes": [], "max_results": 100})
    headings = [_first(element) for element in turn.data.get("elements", []) if element["visible"]] if turn.ok else []
    return headings if len(headings) == len(texts) else texts


def _kind(element: Any) -> str:
    """A box's tag and the first name its author gave it: what its like share."""
    classes = element["attributes"]["class"].raw.split() if "class" in element["attributes"] else []
    return f"{element['tag']} {classes[0] if classes else ''}"


def _first(element: Any) -> str:
    """What a box is called: its name, else the beginning of its text."""
    text = " ".join((element["name"].raw or element["text"].raw).split())
    return text if len(text) <= 100 else text[:98] + " …"


def _named_by_author(page: Page, question: ValueOf) -> Call | None:
    """ "What is the total?" on a page that shows it in a box of the class "total", unlabelled."""
    if page.dialog:
        raise Later("A dialog is in the way.")
    if question.of is not None or telling.value_is_there(page.outline, question) or not stems(question.label.text):
        return None
    return Call(
        "find_elements",
        {"selector": selector_for(question.label.text), "attributes": list(ATTRIBUTES), "max_results": 50},
    )


def _texts(turn: Turn) -> Sequence[Any]:
    return list(turn.data.get("elements", [])) if turn.call is not None and turn.ok else []
