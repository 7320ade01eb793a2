"""Parts of a text that stand for the whole of it: its beginning, its pieces, and the lines that tell most."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

TELLING_LINES, TELLING_CHARS = 2, 200
"""Lines that tell most about something, and characters of each."""
_LINE_END = re.compile(r"\n|\\n")
"""In JSON a line end is two letters."""


def words_of(text: str) -> set[str]:
    """Return the words of a text of four letters and more, and its numbers."""
    return {word for word in re.findall(r"\w+", text.casefold()) if len(word) > 3 or word.isdigit()}


def telling_lines(text: str, wanted: Collection[str]) -> list[str]:
    """Return the lines that hold most of some words, at least two of them, in order."""
    lines = list(dict.fromkeys(line.strip() for line in _LINE_END.split(text)))
    scores = {line: len(words_of(line).intersection(wanted)) for line in lines}
    best = sorted((line for line in lines if scores[line] > 1), key=lambda line: -scores[line])[:TELLING_LINES]
    return [line if len(line) <= TELLING_CHARS else line[:TELLING_CHARS] + "…" for line in lines if line in best]


def lines_without(lines: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return the lines that the others do not have, in order: a value beside the name that it belongs to."""
    left, found = Counter(others), list[str]()
    for line in lines:
        if left[line] > 0:
            left[line] -= 1
        else:
            found.append(line)
    return found


def as_written(said: str, text: str) -> str:
    """Return words of a text as they stand there, with capitals and signs."""
    found = re.search(r"\W+".join(map(re.escape, said.split())), text, re.IGNORECASE)
    return found[0] if found else said


def first_lines(text: str, most: int) -> str:
    """Return the beginning of a text, up to the end of a line where one is near."""
    ends = [match.start() for match in _LINE_END.finditer(text, most // 2, most)]
    return text[: ends[-1] if ends else most]


def cut(text: str, most: int) -> str:
    """Return the beginning of a text, up to the end of a word where one is near, and how much more there is."""
    end = max(text.rfind(" ", most // 2, most), text.rfind("\n", most // 2, most))
    end = end if end > 0 else most
    return f"{text[:end]} [{len(text) - end:,} more characters]".strip()


def fair_share(sizes: Sequence[int], room: int) -> int:
    """Return how much each may have, so that all fit: what small ones leave goes to the larger."""
    for count, size in zip(range(len(sizes), 0, -1), sorted(sizes), strict=True):
        if size * count > room:
            return max(room // count, 0)
        room -= size
    return max(sizes, default=0)


def pieces(text: str, most: int) -> list[str]:
    """Return the lines of a text that say something; a longer one than ``most`` characters in pieces, at blanks, each
    as far in as the line."""
    found: list[str] = []
    for line in filter(str.strip, text.split("\n")):
        parts = [line] if len(line) <= most else re.findall(rf".{{1,{most}}}(?:\s|$)|.{{{most}}}", line)
        indent = line[: len(line) - len(line.lstrip())]
        found += parts[:1] + [indent + part for part in parts[1:]]
    return found


def cut_to_share(records: Sequence[dict[str, Any]], long: Collection[str], room: int) -> None:
    """Cut the values that may be ``long`` of records, so that each has an equal share of the room."""
    found = [(record, key, as_json(record[key])) for record in records for key in long if key in record]
    beside = len(as_json(records)) - sum(len(text) for *_, text in found)
    most = fair_share([len(text) for *_, text in found], room - beside)
    for record, key, text in found:
        if len(text) > most:
            record[key] = cut(text, most)


def clip_json(value: Any, most: int) -> Any:
    """Return a value; one that is too long as the beginning of its JSON."""
    text = as_json(value)
    return value if len(text) <= most else cut(text, most)


def as_json(value: Any) -> str:
    """Return a value as JSON, a text as it is."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
