"""Questions as programs: a few free calls to look closer, then a function that composes the answer from the page.

A question that the page does not answer is refused as such; no answer is made up.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from typing import Any

from handrail.models.offline.answers import composing, telling
from handrail.models.offline.answers.answering import OfflineAnswer
from handrail.models.offline.answers.gathering import gather
from handrail.models.offline.grammar import steps
from handrail.models.offline.grammar.phrases import Phrase
from handrail.models.offline.grammar.words import stems
from handrail.models.offline.page.grounding import SEE, SURE, ground
from handrail.models.offline.page.readings import readings
from handrail.models.offline.page.tokens import ATTRIBUTES, selector_for
from handrail.models.offline.program import MAX_WAITS, Choose, Later, PageView, ProgramTurn, Stop
from handrail.models.protocol import Call

Compose = Callable[[PageView], OfflineAnswer]
Asking = Generator[Choose, ProgramTurn, Compose]
_PAGES_READ = 6
PART_READ = "(Only a part of this page could be read in time, so there may be more.)"


def ask(question: steps.Question) -> Asking:
    """Make the calls that a question needs, and return the function that composes its answer."""
    match question:
        case steps.HowMany(things):
            found = yield from gather(things)
            return _on_page(lambda page: composing.how_many(page, things, found))
        case steps.ListOf(things):
            found = yield from gather(things)
            return _on_page(lambda page: composing.list_of(page, things, found))
        case steps.HowOften(text):
            turn = yield lambda _: _search(text)
            return _on_page(lambda _: composing.how_often(text, turn.data))
        case steps.IsThere(things=steps.Things() as meant):
            found = yield from gather(meant)
            return _on_page(lambda page: composing.any_of(page, meant, found))
        case steps.IsThere():
            turn = yield lambda page: _search_if_not_seen(page, question)
            return _on_page(lambda page: telling.is_there(page, question, turn.data if turn.call else None))
        case steps.WhereIs(thing):
            turn = yield lambda page: None if _seen(page, thing) else _search(thing.text)
            return _on_page(lambda page: telling.where_is(page, thing, turn.data if turn.call else None))
        case steps.ValueOf():
            turn = yield lambda page: _named_by_author(page, question)
            return _on_page(lambda page: telling.value_of(page, question, _texts(turn)))
        case steps.IsState():
            return _on_page(lambda page: telling.is_state(page, question))
        case steps.WhereLeads(target):
            return _on_page(lambda page: telling.where_leads(page, target))
        case steps.ReadTable(which):
            return _on_page(lambda page: telling.read_table(page, which))
        case steps.ReadText(part):
            return _on_page(lambda page: telling.read_text(page, part))
        case steps.PageFact(fact):
            return _on_page(lambda page: telling.page_fact(page, fact))
    yield lambda _: None  # pragma: no cover - the cases above are all there are


def _on_page(compose: Compose) -> Compose:
    """Wrap an answer so that it waits while a dialog hides the page or there is no page."""

    def composed(page: PageView) -> OfflineAnswer:
        if page.dialog:
            raise Later("A dialog is in the way.")
        if not page.read or (page.partial and page.waits < MAX_WAITS):
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


def _seen(page: PageView, what: Phrase) -> bool:
    return not what.is_quoted and bool(ground(page.outline, readings(what), SEE, SURE - 4.0).matches)


def _search_if_not_seen(page: PageView, question: steps.IsThere) -> Call | None:
    if page.dialog:
        raise Later("A dialog is in the way.")
    if not question.text_only and telling.seen(page.outline, question.what):
        return None
    return _search(question.what.text)


def _named_by_author(page: PageView, question: steps.ValueOf) -> Call | None:
    """ "What is the total?" on a page that shows it in a box of the class "total", unlabelled."""
    if page.dialog:
        raise Later("A dialog is in the way.")
    if question.of is not None or telling.value_is_there(page.outline, question) or not stems(question.label.text):
        return None
    return Call(
        "find_elements",
        {"selector": selector_for(question.label.text), "attributes": list(ATTRIBUTES), "max_results": 50},
    )


def _texts(turn: ProgramTurn) -> Sequence[Any]:
    return list(turn.data.get("elements", [])) if turn.call is not None and turn.ok else []
