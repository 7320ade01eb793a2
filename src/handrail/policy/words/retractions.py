"""What a user takes back, puts off until they have done or said something themselves, or wants to stay as it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from handrail.policy.words.clause import Clause
from handrail.policy.words.lexicon import words_of

BEFORE_INFINITIVES = ("zu", "te")
"""In the languages that put infinitives last."""


def takes_back(clause: Clause) -> bool:
    """Return whether a clause takes back what was said before: "no, don't"; the sentence "forget that"."""
    lexicon, verbs = clause.lexicon, clause.lexicon.words("take_back")
    if not set(clause.words) <= verbs | lexicon.words("beside") | lexicon.deny_all:
        return False
    is_verb = clause.mark == "." and not verbs.isdisjoint(clause.words)
    return is_verb or (clause.prohibits and not clause.carried)


def held_back(clauses: Sequence[Clause]) -> list[Clause]:
    """Return the clauses of a sentence. None of them asks for anything where one waits for the user or says that
    something stays as it is; what they deny stays denied."""
    waits = any(_waits(one) or _stays(one, after) for one, after in zip_longest(clauses, clauses[1:]))
    if not waits:
        return list(clauses)
    return [replace(one, mood=one.mood if one.mood == "denied" else "other", later=True) for one in clauses]


def _waits(clause: Clause) -> bool:
    """Return whether a clause waits for the user ("when I tell you"): nobody but them knows when it holds."""
    lexicon, words = clause.lexicon, (clause.mark, *clause.words)
    at = next((at for at, word in enumerate(words) if word in lexicon.words("condition")), len(words))
    return not lexicon.words("user").isdisjoint(words[at:])


def _stays(clause: Clause, after: Clause | None) -> bool:
    """Return whether a clause says that something stays as it is: "leave it alone", "all but the kettle"."""
    lexicon, words = clause.lexicon, clause.words
    excepts = after is not None and after.mark in words_of("contrast")
    if excepts and not words_of("all").isdisjoint(words[-1:]):
        return True
    is_left = not lexicon.words("leave").isdisjoint(words)
    return is_left and not (lexicon.words("untouched") | {"as"}).isdisjoint(words)


def denied_in(clauses: list[Clause]) -> list[Clause]:
    """Return what is left of clauses that were taken back: what was denied stays denied."""
    return [clause for clause in clauses if clause.mood == "denied"]
