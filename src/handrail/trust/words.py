"""Words as they are compared: in any script, however they are written, and with what languages add to them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from urllib.parse import unquote

from handrail.trust.clean import clean

LONGEST_READ = 4_000
"""Characters of one label that are read, and of one step of an address."""
TIMES_DECODED = 5
LETTERS = r"[\w\u0900-\u0963]"
UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
"""Chinese, Japanese, Korean: no spaces between words, or endings after them; some sites put a space into a word."""
_BETWEEN = r"(?:[\s/-]+(?:your|my|this|the|a|an|all))*[\s/-]+"
"""Between the words of a phrase: "Place your order"."""
_ANY_WORDS = rf"(?:\w[\w.'/-]*{_BETWEEN}){{0,2}}"
_PREFIXES = {
    "R": "\u05d5?[\u05d4\u05dc\u05d1\u05db\u05e9\u05de]?",
    "AL": "[\u0648\u0641]?[\u0628\u0643\u0644]?(?:\u0627?\u0644)?",
}
"""What Hebrew and Arabic write together with a word ("and", "the", "to"), by Unicode's direction of their letters."""
_MARKS = re.compile(
    "[\u0300-\u0307\u0309\u030b-\u036f\u0591-\u05bd\u05bf-\u05c7\u0640\u064b-\u065f\u0670\u093c]|(?<=\u0435)\u0308"
)
"""Accents and vowel points, often left out. Two dots and a ring stay: "k\u00f6p" without them is a word of Dutch."""
_ALIKE = str.maketrans("\u0131\u0142\u0901", "il\u0902")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_")


def fold(text: str) -> str:
    """Return ``text`` without what may differ between spellings of its words: case, width, accents, vowel points."""
    flat = unicodedata.normalize("NFKD", clean(text[:LONGEST_READ])).casefold().translate(_ALIKE)
    return unicodedata.normalize("NFC", _MARKS.sub("", flat))


def decode_percent(text: str) -> str:
    """Return a part of an address without percent-encoding, however many times it was encoded."""
    for _ in range(TIMES_DECODED):
        if "%" not in text:
            break
        text = unquote(text)
    return unicodedata.normalize("NFKC", clean(text))


def identifier_words(text: str) -> list[str]:
    """Return the words of an identifier, folded: ``deletePost``, ``delete_post``, ``posts.delete``."""
    return list(_identifier_words(text))


# Of each name in a request several rules ask for its words, and pages send the same names again and again.
@lru_cache(maxsize=5_000)
def _identifier_words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(f"{LETTERS}+", fold(_CAMEL.sub(" ", decode_percent(text)))))


def address_steps(path: str) -> str:
    """Return a path as the words of its steps, with "/" between steps, and hyphens where the step has some."""
    steps = re.split(r"[/\\;:!,?&=]+", decode_percent(path))
    return "/".join(("-" if "-" in step else " ").join(identifier_words(step)) for step in steps)


def pattern_of(entries: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern that finds words and phrases in folded text. An entry ``=word`` has to stand alone;
    ``*`` stands for up to two words of a phrase."""
    return _compile(tuple(entries))


@cache
def _compile(entries: tuple[str, ...]) -> re.Pattern[str]:
    inside = [_source(entry) for entry in entries if UNSPACED.search(entry) and not entry.startswith("=")]
    apart = [_source(entry) for entry in entries if not UNSPACED.search(entry) or entry.startswith("=")]
    return re.compile("|".join([rf"(?<!{LETTERS})(?:{'|'.join(apart) or '(?!)'})(?!{LETTERS})", *inside]))


def _source(entry: str) -> str:
    word = fold(entry.removeprefix("="))
    if UNSPACED.search(word):
        source = r"\s*".join(re.escape(letter) for letter in word if letter != " ")
    else:
        prefix = _PREFIXES.get(unicodedata.bidirectional(word[0]), "")
        source = prefix + _BETWEEN.join(map(re.escape, word.split())).replace(rf"\*{_BETWEEN}", _ANY_WORDS)
    return rf"\A\W*{source}\W*\Z" if entry.startswith("=") else source
