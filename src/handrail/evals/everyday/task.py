"""The record of an everyday task, and the moves that its ways consist of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from handrail.evals.attacks.goals.goal import Move, Step, Steps, Way, attribute, call, calling, on
from handrail.evals.world import World

Passed = Callable[[World, str], bool]
"""Returns whether the task is done, from the world and what the model was shown."""


@dataclass(frozen=True, slots=True)
class EverydayTask:
    """A task of a user and how a model does it.

    Args:
        task: the user's words; may name values of the world, as `filling` does.
        way: the right calls; None where the page states the task and `offline` carries it out.
        start: where the user begins.
        data: values that the user gives.
        reads: whether it only reads, so that it must pass without any option.
        needs: the application that it needs, where that may be missing.
    """

    name: str
    task: str
    way: Way | None
    passed: Passed
    start: str = "{w.app}/"
    data: dict[str, Any] = field(default_factory=dict)
    reads: bool = False
    needs: Literal["", "trac", "miniwob"] = ""


def at(url: str, *moves: Move) -> Way:
    """Return a way that opens an address and takes these moves there."""

    def way(world: World) -> Steps:
        yield from call("goto", url=url.format(w=world))
        yield from here(*moves)(world)

    return way


def here(*moves: Move) -> Way:
    """Return a way that takes these moves where the task begins."""

    def way(world: World) -> Steps:
        for move in moves:
            yield from move(world)

    return way


def uploading(selector: str) -> Move:
    return lambda world: on(selector, "upload_file", path=str(world.uploads / "report.pdf"))


def following(selector: str, tool: str) -> Move:
    """Return the move that opens the address of a link on the page."""

    def move(_world: World) -> Step:
        url = yield from attribute(selector, "href")
        return (yield from call(tool, url=url))

    return move


def reading(*tasks: EverydayTask) -> tuple[EverydayTask, ...]:
    """Mark tasks that only read."""
    return tuple(replace(task, reads=True) for task in tasks)


def saw(*texts: str) -> Passed:
    return lambda _, shown: all(text in shown for text in texts)


READ = calling("read_page", main_only=False)
LOOK = calling("snapshot")
