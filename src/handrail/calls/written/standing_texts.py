"""Tells which texts of a model would be sent: those in the fields around what is pressed, or in a request."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from html import unescape
from urllib.parse import unquote_plus, urlsplit

from handrail.browser.types.acts import HeldRequest
from handrail.browser.types.facts import Surroundings
from handrail.calls.written.sent_choices import LEAST_CHARS, MAX_SEARCHED, is_searched, said_by, searched_body
from handrail.policy import Facts
from handrail.policy.rules.text_entry import HIDDEN_TEXT
from handrail.policy.words.spans import is_part_of

KIT_CUT = 79
"""Characters that the kit leaves of a longer value of a field, before its ellipsis (`control_kinds.js`)."""
CUT_AT = 200
"""Characters of a long text that are looked for."""


def written_earlier(texts: Sequence[str], around: Surroundings) -> tuple[str, ...]:
    """Return those of the model's texts that no field around an element holds. Texts that a question hides are never
    among them: nobody can tell where they stand."""
    held = [_plain(value.raw) for value in around.held]
    return tuple(text for text in texts if not (_is_hidden(text) or _is_in(text, held)))


def stands_in(text: str, around: Surroundings) -> bool:
    """Return whether a field around an element holds a text."""
    return _is_in(text, [_plain(value.raw) for value in around.held])


def with_surroundings(facts: Facts, around: Surroundings) -> Facts:
    """Return the facts of a call, with the texts around its element that a press is about."""
    # The text that the call writes will stand there in a moment.
    before = [text for text in facts.unsent if facts.text is None or text not in facts.text.parts]
    earlier = written_earlier(before, around)
    return replace(facts, earlier=earlier, in_dialog=around.dialog, checked=around.checked)


def earlier_than_press(texts: Sequence[str], presses: Sequence[Facts]) -> tuple[str, ...]:
    """Return those of the model's texts that stood nowhere around what it pressed last. (A page that a dialog blocks
    cannot be asked now.)"""
    return tuple(text for text in texts if presses and text in presses[-1].earlier)


def not_found_in(request: HeldRequest, texts: Sequence[str], *, in_parts: bool = False) -> tuple[str, ...]:
    """Return those of the model's texts that a request does not hold word for word; none if its body cannot be read.

    Args:
        request: what is to be sent.
        texts: the model's.
        in_parts: a value of the request that is some words of a text holds it, too.
    """
    if not is_searched(request):
        return ()
    held, values = _plain_parts(request), said_by(request)
    missing = tuple(text for text in texts if not (_is_hidden(text) or _is_in(text, held)))
    if not (in_parts and missing):
        return missing
    return tuple(text for text in missing if not any(is_part_of(value, (text,)) for value in values))


@lru_cache(maxsize=64)
def _plain_parts(request: HeldRequest) -> tuple[str, ...]:
    whole = unquote_plus(request.url) + " " + unquote_plus(searched_body(request))
    return (*map(_plain, said_by(request)), _plain(whole))


LEAST_PART = 3
"""Least letters of a word that is looked for by itself: shorter ones stand in names of fields."""
_WORD, _RUN = re.compile(r"[^\W\d_]{4,}"), re.compile(r"[^\W_]+")
_PLAIN = re.compile(r"(?:[A-Z]?[a-z]+)+|[A-Z]+|[a-z]\d")
"""Words as names of fields and things are made of, and versions."""
_BLANKS = re.compile(r"[^\S\n]{20,}")
MOST_TIMES, LEAST_TOLD = 4, 2
"""Times that a request says as any does, and which part of a text nobody may be told by a code: less than a half."""
_TIME = re.compile(r"\b\d{4}-\d\d-\d\d(?:T[\d:.]{5,16}(?:Z|[+-]\d\d:?\d\d)?)?|\b1\d{9}(?:\d{3})?\b")


def cannot_hold(request: HeldRequest, texts: Iterable[str]) -> frozenset[str]:
    """Return those of the model's texts that a request cannot hold, nor a part of them: it shares no word and no number
    with them, and has fewer than half as many characters in numbers and codes. None if its body cannot be read, and
    none of other letters alone, since sites write these otherwise in addresses."""
    try:
        body = (request.body or b"").decode()
    except UnicodeDecodeError:
        return frozenset()
    if len(request.body or b"") > MAX_SEARCHED or request.body is None:
        return frozenset()
    address = urlsplit(request.url)._replace(scheme="", netloc="").geturl()
    values = unescape(" ".join((unquote_plus(address), unquote_plus(body), *said_by(request))))
    read, times = _TIME.subn(" ", unicodedata.normalize("NFKC", values))
    runs = set(_RUN.findall(read))
    # Any number of times, or of blanks, may stand for letters.
    blanks = max(map(len, _BLANKS.findall(body)), default=0)
    in_codes = sum(len(run) for run in runs if _PLAIN.fullmatch(run) is None) + max(0, times - MOST_TIMES) + blanks
    folded, said = read.casefold(), {run.casefold() for run in runs}

    def is_absent(text: str) -> bool:
        plain = unicodedata.normalize("NFKC", text).casefold()
        words, parts = _WORD.findall(plain), _RUN.findall(plain)
        telling = [part for part in parts if len(part) >= LEAST_PART or not part.isalpha()] or parts
        if any(word in folded for word in words) or not said.isdisjoint(telling) or _is_hidden(text):
            return False
        return (plain.isascii() or any(map(str.isascii, words))) and in_codes * LEAST_TOLD < len(_plain(text))

    return frozenset(filter(is_absent, texts))


def without_times(text: str) -> str:
    """Return a text without dates with a time, and seconds or milliseconds since 1970."""
    return _TIME.sub("", text)


def is_one_of(value: str, texts: Iterable[str]) -> bool:
    """Return whether a field's value, of which the kit cuts the end, is one of these texts."""
    cut = value.removesuffix("…")
    is_cut = cut != value and len(cut) == KIT_CUT
    return any(text == value or (is_cut and text.startswith(cut)) for text in texts)


def _is_in(text: str, held: Iterable[str]) -> bool:
    wanted = _plain(text)[:CUT_AT]
    # A short text occurs in many words.
    return any(wanted == value or (len(wanted) >= LEAST_CHARS and wanted in value) for value in held)


def _plain(text: str) -> str:
    """Return a text without its white space: pages keep lines as paragraphs."""
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def _is_hidden(text: str) -> bool:
    return text == HIDDEN_TEXT or text.startswith("[secret:")
