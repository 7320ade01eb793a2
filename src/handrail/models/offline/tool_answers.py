"""Questions that a tool answers: whether a text stands on the page, and what a dropdown offers."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial

from handrail.models.offline.find import find, operable
from handrail.models.offline.language import Item, Reading
from handrail.models.offline.program import Answer, CallResult, Choose, PageView, Stop, act, on_element
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
    """Search the page for a text that can be seen; what is hidden is not said."""
    # Who asks for "the Field Mug" means the mug: pages write names without an article.
    text = item.value if item.quoted else without_article(item.value.rstrip("?!."))
    call, read, seen = Call("search_page", {"pattern": text}), 0, 0
    while True:
        outcome = yield from act(partial(_same_call, call), "search the page")
        matches = outcome.data.get("matches", ())
        read, seen = read + len(matches), seen + sum(bool(match["visible"]) for match in matches)
        following = outcome.result.next if outcome.result.ok else None
        if seen or following is None:
            break
        call = Call(following.tool, dict(following.params))
    total = int(outcome.data.get("total", 0))
    count = total if seen == read else seen
    least = "at least " if count == seen and read < total else ""
    times = "once" if count == 1 else f"{count} times"
    if count:
        said = f"Yes: “{text}” stands on this page {least}{times}."
    else:
        said = f"No: “{text}” does not stand on this page{' where it can be seen' if total else ''}."
    return lambda _: Answer(said, {"value": bool(count), "count": count})


def _same_call(call: Call, _: PageView) -> Call:
    return call


def ask(clause: Reading, item: Item) -> Question:
    """Return the calls of a question, and its answer."""
    return _says(item) if clause.rule == "says" else _options(item)
