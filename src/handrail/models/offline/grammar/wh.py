"""Questions that ask for a thing: what, which, where, who; and what is to be listed or read."""

from __future__ import annotations

from handrail.models.offline.grammar import steps
from handrail.models.offline.grammar.phrases import Phrase
from handrail.models.offline.grammar.things import (
    ARTICLES,
    AUXILIARIES,
    is_page,
    price_of,
    split_question,
    things,
    value_of,
    without_here,
)
from handrail.models.offline.grammar.words import listed

_LEADING = listed(
    "lead, leads, go, goes, point, points, link, links, take, takes, open, opens, redirect, lead me, take me, link to, "
    "point to, go to, lead to, take you, lead you, takes me, leads me, redirect to"
)
_ENDING_UP = listed(
    "does, do, will, would, is, are, can i find, do i find, can you see, do i end up if i, do i get if i, "
    "do i land if i, would i end up if i, will i end up if i, do i go if i, would i land if i, do i end up when i"
)
_ADDRESSES = listed(
    "the url of the link, the address of the link, the href of, the target of, the url of, the link target of, "
    "the destination of, the link to, the link for, the url for, the address of link, url of, href of, "
    "the link address of"
)
_HOLDING = listed(
    "in, inside, written in, entered in, the value of, the content of, the contents of, the text in, typed in, "
    "the value in, selected in, chosen in, currently in"
)
_HAVING = listed(
    "have has offer include contain list provide support show define describe cost take accept document", " "
)
_CHOOSING = listed(
    "can i choose, can i select, can i pick, can be chosen, can be selected, can you choose, could i choose"
)
_NAMES = listed("the names of, names of, the titles of, the labels of, all the names of, the text of, the names of all")
_CUTS = listed(
    "in of on under for from within inside that which containing called below starting at with to above start begin "
    "end contain mention have lead",
    " ",
)
_PLURALS = ("people", "children")
_FACTS: dict[str, tuple[str, ...]] = {
    "title": listed(
        "title, page title, page's title, title of the page, title of this page, page called, name of the page, "
        "name of this page, page, page am i on, page is this, page are we on, page are you on"
    ),
    "url": listed(
        "url, address, page url, page address, page's url, web address, link of the page, url of the page, "
        "url of this page, address of this page, current url, address of the page, site am i on"
    ),
    "heading": listed(
        "heading, main heading, page heading, first heading, headline, main headline, top heading, h1, h1 heading, "
        "page's main heading, main title"
    ),
}


def where(rest: Phrase) -> steps.Question | None:
    """ "does the link X lead", "would I end up if I click X", "is X"."""
    rest = rest.after(*_ENDING_UP) or rest
    if clicked := rest.after("click", "click on", "follow", "press"):
        return steps.WhereLeads(clicked)
    if (target := rest.before(*_LEADING)) is not None:
        target = target.trim(("the", "i"))
        return steps.WhereLeads(target) if target else None
    rest = without_here(rest).trim(("the", "a"))
    return steps.WhereIs(rest) if rest else None


def what(rest: Phrase) -> steps.Question | None:
    """What follows "what" or "which"."""
    rest = rest.trim()
    rest = rest.after("is", "are", "was", "were") or rest
    rest = rest.after("it") or rest
    if (chosen := rest.after(*_CHOOSING)) is not None:
        inside = chosen.after("in", "from", "under", "for", "as") or chosen
        return steps.ListOf(steps.Things(Phrase.of("options"), without_here(inside).trim(ARTICLES) or None))
    rest = _named_things(rest)
    return _fact(rest) or _address(rest) or _held(rest) or _by_verb(rest) or _several(rest) or value(rest)


def value(rest: Phrase) -> steps.Question | None:
    """ "the price of the Team plan"."""
    noun, tail = split_question(rest)
    if rest.low[:1] and rest.low[0] in AUXILIARIES:
        return None
    asked = noun if tail is None else Phrase(rest.source, (*noun.tokens, *tail[1:].tokens))
    found = value_of(asked)
    return found if found.label else None


def plain_value(rest: Phrase) -> steps.Question | None:
    """ "who is the author": a label like any other."""
    return value(rest.after("it") or rest)


