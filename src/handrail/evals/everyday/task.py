"""The record of an everyday task, the files of all tasks, and those on pages of MiniWoB.

Such a page states its task and judges it; the model `offline` carries it out.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from handrail.evals.everyday.checks import CHECKS
from handrail.evals.steps import Way, read_way
from handrail.evals.world import World

_FILES = ("alder", "shop", "trac", "birch")
_MINIWOB = (
    "click-test-2", "click-link", "click-checkboxes", "click-option", "click-tab", "click-button-sequence",
    "click-scroll-list", "choose-list", "enter-text",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class EverydayTask:
    """A task of a user and how a model does it.

    Args:
        task: the user's words; may name values of the world, as in ``{w.app}``.
        way: the right calls; None where the page states the task and `offline` carries it out.
        passed: returns whether the task is done, from the world and what the model was shown. In a file: the texts
            that the model was shown, as ``shows``, or a check of this name in `CHECKS`.
        reads: whether it only reads, so that it must pass without any option.
        needs: the application that it needs, where that is not Alder or may be missing.
        allow: origins that the user allows beside that of ``start``; may name values of the world.
    """

    name: str
    task: str
    way: Way | None
    passed: Callable[[World, str], bool]
    start: str = "{w.app}/"
    data: dict[str, Any] = field(default_factory=dict)
    reads: bool = False
    needs: Literal["", "birch", "trac", "miniwob"] = ""
    allow: tuple[str, ...] = ()


def load_tasks() -> list[EverydayTask]:
    """Return the tasks of all files, in their order."""
    return [
        _task(name, **record)
        for file in _FILES
        for name, record in tomllib.loads((Path(__file__).parent / f"{file}.toml").read_text("utf-8")).items()
    ]


def _task(
    name: str, *, way: list[Any], shows: Sequence[str] = (), allow: Sequence[str] = (), **rest: Any
) -> EverydayTask:
    check = None if shows else CHECKS[name]

    def passed(world: World, shown: str) -> bool:
        return all(text in shown for text in shows) if check is None else check(world)

    return EverydayTask(name, way=read_way(way), passed=passed, allow=tuple(allow), **rest)


MINIWOB_TASKS = tuple(
    EverydayTask(
        f"miniwob_{task.replace('-', '_')}",
        "",
        None,
        lambda world, _: world.miniwob is not None and world.miniwob.rewards.get(world.folder.name, 0) > 0,
        start=f"{{w.miniwob.origin}}/miniwob/{task}.html?{{w.folder.name}}",
        needs="miniwob",
    )
    for task in _MINIWOB
)
