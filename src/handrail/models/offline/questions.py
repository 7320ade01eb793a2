"""The grammar of questions: each opening, and the function that reads what follows it."""

from __future__ import annotations

from collections.abc import Callable

from handrail.models.offline.phrases import Phrase
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
    Unknown,
    ValueOf,
    WhereIs,
    WhereLeads,
)
from handrail.models.offline.things import ARTICLES, AUXILIARIES, STATES, split_question, things, value_of, without_here

Asked = Question | Unknown | None

OPENINGS = frozenset(
    "how what what's whats which where where's who who's when when's why is are does do did has can could should would will".split()
)
_LEADS = (
    "lead",
    "leads",
    "go",
    "goes",
    "point",
    "points",
    "link",
    "links",
    "take",
    "takes",
    "open",
    "opens",
    "lead to",
    "redirect",
)
_POSSIBLE = (
    "tell me",
    "please tell me",
    "let me know",
    "find out",
    "check",
    "verify",
    "report",
    "say",
    "answer",
    "i wonder",
    "work out",
    "figure out",
    "determine",
)
_PAGES = (
    ("page",),
    ("this", "page"),
    ("it",),
    ("the", "page"),
    ("site",),
    ("this", "site"),
    ("the", "site"),
    ("this", "website"),
    ("document",),
    ("this", "document"),
)
_PLURAL_NOUNS = frozenset("people children".split())


def question(clause: Phrase) -> Asked:
    """The question a clause asks; None where it is an instruction; `Unknown` for a question we cannot answer."""
    clause = clause.trim()
    rest = clause.after(*_POSSIBLE)
    if rest is not None and rest:
        inner = rest.after("if", "whether", "that")
        if inner is not None:
            return _whether(inner)
        asked = question(rest)
        if asked is not None:
            return asked
        return _what(rest) if clause.after("tell me", "report", "find out", "determine") is not None else None
    if not clause:
        return None
    opening = max((words for words in _READERS if clause.starts(words)), key=len, default=None)
    if opening is not None:
        return _READERS[opening](clause[len(opening.split()) :].trim()) or Unknown(clause.text)
    return Unknown(clause.text) if clause.low[0] in OPENINGS else None


def found(rest: Phrase) -> Asked:
    """ "find X": a thing, a value, or whatever stands for the words."""
    if (counted := rest.after("how many", "the number of", "number of", "the count of")) is not None:
        return _how_many(counted)
    if rest.after("out") is not None:
        return question(rest[1:])
    rest = without_here(rest)
    if not rest:
        return None
    value = value_of(rest)
    return value if value.of is not None and not rest.quoted else WhereIs(rest.trim(ARTICLES))


def _how_many(rest: Phrase) -> Asked:
    if (text := rest.after("times is", "times does", "times do", "times are", "times")) is not None:
        return _how_often(text)
    noun, tail = split_question(rest)
    return HowMany(things(noun, tail)) if noun.trim(ARTICLES) else None


def _how_often(rest: Phrase) -> Asked:
    rest = without_here(rest.trim(("is", "does", "do", "are", "the", "word", "words", "text", "phrase", "term")))
    for ending in (
        "mentioned",
        "appear",
        "occur",
        "used",
        "found",
        "appears",
        "occurs",
        "show up",
        "written",
        "repeated",
        "come up",
    ):
        rest = without_here(rest).before(ending) or rest
    rest = without_here(rest)
    return HowOften(rest.text) if rest else None


def _how_much(rest: Phrase) -> Asked:
    """ "how much is X", "how much does X cost"."""
    rest = rest.after("is", "does", "do", "are", "would", "for") or rest
    rest = rest.before("cost", "costs", "cost me", "sell for", "go for") or rest
    owner = without_here(rest).trim(("the", "a", "an"))
    label = Phrase.of("price")
    return ValueOf(label, owner, owner) if owner else None


def _is_there(rest: Phrase) -> Asked:
    what = without_here(rest).trim(("a", "an", "any", "some", "the"))
    if (text := what.after("mention of", "the text", "text", "the word", "the phrase", "word", "phrase")) and what:
        return IsThere(text.trim(("saying",)), text_only=True)
    if text := what.after("text saying", "anything about", "something about", "information about", "information on"):
        return IsThere(text, text_only=True)
    if not what:
        return None
    meant = things(what)
    return IsThere(what, things=meant if meant.where and not what.is_quoted else None)


