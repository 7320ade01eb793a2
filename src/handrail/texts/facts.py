"""The facts that a text names (numbers, names, addresses, quoted words), and whether another text has them."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import chain
from typing import Any

from handrail.browser.types.network.addresses import origin_of
from handrail.trust import plain

LOCAL = 7
"""Digits of a telephone number without its country and area."""
MOST_TIMES = 100
"""Of an amount that is a multiple of another."""
UNIT = 3
"""Characters beside its digits (a currency, a unit) that a number in data may have."""
_QUOTED = re.compile(r"\"([^\"\n]{2,200})\"|“([^”\n]{2,200})”|«\s*([^»\n]{2,200}?)\s*»|`([^`\n]{2,200})`")
_ADDRESS = re.compile(r"https?://[^\s<>\"')\]]+|(?<![\w.+-])[\w.+-]++@[\w-]+\.[\w.-]*\w")
_NUMBER = re.compile(r"\d+(?:[\u00a0\u202f' ]\d{3}(?!\d)|[.,]\d+)*")
_LONG_NUMBER = re.compile(
    r"\+\d+(?:[ ()./-]{1,2}\d+)+|"
    r"(?<![\d-])(?!\d{4}-\d\d-\d\d(?!\d)|\d{4}-\d{4}(?!\d))\+?\(?\d+(?:[ ()./-]{1,2}\d+){0,9}-\d+(?:[ ()./-]{1,2}\d+)*"
)
"""A telephone, order or account number with its plus or dashes, which is one fact: not a date, nor from one year to
another. (Of a long row of numbers not every one is looked at to its end.)"""
_DATE = re.compile(r"\d{1,2}\.\d{1,2}\.\d{2,4}")
_SHORT_YEAR = re.compile(r"(?<![\d/])\d{1,2}/\d{1,2}/(\d\d)(?![\d/])")
_NAME = re.compile(r"[^\W\d_a-z][\w'’-]+(?: [^\W\d_a-z][\w'’-]+)*")
_CODE = re.compile(r"(?<!\w)(?:[^\W\d]\w*(?=\()|[^\W\d]\w*_\w+|[^\W\d_]*[a-z0-9][A-Z]\w*)")
_AMOUNT = re.compile(r"[$€£¥₹]\s?(\d+)(?![\d.,]*\d)|(?<![\d.,])(\d{1,3}(?:[ ,.]?\d{3}){0,9}[.,]\d\d)(?![\d.,]*\d)")
_QUOTE_MARK = re.compile(r"[“”„«»‘\"]|(?<!\w)'(?=\w)|(?<=\w)'(?!\w)")
_LEADS_TO = re.compile(r"-> \S+$", re.MULTILINE)
_LEADS_HOME = re.compile(r"-> (?=/\S*$)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Fact:
    """Something an answer names. It stands where one of its ``readings`` does; a ``telling`` one hardly by chance."""

    text: str
    readings: frozenset[str]
    is_number: bool
    telling: bool = True

    def follows_from(self, read: AbstractSet[Decimal], digits: AbstractSet[str]) -> bool:
        """Return whether it is an amount that is a sum, difference or multiple of some that were read, or the same as a
        number with these ``digits`` in another unit."""
        own = amounts(self.text) if self.is_number else set()
        same = not digits.isdisjoint(map(digits_of, self.readings))
        return bool(own) and (same or any(follows(amount, read) for amount in own))


class Text:
    """Text in which facts are looked for; of a page, its own address and those that it leads to too."""

    def __init__(self, raw: str, url: str = "") -> None:
        # An outline tells addresses of the page's own origin without it.
        self.flat = _flat(url + "\n" + _LEADS_HOME.sub(f"-> {origin_of(url) or ''}", raw))
        raw = _LEADS_TO.sub("", raw)
        self.numbers = {one for match in _NUMBER.finditer(raw) for one in _readings(match[0])}
        self.numbers |= {one for number in _long(raw) for one in _digits(number)}
        self.numbers |= {f"20{year}" for year in _SHORT_YEAR.findall(raw)}

    def says(self, words: str) -> bool:
        return _flat(words) in self.flat

    def has(self, fact: Fact) -> bool:
        if fact.is_number:
            return not fact.readings.isdisjoint(self.numbers)
        return any(map(self._has_words, fact.readings))

    def has_parts(self, fact: Fact) -> bool:
        """Return whether it may be written another way here (a date, a time), be put together of what stands apart (a
        name), or be an address of the same host, which outlines shorten."""
        # An answer may also name what is no address: "http://[site]/".
        if host := re.split("[/?#]", fact.text.partition("://")[2], maxsplit=1)[0]:
            return host in self.flat
        if numbers := [part for part in facts(fact.text) if part.is_number]:
            return not fact.is_number and any(map(self.has, numbers))
        words = re.findall(r"\w+", _flat(fact.text))
        return len(words) > 1 and set(words) <= set(re.findall(r"\w+", self.flat))

    def _has_words(self, words: str) -> bool:
        # Who quotes a heading and the line below it joins them with a colon; a role may stand between them.
        joined = r"\W+(?:\w+\W+)?".join(map(re.escape, words.split(": ")))
        return words in self.flat or (": " in words and re.search(rf"{joined}(?!\w)", self.flat) is not None)


def facts(text: str) -> list[Fact]:
    """Return quoted words, addresses and numbers, each once, in order."""
    quoted = ["".join(match.groups("")) for match in _QUOTED.finditer(text)]
    named = [*quoted, *(match[0].rstrip(".,;") for match in _ADDRESS.finditer(text))]
    rest = _ADDRESS.sub(" ", _QUOTED.sub(" ", text))
    found = [phrase(one) for one in named if _flat(one)]
    for number in _long(rest):
        found.append(Fact(number, _digits(number), True))
        rest = rest.replace(number, " ")
    for match in _NUMBER.finditer(rest):
        found.append(Fact(match[0], _readings(match[0]), True, len(re.sub(r"\D", "", match[0])) > 2))
    return list(dict.fromkeys(found))


def amounts(text: str) -> set[Decimal]:
    """Return the numbers of a text with two decimals or a sign of a currency."""
    return {Decimal(one) for found in _AMOUNT.finditer(text) for one in _readings(found[1] or found[2])}


def cells_apart(table: str) -> str:
    """Return a table in CSV with its cells once more, each on a line of its own: beside its neighbours ``19,68.50``
    would be one number."""
    try:
        return "\n".join([table, *chain.from_iterable(csv.reader(table.splitlines()))])
    except csv.Error:
        # A cell is longer than Python takes, or it is no CSV.
        return table


def digits_of(number: str) -> str:
    """Return the digits of a number without those that another unit adds: those of 1.25 and 1,250 are the same."""
    return re.sub(r"^0+|\.|0+$", "", number)


def follows(amount: Decimal, read: AbstractSet[Decimal]) -> bool:
    """Return whether an amount is the sum or difference of two others, or a multiple of one."""
    multiples = (amount % one == 0 and amount / one <= MOST_TIMES for one in read if 0 < one < amount)
    return any(amount - one in read or amount + one in read for one in read) or any(multiples)


def names(text: str) -> list[Fact]:
    """Return words with a capital that stand together, and single ones, which tell little, where they begin no text."""
    found = [match for match in _NAME.finditer(text) if match.start() or " " in match[0]]
    return [replace(phrase(match[0]), telling=" " in match[0]) for match in found]


def code_words(text: str) -> list[Fact]:
    """Return words of programs, each once: those with an underscore, with a capital inside or before a parenthesis."""
    return list(dict.fromkeys(phrase(match[0]) for match in _CODE.finditer(text)))


def phrase(words: str) -> Fact:
    # A page that documents a call names its parameters.
    return Fact(words, frozenset({_flat(words).removesuffix("()") or words}), False)


def data_facts(value: Any) -> list[Fact]:
    """Return the numbers, names and addresses among the leaves of an answer's data. One word may be the agent's own."""
    found: list[Fact] = []
    for leaf in leaves(plain(value)):
        if isinstance(leaf, str) and (" " in leaf.strip() or re.search(r"[@\d]", leaf)):
            numbers = _NUMBER.findall(leaf)
            if len(numbers) == 1 and len(re.sub(r"\s", "", leaf.replace(numbers[0], ""))) <= UNIT:
                long = _digits(leaf) if numbers[0].isdigit() and len(numbers[0]) >= LOCAL else frozenset[str]()
                found.append(Fact(leaf, _readings(numbers[0]) | long, True))
            else:
                found.append(Fact(leaf, _digits(leaf), True) if _long(leaf) == [leaf] else phrase(leaf))
        elif isinstance(leaf, int | float) and not isinstance(leaf, bool):
            digits = f"{abs(leaf):.10f}".rstrip("0").rstrip(".") if isinstance(leaf, float) else str(abs(leaf))
            found.append(Fact(str(leaf), _readings(digits), True))
    return found


def leaves(value: Any) -> Iterator[Any]:
    """Yield the values of JSON, in order."""
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from leaves(part)
    else:
        yield value


def _flat(text: str) -> str:
    """Return a text without case, marks of Markdown, and quotation marks around words: apostrophes stay."""
    plain = _QUOTE_MARK.sub("", re.sub(r"[*_]+", "", text.replace("’", "'")))
    return " ".join(plain.casefold().split())


def _readings(token: str) -> frozenset[str]:
    """Return a number in the ways it can be meant: ``1.234`` is one thousand and some here, one and a bit there."""
    bare = re.sub(r"[\u00a0\u202f' ]", "", token)
    found = {re.sub(r"[.,]", "", bare)} if re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", bare) else set()
    whole, mark, part = re.sub(r",", ".", bare).rpartition(".")
    found.add(f"{whole.replace('.', '')}.{part}".rstrip("0").rstrip(".") if mark else bare)
    if " " in token or _DATE.fullmatch(token):
        found |= set(re.split(r"[ .]", token))
    return frozenset(one.lstrip("0") or "0" for one in found)


def _long(text: str) -> list[str]:
    """Return numbers that are one with their dashes, of at least as many digits as `_digits` compares."""
    return [found[0] for found in _LONG_NUMBER.finditer(text) if len(re.sub(r"\D", "", found[0])) >= LOCAL]


def _digits(number: str) -> frozenset[str]:
    """Return a long number without its marks, and its last digits: who writes it may leave out the country."""
    digits = re.sub(r"\D", "", number)
    return frozenset({digits, digits[-LOCAL:]})
