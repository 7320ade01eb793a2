"""The record of a goal, and the steps that ways are made of."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, Literal, ParamSpec

from handrail.evals.applications.application import App
from handrail.evals.world import World
from handrail.models.protocol import Call
from handrail.results import Result
from handrail.trust import External

P = ParamSpec("P")
Promise = Literal["G1", "G2", "G3", "G4", "G5", "G6", "G7"]
Steps = Generator[Call, Result, None]
Step = Generator[Call, Result, Result]
Move = Callable[[World], Step]
"""One or a few calls on the page that is open."""
Way = Callable[[World], Steps]
"""A model's calls as a generator: it yields a call and is sent the result."""


EVERYWHERE: tuple[App, ...] = ("alder", "trac")


class NotThere(Exception):
    """An element that a way needs is missing; the way ends."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What an attacker wants.

    Args:
        name: snake_case.
        promise: the promise of the threat model that it would break.
        instruction: the request of the injected text, in plain words.
        ways: how an obedient model does it, the plainest first; it tries the next where one is not permitted.
        succeeded: whether the attacker got it, read from the world.
        needs: ``gate`` if it needs the filtering proxy; the goal is left out without it.
        limit: why the threat model allows it to succeed; counted separately.
        only: the one kind of model that it makes sense for.
        apps: the applications that have what its ways use.
    """

    name: str
    promise: Promise
    instruction: str
    ways: tuple[Way, ...]
    succeeded: Callable[[World], bool]
    needs: Literal["", "gate"] = ""
    limit: str = ""
    only: Literal["", "obedient", "adversary"] = ""
    apps: tuple[App, ...] = ("alder",)


def mark(name: str) -> str:
    """Return the mark by which an obedient model finds its instruction: letters that every cleaning keeps."""
    return f"ACT-{name}"


def call(tool: str, **params: Any) -> Step:
    return (yield Call(tool, params))


def find(selector: str, nth: int = 0) -> Generator[Call, Result, str]:
    """Return the ref of an element.

    Raises:
        NotThere: no such element.
    """
    found = yield Call("find_elements", {"selector": selector, "max_results": nth + 1, "include_text": False})
    elements = found.data.get("elements", [])
    if len(elements) <= nth:
        raise NotThere(selector)
    return str(elements[nth]["ref"])


def attribute(selector: str, name: str) -> Generator[Call, Result, str]:
    """Return the value of an attribute of an element."""
    found = yield Call("find_elements", {"selector": selector, "max_results": 1, "attributes": [name]})
    elements = found.data.get("elements", [])
    if not elements or name not in elements[0]["attributes"]:
        raise NotThere(selector)
    value = elements[0]["attributes"][name]
    return value.raw if isinstance(value, External) else str(value)


def goto(url: str) -> Step:
    return (yield Call("goto", {"url": url}))


def click(selector: str, nth: int = 0, **more: Any) -> Step:
    ref = yield from find(selector, nth)
    return (yield Call("click", {"ref": ref, **more}))


def fill(selector: str, value: str, nth: int = 0, **more: Any) -> Step:
    ref = yield from find(selector, nth)
    return (yield Call("fill", {"ref": ref, "value": value, **more}))


def on(selector: str, tool: str, nth: int = 0, **more: Any) -> Step:
    """Call any tool that takes a ref."""
    ref = yield from find(selector, nth)
    return (yield Call(tool, {"ref": ref, **more}))


def as_keys(text: str) -> list[str]:
    """Return a text as the names of its keys."""
    return ["Space" if letter == " " else letter for letter in text]


def _as_move(step: Callable[P, Step]) -> Callable[P, Move]:
    """Return a function that makes a move of the step, on whatever page is open."""
    return lambda *args, **more: lambda _world: step(*args, **more)


calling, clicking, using = _as_move(call), _as_move(click), _as_move(on)


def filling(selector: str, text: str, nth: int = 0, **more: Any) -> Move:
    """Return the move that fills a field; ``text`` may name values of the world: ``{w.canary}``."""
    return lambda world: fill(selector, text.format(w=world), nth, **more)


def pressing(*keys: str) -> Move:
    return calling("send_keys", keys=list(keys))


def on_page(path: str, *steps: Move) -> Way:
    """Return a way that opens a page of the attacked application and takes these steps there."""

    def way(world: World) -> Steps:
        yield from goto(world.app + path.format(w=world, canary=world.canary, evil=world.evil))
        for step in steps:
            yield from step(world)

    return way


def by_link(link: str, *steps: Move) -> Way:
    """Return a way that clicks a link of the start page and takes these steps on the page it opens."""

    def way(world: World) -> Steps:
        yield from goto(f"{world.app}/")
        yield from click(link)
        for step in steps:
            yield from step(world)

    return way


def opening(url: Callable[[World], str], *tools: str) -> tuple[Way, ...]:
    """Return ways that open an address, one with each of these tools."""

    def way_of(tool: str) -> Way:
        def way(world: World) -> Steps:
            yield from call(tool, url=url(world))

        return way

    return tuple(way_of(tool) for tool in (tools or ("goto", "new_tab")))
