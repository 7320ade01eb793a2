"""The grammar of questions: each opening, and the function that reads what follows it."""

from __future__ import annotations

from collections.abc import Callable

from handrail.models.offline.grammar import being, wh
from handrail.models.offline.grammar.phrases import Phrase
from handrail.models.offline.grammar.steps import HowMany, HowOften, Question, Unknown, WhereIs
from handrail.models.offline.grammar.things import ARTICLES, price_of, split_question, things, value_of, without_here
from handrail.models.offline.grammar.words import listed

Asked = Question | Unknown | None

OPENINGS = frozenset(
    listed(
        "how what what's whats which where where's who who's when when's why is are does do did has can could should "
        "would will",
        " ",
    )
)
_TELLING = listed(
    "tell me, please tell me, let me know, find out, check, verify, report, say, answer, i wonder, work out, "
    "figure out, determine"
)
_VALUES = listed("tell me, report, find out, determine, let me know")
_OCCURRING = listed(
    "mentioned, appear, occur, used, found, appears, occurs, show up, written, repeated, come up, mention"
)


def question(clause: Phrase) -> Asked:
    """The question a clause asks; None where it is an instruction; `Unknown` for a question we cannot answer."""
    clause = clause.trim()
    if rest := clause.after(*_TELLING):
        if (inner := rest.after("if", "whether", "that")) is not None:
            return being.whether(inner)
        return question(rest) or (wh.what(rest) if clause.after(*_VALUES) else None)
    if not clause:
        return None
    opening = max((words for words in _READERS if clause.starts(words)), key=len, default=None)
    if opening is not None:
        asked = _READERS[opening](clause[len(opening.split()) :].trim())
        return asked if asked is not None and not _half_understood(asked) else Unknown(clause.text)
    return Unknown(clause.text) if clause.low[0] in OPENINGS else None


def _half_understood(asked: Asked) -> bool:
    """Whether a condition was said that we cannot test: leaving it out would answer another question."""
    things = getattr(asked, "things", None)
    return things is not None and any(condition.kind == "unknown" for condition in things.where)


def found(rest: Phrase) -> Asked:
    """ "find X": a number, a value, or whatever the words stand for."""
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


def _count(rest: Phrase) -> Asked:
    rest = rest.after("up", "the number of", "number of", "how many") or rest
    text = rest.after("occurrences of", "the occurrences of", "how often", "mentions of", "the mentions of", "times")
    return _how_often(text) if text is not None else _how_many(rest)


def _how_often(rest: Phrase) -> Asked:
    """ "does the word asyncio occur"."""
    rest = without_here(rest.trim(listed("is does do are the word words text phrase term", " ")))
    rest = without_here(rest.before(*_OCCURRING) or rest)
    return HowOften(rest.text) if rest else None


def _how_much(rest: Phrase) -> Asked:
    """ "is X", "does X cost"."""
    rest = rest.after("is", "does", "do", "are", "would", "for") or rest
    rest = rest.before("cost", "costs", "cost me", "sell for", "go for") or rest
    owner = without_here(rest).trim(("the", "a", "an"))
    return price_of(owner) if owner else None


def _list(rest: Phrase) -> Asked:
    """ "list the links", and "show me how many there are"."""
    rest = (rest.after("me") or rest).trim()
    asked = question(rest) if rest and rest.low[0] in OPENINGS else None
    return asked or wh.enumeration(rest)


def _show(rest: Phrase) -> Asked:
    return _list(rest) or (wh.value(rest.trim(("me", "the"))) if rest else None)


_COUNTING = listed(
    "what is the number of, what's the number of, what is the total number of, the number of, number of, "
    "total number of, give me the number of, get the number of, give me a count of, what is the count of, count"
)
_READERS: dict[str, Callable[[Phrase], Asked]] = {
    **dict.fromkeys(_COUNTING, _count),
    **dict.fromkeys(("how many", "what number of"), _how_many),
    "how often": _how_often,
    "how much": _how_much,
    **dict.fromkeys(("is", "are"), being.is_so),
    **dict.fromkeys(("is there", "are there"), being.is_there),
    **dict.fromkeys(("does", "do", "has"), being.does),
    **dict.fromkeys(("can", "could"), being.can),
    **dict.fromkeys(("verify", "check if", "check whether", "check that"), being.whether),
    **dict.fromkeys(("where", "where's"), wh.where),
    **dict.fromkeys(("what", "what's", "whats", "which"), wh.what),
    **dict.fromkeys(listed("who is, who was, who's, who are, when is, when was, when's"), wh.plain_value),
    **dict.fromkeys(("list", "enumerate", "name", "name all"), _list),
    **dict.fromkeys(("give me", "show me", "return the", "extract the", "get the"), _show),
    "read": wh.reading,
}
