"""Entries left out of data files, one by one: of lists in JSON, of alternatives of patterns in TOML."""

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


def entries_of(file: str, text: str) -> list[Mutant]:
    """Every mutant of a data file."""
    if file.endswith(".json"):
        data = json.loads(text)
        return [
            Mutant(file, 1, f"{file} {where}: {json.dumps(entry)} -> nothing", partial(_without, data, entries, at))
            for where, entries in _lists(data, "")
            for at, entry in enumerate(entries)
        ]
    return list(_alternatives(file, text))


def _lists(data: Any, where: str) -> Iterator[tuple[str, list[Any]]]:
    """The lists in JSON, each with the keys that lead to it."""
    if isinstance(data, dict):
        for key, part in data.items():
            yield from _lists(part, f"{where}.{key}".lstrip("."))
    elif isinstance(data, list) and len(data) > 1:
        yield where, data


def _without(data: Any, entries: list[Any], at: int) -> str:
    left = entries.pop(at)
    try:
        return json.dumps(data)
    finally:
        entries.insert(at, left)


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