def _is(rest: Phrase) -> Asked:
    """ "is X on the page", "is the box X checked", "are there any X"."""
    if (there := rest.after("there")) is not None:
        return _is_there(there)
    rest = rest.trim()
    for ending in ("there", "shown", "visible", "present", "displayed", "listed", "available", "on the page", "on this page",
                   "here", "documented", "described", "explained", "defined", "covered", "included", "supported", "discussed", "mentioned", "in the page", "somewhere", "anywhere", "to be found", "found"):  # fmt: skip
        if (what := rest.before(ending)) is not None:
            text_only = "mentioned" in rest.low
            what = without_here(what).before("mentioned") or without_here(what)
            what = what.trim(("the", "a", "any", "text", "word", "phrase"))
            return IsThere(what, text_only=text_only) if what else None
    state = rest.low[-1] if rest else ""
    if state in STATES and len(rest) > 1:
        negated = rest.low[-2] == "not"
        what = rest[: -2 if negated else -1].trim(("currently", "already", "the"))
        wanted = STATES[state]
        return IsState(what, f"!{wanted}".replace("!!", "") if negated else wanted) if what else None
    for place in rest.places(("in", "on", "under", "within", "among")):
        if place:
            # "is Blue in the Colour list"
            return IsThere(rest.trim(("the",)))
    return None


def _whether(rest: Phrase) -> Asked:
    """What follows "check if": the verb stands behind its subject there."""
    if rest.after("there is", "there are") is not None:
        return _is_there(rest[2:])
    for place in rest.places(("is", "are")):
        if place:
            return _is(Phrase(rest.source, (*rest[:place].tokens, *rest[place + 1 :].tokens))) or Unknown(rest.text)
    for place in rest.places(("has", "contains", "mentions", "shows", "says", "includes", "offers")):
        if place:
            return _has(rest[place + 1 :], rest[:place], rest.low[place]) or Unknown(rest.text)
    return _is_there(rest)


def _does(rest: Phrase) -> Asked:
    """ "does the page mention X", "does it have an X", "do you see X"."""
    seen = rest.after("you see", "i see", "we have", "you find", "we see", "you have")
    if seen is not None:
        return _is_there(seen)
    for place in rest.places(
        (
            "have",
            "contain",
            "mention",
            "show",
            "say",
            "include",
            "offer",
            "display",
            "list",
            "talk",
            "exist",
            "appear",
            "occur",
            "refer",
            "provide",
        )
    ):
        if place:
            return _has(rest[place + 1 :], rest[:place], rest.low[place])
    return None


def _has(what: Phrase, subject: Phrase, verb: str) -> Asked:
    what = without_here(what).trim(("a", "an", "any", "about", "to", "the"))
    inside = subject.trim(("the", "this"))
    if verb in ("exist", "appear", "occur"):
        return IsThere(without_here(subject).trim(("the", "word", "text", "a")))
    if not what:
        return None
    if inside.low not in _PAGES:
        what = Phrase(what.source, (*what.tokens, Phrase.of("in").tokens[0], *inside.tokens))
    return IsThere(what, text_only=verb.startswith(("mention", "say", "talk", "refer")))


def _can(rest: Phrase) -> Asked:
    seen = rest.after("you see", "i see", "you find", "i find", "we see", "one see")
    return _is_there(seen) if seen is not None else None


def _where(rest: Phrase) -> Asked:
    rest = (
        rest.after(
            "does",
            "do",
            "will",
            "would",
            "is",
            "are",
            "can i find",
            "do i find",
            "can you see",
            "do i end up if i",
            "do i get if i",
            "do i land if i",
            "would i end up if i",
            "will i end up if i",
            "do i go if i",
            "would i land if i",
        )
        or rest
    )
    if (clicked := rest.after("click", "click on", "follow", "press")) is not None:
        return WhereLeads(clicked) if clicked else None
    if (
        target := rest.before(
            *_LEADS,
            "lead me",
            "take me",
            "link to",
            "point to",
            "go to",
            "lead to",
            "take you",
            "lead you",
            "takes me",
            "leads me",
        )
    ) is not None:
        target = target.trim(("the", "i"))
        return WhereLeads(target) if target else None
    rest = without_here(rest).trim(("the", "a"))
    return WhereIs(rest) if rest else None


