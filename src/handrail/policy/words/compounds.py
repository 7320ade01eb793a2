"""Takes names apart that are written as one word: "deleteuser", "placeorder", "send2", "btnDelete1"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

_LETTER = r"[^\W\d_]"
_NUMBERED = re.compile(rf"(?<={_LETTER}{{3}})(?=\d+\b)")
"""Between a word and its number. What has fewer letters, or letters behind it, is mostly a code: "h264", "2fa"."""
_INFLECTED = "(?:d(?:at|by|on|items?)?|able|[aei]?r?s?)"
"""What makes another word of a verb: "deleted", "destroyers", "deletedat"."""


def words_apart(text: str, deletes: Iterable[str], acts: Iterable[str], things: Iterable[str]) -> str:
    """Return folded words in which a verb stands apart from what is written behind it: what ``deletes`` from anything,
    that of one of the ``acts`` from ``things`` and from its own object, and any word from a number."""
    return numbers_apart(_pattern(tuple(deletes), tuple(acts), tuple(things)).sub(" ", text))


def numbers_apart(text: str) -> str:
    """Return a text with a space between a word and the number behind it."""
    return _NUMBERED.sub(" ", text)


@cache
def _pattern(deletes: tuple[str, ...], acts: tuple[str, ...], things: tuple[str, ...]) -> re.Pattern[str]:
    phrases = [act.split() for act in acts]
    objects = "|".join({*things, *(word for _, *behind in phrases for word in behind[:1])})
    of_things = rf"(?:{objects})(?:s|es)?(?!{_LETTER})"
    of_all = rf"(?!{_INFLECTED}(?!{_LETTER})){_LETTER}{{3}}"
    # "del" begins many other words.
    ends = [rf"(?<=\b{verb})(?={of_all})" for verb in deletes if len(verb) > len("del")]
    ends += [rf"(?<=\b{verb})(?={of_things})" for verb in dict.fromkeys(first for first, *_ in phrases)]
    return re.compile("|".join(ends))
