"""Finds the options of a list, and boxes, in what the user wrote."""

from __future__ import annotations

from handrail.policy.words.clause import Clause
from handrail.policy.words.lexicon import Phrase, words_of
from handrail.policy.words.meanings import meaning_of
from handrail.policy.words.naming import has_run, places_of, strip_quotes


def has_option(clause: Clause, option: Phrase) -> bool:
    """Return whether the words of an option stand in a clause."""
    meanings = tuple(map(meaning_of, option))
    return any(
        has_run(words, option) or has_run(tuple(meaning_of(word, clause.lexicon.languages) for word in words), meanings)
        for words in _with_and_without_small(clause)
    )


def sets_option(clause: Clause, option: Phrase) -> bool:
    """Return whether a clause sets something to an option: behind "to", or as its last words ("Make the album public"),
    and not away from it."""
    if not clause.heads & clause.lexicon.stems("set"):
        return False
    words = strip_quotes(clause.words)
    starts = list(places_of(words, option))
    ends = (at + len(option) == len(words) and words[at - 1] not in words_of("away") for at in starts)
    return any(ends) or any(at and words[at - 1] in words_of("aim") for at in starts)


def _with_and_without_small(clause: Clause) -> tuple[Phrase, Phrase]:
    """Return the words of a clause, also as labels have them: "Birkenweg 12, Bern" for "Birkenweg 12 in Bern"."""
    words = strip_quotes(clause.words)
    return words, tuple(word for word in words if word not in words_of("stop"))
