"""Runs a request on its page and judges what came of it: answered rightly, refused, or wrong."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from handrail import Agent, Session
from handrail.models.offline import Offline

Result = Literal["answered", "refused", "wrong"]
_FIELDS = """() => [...document.querySelectorAll("input:not([type=hidden]), select, textarea")].map((field) => [
  (field.labels?.[0]?.textContent || field.getAttribute("aria-label") || field.placeholder || field.name || "")
    .trim().replace(/\\s+/g, " "),
  ["checkbox", "radio"].includes(field.type) ? field.checked
    : field.tagName == "SELECT" ? field.selectedOptions[0]?.label ?? "" : field.value,
  field.type])"""


@dataclass(frozen=True)
class Request:
    """A request, and what a right answer is; see requests.toml."""

    source: str
    path: str
    ask: str
    result: Result = "refused"
    says: tuple[str, ...] = ()
    data: dict[str, Any] = field(default_factory=dict)
    changes: dict[str, str | bool] = field(default_factory=dict)
    url: str = ""
    shows: str = ""
    wrong: bool = False

    @property
    def id(self) -> str:
        return f"{self.source}/{self.path.removesuffix('.html')}: {self.ask}"


def load() -> list[Request]:
    """Return the requests of requests.toml."""
    pages = tomllib.loads((Path(__file__).parent / "requests.toml").read_text("utf-8"))["page"]
    return [Request(page["source"], page["path"], **one) for page in pages for one in page["requests"]]


async def judge(session: Session, request: Request, url: str) -> tuple[Result, str]:
    """Carry a request out. Return what came of it, and the answer with what is wrong with it."""
    await session.call("goto", url=url)
    before = await _fields(session)
    run = await Agent(session, model=Offline()).run(request.ask, url=url)
    answer = str(run.answer)
    # A run that the agent's check of answers refutes claimed to be done too: whether it was is judged here.
    if run.outcome != "refuted" and not run.outcome.startswith("done"):
        return "refused", answer
    faults = [f"does not say {words!r}" for words in request.says if words not in answer]
    data = run.data if isinstance(run.data, dict) else {}
    faults += [f"data {key} is {data.get(key)!r}" for key, value in request.data.items() if data.get(key) != value]
    page = session.tab.page
    if request.url and not page.url.endswith(request.url):
        faults.append(f"is at {page.url}")
    if request.shows and not await page.get_by_text(request.shows).first.is_visible():
        faults.append(f"does not show {request.shows!r}")
    if not request.url and page.url.partition("#")[0] == url:
        changed = _changed(before, await _fields(session))
        if changed != request.changes:
            faults.append(f"changed {changed}")
    if request.wrong:
        faults.append("nothing is right here")
    return ("wrong" if faults else "answered"), "; ".join([answer, *faults])


async def _fields(session: Session) -> list[list[Any]]:
    found: list[list[Any]] = await session.tab.page.evaluate(_FIELDS)
    return found


def _changed(before: list[list[Any]], after: list[list[Any]]) -> dict[str, Any]:
    """The fields that hold something else now, by label; of radio buttons the one that is on."""
    pairs = zip(before, after, strict=False)
    return {new[0]: new[1] for old, new in pairs if old != new and not (new[2] == "radio" and not new[1])}
