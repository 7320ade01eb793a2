"""Information asked for by tools that call no model, beside `extract`: whether the answer comes, and what is read.

The pages are of the corpus, the questions in `calls.toml`. What `extract` costs is counted by a provider on this
machine, which is sent the prompts and gives the right answer: the page's reading is measured, no model's wit. Tokens
are four characters each: of a tool's result as a model reads it, and of the prompts and answers of the extraction.

    python -m bench.calls
"""

from __future__ import annotations

import asyncio
import json
import sys
import tomllib
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from tests.fakes.answers import Answer, Asked
from tests.fakes.provider import FakeProvider

from bench.corpus import SOURCES, WIDGETS, Unavailable, serve_folder
from handrail import Session
from handrail.models import Usage
from handrail.models.protocol import size
from handrail.models.providers.llm import Llm
from handrail.results import Result
from handrail.tools.core.render import message_parts
from handrail.trust import External

GOAL = 15
"""Questions that the tools answer without `extract`."""
ANSWER = {
    "type": "object",
    "properties": {"answer": {"type": "array", "items": {"type": "string"}}},
    "required": ["answer"],
}


@dataclass(frozen=True)
class Row:
    """What became of a question.

    Args:
        answered: the answer stands in the result of the tools.
        read: tokens of their results.
        extract: what the extraction took; None where it failed.
    """

    question: str
    page: str
    tools: str
    answered: bool
    read: int
    extract: Usage | None


def values_at(data: Any, path: str) -> list[Any]:
    """What stands at a path of a result's data; of a list, ``*`` is each of its entries."""
    found = [data]
    for step in path.split("."):
        if step == "*":
            found = [one for many in found for one in many]
        else:
            found = [one[step] for one in found if isinstance(one, dict) and step in one]
    return found


def is_answer(values: list[Any], answer: int | list[str]) -> bool:
    """Whether the answer stands there: a number as such, and every text in one of the values."""
    if isinstance(answer, int):
        return values == [answer]
    text = json.dumps(values, ensure_ascii=False, default=lambda one: one.raw if isinstance(one, External) else None)
    return all(part in text for part in answer)


def tokens(result: Result) -> int:
    return sum(size(part) for part in message_parts(result)) // 4


async def ask(session: Session, task: dict[str, Any], url: str) -> Row:
    """Ask by the tools, then by `extract`."""
    await session.call("goto", url=url)
    read, result = 0, None
    for name, params in task["calls"]:
        result = await session.call(name, **params)
        read += tokens(result)
    assert result is not None, "a question has a call"
    answered = result.ok and is_answer(values_at(result.data, task["read"]), task["answer"])
    answer = json.dumps({"answer": [str(task["answer"])] if isinstance(task["answer"], int) else task["answer"]})

    def model(_: Asked) -> Answer:
        return answer

    with FakeProvider(model) as provider:
        session.model, session.usage = Llm("openai:local", base_url=provider.openai, context_window=128_000), Usage()
        extracted = await session.call("extract", description=task["question"], output_schema=ANSWER)
        usage = session.usage
    tools = ", ".join(name for name, _ in task["calls"])
    return Row(task["question"], task["page"], tools, answered, read, usage if extracted.ok else None)


async def measure() -> list[Row]:
    tasks = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["task"]
    rows, sources = list[Row](), {source.name: source for source in (*SOURCES, *WIDGETS)}
    with ExitStack() as stack:
        origins = dict[str, str]()
        async with Session(headless=True) as session:
            for task in tasks:
                name = task["source"]
                try:
                    if name not in origins:
                        origins[name] = stack.enter_context(serve_folder(sources[name].prepare())).origin
                except Unavailable as reason:
                    print(f"skipped a question about {name}: {reason}")
                    continue
                rows.append(await ask(session, task, f"{origins[name]}/{task['page']}"))
    return rows


def show(rows: list[Row]) -> None:
    table = Table("question", "page", "tools", "answer", "tokens read", "extract: calls", "extract: tokens")
    for row in rows:
        cost = row.extract
        counts = (str(cost.calls), f"{cost.input_tokens + cost.output_tokens:,}") if cost else ("failed", "")
        answer = "yes" if row.answered else "needs extract"
        table.add_row(row.question, row.page, row.tools, answer, f"{row.read:,}", *counts)
    Console(width=170).print(table)


def main() -> int:
    rows = asyncio.run(measure())
    show(rows)
    answered = [row for row in rows if row.answered]
    both = [row for row in answered if row.extract]
    read = sum(row.read for row in both)
    extracted = sum(row.extract.input_tokens + row.extract.output_tokens for row in both if row.extract)
    print(f"{len(answered)} of {len(rows)} need no extract; there the tools' results hold {read:,} tokens,")
    print(f"and extractions take {extracted:,} and a call of a model each, at least.")
    return 0 if len(answered) >= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