def enumeration(rest: Phrase) -> steps.Question | None:
    """What follows "list": a table, a fact of the page, things in the plural."""
    if (table := rest.after("the table", "table", "the data in the table", "the contents of the table")) is not None:
        return steps.ReadTable(table.trim(("called", "of", "named", "titled")) or None)
    if rest.before("table") is not None:
        return steps.ReadTable(rest.trim(ARTICLES))
    if (fact := _fact(rest)) is not None:
        return fact
    if rest.low[:1] == ("all",) or _is_plural(_head(rest.trim(ARTICLES))):
        return steps.ListOf(things(_named_things(rest)))
    return None


def reading(rest: Phrase) -> steps.Question | None:
    """What follows "read"."""
    rest = (rest.after("me", "out", "aloud") or rest).trim()
    if "table" in rest.low:
        which = rest.trim(listed("the data in from of contents whole entire out this", " "))
        return steps.ReadTable(None if which.low == ("table",) else which)
    part = rest.after(
        "the text of", "the text in", "the text under", "the content of", "the contents of", "the section"
    )
    part = without_here(part or rest).trim(("the",))
    return steps.ReadText(part) if part else None


def _fact(rest: Phrase) -> steps.PageFact | None:
    """Facts of the page itself."""
    said = without_here(rest).trim(("the", "current", "this")).text.casefold()
    for fact, names in _FACTS.items():
        if said in names:
            return steps.PageFact(fact)  # type: ignore[arg-type]  # one of the literals
    return None


def _address(rest: Phrase) -> steps.WhereLeads | None:
    """ "the url of the link X", "page does X link to"."""
    if owner := rest.after(*_ADDRESSES):
        return steps.WhereLeads(owner)
    led = rest.before(*_LEADING)
    of = led.after("page does", "does", "address does", "url does", "site does", "website does", "do") if led else None
    return steps.WhereLeads(of.trim(("the",))) if of else None


def _held(rest: Phrase) -> steps.Question | None:
    """ "in the Name field", "written in the box X": what a field holds."""
    if part := rest.after("under", "below", "in the section", "written under"):
        return steps.ReadText(part)
    inside = rest.after(*_HOLDING)
    inside = inside.trim(("the",)) if inside is not None else None
    if not inside:
        return None
    if "table" in (inside.low[0], inside.low[-1]):
        return steps.ReadTable(inside)
    return steps.ValueOf(Phrase.of("value"), inside, inside)


def _by_verb(rest: Phrase) -> steps.Question | None:
    """ "does X cost", "does X mean", "colours does the shirt have"."""
    if (subject := rest.after("does", "do")) is not None:
        if (owner := subject.before("cost", "costs")) is not None:
            return price_of(owner)
        if term := subject.before("mean", "stand for", "do", "represent"):
            term = term.trim(("the",))
            return steps.ValueOf(Phrase.of("meaning"), term, term)
        said = subject.before("say", "read", "contain", "hold", "show")
        return steps.ReadText(said.trim(("the",))) if said else None
    for place in rest.places(("does", "do")):
        if place and (owner := rest[place + 1 :].before(*_HAVING)):
            label = rest[:place]
            if _is_plural(label):
                return steps.ListOf(things(label, None if is_page(owner) else rest[place:]))
            return steps.ValueOf(label, None if is_page(owner) else owner.trim(("the", "this")), rest)
    return None


def _several(rest: Phrase) -> steps.ListOf | None:
    """ "links are there", "the options of Colour": a plural asks for a list."""
    noun, tail = split_question(rest)
    head = _head(without_here(noun).trim(ARTICLES))
    if not head or head.quoted or not _is_plural(head):
        return None
    return steps.ListOf(things(noun, tail)) if tail is not None else steps.ListOf(things(rest))


def _named_things(rest: Phrase) -> Phrase:
    """ "the names of the products", "the product names": the products."""
    rest = rest.after(*_NAMES) or rest
    head = _head(rest)
    if len(head.trim(ARTICLES)) > 1 and head.low[-1] in ("names", "titles", "labels"):
        return Phrase(rest.source, (*head.tokens[:-1], *rest.tokens[len(head) :]))
    return rest


def _head(noun: Phrase) -> Phrase:
    """The noun without what hangs on it: "links in the footer" is about links."""
    return next((noun[:place] for place in noun.places(_CUTS) if place), noun)


def _is_plural(noun: Phrase) -> bool:
    last = noun.low[-1] if noun else ""
    return last in _PLURALS or (last.endswith("s") and not last.endswith(("ss", "us", "is", "'s")) and len(last) > 3)
