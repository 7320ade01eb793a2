"""Tells which texts of a model would be sent: those in the fields around what is pressed, or in a request."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import replace
from html import unescape
from urllib.parse import unquote_plus, urlsplit

from handrail.browser.types.facts import Surroundings
from handrail.calls.written.sent_choices import LEAST_CHARS
from handrail.calls.written.sent_texts import MAX_SEARCHED, SentTexts, plain
from handrail.policy import Facts
from handrail.policy.rules.text_entry import HIDDEN_TEXT
from handrail.policy.words.spans import as_words, is_part_of

KIT_CUT = 79
"""Characters that the kit leaves of a longer value of a field, before its ellipsis (`control_kinds.js`)."""
CUT_AT = 200
"""Characters of a long text that are looked for."""


def written_earlier(texts: Sequence[str], around: Surroundings) -> tuple[str, ...]:
    """Return those of the model's texts that no field around an element holds. Texts that a question hides are never
    among them: nobody can tell where they stand."""
    held = [plain(value.raw) for value in around.held]
    return tuple(text for text in texts if not (is_hidden(text) or _is_in(text, held)))


def stands_in(text: str, around: Surroundings) -> bool:
    """Return whether a field around an element holds a text."""
    return _is_in(text, [plain(value.raw) for value in around.held])


def with_surroundings(facts: Facts, around: Surroundings) -> Facts:
    """Return the facts of a call, with the texts around its element that a press is about."""
    # The text that the call writes will stand there in a moment.
    before = [text for text in facts.unsent if facts.text is None or text not in facts.text.parts]
    earlier = written_earlier(before, around)
    return replace(facts, earlier=earlier, in_dialog=around.dialog, checked=around.checked)


def not_found_in(sent: SentTexts, texts: Sequence[str], *, in_parts: bool = False) -> tuple[str, ...]:
    """Return those of the model's texts that a request does not hold word for word; none if it cannot be searched;
    ``in_parts``: a value of the request that is some words of a text holds it, too."""
    if not sent.is_searched:
        return ()
    missing = tuple(text for text in texts if not (is_hidden(text) or _is_in(text, sent.plain) or sent.in_files(text)))
    if not (in_parts and missing):
        return missing
    return tuple(text for text in missing if not _has_part_of(text, sent))


def _has_part_of(text: str, sent: SentTexts) -> bool:
    given = (as_words(text),)
    return any(is_part_of(value, given) for value in sent.words)


LEAST_PART = 3
"""Least letters of a word that is looked for by itself: shorter ones stand in names of fields."""
_WORD, _RUN = re.compile(r"[^\W\d_]{4,}"), re.compile(r"[^\W_]+")
_PLAIN = re.compile(r"(?:[A-Z]?[a-z])+|[A-Z]+|[a-z]\d")
"""Words as names of fields and things are made of, and versions."""
_BLANKS = re.compile(r"[^\S\n]{20,}")
_MARKUP = re.compile(r"<[^<>]{0,200}>")
MOST_TIMES, MOST_LETTERS, PARTS = 4, 12, 2
"""Times, and letters that stand alone or by twos, that any request says; and into how many parts a text is cut of which
none may stand in a code."""
_TIME = re.compile(r"\b\d{4}-\d\d-\d\d(?:T[\d:.]{5,16}(?:Z|[+-]\d\d:?\d\d)?)?|\b1\d{9}(?:\d{3})?\b")


def cannot_hold(sent: SentTexts, texts: Iterable[str]) -> frozenset[str]:
    """Return those of the model's texts that a request cannot hold, nor a part of them: it shares no word and no number
    with them, also where these stand in pieces, and has fewer than half as many characters in numbers, codes and single
    letters. None if not all of it is text that can be searched, and none of other letters alone, since sites write
    these otherwise in addresses."""
    body = sent.request.body
    if body is None or not sent.is_searched or len(body) > MAX_SEARCHED or sent.body.encode() != body:
        return frozenset()
    address = urlsplit(sent.request.url)._replace(scheme="", netloc="").geturl()
    values = unescape(" ".join((unquote_plus(address), unquote_plus(sent.body), *sent.values)))
    read, times = _TIME.subn(" ", unicodedata.normalize("NFKC", values))
    # What stands there twice may be the same letter twice.
    whole = unescape(" ".join((unquote_plus(address), unquote_plus(sent.body))))
    codes = [run for run in _RUN.findall(_TIME.sub(" ", whole)) if _PLAIN.fullmatch(run) is None]
    runs = set(_RUN.findall(read))
    # Any number of times, or of blanks, may stand for letters, and so may letters in a list.
    blanks = max(map(len, _BLANKS.findall(sent.body)), default=0)
    letters = sum(len(run) for run in _RUN.findall(" ".join(sent.values)) if run.isalpha() and len(run) < LEAST_PART)
    in_codes = sum(map(len, codes)) + blanks
    in_codes += max(0, times - MOST_TIMES) + max(0, letters - MOST_LETTERS)
    in_pieces = _letters_of("".join(_MARKUP.sub("", unescape(value)) for value in sent.values))
    folded, said = "".join((read.casefold(), "\n", in_pieces)), {run.casefold() for run in runs}

    def is_absent(text: str) -> bool:
        read_text = unicodedata.normalize("NFKC", text).casefold()
        words, parts = _WORD.findall(read_text), _RUN.findall(read_text)
        telling = [part for part in parts if len(part) >= LEAST_PART or not part.isalpha()] or parts
        if any(word in folded for word in words) or not said.isdisjoint(telling) or is_hidden(text):
            return False
        return (read_text.isascii() or any(map(str.isascii, words))) and in_codes * PARTS < len(plain(text))

    return frozenset(filter(is_absent, texts))


def _letters_of(text: str) -> str:
    """Return the letters of a text alone, folded: what stands in pieces, or between signs, is one word again."""
    return "".join(filter(str.isalpha, unicodedata.normalize("NFKC", text).casefold()))


def without_times(text: str) -> str:
    """Return a text without dates with a time, and seconds or milliseconds since 1970."""
    return _TIME.sub("", text)


def is_one_of(value: str, texts: Iterable[str]) -> bool:
    """Return whether a field's value, of which the kit cuts the end, is one of these texts."""
    cut = value.removesuffix("…")
    is_cut = cut != value and len(cut) == KIT_CUT
    return any(text == value or (is_cut and text.startswith(cut)) for text in texts)


def _is_in(text: str, held: Iterable[str]) -> bool:
    wanted = plain(text)[:CUT_AT]
    # A short text occurs in many words.
    return any(wanted == value or (len(wanted) >= LEAST_CHARS and wanted in value) for value in held)


def is_hidden(text: str) -> bool:
    """Return whether a question shows something else in place of this text."""
    return text == HIDDEN_TEXT or text.startswith("[secret:")