def _what(rest: Phrase) -> Asked:
    rest = rest.trim()
    rest = rest.after("is", "are", "was", "were") or rest
    rest = rest.after("it") or rest
    if (
        chosen := rest.after(
            "can i choose", "can i select", "can i pick", "can be chosen", "can be selected", "can you choose"
        )
    ) is not None:
        inside = chosen.after("in", "from", "under", "for", "as") or chosen
        return ListOf(Things(Phrase.of("options"), without_here(inside).trim(ARTICLES) or None))
    rest = rest.after("the names of", "names of", "the titles of", "the labels of") or rest
    return (
        _fact(rest)
        or _target_of(rest)
        or _headings_value(rest)
        or _what_verb(rest)
        or _enumerated(rest)
        or _value(rest)
    )


def _fact(rest: Phrase) -> Asked:
    """Facts of the page itself."""
    said = without_here(rest).trim(("the", "current", "this")).text.casefold()
    if said in (
        "title",
        "page title",
        "page's title",
        "title of the page",
        "title of this page",
        "page called",
        "name of the page",
        "name of this page",
        "page",
        "page am i on",
        "page is this",
        "page are we on",
        "page are you on",
    ):
        return PageFact("title")
    if said in (
        "url",
        "address",
        "page url",
        "page address",
        "page's url",
        "web address",
        "link of the page",
        "url of the page",
        "url of this page",
        "address of this page",
        "current url",
        "address of the page",
        "site am i on",
    ):
        return PageFact("url")
    if said in (
        "heading",
        "main heading",
        "page heading",
        "first heading",
        "headline",
        "main headline",
        "top heading",
        "h1",
        "h1 heading",
        "page's main heading",
        "main title",
    ):
        return PageFact("heading")
    return None


def _target_of(rest: Phrase) -> Asked:
    """ "the url of the link X", "the link X lead to"."""
    owner = rest.after("the url of the link", "the address of the link", "the href of", "the target of", "the url of", "the link target of",
                       "the destination of", "the link to", "the link for", "the url for", "the address of link", "url of", "href of", "the link address of")  # fmt: skip
    if owner:
        return WhereLeads(owner)
    led = rest.before(
        "lead to", "link to", "point to", "leads to", "links to", "points to", "go to", "goes to", "take me to", "open"
    )
    if led and (
        of := led.after("page does", "does", "address does", "url does", "site does", "website does", "do", "page do")
    ):
        return WhereLeads(of.trim(("the",)))
    return None


def _headings_value(rest: Phrase) -> Asked:
    """ "in the Name field", "written in the box X": what a field holds."""
    inside = rest.after(
        "in",
        "inside",
        "written in",
        "entered in",
        "the value of",
        "the content of",
        "the contents of",
        "the text in",
        "typed in",
        "the value in",
        "selected in",
        "chosen in",
        "currently in",
    )
    if inside is None:
        return None
    inside = inside.trim(("the",))
    if "table" in inside.low[-1:] or inside.starts("table"):
        return ReadTable(inside)
    return ValueOf(Phrase.of("value"), inside, inside) if inside else None


def _what_verb(rest: Phrase) -> Asked:
    """ "does X cost", "colours does the shirt have", "does the button say"."""
    if (subject := rest.after("does", "do")) is not None:
        if (owner := subject.before("cost", "costs")) is not None:
            return ValueOf(Phrase.of("price"), owner.trim(("the", "a")), owner)
        if (term := subject.before("mean", "stand for", "do", "represent")) is not None and term:
            return ValueOf(term.trim(("the",)), None, term.trim(("the",)))
        if (what := subject.before("say", "read", "contain", "hold", "show")) is not None and what:
            return ReadText(what.trim(("the",)))
        return None
    for place in rest.places(("does", "do")):
        tail = rest[place + 1 :].before(
            "have",
            "has",
            "offer",
            "include",
            "contain",
            "list",
            "provide",
            "support",
            "show",
            "define",
            "describe",
            "cost",
            "take",
            "accept",
        )
        if place and tail:
            label, owner = rest[:place], tail.trim(("the", "this"))
            if _is_plural(label):
                return ListOf(things(label, None if owner.low in _PAGES else rest[place:]))
            return ValueOf(label, None if owner.low in _PAGES else owner, rest)
    return None


def _enumerated(rest: Phrase) -> Asked:
    """ "links are there", "are the options of Colour"."""
    noun, tail = split_question(rest)
    head = without_here(noun).trim(ARTICLES)
    if tail is not None and head and _is_plural(_head(head)):
        return ListOf(things(noun, tail))
    return ListOf(things(rest)) if tail is None and head and _is_plural(_head(head)) and not head.quoted else None


