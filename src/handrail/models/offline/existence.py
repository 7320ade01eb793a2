"""Answers whether something is on the page; "no" only for kinds that can be counted, with what was searched."""

from __future__ import annotations

from handrail.models.offline.find import NotFound, is_anything, places
from handrail.models.offline.language import Item, Thing
from handrail.models.offline.names import matches
from handrail.models.offline.program import Answer, PageView
from handrail.models.offline.words import data, fold, number_of, plain_edges, roles_of, without_article


def exists(item: Item, page: PageView) -> Answer:
    """Return whether something of this name is on the page; raises `NotFound` where neither can be said."""
    assert item.thing is not None
    outline, thing = page.outline, item.thing
    spans = places(outline, thing.place) if thing.place is not None else [range(len(outline))]
    found = sorted({at for span in spans for at in matches(outline, thing.name, is_anything, span)})
    if found:
        shown = "; ".join(dict.fromkeys(f"{outline[at].role} “{outline.label(at)[:100]}”" for at in found[:5]))
        return Answer(f"Yes: {shown}.", {"value": True, "count": len(found)})
    kind, name = _kind_and_name(thing)
    of_kind = outline.with_role(*roles_of(kind, counts=True))
    # "No" says too much where anything has the words in its name, or where the kind is not one that can be counted.
    held = [at for at in (range(len(outline)) if name else of_kind) if fold(name) in fold(outline.label(at))]
    if kind and spans and not held:
        count = len({at for span in spans for at in of_kind if at in span})
        where = "on this page" if len(spans[0]) == len(outline) else f"in {thing.place}"
        plural = kind if kind.endswith("s") else f"{kind}{'es' if kind.endswith(('x', 'ch')) else 's'}"
        none = f"of {number_of(count, plural)} {where} none is it" if count else f"there is no {kind} {where}"
        return Answer(f"No: nothing is called {thing.name}; {none}.", {"value": False, "count": 0})
    near = "; ".join(dict.fromkeys(f"{outline[at].role} “{outline.label(at)[:60]}”" for at in held[:3] if name))
    more = f" These hold the words: {near}." if near else ""
    raise NotFound(
        f"Nothing on this page is called {thing}.{more} Ask whether the page says it: does the page say {thing.name}?"
    )


def _kind_and_name(thing: Thing) -> tuple[str, str]:
    """Return the word for a kind that can be counted, at the end or the beginning of a name, and the rest of the name;
    none at the beginning where the rest may say a place."""
    words = without_article(thing.name.text).split()
    for size in (1, 2):
        if roles_of(last := plain_edges(" ".join(words[-size:])), counts=True):
            return last, " ".join(words[:-size])
    rest = [fold(word) for word in words]
    if any(word in (*data()["rules"]["in"], *data()["rules"]["beside"]) for word in rest[2:-1]):
        return "", ""
    sizes = [size for size in (1, 2) if size < len(words) and roles_of(" ".join(words[:size]), counts=True)]
    return (" ".join(words[: sizes[0]]), plain_edges(" ".join(words[sizes[0] :]))) if sizes else ("", "")
