"""Questions that a tool answers: whether a text stands on the page, and what a dropdown offers."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial

from handrail.models.offline.answers import Answer
from handrail.models.offline.find import find, operable
from handrail.models.offline.language import Clause, Item
from handrail.models.offline.program import Choose, PageView, Stop, Turn, act, on_element
from handrail.models.offline.words import fold, number_of, phrases, quote_list, without_article
from handrail.models.protocol import Call
from handrail.trust import plain

Compose = Callable[[PageView], Answer]
Question = Generator[Choose, Turn, Compose]


def by_tool(clause: Clause) -> bool:
    """Return whether a tool answers a question, and not the outline."""
    item = clause.items[0]
    of_list = clause.rule in ("list", "count") and item.thing is not None
    return clause.rule == "says" or (of_list and without_article(fold(item.value)) in phrases("options"))


def can_ask(clause: Clause, page: PageView) -> None:
    """Check that the list of a question is on the page; raises `NotFound`."""
    if clause.rule != "says" and clause.items[0].thing is not None:
        find(page.outline, clause.items[0].thing, operable("lists"))


def _options(item: Item) -> Question:
    assert item.thing is not None
    thing = item.thing
    the_list = on_element("dropdown_options", partial(find, thing=thing, fits=operable("lists")))
    turn = yield from act(the_list, f"read the options of {thing}")
    names = [str(plain(one["label"])) for one in turn.data.get("options", ())]
    if turn.call is not None and (not names or turn.result.truncated):
        raise Stop(f"The page does not show all options of {thing}: open it with “click {thing.name.text}” first.")
    text = f"{number_of(len(names), 'options')} of {thing}: {quote_list(names)}."
    return lambda _: Answer(text, {"count": len(names), "items": names})


def _says(item: Item) -> Question:
    """Search the page for a text."""
    text = item.value if item.quoted else item.value.rstrip("?!.")
    turn = yield from act(lambda _: Call("search_page", {"pattern": text}), "search the page")
    total = int(turn.data.get("total", 0))
    times = "once" if total == 1 else f"{total} times"
    said = f"Yes: “{text}” stands on this page {times}." if total else f"No: “{text}” does not stand on this page."
    return lambda _: Answer(said, {"value": bool(total), "count": total})


def ask(clause: Clause, item: Item) -> Question:
    """Return the calls of a question, and its answer."""
    return _says(item) if clause.rule == "says" else _options(item)
