"""Questions that are answered with yes or no: is it there, is it so."""

from __future__ import annotations

from handrail.models.offline.grammar.phrases import Phrase
from handrail.models.offline.grammar.steps import IsState, IsThere, Question, Unknown
from handrail.models.offline.grammar.things import STATES, is_page, things, without_here
from handrail.models.offline.grammar.words import listed

_THERE = listed(
    "there, shown, visible, present, displayed, listed, available, on the page, on this page, here, documented, "
    "described, explained, defined, covered, included, supported, discussed, mentioned, in the page, somewhere, "
    "anywhere, to be found, found"
)
_HAVING = listed(
    "have contain mention show say include offer display list talk exist appear occur refer provide document describe",
    " ",
)
_SEEING = listed("you see, i see, we have, you find, we see, you have, i find, one see")
_TEXT = listed("mention of, the text, text, the word, the phrase, word, phrase")
_ABOUT = listed("text saying, anything about, something about, information about, information on, anything on")


def is_so(rest: Phrase) -> Question | Unknown | None:
    """ "there a Save button", "X on the page", "the box X checked", "Blue in the Colour list"."""
    if (there := rest.after("there")) is not None:
        return is_there(there)
    rest = rest.trim()
    if (what := rest.before(*_THERE)) is not None:
        text_only = "mentioned" in rest.low
        what = without_here(what.before(*_THERE) or what).trim(listed("the a any text word phrase", " "))
        return IsThere(what, text_only=text_only) if what else None
    if len(rest) > 1 and rest.low[-1] in STATES:
        return _state(rest)
    if any(place for place in rest.places(("in", "on", "under", "within", "among"))):
        return IsThere(rest.trim(("the",)))
    return None


def _state(rest: Phrase) -> IsState | None:
    negated = rest.low[-2] == "not"
    what = rest[: -2 if negated else -1].trim(("currently", "already", "the"))
    wanted = STATES[rest.low[-1]]
    if negated:
        wanted = wanted[1:] if wanted.startswith("!") else f"!{wanted}"
    return IsState(what, wanted) if what else None


def is_there(rest: Phrase) -> Question | None:
    """ "a Save button", "any mention of X", "a function called zip"."""
    what = without_here(rest).trim(("a", "an", "any", "some", "the"))
    if text := what.after(*_TEXT):
        return IsThere(text.trim(("saying",)), text_only=True)
    if text := what.after(*_ABOUT):
        return IsThere(text, text_only=True)
    if not what:
        return None
    meant = things(what)
    return IsThere(what, things=meant if meant.where and not what.is_quoted else None)


def whether(rest: Phrase) -> Question | Unknown | None:
    """What follows "check if": the verb stands behind its subject there."""
    if rest.after("there is", "there are") is not None:
        return is_there(rest[2:])
    for place in rest.places(("is", "are")):
        if place:
            asked = Phrase(rest.source, (*rest[:place].tokens, *rest[place + 1 :].tokens))
            return is_so(asked) or Unknown(rest.text)
    for place in rest.places(("has", "contains", "mentions", "shows", "says", "includes", "offers")):
        if place:
            return _has(rest[place + 1 :], rest[:place], rest.low[place]) or Unknown(rest.text)
    return is_there(rest)


def does(rest: Phrase) -> Question | None:
    """ "the page mention X", "it have an X", "you see X"."""
    if (seen := rest.after(*_SEEING)) is not None:
        return is_there(seen)
    for place in rest.places(_HAVING):
        if place:
            return _has(rest[place + 1 :], rest[:place], rest.low[place])
    return None


def can(rest: Phrase) -> Question | None:
    """ "you see X"."""
    seen = rest.after(*_SEEING)
    return is_there(seen) if seen is not None else None


def _has(what: Phrase, subject: Phrase, verb: str) -> Question | None:
    if verb in ("exist", "appear", "occur"):
        return IsThere(without_here(subject).trim(("the", "word", "text", "a")))
    what = without_here(what).trim(("a", "an", "any", "about", "to", "the"))
    if not what:
        return None
    if not is_page(subject):
        what = Phrase(what.source, (*what.tokens, *Phrase.of("in").tokens, *subject.trim(("the", "this")).tokens))
    return IsThere(what, text_only=verb.startswith(("mention", "say", "talk", "refer")))
