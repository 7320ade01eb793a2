"""What browsers and pages do that a web agent has to stand, from tests/behaviours.toml, for docs/behaviours.md."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

ROWS = Path(__file__).parent.parent / "tests" / "behaviours.toml"
BROWSERS = ("chromium", "firefox")


@dataclass(frozen=True)
class Behaviour:
    """A row of the table.

    Attributes:
        group: the heading that it stands under.
        behaviour: what a browser or page does.
        handrail: what Handrail does then.
        tests: the test that shows it, by browser; two browsers may share one.
        note: what a browser cannot do.
    """

    group: str
    behaviour: str
    handrail: str
    tests: dict[str, str]
    note: str = ""


def behaviours() -> list[Behaviour]:
    """Every row, in the order of the file."""
    rows, group = list[Behaviour](), ""
    for row in tomllib.loads(ROWS.read_text("utf-8"))["row"]:
        group = row.get("group", group)
        shared = row.get("test")
        tests = {name: row.get(name, shared) for name in BROWSERS if row.get(name, shared)}
        rows.append(Behaviour(group, row["behaviour"], row["handrail"], tests, row.get("note", "")))
    return rows


def behaviour_tables() -> str:
    """A table for each group."""
    return "\n\n".join(
        line for group, rows in groupby(behaviours(), lambda row: row.group) for line in _part(group, rows)
    )


def _part(group: str, rows: Iterator[Behaviour]) -> Iterator[str]:
    yield f"## {group}"
    lines = ["| behaviour | what Handrail does | shown by |", "| --- | --- | --- |"]
    for row in rows:
        note = f" ({row.note})" if row.note else ""
        lines.append(f"| {row.behaviour} | {row.handrail}{note} | {_shown_by(row.tests)} |")
    yield "\n".join(lines)


def _shown_by(tests: dict[str, str]) -> str:
    """The tests of a row; where they do not run in both browsers, with the one in which each does."""
    if len(set(tests.values())) == 1 and len(tests) == len(BROWSERS):
        return f"`{tests[BROWSERS[0]].removeprefix('tests/')}`"
    return "<br>".join(f"{name.capitalize()}: `{test.removeprefix('tests/')}`" for name, test in tests.items())
