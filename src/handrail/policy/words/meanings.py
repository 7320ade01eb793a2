"""Finds what the user wrote in other words: "three" for 3, "German" for "Deutsch", and dates and times as fields take
them: "5 December 2026, 3:30 pm" is 2026-12-05 and 15:30."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from functools import cache

from handrail.policy.words.clause import Clause
from handrail.policy.words.lexicon import LANGUAGES, Phrase, month_of, names_of_languages, numbers_of, plain, words_of
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


_ORDINAL = r"(?:\.|st|nd|rd|th|er|º|°)?"
_OF = r"(?:de\s|del\s|of\s)?"
_DAY, _MONTH, _YEAR = r"(?P<day>\d{1,2})", r"(?P<month>[^\W\d_]{3,12})\.?", r"(?P<year>\d{4})"
_DAY_FIRST = re.compile(rf"\b{_DAY}{_ORDINAL}\s{_OF}{_MONTH},?\s{_OF}{_YEAR}\b")
_MONTH_FIRST = re.compile(rf"\b{_MONTH}\s{_DAY}{_ORDINAL},?\s{_YEAR}\b")
_IN_DIGITS = re.compile(rf"(?<![\d./-]){_DAY}(?P<mark>[./-])(?P<month>\d{{1,2}})(?P=mark){_YEAR}(?![\d/-]|\.\d)")
_ISO = re.compile(r"(?<![\d-])(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})(?![\d-])")
_TIME = re.compile(
    r"(?<![\d:.])(?P<hour>\d{1,2})(?:\s?(?P<mark>[:.h])\s?(?P<minute>\d{2}))?(?P<half>\s?[ap]\.?m\b)?"
    r"(?P<unit>\s?(?:uhr|h|uur)\b)?(?![\d:]|[./-]\d)",
    re.IGNORECASE,
)
MONTHS, HOURS, MINUTES = 12, 24, 60
NOON = 12


def moments_in(text: str) -> frozenset[str]:
    """Return each date and each time that a text says, as HTML writes them."""
    said = " ".join(text.split())
    return frozenset((*_dates(said), *_times(said)))


def _dates(text: str) -> Iterator[str]:
    for form in (_DAY_FIRST, _MONTH_FIRST, _IN_DIGITS, _ISO):
        for found in form.finditer(text):
            name = found["month"]
            month, day = int(name) if name.isdecimal() else month_of(name), int(found["day"])
            if form is _IN_DIGITS and found["mark"] != ".":
                # Who writes 5/12/2026 may mean May.
                if month <= MONTHS and day <= MONTHS and month != day:
                    continue
                day, month = (month, day) if month > MONTHS else (day, month)
            try:
                yield date(int(found["year"]), month, day).isoformat()
            except ValueError:
                continue


def _times(text: str) -> Iterator[str]:
    for found in _TIME.finditer(text):
        hour, minute = int(found["hour"]), int(found["minute"] or 0)
        half = (found["half"] or "").strip().lower()[:1]
        # "15.30" alone may be a price.
        is_time = half or found["unit"] or (found["minute"] and found["mark"] != ".")
        if not is_time or (half and not 1 <= hour <= NOON):
            continue
        if half:
            hour = hour % NOON + (NOON if half == "p" else 0)
        if hour < HOURS and minute < MINUTES:
            yield f"{hour:02}:{minute:02}"
