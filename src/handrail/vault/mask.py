"""Masking: every echo of a secret that is found in a text, or in data with texts in it, becomes ``[secret:name]``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from string import ascii_letters, digits
from typing import Any

from handrail.vault import views
from handrail.vault.forms import LOOSE, ROUNDS, SHORTEST, Encoding, Look, forms_of
from handrail.vault.structure import walk
from handrail.vault.views import GAP, TextView

DOT, WIDE_DOT = "•", "\U0001f784"
"""The dot for a character beyond U+FFFF is beyond it too: a page counts those as two."""
_BASE64 = f"{ascii_letters}{digits}+/-_"
LOOSE_LOOKS: tuple[Look, ...] = ("bare", "folded")
MOST_TIMES = 3
"""How often a structure may say each letter: an element's name, its text, an attribute."""
_MOST_DOTS = 500
"""Ellipses of a text before which a value that was cut short is looked for."""

Span = tuple[int, int, str]
"""A stretch of a text, and the secret it echoes."""


class Mask:
    """Finds echoes of values and takes them out.

    What is found, in time linear in the text: the value as it is; with white space, invisible characters, markup or
    quotes between its characters, over the ends of lines and neighbouring External texts of one structure, and over
    neighbouring lines of a snapshot; written in characters of URLs, HTML and JSON, up to `ROUNDS` deep, in any mixture;
    in base64 (any alignment, both alphabets, padded or not) and hexadecimal of its UTF-8 or UTF-16, base32, and base64
    or hexadecimal of those; reversed; in other letter case where it has letters and digits; a letter or two in a word,
    with longer words between them; and the half or more of it that stands before or after an ellipsis.

    What is not found: ciphers, hashes, compression, other character sets and orders, another Unicode normalisation,
    words of the page between longer parts of it, parts that were cut without an ellipsis, and pictures (see
    `browser/screenshots/capture.py`). A page that wants to reveal a secret that it knows to a model can. Of values
    under `forms.LOOSE` characters only exact and encoded echoes are found.

    Args:
        values: per secret its values: of a one-time code the seed and the codes that are valid now.
    """

    def __init__(self, values: Mapping[str, Iterable[str]]) -> None:
        self._values = [(name, value) for name, several in values.items() for value in several]
        self._forms: dict[Look, list[Encoding]] = {"raw": [], "tight": [], "bare": [], "folded": []}
        self._rare: list[Encoding] = []
        for form in dict.fromkeys(form for name, value in self._values for form in forms_of(name, value)):
            (self._rare if form.rare else self._forms[form.look]).append(form)
        self._loose = [form for look in LOOSE_LOOKS for form in self._forms[look] if not any(form.reach)]
        self._folded = [views.fold(form.text) for form in self._loose]
        names = "|".join(re.escape(name) for name in values)
        self._marks = re.compile(rf"\[secret:(?:{names})\]")

    def text(self, text: str) -> str:
        """Return ``text`` with each echo as ``[secret:name]``."""
        spans = self._spans(text)
        return _mark(text, spans) if spans else text

    def names_in(self, text: str) -> set[str]:
        """Return the names of the secrets that a text echoes."""
        return {name for _, _, name in self._spans(text)}

    def dots(self, text: str) -> str:
        """Return ``text`` with each echo as dots, as many as it had characters: places in it stay what they were."""
        spans = self._spans(text)
        return _dot(text, spans) if spans else text

    def value(self, value: Any) -> Any:
        """Return any structure with its texts masked: strings, External, lists, tuples, dicts (keys too), dataclasses
        and snapshots. All else stays as it is, and so does, itself, a structure without an echo."""
        texts: dict[bool, list[str]] = {True: [], False: []}

        def note(text: str, outside: bool) -> str:
            texts[outside].append(text)
            return text

        seen = walk(value, note, self.value)
        masked = {outside: self._several(several) for outside, several in texts.items()}
        if masked == {True: None, False: None}:
            return seen
        turn = {outside: iter(masked[outside] or several) for outside, several in texts.items()}
        return walk(value, lambda _, outside: next(turn[outside]), self.value)

    def _several(self, texts: list[str]) -> list[str] | None:
        """Return texts that stand one after the other, masked; an echo may be spread over several. None for no echo."""
        whole = "\n".join(texts)
        spans = self._spans(whole)
        if not spans:
            return None
        masked, start, after = [], 0, 0
        for text in texts:
            end = start + len(text)
            while after < len(spans) and spans[after][1] <= start:
                after += 1
            inside: list[Span] = []
            for begin, finish, name in spans[after:]:
                if begin >= end:
                    break
                inside.append((max(begin, start) - start, min(finish, end) - start, name))
            masked.append(_mark(text, inside) if inside else text)
            start = end + 1
        return masked

    def _spans(self, text: str) -> list[Span]:
        if len(text) < SHORTEST or not self._values:
            return []
        found = [*self._in_rounds(text), *self._in_outline(text), *self._in_letters(text), *self._cut_short(text)]
        if not found:
            return []
        marks = [match.span() for match in self._marks.finditer(text)]
        return _merge(span for span in found if not any(a <= span[0] and span[1] <= b for a, b in marks))

    def _in_rounds(self, text: str) -> Iterator[Span]:
        """Yield the echoes in the text as it is, then decoded once and more; what was found is not searched again."""
        rest, last, now = text, "", text
        for depth in range(ROUNDS + 1):
            if now == last:
                return
            last = now
            if here := [*self._present(now), *self._present_in_words(now)]:
                found = list(_in_text(rest, depth, here))
                yield from found
                now = rest = _dot(rest, _merge(found))
                for _ in range(depth):
                    now = views.decode(now)
            now = views.decode(now)

    def _in_outline(self, text: str) -> Iterator[Span]:
        words = views.outline(text)
        here = [form for form in self._present(words) if form.look in LOOSE_LOOKS] if words else []
        if here:
            view = TextView.of(text).outline()
            # What is around the texts of lines stays, or lines would become one.
            for start, end, name in _find(view, here):
                yield from ((*span, name) for span in view.origins(start, end))

    def _in_letters(self, text: str) -> Iterator[Span]:
        """Yield what is shown letter by letter; a structure may hold each twice or more: as a name and as a text."""
        if not self._mentions(views.short_letters(text)):
            return
        words = views.short_words(text)
        for step in range(1, MOST_TIMES + 1):
            for first in range(step):
                some = words[first::step]
                view = TextView((text[start:end], start, end) for start, end in some)
                for start, end, name in _find(view, self._loose):
                    yield from ((*span, name) for span in view.origins(start, end))

    def _mentions(self, letters: str) -> bool:
        """Return whether letters hold a value, each of its letters once or more often."""
        if len(letters) < LOOSE:
            return False
        letters = views.fold(letters)
        some = [letters[first::step] for step in range(1, MOST_TIMES + 1) for first in range(step)]
        return any(folded in each for folded in self._folded for each in some)

    def _present(self, text: str) -> list[Encoding]:
        """Return the forms that a text contains. This is the quick part: mostly there are none."""
        here = [form for form in self._forms["raw"] if form.text in text]
        if self._forms["tight"]:
            close = views.tight(text)
            here += [form for form in self._forms["tight"] if form.text in close]
        letters = views.bare(text)
        here += [form for form in self._forms["bare"] if form.text in letters]
        folded = views.fold(letters)
        return here + [form for form in self._forms["folded"] if form.text in folded]

    def _present_in_words(self, text: str) -> list[Encoding]:
        """Return the rare forms that the long words of a text contain."""
        words = views.long_words(text)
        small = views.fold(words)
        return [form for form in self._rare if form.text in (small if form.look == "folded" else words)]

    def _cut_short(self, text: str) -> Iterator[Span]:
        """Yield the parts of values, at least half of one, before and after an ellipsis."""
        for count, dots in enumerate(re.finditer("…", text)):
            if count >= _MOST_DOTS:
                return
            for name, value in self._values:
                least = max(SHORTEST, len(value) // 2)
                yield from _before(text, dots.start(), name, value, least)
                yield from _after(text, dots.end(), name, value, least)


def _in_text(text: str, depth: int, forms: Sequence[Encoding]) -> Iterator[Span]:
    view = TextView.of(text)
    for _ in range(depth):
        view = view.decode()
    for start, end, name in _find(view, forms):
        yield (*view.origin(start, end), name)


def _find(view: TextView, forms: Sequence[Encoding]) -> Iterator[Span]:
    tight = view.only(views.TIGHT) if any(form.look == "tight" for form in forms) else None
    bare = view.only(views.BARE) if any(form.look in ("bare", "folded") for form in forms) else None
    for form in forms:
        source = {"raw": view, "tight": tight}.get(form.look, bare)
        assert source is not None, "a form is looked for in a view that was made"
        text = views.fold(source.text) if form.look == "folded" else source.text
        for at in _places(text, form.text):
            start, end = at, at + len(form.text)
            if source is not view:
                start, end = source.in_parent(start, end)
            start, end = _widen(view.text, start, end, form)
            yield start, end, form.name


def _places(text: str, part: str) -> Iterator[int]:
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)


