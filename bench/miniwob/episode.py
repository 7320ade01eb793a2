"""One task of MiniWoB++ as its solver has it: the words of the task, and the session's tools."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from handrail.results import Result
from handrail.session import Session
from handrail.trust import plain

Target = str | dict[str, Any]
"""An element as tools take it: its ref or label, its role and name, or a selector (`css`)."""


class Unsolved(Exception):
    """The task asks for something that its solver does not know, or a call failed."""


@dataclass(frozen=True, slots=True)
class Element:
    ref: str
    tag: str
    name: str
    text: str
    attributes: dict[str, str]


@dataclass(frozen=True, slots=True)
class Box:
    """Where an element lies in the window, in CSS pixels."""

    left: int
    top: int
    width: int
    height: int

    def at(self, across: float = 0.5, down: float = 0.5) -> tuple[int, int]:
        """Return the place that is so far across and down, each from 0 to 1."""
        return round(self.left + self.width * across), round(self.top + self.height * down)


def css(selector: str) -> dict[str, Any]:
    """Return the element that a selector finds, as tools take it."""
    return {"selector": selector}


@dataclass(frozen=True, slots=True)
class Episode:
    """A task and the tools of its session. All that a solver learns of the page are results of calls."""

    session: Session
    task: str

    async def call(self, tool: str, **params: Any) -> dict[str, Any]:
        """Return the data of a call.

        Raises:
            Unsolved: the call failed.
        """
        result = await self.attempt(tool, **params)
        if not result.ok:
            raise Unsolved(f"{tool} {params}: {result.code}, {result.error}")
        data: dict[str, Any] = plain(result.data)
        return data

    async def attempt(self, tool: str, **params: Any) -> Result[Any]:
        """Return the result of a call that may fail."""
        return await self.session.call(tool, **params)

    def match_task(self, pattern: str) -> tuple[str, ...]:
        """Return the groups of a pattern in the task's words.

        Raises:
            Unsolved: the task says something else.
        """
        found = re.search(pattern, self.task)
        if found is None:
            raise Unsolved(f"no {pattern} in {self.task}")
        return found.groups()

    async def find(self, selector: str, *attributes: str, visible: bool = True) -> list[Element]:
        """Return the elements that a selector finds, in the order of the page; those that can be seen by default."""
        data = await self.call("find_elements", selector=selector, attributes=list(attributes), max_results=100)
        return [
            Element(one["ref"], one["tag"], one["name"], one.get("text", ""), one.get("attributes", {}))
            for one in data["elements"]
            if one["visible"] or not visible
        ]

    async def with_text(self, selector: str, text: str) -> str:
        """Return the ref of the first element of a selector that holds exactly this text.

        Raises:
            Unsolved: none does.
        """
        for one in await self.find(selector):
            if one.text.strip() == text:
                return one.ref
        raise Unsolved(f"no {selector} with {text}")

    async def box(self, target: Target) -> Box:
        return Box(*(await self.call("element_info", ref=target))["box"])

    async def click(self, *targets: Target) -> None:
        """Click elements in turn."""
        for target in targets:
            await self.call("click", ref=target)

    async def fill(self, target: Target, value: str) -> None:
        await self.call("fill", ref=target, value=value)

    async def click_at(self, place: tuple[float, float], count: int = 1) -> None:
        await self.call("click_at", x=round(place[0]), y=round(place[1]), count=count)

    async def drag_at(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag from a place to another."""
        (from_x, from_y), (to_x, to_y) = start, end
        await self.call("drag_at", from_x=round(from_x), from_y=round(from_y), to_x=round(to_x), to_y=round(to_y))

    async def submit(self) -> None:
        await self.click({"role": "button", "name": "Submit"})


Solver = Callable[[Episode], Awaitable[None]]
SOLVERS: dict[str, Solver] = {}
"""The solver of each task, by the task's name."""


def solves(*tasks: str) -> Callable[[Solver], Solver]:
    """Register a function as the solver of these tasks."""

    def register(solver: Solver) -> Solver:
        SOLVERS.update(dict.fromkeys(tasks, solver))
        return solver

    return register
