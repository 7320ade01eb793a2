"""Questions that a tool answers: whether a text stands on the page, and what a dropdown offers."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial

from handrail.models.offline.answers import Answer
from handrail.models.offline.find import find, operable
from handrail.models.offline.language import Item, Reading
from handrail.models.offline.program import CallResult, Choose, PageView, Stop, act, on_element
from handrail.models.offline.words import fold, number_of, phrases, quote_list, without_article
from handrail.models.protocol import Call
from handrail.trust import plain

Compose = Callable[[PageView], Answer]
Question = Generator[Choose, CallResult, Compose]


def by_tool(clause: Reading) -> bool:
    """Return whether a tool answers a question, and not the outline."""
    item = clause.items[0]
    of_list = clause.rule in ("list", "count") and item.thing is not None
    return clause.rule == "says" or (of_list and without_article(fold(item.value)) in phrases("options"))


def can_ask(clause: Reading, page: PageView) -> None:
    """Check that the list of a question is on the page; raises `NotFound`."""
    if clause.rule != "says" and clause.items[0].thing is not None:
        find(page.outline, clause.items[0].thing, operable("lists"))


def _options(item: Item) -> Question:
    assert item.thing is not None
    thing = item.thing
    the_list = on_element("dropdown_options", partial(find, thing=thing, fits=operable("lists")))
    outcome = yield from act(the_list, f"read the options of {thing}")
    names = [str(plain(one["label"])) for one in outcome.data.get("options", ())]
    if outcome.call is not None and (not names or outcome.result.truncated):
        raise Stop(f"The page does not show all options of {thing}: open it with “click {thing.name.text}” first.")
    text = f"{number_of(len(names), 'options')} of {thing}: {quote_list(names)}."
    return lambda _: Answer(text, {"count": len(names), "items": names})


def _says(item: Item) -> Question:
    """Search the page for a text."""
    text = item.value if item.quoted else item.value.rstrip("?!.")
    outcome = yield from act(lambda _: Call("search_page", {"pattern": text}), "search the page")
    total = int(outcome.data.get("total", 0))
    times = "once" if total == 1 else f"{total} times"
    said = f"Yes: “{text}” stands on this page {times}." if total else f"No: “{text}” does not stand on this page."
    return lambda _: Answer(said, {"value": bool(total), "count": total})


def ask(clause: Reading, item: Item) -> Question:
    """Return the calls of a question, and its answer."""
    return _says(item) if clause.rule == "says" else _options(item)
