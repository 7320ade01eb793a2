"""Texts and values as the user wrote them, and spans of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from handrail.policy.words.lexicon import Phrase, tokens_of, words_of
from handrail.trust.words import fold

_NOT_WITHIN_BEFORE = r"(?<!\d[.,'’])(?<!(?<![\w.,])[.,])(?<!(?<!\w)[-+−])(?<![\^*×·٫])"
_NOT_WITHIN_AFTER = r"(?![.,'’]\d)(?! \d{2,3}(?!\d))(?!\s?[\^*×·٫½⅓⅔¼¾])"
"""No number is a part of another: no decimal sign or one between thousands, a blank too, and no sign before it, nor an
operator or a fraction beside it. What stands between the parts of a date, a time or a range (``/``, ``:``, ``-``)
separates whole numbers."""


_BESIDE = 20
"""Characters in which the next word stands."""


def squeeze(text: str) -> str:
    """Return a text with one blank between its words."""
    return " ".join(text.split())


def contains_words(wanted: str, given: str) -> bool:
    """Return whether whole words and numbers match: letters picked out of words would spell anything, and neither 99
    nor 500 is a part of 0.99 or 1,500."""
    if wanted not in given:
        return False
    before = r"(?<!\w)" if re.match(r"\w", wanted) else ""
    after = r"(?!\w)" if re.search(r"\w$", wanted) else ""
    if re.match(r"\d", wanted):
        before += _NOT_WITHIN_BEFORE + (r"(?<!\d )" if re.match(r"\d{3}(?!\d)", wanted) else "")
    if not re.search(r"\d$", wanted):
        return re.search(f"{before}{re.escape(wanted)}{after}", given) is not None
    found = re.finditer(f"{before}{re.escape(wanted)}{after}{_NOT_WITHIN_AFTER}", given)
    # "3 million" and "minus 3" are not 3.
    return any(words_of("magnitudes").isdisjoint(_words_beside(given, *one.span())) for one in found)


LEAST_PART = 4
"""Least characters of a value that is looked for in a text."""


def as_words(text: str) -> str:
    """Return a text as it is compared: folded, with one blank between its words."""
    return squeeze(fold(text))


def is_part_of(value: str, texts: Iterable[str]) -> bool:
    """Return whether a value is some whole words of one of the texts, and not all of it; all of them `as_words`."""
    return len(value) >= LEAST_PART and any(value != given and contains_words(value, given) for given in texts)


def _words_beside(text: str, start: int, end: int) -> Phrase:
    return (*tokens_of(text[max(0, start - _BESIDE) : start])[-1:], *tokens_of(text[end : end + _BESIDE])[:1])


def leaves_of(data: Any) -> Iterator[str]:
    """Yield the texts and numbers in data as JSON has it, without the names of fields."""
    match data:
        case None | bool():
            return
        case dict():
            for value in data.values():
                yield from leaves_of(value)
        case list() | tuple():
            for value in data:
                yield from leaves_of(value)
        case _:
            yield str(data)
