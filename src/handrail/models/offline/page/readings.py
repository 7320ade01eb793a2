"""The ways to read the words for a thing: "the second Delete button in Alice's row" is a name, kind, place, number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from handrail.models.offline.grammar.nouns import KINDS, LONGEST
from handrail.models.offline.grammar.numbers import ordinal, whole_number
from handrail.models.offline.grammar.phrases import Phrase
from handrail.models.offline.grammar.words import listed, stems
from handrail.models.offline.page.grounding import Wanted

_ARTICLES = ("the", "a", "an", "this", "that", "my", "your", "its", "on", "both", "only")
_LABELLED = listed(
    "called|named|labelled|labeled|titled|with the text|with the name|with the label|with text|with name|with label|"
    "that says|which says|saying|marked|that reads|reading|with the title|text|entitled|with title|with the value|"
    "with the words|that is called|that is labelled|that is labeled",
    "|",
)
_NEAR = frozenset(listed("in under of for next beside on from at within inside near below above to by with after", " "))
_NEXT_TO = (("next", "to"), ("close", "to"), ("right", "of"), ("inside", "of"), ("in", "front"))
_DROPPED = frozenset(listed("next to the of row that belongs belonging in right left side beside", " "))


def readings(phrase: Phrase) -> list[Wanted]:
    """All readings, the most literal first. What was quoted is a name and nothing else."""
    phrase = phrase.trim()
    if phrase.is_quoted:
        return [Wanted(phrase.text)]
    indefinite = phrase.low[:1] in (("a",), ("an",), ("any",), ("some",))
    phrase = phrase.trim(_ARTICLES) or phrase
    found = _with_quotes(phrase) if phrase.quoted else list(_without_quotes(phrase))
    return [replace(wanted, nth=1) if indefinite and not wanted.name and not wanted.nth else wanted for wanted in found]


def _without_quotes(phrase: Phrase) -> Iterator[Wanted]:
    yield Wanted(phrase.text)
    yield from _stripped(phrase, cost=0.5)
    last = phrase.tokens[-1].text
    if len(phrase) > 1 and last.islower() and last.isalpha() and not phrase[:-1].text.islower():
        # "the Moss colour", "the Team plan": a name, and a common noun behind it.
        yield Wanted(phrase[:-1].text, cost=3.0)
    for place in range(len(phrase) - 2, 0, -1):
        if phrase.low[place] in _NEAR and not _joined(phrase, place):
            head, near = phrase[:place], _near_words(phrase[place:])
            if head.trim(_ARTICLES) and near:
                yield Wanted(head.text, near=near, cost=2.0)
                yield from (replace(wanted, near=near) for wanted in _stripped(head, cost=2.5))


def _joined(phrase: Phrase, place: int) -> bool:
    """Whether the preposition is the second half of one: the "to" of "next to"."""
    return phrase.low[place - 1 : place + 1] in _NEXT_TO


def _near_words(phrase: Phrase) -> str:
    while phrase and (phrase.tokens[0].mark or phrase.low[0] in _DROPPED | set(_NEAR)):
        phrase = phrase[1:]
    return phrase.text


def _stripped(phrase: Phrase, cost: float) -> Iterator[Wanted]:
    """Without the words for its kind and its number."""
    phrase = phrase.trim(_ARTICLES) or phrase
    nth: int | None = None
    kinds = _by_kind(phrase)
    for name, roles in kinds:
        yield Wanted(name.text, roles, cost=cost)
    if len(phrase) > 1 and (nth := ordinal(phrase.low[0])) is not None:
        rest = phrase[1:].trim(_ARTICLES)
        yield Wanted(rest.text, nth=nth, cost=cost)
        for name, roles in _by_kind(rest):
            yield Wanted(name.text, roles, nth, cost=cost)
    if len(phrase) > 1 and (number := whole_number(phrase.tokens[-1].text)) is not None and kinds == []:
        for name, roles in _by_kind(phrase[:-1]):
            if not name:
                yield Wanted("", roles, number, cost=cost + 3)


def _by_kind(phrase: Phrase) -> list[tuple[Phrase, frozenset[str] | None]]:
    """The phrase without the noun of its kind, behind it or before it, and the roles of that kind."""
    found: list[tuple[Phrase, frozenset[str] | None]] = []
    for size in range(min(LONGEST, len(phrase)), 0, -1):
        behind = KINDS.get(stems(phrase[len(phrase) - size :].text))
        if behind is not None and not any(token.quoted for token in phrase.tokens[len(phrase) - size :]):
            found.append((phrase[: len(phrase) - size].trim(_ARTICLES), behind or None))
        before = KINDS.get(stems(phrase[:size].text))
        if before is not None and size < len(phrase):
            name = phrase[size:]
            name = (name.after(*_LABELLED) or name.after("to", "for", "of") or name).trim(_ARTICLES)
            if name:
                found.append((name, before or None))
    return [(name, roles) for name, roles in found if name or roles]


def _with_quotes(phrase: Phrase) -> list[Wanted]:
    """The quoted string is the name; the words around it say kind, number and place."""
    at = _named_quote(phrase)
    name, left, right = phrase.tokens[at].text, phrase[:at], phrase[at + 1 :]
    labelled = left.before(*_LABELLED)
    left = left if labelled is None else labelled
    left, near = _cut_place(left)
    right, more = _cut_place(right)
    near = more or near
    nth = ordinal(left.low[0]) if left else None
    left = (left[1:] if nth is not None else left).trim(
        (*_ARTICLES, "for", "to", "of"), ("for", "to", "of", "with", "or")
    )
    roles = [roles for part in (right, left) for _, roles in _by_kind(part) if roles]
    kind = KINDS.get(stems(name))
    if kind and not roles and {"widget", "element", "control"} & {*left.low, *right.low}:
        return [Wanted(name), Wanted("", kind, nth or 1)]
    if near and left.trim(_ARTICLES) == Phrase(left.source, ()) and not right:
        return [Wanted(name, near=near), Wanted(name, cost=6.0)]
    return [Wanted(name, roles[0] if roles else None, nth, near)]


def _named_quote(phrase: Phrase) -> int:
    quotes = [place for place, token in enumerate(phrase.tokens) if token.quoted]
    return next((place for place in quotes if phrase[:place].before(*_LABELLED) is not None), quotes[0])


def _cut_place(phrase: Phrase) -> tuple[Phrase, str]:
    for place, low in enumerate(phrase.low):
        if low in _NEAR and place < len(phrase) - 1:
            return phrase[:place], _near_words(phrase[place:])
    return phrase, ""