def _widen(text: str, start: int, end: int, form: Encoding) -> tuple[int, int]:
    """Return the stretch with the signs at the value's ends, and base64 that holds some of its bits."""
    for sign in reversed(form.before):
        start = _step(text, start, -1, sign)
    for sign in form.after:
        end = _step(text, end, 1, sign)
    if form.reach[0]:
        start = _step(text, start, -1, _BASE64)
    if form.reach[1]:
        end = _step(text, end, 1, _BASE64)
    return start, end


def _step(text: str, at: int, way: int, wanted: str) -> int:
    """Return the place after the next character, over gaps, where that is one of those wanted; else the same place."""
    to = at if way > 0 else at - 1
    while 0 <= to < len(text) and text[to] not in wanted and GAP.match(text[to]):
        to += way
    if not (0 <= to < len(text) and text[to] in wanted):
        return at
    return to + 1 if way > 0 else to


def _before(text: str, at: int, name: str, value: str, least: int) -> Iterator[Span]:
    end = len(text[max(0, at - len(value) - 8) : at].rstrip()) + max(0, at - len(value) - 8)
    if end < least or text[end - least : end] not in value:
        return
    for length in range(min(len(value), end), least - 1, -1):
        if text.startswith(value[:length], end - length):
            yield end - length, end, name
            return


