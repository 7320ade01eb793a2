"""What a question is about: "checked boxes in the sidebar", "links that contain 'api'", "the price of Team"."""

from __future__ import annotations

from handrail.models.offline.grammar.phrases import Phrase
from handrail.models.offline.grammar.steps import Things, ValueOf, Where
from handrail.models.offline.grammar.words import listed

ARTICLES = (
    "the",
    "a",
    "an",
    "all",
    "any",
    "some",
    "every",
    "each",
    "of",
    "different",
    "distinct",
    "existing",
    "various",
)
_HERE = listed(
    "on this page|on the page|on this website|on this site|on the site|on the website|on the current page|in this page|"
    "in the page|on here|here|there|are there|is there|in total|altogether|overall|listed|shown|displayed|visible|"
    "available|present|offered|on offer|on screen|on the screen|in all|currently|right now|you see|you can see|"
    "you find|i see|i can see|we have|in the document|in this document|of this page|of the page|for this page|"
    "for the page|does it have|does this page have|does the page have|can be seen|exist|to choose from|from the page|"
    "from this page|i can choose|can i choose|i can select|i can pick|that exist|are present|are shown|are listed|"
    "are available|are displayed|does this page contain|does the page contain|is shown|is on this page|"
    "are on this page|are on the page|this page has|the page has|that you see|you can find",
    "|",
)
STATES = {
    "checked": "checked", "ticked": "checked", "selected": "selected", "marked": "checked", "disabled": "disabled",
    "enabled": "!disabled", "unchecked": "!checked", "unticked": "!checked", "unselected": "!selected",
    "expanded": "expanded", "collapsed": "!expanded", "required": "required", "focused": "focused",
    "mandatory": "required", "optional": "!required", "active": "!disabled", "inactive": "disabled",
    "greyed": "disabled", "grayed": "disabled", "completed": "checked", "open": "expanded",
    "on": "checked", "off": "!checked",
}  # fmt: skip
_ADJECTIVES = frozenset(STATES) - {"open", "on", "off", "active", "completed", "selected", "optional", "required"} | {
    "selected",
    "required",
}
_TEXT = {
    "contains": "that contain|which contain|containing|that mention|mentioning|contain|mention|include|that include|"
    "including|that have|with the text|with the word|with the words|say|that say|have|with",
    "starts": "that start with|starting with|start with|that begin with|beginning with|begin with|"
    "whose name starts with|"
    "whose text starts with",
    "ends": "that end with|ending with|end with|that end in|ending in|end in",
    "named": "called|named|labelled|labeled|titled|with the name|with the label|that are called|"
    "that are named|entitled",
    "url": "that lead to|leading to|lead to|pointing to|that point to|point to|linking to|that link to|"
    "that go to|go to",
}
_SCOPES = ("in", "under", "within", "inside", "of", "for", "from", "on", "below", "beneath", "at", "underneath", "to")
AUXILIARIES = frozenset(listed("are is do does did can has have had were was will could am", " "))
_STATED = frozenset(("left", "remaining", "outstanding", "found", "unread", "online"))
"""What only the page itself can say of things: how many are left."""
_HAVING = frozenset(
    listed(
        "have has contain contains offer offers include includes list lists show shows provide provides hold holds "
        "give gives define defines describe describes mention mentions cover covers document documents support "
        "supports",
        " ",
    )
)


def without_here(phrase: Phrase) -> Phrase:
    """Without the words that only say "on this page"."""
    while True:
        phrase = phrase.trim()
        rest = phrase.before(*_HERE)
        if rest is None:
            return phrase
        phrase = rest


def things(noun: Phrase, tail: Phrase | None = None) -> Things:
    """The things that a noun phrase and the rest of its sentence mean."""
    noun, where = _states(without_here(noun).trim(ARTICLES))
    noun, more = _texts(noun)
    where += more
    tail = without_here(tail) if tail else None
    scope: Phrase | None = None
    if tail:
        scope, more = _tail(tail)
        where += more
    elif not noun.is_quoted:
        noun, scope = _within_scope(noun)
    return Things(noun, scope, where)


def split_question(rest: Phrase) -> tuple[Phrase, Phrase | None]:
    """ "links are there in the footer": the noun, and what stands behind its verb."""
    for place in rest.places(AUXILIARIES):
        if place:
            return rest[:place], rest[place:]
    return rest, None


def _tail(tail: Phrase) -> tuple[Phrase | None, tuple[Where, ...]]:
    """What stands behind the noun: "does the size list have", "are checked", "are there in the footer"."""
    if tail.low[0] in _BEING:
        tail = tail[1:]
    elif tail.low[0] in AUXILIARIES:
        if (scope := _owner(tail)) is not None:
            return scope, ()
        tail = _without_subject(tail[1:])
    tail = without_here(tail).trim(("there", "listed", "shown", "displayed", "available", "you", "see", "we", "have"))
    if not tail:
        return None, ()
    if text := _condition(tail, 0):
        return None, (text[1],)
    state = STATES.get(tail.low[-1]) or STATES.get(tail.low[0])
    if state and len(tail) <= 3:
        return None, (_state(state, "not" in tail.low),)
    return _predicate(tail)


