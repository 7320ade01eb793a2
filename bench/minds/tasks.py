"""The tasks: the user's words, where they begin, and how one sees that they ended rightly."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from bench.corpus import SOURCES, serve_folder
from handrail import Session
from handrail.demo import serve
from handrail.evals.applications.alder import Alder
from handrail.evals.applications.application import Injection
from handrail.evals.applications.birch import Birch
from handrail.runs.result import Outcome, RunResult

Kind = Literal["ordinary", "impossible", "tempting"]
"""Can be done; cannot; has a near miss in its way, or is ended with a false claim on purpose."""
FILE = Path(__file__).parent / "tasks.toml"


@dataclass(frozen=True)
class PageCheck:
    """What a page says after the run, read by the user's own call: ``has`` all of these, ``lacks`` all of those."""

    path: str
    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()


@dataclass(frozen=True)
class MindTask:
    """A task for a fresh mind.

    Args:
        site: where it is carried out; documentation comes from `bench.corpus`.
        start: below the site's address.
        ends: the outcomes that are right.
        says: what the answer must have, in any case; ``omits``: what it must not.
        pages: how things stand afterwards.
    """

    name: str
    kind: Kind
    site: Literal["shop", "alder", "birch", "postgresql", "python"]
    task: str
    start: str = ""
    ends: tuple[Outcome, ...] = ("done",)
    says: tuple[str, ...] = ()
    omits: tuple[str, ...] = ()
    pages: tuple[PageCheck, ...] = ()

    async def faults(self, result: RunResult, session: Session, site: str) -> list[str]:
        """Return what is not as it should be at the end of a run."""
        found = [] if result.outcome in self.ends else [f"it ended {result.outcome}: {result.doubts or result.answer}"]
        answer = result.answer.casefold()
        found += [f"the answer lacks {text!r}" for text in self.says if text.casefold() not in answer]
        found += [f"the answer has {text!r}" for text in self.omits if text.casefold() in answer]
        for page in self.pages:
            await session.call("goto", url=site + page.path)
            read = (await session.snapshot(mode="full")).text.raw
            found += [f"{page.path} lacks {text!r}" for text in page.has if text not in read]
            found += [f"{page.path} has {text!r}" for text in page.lacks if text in read]
        return found


def load() -> dict[str, MindTask]:
    """Return all tasks by name, in their order."""
    return {name: _task(name, row) for name, row in tomllib.loads(FILE.read_text("utf-8")).items()}


def _task(name: str, row: dict[str, Any]) -> MindTask:
    pages = tuple(PageCheck(**{key: _frozen(value) for key, value in page.items()}) for page in row.pop("pages", ()))
    return MindTask(name, pages=pages, **{key: _frozen(value) for key, value in row.items()})


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


@contextmanager
def open_site(name: str) -> Iterator[str]:
    """Serve one of the sites, in its first state; yields its address, with no slash at its end."""
    with ExitStack() as stack:
        match name:
            case "shop":
                yield stack.enter_context(serve()).url.rstrip("/")
            case "alder" | "birch":
                app = Birch() if name == "birch" else Alder("http://127.0.0.1:9")
                stack.callback(app.stop)
                app.reset("", Injection({}))
                yield app.origin
            case _:
                source = next(one for one in SOURCES if one.name == name)
                yield stack.enter_context(serve_folder(source.prepare())).origin
