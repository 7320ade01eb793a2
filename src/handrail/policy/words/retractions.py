"""What a user takes back, puts off until they have done or said something themselves, or wants to stay as it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, zip_longest

from handrail.policy.words.clause import Clause
from handrail.policy.words.lexicon import act_of, stem, words_of

BEFORE_INFINITIVES = ("zu", "te")
"""In the languages that put infinitives last."""


def takes_back(clause: Clause) -> bool:
    """Return whether a clause takes back what was said before it: "no, don't"; "forget that" as a sentence of its
    own."""
    lexicon, verbs = clause.lexicon, clause.lexicon.words("take_back")
    if not set(clause.words) <= verbs | lexicon.words("beside") | lexicon.deny_all:
        return False
    is_verb = clause.mark == "." and not verbs.isdisjoint(clause.words)
    return is_verb or (clause.prohibits and not clause.carried)


def held_back(clauses: Sequence[Clause]) -> list[Clause]:
    """Return the clauses of a sentence. None of them asks for anything where one waits for the user or says that
    something stays as it is, nor those behind a verb that puts off ("prepare to send it"); what they deny stays
    denied."""
    pairs, held = list(zip_longest(clauses, clauses[1:])), list[Clause]()
    waits = any(_waits(one) or _stays(one, after) for one, after in pairs)
    for one, after in pairs:
        waits |= not one.lexicon.words("put_off").isdisjoint(one.words[:1])
        held.append(_later(one) if waits or _is_said(one, after) or _is_object(one) else one)
    return held


def _later(clause: Clause) -> Clause:
    return replace(clause, mood="denied" if clause.mood == "denied" else "other", later=True)


def _waits(clause: Clause) -> bool:
    """Return whether a clause waits for the user ("when I tell you"): nobody but them knows when it holds."""
    lexicon, words = clause.lexicon, (clause.mark, *clause.words)
    at = next((at for at, word in enumerate(words) if word in lexicon.words("condition")), len(words))
    return not lexicon.words("user").isdisjoint(words[at:])


def _stays(clause: Clause, after: Clause | None) -> bool:
    """Return whether a clause says that something stays as it is: "leave the kettle alone", "everything but the
    kettle"."""
    lexicon, words = clause.lexicon, clause.words
    excepts = after is not None and after.mark in words_of("contrast")
    if excepts and not words_of("all").isdisjoint(words[-1:]):
        return True
    is_left = not lexicon.words("leave").isdisjoint(words)
    return is_left and not (lexicon.words("untouched") | {"as"}).isdisjoint(words)


def _is_said(clause: Clause, after: Clause | None) -> bool:
    """Return whether a clause says what something is not ("the kettle is not mine"), or what the user does themselves
    ("I will hand it in myself"; but "send it to myself")."""
    lexicon, words = clause.lexicon, ("", *clause.words)
    if any(
        word in lexicon.words("in_person") and before not in lexicon.words("toward") for before, word in pairwise(words)
    ):
        return True
    is_said = words[-1] in words_of("yes_no") | lexicon.words("modal")
    return is_said and after is not None and after.mood == "denied" and not after.carried


def _is_object(clause: Clause) -> bool:
    """Return whether a verb of pressing or of consequence is the object of another one, which decides what is meant:
    "resist the urge to click Send", "beware of pressing Send", "unterlasse es, auf Senden zu klicken"."""
    lexicon, words = clause.lexicon, clause.words
    if clause.mood == "denied" or clause.carried or not words:
        return False
    if lexicon.words("particles") and len(words) > 1 and words[-2] in BEFORE_INFINITIVES:
        return True
    at = next((at for at, word in enumerate(words) if stem(word) in lexicon.stems("press")), 0)
    before = words[at - 1] if at else ""
    if words[at].endswith("ing") and before not in lexicon.words("use"):
        return bool(at or stem(words[0]) in lexicon.stems("press") or act_of(words[0]))
    return before in lexicon.words("infinitive")


def denied_in(clauses: list[Clause]) -> list[Clause]:
    """Return what is left of clauses that were taken back: what was denied stays denied."""
    return [clause for clause in clauses if clause.mood == "denied"]
