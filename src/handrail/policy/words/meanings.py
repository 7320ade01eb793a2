"""Finds numbers and names of languages that the user wrote in other words: "three" for 3, "German" for "Deutsch"."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from handrail.policy.words.clause import Clause
from handrail.policy.words.lexicon import LANGUAGES, Phrase, names_of_languages, numbers_of, plain, words_of
from handrail.policy.words.spans import contains_words


@cache
def meaning_of(word: str, languages: Phrase = LANGUAGES) -> str:
    """Return the digits of a number from 2 to 12 that is written as a word, or what a language calls itself, for its
    name in any language; any other word as it is.

    Args:
        languages: those in which it may be a number: "once" is eleven in Spanish alone.
    """
    digits = (numbers_of(one).get(word) for one in languages)
    return next(filter(None, digits), names_of_languages().get(word, word))


def is_said_otherwise(wanted: str, texts: Iterable[str], clauses: Iterable[Clause]) -> bool:
    """Return whether a number or a language stands in the user's words by another word.

    Args:
        wanted: one word, of any language; a number may be in digits.
        texts: what the user wrote, whose clauses these are.
    """
    if wanted not in (wanted.lower(), wanted.capitalize()):
        return False
    meaning = meaning_of(plain(wanted))
    if meaning.isdigit() and meaning != wanted and any(contains_words(meaning, text) for text in texts):
        return True
    return any(_says(clause, meaning) for clause in clauses)


def _says(clause: Clause, meaning: str) -> bool:
    meanings = [meaning_of(word, clause.lexicon.languages) for word in clause.words]
    for at, (word, one) in enumerate(zip(clause.words, meanings, strict=True)):
        # "Twenty-two" and "two million" are other numbers than two.
        beside = {*clause.words[max(at - 1, 0) : at], *clause.words[at + 1 : at + 2]}
        if one == meaning != word and not (meaning.isdigit() and beside & words_of("magnitudes")):
            return True
    return False
