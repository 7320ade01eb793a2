"""A claim of `done` as it comes about: a served application, the calls of a model in a real browser, and an answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs

from handrail import Session
from handrail.agent.verification.evidence_log import EvidenceLog
from handrail.agent.verification.judge import Claim
from handrail.models import Call
from handrail.results import Observation, Result
from tests.pages import PageServer, Reply, Request


class Player:
    """Carries out calls as a model would, and takes them down as the loop does."""

    def __init__(self, session: Session, serve: PageServer) -> None:
        self.session = session
        self.serve = serve
        self.evidence = EvidenceLog()
        self._seen: Observation | None = None

    async def open(self, url: str) -> None:
        result = await self.session.perform("user", "goto", {"url": url}, observe=True)
        assert result.ok, result.error
        self._note(result)

    async def do(self, tool: str, on: str = "", nth: int = 0, **params: Any) -> Result:
        """A call; ``on`` is words of the element's name, with its role before a colon where that is needed."""
        if on:
            params["ref"] = self.ref(on, nth)
        result = await self.session.perform("model", tool, params, observe=True)
        self.evidence.record(self.session.table.get(tool), Call(tool, params), result)
        self._note(result, look=False)
        return result

    def ref(self, on: str, nth: int = 0) -> str:
        role, _, name = on.rpartition(":")
        assert self._seen is not None
        assert self._seen.snapshot is not None
        nodes = [n for n in self._seen.snapshot.nodes if n.ref and name in n.name and role in ("", n.role)]
        return str(nodes[nth].ref)

    async def claim(self, case: Case) -> Claim:
        tab = self.session.tab
        shot = None if tab.dialog else await self.session.snapshot("auto", max_chars=12_000)
        page = Observation(shot, await self.session.tabs.list(), tab.dialog)
        return Claim(case.task, None, None, case.answer, case.value, self.evidence, page)

    def _note(self, result: Result, *, look: bool = True) -> None:
        if look:
            self.evidence.look(result.observation)
        if result.observation is not None and result.observation.snapshot is not None:
            self._seen = result.observation


@dataclass(frozen=True)
class Case:
    """A claim.

    Args:
        name: what is wrong with it, or right.
        play: puts the application up, and does what the agent does.
        decides: the fact that tells, as it stands in what a judge is shown.
        by_rules: whether it is found out without a model.
    """

    name: str
    task: str
    play: Callable[[Player], Awaitable[None]]
    answer: str
    decides: str = ""
    value: Any = None
    by_rules: bool = True


@dataclass
class Book:
    """Cases by name, collected by a decorator."""

    cases: list[Case] = field(default_factory=list)

    def __call__(
        self, task: str, answer: str, *, decides: str = "", value: Any = None, by_rules: bool = True
    ) -> Callable[[Callable[[Player], Awaitable[None]]], None]:
        def add(play: Callable[[Player], Awaitable[None]]) -> None:
            name = play.__name__.replace("_", " ")
            self.cases.append(Case(name, task, play, answer, decides, value, by_rules))

        return add


def html(body: str, status: int = 200) -> Reply:
    return Reply(f"<!doctype html><title>Shop</title>{body}".encode(), status)


def see_other(path: str) -> Reply:
    return Reply(b"", 303, headers={"location": path})


def form(request: Request) -> dict[str, str]:
    """What a form sent."""
    return {key: values[-1] for key, values in parse_qs(request.body.decode(), keep_blank_values=True).items()}