def _head(noun: Phrase) -> Phrase:
    """The noun without what hangs on it: "links in the footer" is about links."""
    for place in noun.places(
        (
            "in",
            "of",
            "on",
            "under",
            "for",
            "from",
            "within",
            "inside",
            "that",
            "which",
            "containing",
            "called",
            "below",
            "starting",
            "at",
            "with",
            "to",
        )
    ):
        if place:
            return noun[:place]
    return noun


def _is_plural(noun: Phrase) -> bool:
    last = noun.low[-1] if noun else ""
    return last in _PLURAL_NOUNS or (
        last.endswith("s") and not last.endswith(("ss", "us", "is", "'s")) and len(last) > 3
    )


def _value(rest: Phrase) -> Asked:
    noun, tail = split_question(rest)
    asked = noun if tail is None else Phrase(rest.source, (*noun.tokens, *tail[1:].tokens))
    if rest.low[:1] and rest.low[0] in AUXILIARIES:
        return None
    found = value_of(asked)
    return found if found.label else None


def _plain_value(rest: Phrase) -> Asked:
    """ "who is the author": a label like any other."""
    return _value(rest.after("it") or rest)


def _list(rest: Phrase) -> Asked:
    rest = (rest.after("me") or rest).trim()
    if (table := rest.after("the table", "table", "the data in the table", "the contents of the table")) is not None:
        return ReadTable(table.trim(("called", "of", "named", "titled")) or None)
    if rest.before("table") is not None:
        return ReadTable(rest.trim(ARTICLES))
    if (facts := _fact(rest)) is not None:
        return facts
    asked = question(rest) if rest and rest.low[0] in OPENINGS else None
    if asked is not None:
        return asked
    head = _head(rest.trim(ARTICLES))
    if rest.low[:1] == ("all",) or _is_plural(head):
        counted = (
            rest.after(
                "the names of",
                "names of",
                "the titles of",
                "the labels of",
                "all the names of",
                "the text of",
                "the names of all",
            )
            or rest
        )
        return ListOf(things(counted))
    return None


def _show(rest: Phrase) -> Asked:
    return _list(rest) or (_value(rest.trim(("me", "the"))) if rest else None)


def _read(rest: Phrase) -> Asked:
    rest = (rest.after("me", "out", "aloud") or rest).trim()
    if "table" in rest.low:
        which = rest.trim(("the", "data", "in", "from", "of", "contents", "whole", "entire", "out", "this"))
        return ReadTable(None if which.low == ("table",) else which)
    what = (
        rest.after(
            "the text of",
            "the text in",
            "the text under",
            "the content of",
            "the contents of",
            "the section",
            "what is under",
        )
        or rest
    )
    what = without_here(what).trim(("the",))
    return ReadText(what) if what else None


def _count(rest: Phrase) -> Asked:
    rest = rest.after("up", "the number of", "number of", "how many") or rest
    if (
        text := rest.after(
            "occurrences of", "the occurrences of", "how often", "mentions of", "the mentions of", "times"
        )
    ) is not None:
        return _how_often(text)
    noun, tail = split_question(rest)
    return HowMany(things(noun, tail)) if noun.trim(ARTICLES) else None


_READERS: dict[str, Callable[[Phrase], Asked]] = {
    "how many": _how_many,
    "how often": _how_often,
    "how much": _how_much,
    "what is the number of": _count,
    "what's the number of": _count,
    "what is the total number of": _count,
    "what number of": _how_many,
    "the number of": _count,
    "number of": _count,
    "total number of": _count,
    "give me the number of": _count,
    "get the number of": _count,
    "give me a count of": _count,
    "count": _count,
    "is": _is,
    "are": _is,
    "is there": _is_there,
    "are there": _is_there,
    "does": _does,
    "do": _does,
    "has": lambda rest: _does(Phrase(rest.source, rest.tokens)),
    "can": _can,
    "could": _can,
    "verify": _whether,
    "check if": _whether,
    "check whether": _whether,
    "check that": _whether,
    "where": _where,
    "where's": _where,
    "what": _what,
    "what's": _what,
    "whats": _what,
    "which": _what,
    "who is": _plain_value,
    "who was": _plain_value,
    "who's": _plain_value,
    "who are": _plain_value,
    "when is": _plain_value,
    "when was": _plain_value,
    "when's": _plain_value,
    "list": _list,
    "enumerate": _list,
    "name": _list,
    "name all": _list,
    "give me": _show,
    "show me": _show,
    "return the": _show,
    "extract the": _show,
    "get the": _show,
    "read": _read,
}  # fmt: skip
