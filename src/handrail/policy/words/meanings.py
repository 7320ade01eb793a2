"""Finds numbers and names of languages that the user wrote in other words: "three" for 3, "German" for "Deutsch"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from handrail.policy.words.clause import Clause
from handrail.policy.words.lexicon import LANGUAGES, Phrase, names_of_languages, numbers_of, plain, words_of
from handrail.policy.words.spans import contains_words

_SHORT = 3
"""Letters of magnitudes that end no longer words."""


@cache
def meaning_of(word: str, languages: Phrase = LANGUAGES) -> str:
    """Return the digits of a number from 2 to 12 that is written as a word of one of the languages ("once" is eleven in
    Spanish alone), or what a language calls itself, for its name in any language; any other word as it is."""
    digits = (numbers_of(one).get(word) for one in languages)
    return next(filter(None, digits), names_of_languages().get(word, word))


def is_said_otherwise(wanted: str, texts: Iterable[str], clauses: Iterable[Clause]) -> bool:
    """Return whether a number or a language stands in the user's texts, or in their clauses, by another word;
    ``wanted``: one word of any language, or a number in digits."""
    if wanted not in (wanted.lower(), wanted.capitalize()):
        return False
    meaning = meaning_of(plain(wanted))
    if meaning.isdigit() and meaning != wanted and any(contains_words(meaning, text) for text in texts):
        return True
    said = list(clauses)
    return any(_says(*three, meaning) for three in zip((None, *said), said, (*said[1:], None), strict=False))


_DIGITS_OF_COUNT = 3
"""Most digits of a number of things: four are mostly a year."""


def is_one_of_counted(wanted: str, texts: Iterable[str]) -> bool:
    """Return whether the user's texts name several of what is called so: "three Storage Jars". Without their number
    before it, a shorter word is another one: "Martin" in "Martina"."""
    several = re.compile(rf"(\w+) {re.escape(wanted)}(?:e?[sn])(?!\w)")
    found = (one[1] for text in texts if re.search(r"[^\W\d_]{3}$", wanted) for one in several.finditer(text))
    return any(len(count := meaning_of(plain(number))) <= _DIGITS_OF_COUNT and count.isdigit() for number in found)


def _says(last: Clause | None, clause: Clause, following: Clause | None, meaning: str) -> bool:
    joins = words_of("joins_numbers")
    ahead = last.words[-1:] if last is not None and clause.mark in joins else ()
    behind = following.words[:2] if following is not None and following.mark in joins else ()
    meanings = [meaning_of(word, clause.lexicon.languages) for word in clause.words]
    for at, (word, one) in enumerate(zip(clause.words, meanings, strict=True)):
        if one != meaning or one == word:
            continue
        beside = _next_to([*ahead, *meanings[:at]][::-1]), _next_to([*meanings[at + 1 :], *behind])
        # "Once I have read it" is no eleven.
        is_number = word not in clause.lexicon.words("condition") and not any(map(_belongs_to_number, beside))
        if is_number or not meaning.isdigit():
            return True
    return False


def _next_to(words: list[str]) -> str:
    """Return the first of these words but for those that stand within numbers ("a hundred and two")."""
    between = words_of("joins_numbers") | words_of("article")
    return next((word for word in words if word not in between), "")


def _belongs_to_number(word: str) -> bool:
    """Return whether a word beside a number makes it another one: "twenty-two", "two million", "minus two"."""
    return word[-1:].isdigit() or any(
        word == one or (len(one) > _SHORT and word.endswith(one)) for one in words_of("magnitudes")
    )
