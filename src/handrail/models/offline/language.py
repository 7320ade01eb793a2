"""Reads a request: its words, its clauses, and every way in which the grammar can read a clause."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from handrail.models.offline.words import data, fold, keys_of, phrases, text_of

if TYPE_CHECKING:
    from lark import Lark, Tree

MOST_WORDS = 24
"""Words in one clause: the ways to read a longer one are too many."""
_TOKENS = re.compile(
    r'"[^"]*"|“[^”]*”|(?<!\S)\'[^\']*\'(?=[\s,;.?!]|$)|[,;]|[^\s"“,;]+(?:[,;](?=[^\s"“,;])[^\s"“,;]*)*'
)
_STOPS = ".?!"
_POSSESSIVE = re.compile(r"(.+)['’]s (.+)")


class Token(NamedTuple):
    """A word of a request, and where it stands. ``joins`` is set for a comma, "and" and "then"."""

    text: str
    start: int
    end: int
    joins: bool


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that name something. ``quoted`` words are a name and nothing else."""

    text: str
    quoted: bool = False

    def __str__(self) -> str:
        return f"“{self.text}”"


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on a page: its name, and the place that it is in or beside."""

    name: Phrase
    place: Phrase | None = None
    beside: bool = False

    def __str__(self) -> str:
        return f"{self.name}" + (f" {'beside' if self.beside else 'in'} {self.place}" if self.place else "")


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that a clause asks for: what is typed, chosen or asked, and the thing that it is about."""

    value: str = ""
    thing: Thing | None = None
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a clause: the rule of the grammar, and the things that are asked for, in order."""

    rule: str
    items: tuple[Item, ...]


ASKS = frozenset(("count", "list", "exists", "says", "value", "leads", "state", "read"))


class Part(NamedTuple):
    """A clause of a request: where it ends, where what follows it begins, and the ways to read it."""

    end: int
    next: int
    readings: tuple[Reading, ...]


class Request:
    """The words of a request, and the clauses that may begin at each of them."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tokens_of(text)

    def parts(self, start: int) -> list[Part]:
        """Return the clauses that begin at a word, if what follows them can be read to the end too."""
        return [part for part in self._readable(start) if part.next in self._ending]

    def words_between(self, start: int, end: int) -> str:
        """Return the user's words between two places."""
        return self.text[self.tokens[start].start : self.tokens[end - 1].end] if start < end else ""

    def understood(self) -> tuple[list[str], str]:
        """Return the clauses that can be read from the beginning on, and the words after them."""
        reached: dict[int, list[str]] = {0: []}
        for start in range(len(self.tokens)):
            for part in self._readable(start) if start in reached else ():
                reached.setdefault(part.next, [*reached[start], self.words_between(start, part.end)])
        return reached[max(reached)], self.words_between(max(reached), len(self.tokens))

    def _readable(self, start: int) -> list[Part]:
        found = ((end, read_clause(self.words_between(start, end))) for end in self._ends(start))
        return [Part(end, self._after(end), readings) for end, readings in found if readings]

    @cached_property
    def _ending(self) -> set[int]:
        """The places from which the rest can be read."""
        good = {len(self.tokens)}
        for start in reversed(range(len(self.tokens))):
            good |= {start for part in self._readable(start) if part.next in good}
        return good

    def _ends(self, start: int) -> Iterator[int]:
        joins = [*(token.joins for token in self.tokens), True]
        for end in range(start + 1, min(len(self.tokens), start + MOST_WORDS) + 1):
            if joins[end] or self.tokens[end - 1].text[-1] in _STOPS:
                yield end

    def _after(self, end: int) -> int:
        return next((at for at in range(end, len(self.tokens)) if not self.tokens[at].joins), len(self.tokens))


def tokens_of(text: str) -> list[Token]:
    """Return the words of a text."""
    joins = (",", ";", *phrases("joins"), *phrases("then"))
    return [Token(one[0], *one.span(), fold(one[0]) in joins) for one in _TOKENS.finditer(text)]


@cache
def grammar() -> str:
    """Return the whole grammar: the rules, and the phrases of words.toml as terminals."""
    states = [phrase for group in data()["states"].values() for phrase in group]
    words = [f"_{name.upper()}: {_pattern(group)}" for name, group in data()["rules"].items()]
    return "\n".join([text_of("grammar.lark"), *words, f"STATE: {_pattern(states)}"])


def _pattern(group: Sequence[str]) -> str:
    longest = (r"\s+".join(map(re.escape, one.split())) for one in sorted(group, key=len, reverse=True))
    return f"/(?:{'|'.join(longest)})(?=[\\s,;.?!:]|$)/i"


@cache
def _parser() -> Lark:
    from lark import Lark

    return Lark(grammar(), parser="earley", lexer="dynamic", ambiguity="explicit", start="clause")


