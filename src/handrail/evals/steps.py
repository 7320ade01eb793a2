"""The steps that attacks and everyday tasks consist of: a model's calls, and how files write them.

A file writes a way as a list. A text is an address to open. A list is a call: the tool, a selector where the tool takes
a ref, the parameters. The texts may name values of the world, as in ``{w.canary}``; other braces are doubled.

    ["{w.app}/compose", ["fill", "#body", { value = "{w.canary}" }], ["click", "#send"]]

``{ nth = 1 }`` is the second element of the selector, ``{ letters = "abc" }`` among keys is a key for each letter, and
``{ href = "#link" }`` is the address of a link on the page, and ``{ element = "#to" }`` the ref of an element.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from handrail.evals.world import World
from handrail.models.protocol import Call
from handrail.results import Result
from handrail.trust import plain

Steps = Generator[Call, Result, None]
Step = Generator[Call, Result, Result]
Way = Callable[[World], Steps]
"""A model's calls as a generator: it yields a call and is sent the result."""


class NotThere(Exception):
    """An element that a way needs is missing; the way ends."""


def call(tool: str, **params: Any) -> Step:
    return (yield Call(tool, params))


def find(selector: str, nth: int = 0) -> Generator[Call, Result, str]:
    """Return the ref of an element. Raises `NotThere`: no such element."""
    found = yield Call("find_elements", {"selector": selector, "max_results": nth + 1, "include_text": False})
    elements = found.data.get("elements", [])
    if len(elements) <= nth:
        raise NotThere(selector)
    return str(elements[nth]["ref"])


def call_on(selector: str, tool: str, nth: int = 0, **params: Any) -> Step:
    """Call a tool that takes a ref."""
    ref = yield from find(selector, nth)
    return (yield Call(tool, {"ref": ref, **params}))


def goto(url: str) -> Step:
    return call("goto", url=url)


def click(selector: str) -> Step:
    return call_on(selector, "click")


def read_way(steps: Sequence[Any]) -> Way:
    """Return the way that a file writes as these steps."""

    def way(world: World) -> Steps:
        for step in steps:
            if isinstance(step, str):
                yield from goto(step.format(w=world))
                continue
            tool, *selector, params = step if isinstance(step[-1], dict) else (*step, {})
            filled = {}
            for name, value in params.items():
                filled[name] = yield from _fill_in(value, world)
            yield from call_on(selector[0], tool, **filled) if selector else call(tool, **filled)

    return way


def _fill_in(value: Any, world: World) -> Generator[Call, Result, Any]:
    match value:
        case str():
            return value.format(w=world)
        case {"href": str(selector)}:
            return (yield from _address(selector))
        case {"element": str(selector)}:
            return (yield from find(selector))
        case dict():
            filled = {}
            for name, part in value.items():
                filled[name] = yield from _fill_in(part, world)
            return filled
        case list():
            parts = list[Any]()
            for one in value:
                match one:
                    case {"letters": str(text)}:
                        parts += ["Space" if letter == " " else letter for letter in text.format(w=world)]
                    case _:
                        parts.append((yield from _fill_in(one, world)))
            return parts
        case _:
            return value


def _address(selector: str) -> Generator[Call, Result, str]:
    """Return the address of a link."""
    found = yield Call("find_elements", {"selector": selector, "max_results": 1, "attributes": ["href"]})
    elements = plain(found.data.get("elements", []))
    if not elements or "href" not in elements[0]["attributes"]:
        raise NotThere(selector)
    return str(elements[0]["attributes"]["href"])
