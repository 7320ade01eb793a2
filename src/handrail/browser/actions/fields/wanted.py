"""What was put into a field, and whether the field holds that, if need be in its own writing: grouped, with a currency
sign, in a mask, a date in another form."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from handrail.browser.actions.fields.moments import Part, says
from handrail.browser.types.acts import Filled

SECRET = "•••"
"""What the kit shows of a secret field."""
_PLAIN = re.compile(r"-?\d+(?:\.\d+)?")
_UNIT = re.compile(r"[A-Z]{3}")
_GROUPED = re.compile(r"-?\d{1,3}(?:([.,' ])\d{3})(?:\1\d{3})*(?:(?!\1)[.,]\d+)?")
_DECIMAL = re.compile(r"-?\d+[.,]\d+")
_LEAST_DIGITS = 7
"""Digits from which on a number without its marks is told apart from another: of a telephone, a card, an account."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a field should hold. ``is_part``: its editor may hold more. ``parts``: the dates and times in the text."""

    text: str
    is_part: bool = False
    parts: tuple[Part, ...] = ()

    def is_held(self, held: dict[str, Any]) -> bool:
        """Return whether what the kit read from a field is that."""
        if held["secret"]:
            # The value of a secret field stays in the page; its length still shows one that was cut short.
            bare, length = length_in_page(_bare(self.text)), length_in_page(self.text)
            is_grouped = held["bare"] == bare and (held["length"] > length or bare == len(without_blanks(self.text)))
            return held["length"] == length or is_grouped
        return self.is_said_by(held["value"])

    def is_said_by(self, value: str | None) -> bool:
        """Return whether a text is that."""
        there, wanted = without_blanks(value), without_blanks(self.text)
        if there == wanted or (self.is_part and there in wanted):
            return True
        if self.parts:
            return says(list(self.parts), value or "") is not False
        return not self.is_part and is_same(self.text, value or "")

    def is_written_otherwise(self, filled: Filled) -> bool:
        """Return whether a field holds it in writing of its own."""
        if filled.value is None or not filled.kept or filled.as_items or filled.replaced_by:
            return False
        return without_blanks(filled.value.raw) not in (without_blanks(self.text), SECRET)


def length_in_page(text: str) -> int:
    """Return how long a text is for a page, which counts UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def without_blanks(text: str | None) -> str:
    """Return a text without its blanks: fields and editors differ in how they keep these and line ends."""
    return "".join((text or "").split())


def is_same(wanted: str, held: str) -> bool:
    """Return whether a field that was given ``wanted`` holds just that in its own writing: 1,234.50 €, (555) 123-9999.
    Every digit and letter counts, and the place of a decimal point."""
    if _bare(wanted) == "" or not any(map(str.isdigit, wanted)):
        return False
    if _PLAIN.fullmatch(wanted.strip()) and (numbers := _numbers(held)):
        return Decimal(wanted.strip()) in numbers
    if _bare(wanted) != _bare(held) or any(mark in wanted and mark not in held for mark in "+#"):
        return False
    is_long = wanted.strip().lstrip("+").replace(" ", "").isdigit() or sum(map(str.isdigit, wanted)) >= _LEAST_DIGITS
    return _breaks(wanted) <= _breaks(held) or (is_long and _bare(wanted).isdigit() and "." not in wanted)


def _bare(text: str) -> str:
    return "".join(letter for letter in text if letter.isalnum())


def _breaks(text: str) -> set[int]:
    """Return after how many letters and digits marks stand between them."""
    counts, at = set[int](), 0
    for letter in text.strip():
        if letter.isalnum():
            at += 1
        elif not letter.isspace():
            counts.add(at)
    return counts - {0, at}


def _numbers(text: str) -> set[Decimal]:
    """Return what a text may mean as an amount: 1,500 is 1500, or 1.5 where a comma stands before decimals."""
    plain = _UNIT.sub("", text).replace("\u2212", "-").replace("\u2019", "'")
    bare = "".join(" " if letter.isspace() else letter for letter in plain)
    bare = "".join(letter for letter in bare if unicodedata.category(letter) != "Sc" and letter != "%").strip()
    bare = re.sub(r"^- (?=\d)", "-", bare)
    if (grouped := _GROUPED.fullmatch(bare)) is not None:
        whole = bare.replace(grouped[1], "")
        return {Decimal(whole.replace(",", "."))}
    if _DECIMAL.fullmatch(bare) is not None:
        return {Decimal(bare.replace(",", "."))}
    return {Decimal(bare)} if re.fullmatch(r"-?\d+", bare) else set()