@lru_cache(maxsize=2048)
def read_clause(text: str) -> tuple[Reading, ...]:
    """Return every way to read these words as one clause; none where no rule uses all of them."""
    from lark.exceptions import UnexpectedInput
    from lark.visitors import CollapseAmbiguities

    try:
        trees = CollapseAmbiguities().transform(_parser().parse(text))
    except UnexpectedInput:
        return ()
    return tuple(dict.fromkeys(clause for tree in trees for clause in _clauses(tree, text)))


def _clauses(tree: Tree[Any], text: str) -> Iterator[Reading]:
    """Yield one parse as data; nothing where its words are no key or number although the grammar takes any."""
    (body,) = _trees(tree)
    rule = str(body.data)
    # The mark at the end of a question is not part of the name before it; at the end of a button's name it may be.
    items = tuple(_items(body, text.rstrip("?") if rule in ASKS else text)) or (Item(),)
    if rule == "keys":
        if pressed := keys_of(items[0].value):
            yield Reading(rule, (Item(pressed, items[0].thing),))
    elif rule in ("says", "exists") and _takes_words_of_the_question(items[0], text):
        # "Is there a Send button on this page" asks for a button, not for "there a Send button"; "is Send mentioned on
        # this page" for "Send".
        return
    elif any(_begins_with_verb(item, body) for item in items[1:]):
        return
    elif rule != "wait" or re.fullmatch(r"\d+(\.\d+)?", items[0].value):
        yield Reading(rule, items)
    if rule == "value" and items[0].thing is None and (found := _POSSESSIVE.fullmatch(items[0].value)):
        yield Reading(rule, (Item(found[2], Thing(Phrase(found[1]))),))


def _takes_words_of_the_question(item: Item, text: str) -> bool:
    """Return whether what is asked for begins with the end of "is there", or ends with "mentioned" of "is ..."."""
    phrase = item.thing.name if item.thing is not None else Phrase(item.value, item.quoted)
    named = fold(phrase.text)
    if not phrase.quoted and fold(text).startswith("is ") and named.endswith(" mentioned"):
        return True
    begun = [one.partition(" ")[2] for one in data()["rules"]["is_there"] if fold(text).startswith(f"{one} ")]
    return any(named.startswith(f"{rest} ") for rest in begun)


def _begins_with_verb(item: Item, body: Tree[Any]) -> bool:
    """Return whether a later value begins with the verb again ("type a into X and type b into Y"): a clause of its
    own."""
    verbs = data()["rules"].get(_VERBS.get(str(_trees(body)[0].data), ""), ())
    first, _, rest = fold(item.value).partition(" ")
    return bool(rest) and not item.quoted and first in verbs


_VERBS = {"typing": "type", "choice": "choose"}
_PAIRS = frozenset(("typing", "filling", "setting", "choice", "uploading"))
_VALUES = frozenset(("value", "user", "kind", "label", "term", "address", "state"))


def _items(body: Tree[Any], text: str) -> Iterator[Item]:
    """Return the things that a rule asks for: a list or pairs of them, or one made of all its parts."""
    parts = _trees(body)
    if parts and parts[0].data == "things":
        return (_item([thing], text) for thing in _trees(parts[0]))
    if parts and parts[0].data in _PAIRS:
        return (_item(_trees(part), text) for part in parts)
    return iter([_item(parts, text)] if parts else [])


def _trees(tree: Tree[Any]) -> list[Tree[Any]]:
    return [child for child in tree.children if not isinstance(child, str)]


def _item(parts: Sequence[Tree[Any]], text: str) -> Item:
    value, thing = Phrase(""), None
    for part in parts:
        if part.data in _VALUES:
            value = _phrase(part, text)
            continue
        named, *place = _trees(part) if part.data == "thing" else [part]
        name, where = _phrase(named, text), _phrase(place[0], text) if place else None
        between = fold(text[_span(named)[1] : _span(place[0])[0]]) if place else ""
        thing = Thing(name, where, between in data()["rules"]["beside"])
    return Item(value.text, thing, value.quoted)


def _span(tree: Tree[Any]) -> tuple[int, int]:
    leaves = list(tree.scan_values(lambda _: True))
    return leaves[0].start_pos, leaves[-1].end_pos


def _phrase(tree: Tree[Any], text: str) -> Phrase:
    """Return the user's words of a part. A full stop that ends a clause is no part of them."""
    start, end = _span(tree)
    said = " ".join(text[start:end].split())
    if [leaf.type for leaf in tree.scan_values(lambda _: True)] == ["QUOTED"]:
        return Phrase(said[1:-1], quoted=True)
    return Phrase(said[:-1] if end >= len(text) and said.endswith(".") else said)
