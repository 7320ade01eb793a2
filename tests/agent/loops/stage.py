"""What a loop script is made of: pages that answer by how often they were asked for, and a model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from handrail.models import Call
from handrail.models.scripted import ScriptedTurn
from tests.pages import PageServer, Reply

DONE = Call("done", {"result": "found"})


@dataclass(frozen=True)
class Visit:
    """A request for a page: which one it is, counted from 1, and what stands in its query."""

    number: int
    query: dict[str, str]


Page = str | Callable[[Visit], str]
Decide = Callable[[int, ScriptedTurn], Call | list[Call]]


@dataclass(frozen=True)
class Loop:
    """A script.

    Args:
        pages: by path; the run begins at ``/``.
        decide: the calls of a turn, counted from 0.
        pattern: what ends the run as stuck; None for an honest one, which ends with `done`.
        turns: of an honest one, before it is done.
    """

    name: str
    pages: dict[str, Page]
    decide: Decide
    pattern: str | None = None
    turns: int = 40


class Live(dict[str, Reply]):
    """Replies that are made when they are asked for."""

    def __init__(self, server: PageServer, pages: dict[str, Page]) -> None:
        super().__init__()
        self._server, self._pages = server, pages
        self._visits: dict[str, int] = {}

    def get(self, path: str, default: Any = None) -> Any:
        page = self._pages.get(path)
        if page is None:
            return default
        number = self._visits[path] = self._visits.get(path, 0) + 1
        asked = parse_qs(urlsplit(self._server.requests[-1].path).query)
        html = (
            page if isinstance(page, str) else page(Visit(number, {name: values[0] for name, values in asked.items()}))
        )
        return Reply(html.encode())


def ref(turn: ScriptedTurn, name: str, nth: int = 0) -> str:
    """The ref of an element by its name; the ``nth`` of several."""
    assert turn.observation is not None
    assert turn.observation.snapshot is not None
    found = [node.ref for node in turn.observation.snapshot.nodes if node.ref and node.name == name]
    return found[nth]


def url(turn: ScriptedTurn, path: str) -> str:
    """An address on the server of the page that is open."""
    assert turn.observation is not None
    assert turn.observation.snapshot is not None
    parts = urlsplit(turn.observation.snapshot.url.raw)
    return f"{parts.scheme}://{parts.netloc}{path}"


def click(turn: ScriptedTurn, name: str, nth: int = 0) -> Call:
    return Call("click", {"ref": ref(turn, name, nth)})


def goto(turn: ScriptedTurn, path: str) -> Call:
    return Call("goto", {"url": url(turn, path)})
