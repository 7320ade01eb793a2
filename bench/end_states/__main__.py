"""Do tasks in applications through Handrail's tools, and read their end states from the application itself.

    python -m bench.end_states [jqueryui ...] [--browser chromium|firefox]

`bench/end_states/*.toml` has the tasks: the calls, made as a model makes them with a person who says yes, and what has
to hold afterwards, in the application's database (`sql`), its answer over HTTP (`get`) or, where it has no server, what
its own scripts say (`js`). An application is installed as for `bench.trials`, and started anew for each browser.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from bench.trials.__main__ import Application, filled
from handrail import Session
from handrail.policy import Answer, Ask

HERE = Path(__file__).parent
LOOKS = 50
"""How often an end state is looked for, a fifth of a second apart."""


@dataclass
class Person:
    """Says yes to every question, and counts them."""

    questions: int = 0

    async def approve(self, question: Ask) -> Answer:  # noqa: ARG002
        self.questions += 1
        return "once"


class Tasks:
    """The tasks of one application in one browser.

    Args:
        record: of the application.
        values: what its tasks name in braces.
        session: where they are done.
    """

    def __init__(self, record: dict[str, Any], values: dict[str, str], session: Session[Any]) -> None:
        self._tasks = record["task"]
        self._values = values
        self._session = session
        self.calls = 0

    async def all(self) -> dict[str, str]:
        """What went wrong, by task; "" where nothing did."""
        return {task["does"]: await self._fault(task) for task in self._tasks}

    async def _fault(self, task: dict[str, Any]) -> str:
        self._session.provenance.words.add_text(task["does"])
        for tool, given in task["calls"]:
            params = filled(given, self._values)
            result = await self._session.call_as("user" if tool == "goto" else "model", tool, **params)
            self.calls += 1
            if not result.ok:
                return f"{tool} {params}: {result.error}"
        return await self._end_state(task)

    async def _end_state(self, task: dict[str, Any]) -> str:
        """Wait until the end state is what it has to be; otherwise what it is."""
        found = None
        for _ in range(LOOKS):
            if (found := await self._found(task)) == task["is"]:
                return ""
            await asyncio.sleep(0.2)
        return f"the end state is {found!r}"

    async def _found(self, task: dict[str, Any]) -> Any:
        if "js" in task:
            return await self._session.tab.page.evaluate(task["js"])
        if "sql" in task:
            with sqlite3.connect(f"file:{filled(task['database'], self._values)}?mode=ro", uri=True) as database:
                return [list(row) for row in database.execute(task["sql"])]
        async with httpx.AsyncClient(trust_env=False) as client:
            text = (await client.get(self._values["origin"] + task["get"])).text
        return [words for words in task["is"] if words in text]


async def tried(record: dict[str, Any], values: dict[str, str], browser: str) -> tuple[dict[str, str], int, int]:
    """The faults of an application's tasks in a browser, how many calls they took, and how many questions."""
    person = Person()
    with tempfile.TemporaryDirectory(prefix="handrail-end-") as run_dir:
        options: dict[str, Any] = {"browser": browser, "upload_dirs": [values["folder"]], "run_dir": run_dir}
        async with Session(headless=True, approve=person.approve, **options) as session:
            tasks = Tasks(record, values, session)
            return await tasks.all(), tasks.calls, person.questions


def main() -> None:
    names = sorted(path.stem for path in HERE.glob("*.toml"))
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("names", nargs="*", default=names)
    parser.add_argument("--browser", choices=("chromium", "firefox"), help="only this browser")
    asked = parser.parse_args()
    failed = 0
    for name in asked.names:
        application = Application(name, HERE)
        application.install()
        for browser in [asked.browser] if asked.browser else ("chromium", "firefox"):
            with application.served() as values:
                faults, calls, questions = asyncio.run(tried(application.record, values, browser))
            for task, fault in faults.items():
                print(f"{name}, {browser}: {'FAILED ' if fault else ''}{task}{': ' if fault else ''}{fault}")
            failed += sum(map(bool, faults.values()))
            done = sum(not fault for fault in faults.values())
            print(f"{name}, {browser}: {done} of {len(faults)} tasks, {calls} calls, {questions} questions")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
