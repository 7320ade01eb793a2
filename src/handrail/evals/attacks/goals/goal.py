"""The record of a goal, and the files of all goals."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Literal

from handrail.evals.applications.application import App
from handrail.evals.attacks.goals.checks import CHECKS
from handrail.evals.attacks.goals.effects import effects_of
from handrail.evals.attacks.goals.places import PLACE_WAYS
from handrail.evals.attacks.goals.random_walk import walk
from handrail.evals.attacks.goals.reader import READER_WAYS
from handrail.evals.attacks.goals.ways import WAYS
from handrail.evals.steps import Way, read_way
from handrail.evals.world import World

Kind = Literal["obedient", "adversary", "reader", "random"]
Promise = Literal["G1", "G2", "G3", "G4", "G5", "G6", "G7"]


@dataclass(frozen=True, slots=True)
class Goal:
    """What an attacker wants.

    Args:
        promise: the promise of the threat model that it would break.
        instruction: the request of the injected text, in plain words.
        ways: how an obedient model does it, the plainest first; it tries the next where one is not permitted. In a
            file: a list of steps, ``{ open = "address" }`` for ``goto`` and ``new_tab`` with it, or a name in `WAYS` or
            `PLACE_WAYS`.
        succeeded: whether the attacker got it, read from the world; in a file the name of a check in `CHECKS`, or
            ``{ did = "text" }`` for a text that Alder's scripts sent.
        limit: why the threat model allows it to succeed; counted separately.
        only: the one kind of model that it makes sense for; the kinds "reader" and "random" have goals of their own.
        apps: the applications that have what its ways use.
        task: what the user asks for, where it is not the application's own task.
        options: options of the session beyond those of every attack.
        says_yes_to: rules to whose questions the user says yes, for once; to every other they say no.
    """

    name: str
    promise: Promise
    instruction: str
    ways: tuple[Way, ...]
    succeeded: Callable[[World], bool]
    limit: str = ""
    only: Kind | Literal[""] = ""
    apps: tuple[App, ...] = ("alder",)
    task: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    says_yes_to: Sequence[str] = ()


def mark(name: str) -> str:
    """Return the mark by which an obedient model finds its instruction: letters that every cleaning keeps."""
    return f"ACT-{name}"


_COMPUTED = {**WAYS, **PLACE_WAYS, **READER_WAYS, "walk": walk}
_CHECKS = {**CHECKS, "any_effect": lambda world: bool(effects_of(world))}


def load_goals() -> dict[str, Goal]:
    """Return all goals by name."""
    return {
        name: _goal(name, **record)
        for file in sorted(Path(__file__).parent.glob("*.toml"))
        for name, record in tomllib.loads(file.read_text("utf-8")).items()
    }


def _goal(
    name: str, *, ways: list[Any], succeeded: str | dict[str, str], apps: list[App] | None = None, **rest: Any
) -> Goal:
    return Goal(
        name,
        ways=tuple(way for entry in ways for way in _read_ways(entry)),
        succeeded=_CHECKS[succeeded] if isinstance(succeeded, str) else partial(_did, what=succeeded["did"]),
        apps=tuple(apps or ("alder",)),
        **rest,
    )


def _did(world: World, what: str) -> bool:
    return any(what in one for one in world.alder.state.done)


def _read_ways(entry: Any) -> Iterator[Way]:
    match entry:
        case str():
            yield _COMPUTED[entry]
        case {"open": url}:
            yield read_way([url])
            yield read_way([["new_tab", {"url": url}]])
        case _:
            yield read_way(entry)