def _after(text: str, at: int, name: str, value: str, least: int) -> Iterator[Span]:
    rest = text[at : at + len(value) + 8]
    start = at + len(rest) - len(rest.lstrip())
    if text[start : start + least] not in value:
        return
    for length in range(min(len(value), len(text) - start), least - 1, -1):
        if text.startswith(value[-length:], start):
            yield start, start + length, name
            return


def _merge(found: Iterable[Span]) -> list[Span]:
    """Return the spans in order, joined where they overlap; the longest gives the name."""
    joined: list[Span] = []
    longest = 0
    for start, end, name in sorted(found, key=lambda span: (span[0], -span[1])):
        if joined and start < joined[-1][1]:
            known = joined[-1]
            joined[-1] = (known[0], max(known[1], end), name if end - start > longest else known[2])
            longest = max(longest, end - start)
        else:
            joined.append((start, end, name))
            longest = end - start
    return joined


def _mark(text: str, spans: Sequence[Span]) -> str:
    return _replace(text, spans, lambda _, name: f"[secret:{name}]")


def _dot(text: str, spans: Sequence[Span]) -> str:
    return _replace(text, spans, lambda part, _: "".join(WIDE_DOT if char > "\uffff" else DOT for char in part))


def _replace(text: str, spans: Sequence[Span], mark: Callable[[str, str], str]) -> str:
    kept = [text[: spans[0][0]]]
    for (start, end, name), (following, _, _) in pairwise([*spans, (len(text), 0, "")]):
        kept += [mark(text[start:end], name), text[end:following]]
    return "".join(kept)
