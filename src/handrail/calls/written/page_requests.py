"""What a page sends of its own again and again, which the user agreed to once for the run."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import chain
from typing import Self

from handrail.calls.written.sent_texts import sent_values
from handrail.calls.written.standing_texts import without_times
from handrail.policy.requests.facts import RequestFacts
from handrail.trust.words import identifier_words


def key_of(facts: RequestFacts) -> tuple[object, ...]:
    """Return what a request has in common with those that one yes may cover: all of its shape, but for names of fields
    that lie in others. A page stores its settings as one object, with more in it each time."""
    *ends, names = facts.shape
    acts = tuple(name for name in names if "=" in name)
    return facts.from_origin, *ends, facts.fields, acts, facts.evidence.operation


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A request that said nothing that a model wrote or chose, and that the user agreed to: with the addresses that may
    have filled in its page (or that of one of the same key before), the names of its fields, also of those that lie in
    others, and the values, behind their names and alone."""

    addresses: frozenset[str]
    url: str
    names: frozenset[str]
    values: frozenset[tuple[str, str]]

    @classmethod
    def of(cls, facts: RequestFacts, addresses: Collection[str], before: Self | None) -> Self:
        """Return what the user agreed to with a request on a page that these addresses may have filled in, and
        ``before`` with one of the same key."""
        names, values = frozenset(facts.shape[3]), _values_of(facts)
        if before is None:
            return cls(frozenset(addresses), facts.request.url, names, values)
        fewer = before.names if before.names <= names else names
        return cls(before.addresses.union(addresses), facts.request.url, fewer, values)

    def followed_by(self, facts: RequestFacts) -> Self:
        """Return what the user agreed to, after a request that it covers."""
        return replace(self, values=_values_of(facts))

    def covers(self, facts: RequestFacts, addresses: Collection[str], pressed: str, *, chose: bool) -> bool:
        """Return whether the user agreed to a request of the same key. If the model ``chose`` something since that a
        question would tell, or another address may have filled in the page, it must say nothing new but what is written
        on what was ``pressed`` just now: a choice, or what an address names, may be said by any number or word. Which
        lock is removed, no model chooses."""
        names, others = set(facts.shape[3]), [one for one in addresses if one not in self.addresses]
        if not names >= self.names or (facts.evidence.operation and names != self.names):
            return False
        if facts.releases_lock or not (chose or others):
            return True
        new = _values_of(facts) - self.values
        texts = [*(value for _, value in new), *{name for name, _ in new}.difference(name for name, _ in self.values)]
        words, said = set(chain(*map(identifier_words, texts))), set(chain(*map(identifier_words, others)))
        is_of_press = words <= set(identifier_words(pressed)) - said and not any(map(str.isdigit, "".join(texts)))
        return is_of_press and facts.request.url == self.url


def _values_of(facts: RequestFacts) -> frozenset[tuple[str, str]]:
    """Return the names of a request's fields with their values, and all values without names, since of a long one no
    name is known. (Times say when it was sent.)"""
    named = (key.partition("=")[::2] for key in facts.evidence.body_keys)
    pairs = (*named, *(("", value) for value in sent_values(facts.request)))
    return frozenset((name, without_times(value).strip()) for name, value in pairs)
