"""What authors call their boxes: class and test names that say what a repeated box is ("tier", "product-card")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from handrail.models.offline.grammar.words import content, listed, meaning, singular, synonyms

ATTRIBUTES = ("class", "data-testid", "data-test", "data-cy", "itemprop", "itemtype")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_PREFIXES = frozenset(listed("js is has u c o l t qa", " "))
INLINE = frozenset(listed("a span code em strong b i small abbr cite sup sub kbd var", " "))
CONTROLS = frozenset(("button", "columnheader", "cell", "combobox", "textbox", "searchbox"))
_CONTROL_TAGS = frozenset(listed("input button select textarea form option label", " "))
_EMPTY_HEADS = frozenset(listed("item entry element thing record", " "))
_BOXES = frozenset(listed("card item tile entry box post", " "))
"""What authors call one box of many: a "product-card" is a product."""
_CONTAINERS = frozenset(listed("list grid container items wrapper group collection deck row cards", " "))


@dataclass(frozen=True, slots=True)
class AuthorToken:
    """A name that an author gave to boxes; ``container`` where it names the box around them."""

    attribute: str
    value: str
    container: bool
    rank: int

    @property
    def selector(self) -> str:
        """The outermost boxes of this name, or what stands directly in the box around them."""
        if self.attribute == "tag":
            return self.value
        quoted = self.value.replace("\\", "\\\\").replace('"', '\\"')
        operator = "~=" if self.attribute == "class" else "="
        one = f'[{self.attribute}{operator}"{quoted}"]'
        return f"{one} > *" if self.container else f"{one}:not({one} *)"


def selector_for(noun: str) -> str:
    """Elements that may be called by a noun; `best` then reads their names exactly."""
    heads = {content(named)[-1] for named in _named(noun)}
    forms = {form for head in heads for word in synonyms(head) for form in (word, _plural(word))}
    listed = sorted(form for form in forms if form.replace("-", "").isalnum())
    return ", ".join(f'[{attribute}*="{form}" i]' for attribute in ATTRIBUTES for form in listed)


def best(noun: str, elements: Sequence[Mapping[str, Any]]) -> list[AuthorToken]:
    """The names that fit a noun best; several where they fit equally well and are on different elements."""
    for named in _named(noun):
        if found := _best(named, elements):
            return found
    return []


def _named(noun: str) -> list[str]:
    """The noun, and what is left of "todo items" without its empty head."""
    said = noun.split()
    generic = len(said) > 1 and singular(said[-1].casefold()) in _EMPTY_HEADS
    return [noun, " ".join(said[:-1])] if generic else [noun]


def _best(noun: str, elements: Sequence[Mapping[str, Any]]) -> list[AuthorToken]:
    found: dict[AuthorToken, set[str]] = {}
    for element in elements:
        if element["tag"] in _CONTROL_TAGS or element["role"] in CONTROLS:
            continue
        inline = element["tag"] in INLINE
        for token in _tokens(noun, element["attributes"]):
            if inline and token.rank <= 2:
                continue  # a word in a sentence, not a thing
            found.setdefault(token, set()).add(element["ref"])
    if not found:
        return []
    top = max(token.rank for token in found)
    fitting = {token: refs for token, refs in found.items() if token.rank == top}
    kept: dict[frozenset[str], AuthorToken] = {}
    for token, refs in fitting.items():
        # "tier--featured" marks one of the tiers; it is no other kind of thing.
        if not any(refs < others for others in fitting.values()):
            kept.setdefault(frozenset(refs), token)
    return list(kept.values())


def _tokens(noun: str, attributes: Mapping[str, Any]) -> Iterator[AuthorToken]:
    for attribute in ATTRIBUTES:
        if attribute in attributes:
            text = attributes[attribute].raw
            for value in text.split() if attribute == "class" else [text]:
                rank, container = _rank(noun, value.rpartition("/")[2] if attribute == "itemtype" else value)
                if rank:
                    yield AuthorToken(attribute, value, container, rank)


def _rank(noun: str, value: str) -> tuple[int, bool]:
    """How well a name fits: the noun whole, its last word, its last word with more before it. 0: it does not."""
    wanted = meaning(noun)
    raw = [part for part in re.split(r"[-_]+", _CAMEL.sub("-", value.partition("--")[0])) if part]
    raw = [part.casefold() for part in raw if not part.isdigit()]
    while raw and raw[0] in _PREFIXES:
        raw = raw[1:]
    if not raw:
        return 0, False
    parts = meaning(" ".join(raw))
    head, modifiers = wanted[-1], set(wanted[:-1])
    if parts[-1] == head:
        before = set(parts[:-1])
        if modifiers and before and not modifiers & before:
            return 0, False
        rank = 6 if set(wanted) <= set(parts) and len(parts) == len(wanted) else 4 if not before else 2
        plural = singular(raw[-1]) != raw[-1]
        return (rank - 1, True) if plural else (rank, False)
    if raw[-1] in _BOXES and len(parts) > 1 and parts[-2] == head:
        return 3, False
    if raw[-1] in _CONTAINERS and len(parts) > 1 and parts[-2] == head:
        return 1, True
    return 0, False


def _plural(word: str) -> str:
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")
