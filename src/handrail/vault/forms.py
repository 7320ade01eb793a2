"""The forms in which a page may echo a value: as it is, reversed, in base64, base32, hexadecimal, or two of those."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import quote

from handrail.vault import views

Look = Literal["raw", "tight", "bare", "folded"]
"""In which view a form is looked for: the text itself, without gaps, letters and digits only, those in lower case."""

SHORTEST = 4
"""Characters of a value. Shorter text is everywhere, and masking it would mangle every page."""
ROUNDS = 3
"""Encodings inside of each other that are taken off."""
LOOSE = 6
"""Characters from which on a value is found with gaps between its characters: 1 2 3 4 is also the foot of a list."""


@dataclass(frozen=True, slots=True)
class Encoding:
    """One form of a secret's value, which is looked for in a view.

    Args:
        before, after: signs of the value that stand before and after ``text``, and are masked with it.
        reach: characters of base64 before and after ``text`` that hold some bits of the value too.
        rare: looked for in long words alone, as an encoding is one.
    """

    name: str
    text: str
    look: Look
    before: str = ""
    after: str = ""
    reach: tuple[int, int] = (0, 0)
    rare: bool = False


def forms_of(name: str, value: str) -> Iterator[Encoding]:
    """Yield every form of a value that `handrail.vault.mask.Mask` finds."""
    for text in dict.fromkeys((value, *_decodings(value))):
        yield from _plain(name, text)
    if len(views.bare(value)) >= LOOSE:
        yield from (form for form in _plain(name, value[::-1]) if value != value[::-1])
    octets = value.encode("utf-8", "surrogatepass")
    yield from _base64(name, octets)
    yield Encoding(name, octets.hex(), "folded")
    for form in _rare(name, value, octets):
        if len(form.text) >= LOOSE:
            yield replace(form, rare=True)


def _rare(name: str, value: str, octets: bytes) -> Iterator[Encoding]:
    """Yield a value in UTF-16, in base32, and in base64 or hexadecimal of another encoding."""
    for wide in _utf16(value):
        yield from _base64(name, wide)
        yield Encoding(name, wide.hex(), "folded")
    yield from _base32(name, octets)
    encoded = [form.text for form in _base64(name, octets)] + [octets.hex(), octets.hex().upper()]
    for text in dict.fromkeys(encoded):
        yield from _base64(name, text.encode())
        yield Encoding(name, text.encode().hex(), "folded")


def _utf16(value: str) -> list[bytes]:
    """Return its octets in either order; of plain letters those that are in both."""
    big, little = (value.encode(f"utf-16-{order}", "surrogatepass") for order in ("be", "le"))
    return [big[1:]] if value.isascii() else [big, little]


def _decodings(value: str) -> Iterator[str]:
    """Yield what a value that looks encoded becomes when the text around it is decoded."""
    for _ in range(ROUNDS):
        value = views.decode(value)
        if len(value) >= SHORTEST:
            yield value


def _plain(name: str, value: str) -> Iterator[Encoding]:
    letters = views.bare(value)
    if len(letters) >= LOOSE and 2 * len(letters) >= len(value):
        first = value.index(letters[0])
        last = value.rindex(letters[-1]) + 1
        # Words are in any text, in any case; what mixes letters and digits is not.
        mixed = any(map(str.isalpha, letters)) and any(map(str.isdigit, letters))
        look: Look = "folded" if mixed else "bare"
        yield Encoding(name, views.fold(letters) if mixed else letters, look, value[:first], value[last:])
        return
    # In a form that was sent, a blank is a plus sign.
    for text in dict.fromkeys((value, value.replace(" ", "+"))):
        close = views.tight(text)
        yield Encoding(name, close, "tight") if len(close) >= LOOSE else Encoding(name, text, "raw")


def _base64(name: str, octets: bytes) -> Iterator[Encoding]:
    for inner, reach in _in_groups(base64.b64encode, octets, 6, 3):
        letters = views.bare(inner)
        if len(letters) >= LOOSE:
            yield Encoding(name, letters, "bare", reach=reach)
        else:
            for text in dict.fromkeys((inner, inner.replace("+", "-").replace("/", "_"))):
                yield Encoding(name, text, "tight", reach=reach)


def _base32(name: str, octets: bytes) -> Iterator[Encoding]:
    for inner, reach in _in_groups(base64.b32encode, octets, 5, 5):
        yield Encoding(name, inner.lower(), "folded", reach=reach)


def _in_groups(
    encode: Callable[[bytes], bytes], octets: bytes, bits: int, group: int
) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the characters of so many bits that hold nothing but the value, with their `Encoding.reach`, for each of
    the places where it may begin in a group of octets."""
    for shift in range(group):
        whole, end = encode(b"\0" * shift + octets).decode(), shift + len(octets)
        yield whole[-(-shift * 8 // bits) : end * 8 // bits], (int(shift > 0), int(end % group > 0))


@dataclass(frozen=True, slots=True)
class EncodedNeedle:
    """What a picture must not show: ``text`` in the view ``look``, with so many characters ``before`` and ``after``.
    ``plain``: the value itself, or reversed."""

    text: str
    look: Look
    before: int = 0
    after: int = 0
    plain: bool = False


def needles_of(value: str) -> Iterator[EncodedNeedle]:
    """Yield a value as a person could read it on a page, in an address too."""
    plain = {*_plain("", value), *_plain("", value[::-1])}
    for form in forms_of("", value):
        before, after = len(form.before) + form.reach[0], len(form.after) + form.reach[1]
        yield EncodedNeedle(form.text, form.look, before, after, form in plain)
    upper = quote(value, safe="")
    lower = re.sub("%..", lambda code: code[0].lower(), upper)
    # A sign at the end of the value takes three characters there, of which `bare` keeps two.
    own = list(_plain("", value))
    ends = max(len(form.before) for form in own), max(len(form.after) for form in own)
    for text in dict.fromkeys((upper, lower)):
        letters = views.bare(text)
        if text != value and len(letters) >= LOOSE:
            yield EncodedNeedle(letters, "bare", *ends)
