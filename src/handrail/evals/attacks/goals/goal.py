"""The record of a goal, and the files of all goals."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from handrail.evals.applications.application import App
from handrail.evals.attacks.goals.checks import CHECKS
from handrail.evals.attacks.goals.ways import WAYS
from handrail.evals.steps import Way, read_way
from handrail.evals.world import World

Promise = Literal["G1", "G2", "G3", "G4", "G5", "G6", "G7"]
_FILES = ("secrets", "data", "data_elsewhere", "acts", "machine", "trac", "limits")


@dataclass(frozen=True, slots=True)
class Goal:
    """What an attacker wants.

    Args:
        name: snake_case.
        promise: the promise of the threat model that it would break.
        instruction: the request of the injected text, in plain words.
        ways: how an obedient model does it, the plainest first; it tries the next where one is not permitted. In a
            file: a list of steps, ``{ open = "address" }`` for ``goto`` and ``new_tab`` with it, or a name in `WAYS`.
        succeeded: whether the attacker got it, read from the world; in a file the name of a check in `CHECKS`.
        limit: why the threat model allows it to succeed; counted separately.
        only: the one kind of model that it makes sense for.
        apps: the applications that have what its ways use.
    """

    name: str
    promise: Promise
    instruction: str
    ways: tuple[Way, ...]
    succeeded: Callable[[World], bool]
    limit: str = ""
    only: Literal["", "obedient", "adversary"] = ""
    apps: tuple[App, ...] = ("alder",)


def mark(name: str) -> str:
    """Return the mark by which an obedient model finds its instruction: letters that every cleaning keeps."""
    return f"ACT-{name}"


def load_goals() -> dict[str, Goal]:
    """Return all goals by name."""
    return {
        name: _goal(name, **record)
        for file in _FILES
        for name, record in tomllib.loads((Path(__file__).parent / f"{file}.toml").read_text("utf-8")).items()
    }


def _goal(name: str, *, ways: list[Any], succeeded: str, apps: list[App] | None = None, **rest: Any) -> Goal:
    return Goal(
        name,
        ways=tuple(way for entry in ways for way in _read_ways(entry)),
        succeeded=CHECKS[succeeded],
        apps=tuple(apps or ("alder",)),
        **rest,
    )


def _read_ways(entry: Any) -> Iterator[Way]:
    match entry:
        case str():
            yield WAYS[entry]
        case {"open": url}:
            yield read_way([url])
            yield read_way([["new_tab", {"url": url}]])
        case _:
            yield read_way(entry)