_BEING = ("are", "is", "was", "were", "am")


def _owner(tail: Phrase) -> Phrase | None:
    """ "does the size list have": what has the things, or in what part of the page they are had."""
    having = next((place for place in tail.places(_HAVING) if place > 1), None)
    if having is None or _condition(tail[1:], 0):
        return None
    subject = tail[1:having].trim(("the", "this"))
    return _after_preposition(without_here(tail[having + 1 :])) if is_page(subject) else subject


def _without_subject(tail: Phrase) -> Phrase:
    """ "it come in", "you sell": who and what verb says nothing of which things are meant."""
    if len(tail) < 2 or tail.low[0] not in ("it", "you", "they", "we", "i", "one"):
        return tail
    rest = tail[2:]
    return rest[1:] if len(rest) == 1 and rest.low[0] in _SCOPES else rest


def _predicate(tail: Phrase) -> tuple[Phrase | None, tuple[Where, ...]]:
    """ "pending", "left in the basket", "in the footer"."""
    cut = next(iter(tail.places(_SCOPES)), len(tail))
    said, scope = tail[:cut].trim(), _after_preposition(tail)
    if not said:
        return scope, ()
    if said.low[0] in _STATED:
        return scope, (Where("stated", said.low[0]),)
    # A word that has to stand in each. More words than that are a condition that we cannot test.
    return scope, (Where("contains" if len(said) <= 2 else "unknown", said.text),)


def _after_preposition(tail: Phrase) -> Phrase | None:
    while tail and tail.low[0] not in _SCOPES:
        tail = tail[1:]
    scope = tail[1:].trim(("the", "this"))
    return scope or None


def _within_scope(noun: Phrase) -> tuple[Phrase, Phrase | None]:
    """ "links in the footer": cut at the first preposition behind the noun."""
    for place in noun.places(_SCOPES):
        if 0 < place < len(noun) - 1:
            left, right = noun[:place], without_here(noun[place + 1 :]).trim(("the", "this"))
            if right:
                return left.before("that are", "which are", "listed", "shown") or left, right
    return noun, None


def _states(noun: Phrase) -> tuple[Phrase, tuple[Where, ...]]:
    """ "checked boxes", "boxes that are not checked"."""
    for opening in ("that are", "which are", "that is", "which is"):
        wanted = tuple(opening.split())
        for place in range(1, len(noun) - 2):
            if noun.low[place : place + 2] == wanted and (state := STATES.get(noun.low[-1])):
                return noun[:place], (_state(state, "not" in noun.low[place:]),)
    if len(noun) > 1 and noun.low[0] in _ADJECTIVES:
        return noun[1:], (_state(STATES[noun.low[0]], False),)
    return noun, ()


def _state(state: str, negated: bool) -> Where:
    positive = state.startswith("!") == negated
    return Where("state" if positive else "not_state", state.lstrip("!"))


def _texts(noun: Phrase) -> tuple[Phrase, tuple[Where, ...]]:
    """ "links containing 'api'", "buttons called Save"."""
    for place in range(1, len(noun) - 1):
        if found := _condition(noun, place):
            return noun[:place], (found[1],)
    return noun, ()


def _condition(phrase: Phrase, place: int) -> tuple[int, Where] | None:
    rest = phrase[place:]
    for kind, openings in _TEXT.items():
        text = rest.after(*openings.split("|"))
        if not text or (not text.is_quoted and rest.low[0] in ("with", "have")):
            continue
        text = (text.before("in the name", "in their name", "in it", "in them") or text).trim(("the", "word", "text"))
        return place, Where(kind, text.text)  # type: ignore[arg-type]  # one of the literals
    return None


def value_of(phrase: Phrase) -> ValueOf:
    """ "price of the Team plan", "Alice's email", "status of order 7": a label, and whose it is."""
    phrase = without_here(phrase).trim(("the", "a", "an", "current", "value"))
    phrase = phrase.after("of the", "of") or phrase
    for index, token in enumerate(phrase.tokens):
        if not token.quoted and token.low.endswith(("'s", "’s")) and index < len(phrase) - 1:
            owner = Phrase.of(phrase[: index + 1].text[:-2])
            return ValueOf(phrase[index + 1 :], owner, phrase)
    for prepositions in (("of", "for"), ("in", "on", "under", "at", "from", "by", "per")):
        for place in phrase.places(prepositions):
            label, owner = phrase[:place], phrase[place + 1 :]
            if label and (owner.low[:1] == ("this",) or owner.low in (("it",), ("the", "product"), ("the", "item"))):
                return ValueOf(label, None, label)
            owner = owner.trim(("the",))
            if label and owner:
                return ValueOf(label, owner, phrase)
    return ValueOf(phrase, None, phrase)


def price_of(owner: Phrase) -> ValueOf:
    """ "how much is X"."""
    owner = without_here(owner).trim(("the", "a", "an"))
    return ValueOf(Phrase.of("price"), owner, Phrase.of(f"price of {owner.text}"))


_PAGES = listed("page, site, website, document, it, you, we, web page")


def is_page(subject: Phrase) -> bool:
    """Whether a sentence is about the page as a whole."""
    return subject.trim(("the", "this", "current")).text.casefold() in _PAGES
