"""Entries left out of data files, one by one: of lists and rows of words in JSON, of alternatives in TOML."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from functools import partial
from itertools import chain
from typing import Any

from scripts.mutants.mutations import Mutant

_WORDS = r"[^\W\d_]\w*(?: \w+)*"
_ALTERNATIVES = (re.compile(rf"(?<=[|(:'\n])({_WORDS})\|"), re.compile(rf"\|\n?({_WORDS})(?=[)'])"))
"""One before another, and the last one."""
_KEY = re.compile(r"^(\w+) = ", re.MULTILINE)
_BAR = re.compile(r"(?<![<|])\|(?!>)")
"""Between two words of a row; one inside of a sign, as in ``<|``, belongs to it."""
_PROSE = ("note", "sources")
"""Endings of keys that say where the data comes from."""


def entries_of(file: str, text: str) -> list[Mutant]:
    """Every mutant of a data file."""
    if file.endswith(".toml"):
        data = tomllib.loads(text)
        if all(isinstance(value, str) for value in data.values()):
            return list(_alternatives(file, text))
        return list(_words_of_patterns(file, text, data))
    data = json.loads(text)
    return [
        Mutant(file, 1, f"{file} {where}: {json.dumps(entry)} -> nothing", partial(_without, data, owner, key, at))
        for where, owner, key in _lists(data, "")
        for at, entry in enumerate(_entries(owner[key]))
    ]


def _lists(data: dict[str, Any], where: str) -> Iterator[tuple[str, dict[str, Any], str]]:
    """The lists and the rows of words in JSON, each with the keys that lead to it, and its owner."""
    for key, part in data.items():
        inner = f"{where}.{key}".lstrip(".")
        if key.endswith(_PROSE):
            continue
        if isinstance(part, dict):
            yield from _lists(part, inner)
        elif isinstance(part, list | str) and len(_entries(part)) > 1:
            yield inner, data, key


def _entries(part: list[Any] | str) -> list[Any]:
    return part.split() if isinstance(part, str) else part


def _without(data: Any, owner: dict[str, Any], key: str, at: int) -> str:
    whole = owner[key]
    left = [entry for place, entry in enumerate(_entries(whole)) if place != at]
    owner[key] = " ".join(left) if isinstance(whole, str) else left
    try:
        return json.dumps(data)
    finally:
        owner[key] = whole


def _words_of_patterns(file: str, text: str, data: dict[str, Any]) -> Iterator[Mutant]:
    """Words left out of patterns in tables, each a row of groups with `` + `` between them."""
    for table, values in data.items():
        for pattern in values["patterns"]:
            line = text.count("\n", 0, text.index(pattern)) + 1
            groups = [_BAR.split(group) for group in pattern.split(" + ")]
            for place, group in enumerate(groups):
                for word in group if len(group) > 1 else ():
                    left = "|".join(other for other in group if other != word)
                    rows = [
                        *("|".join(one) for one in groups[:place]),
                        left,
                        *("|".join(one) for one in groups[place + 1 :]),
                    ]
                    changed = text.replace(pattern, " + ".join(rows), 1)
                    name = f"{file} {table} {groups[0][0]!a}: {word!a} -> nothing"
                    yield Mutant(file, line, name, lambda changed=changed: changed)  # type: ignore[misc]


def _alternatives(file: str, text: str) -> Iterator[Mutant]:
    for match in chain.from_iterable(pattern.finditer(text) for pattern in _ALTERNATIVES):
        changed = text[: match.start()] + text[match.end() :]
        try:
            for pattern in tomllib.loads(changed).values():
                re.compile(pattern.replace("\n", ""))
        except (tomllib.TOMLDecodeError, re.error):
            continue
        key = _KEY.findall(text, 0, match.start())[-1]
        line = text.count("\n", 0, match.start()) + 1
        yield Mutant(file, line, f"{file} {key}: {match[1]!a} -> nothing", lambda changed=changed: changed)  # type: ignore[misc]
