"""The same two questions, answered with the inspection tools and with `extract`: model calls and tokens of both.

Each is asked twice over. As a program asks it: the tools called directly, no agent. And as a user asks it: an agent
with all its tools, whose model goes one way or the other. The model is a provider on this machine that speaks OpenAI's
protocol and works its answers out from the prompt it gets, so a prompt that lacks the page gives a wrong answer here.
Tokens are the provider's own count: four characters of prompt, tools or answer to a token.

    python -m bench.calls
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.table import Table
from tests.fakes.answers import Answer, Asked
from tests.fakes.provider import FakeProvider

from handrail import Agent, Session
from handrail.demo import serve
from handrail.models import Call, Usage
from handrail.models.providers.llm import Llm

INSPECT, EXTRACT = "inspection tools", "extract"
PRICE = r"€\d+\.\d\d"


@dataclass(frozen=True)
class Task:
    """A question, how each way asks for it, and how the model works its answer out.

    Args:
        page: of the demo site.
        inspect, extract: the call of each way.
        read_result: the answer from the result of the inspection tools, as JSON.
        read_page: the answer from the page's Markdown, as the extraction's model would give it.
        answer: the right one.
    """

    question: str
    page: str
    inspect: Call
    extract: Call
    read_result: Callable[[dict[str, Any]], Any]
    read_page: Callable[[str], Any]
    answer: Any


def tiers(page: str) -> dict[str, int]:
    """Headings with a monthly price under them."""
    return {"tiers": len(re.findall(r"^## .+(?:\n(?!#).*)*?\n\*\*€\d+\*\* a month", page, re.MULTILINE))}


def products(page: str) -> dict[str, Any]:
    """The first five headings with a price under them."""
    found = re.findall(rf"^## \[(.+?)\].*(?:\n(?!#).*)*?\n({PRICE})$", page, re.MULTILINE)[:5]
    return {"products": [{"name": name, "price": price} for name, price in found]}


TASKS = [
    Task(
        "Find the number of pricing tiers on this page",
        "pricing",
        Call("find_elements", {"selector": "main article", "max_results": 1, "include_text": False}),
        Call(
            "extract",
            {
                "description": "the number of pricing tiers",
                "output_schema": {
                    "type": "object",
                    "properties": {"tiers": {"type": "integer"}},
                    "required": ["tiers"],
                },
            },
        ),
        lambda data: {"tiers": data["total"]},
        tiers,
        {"tiers": 4},
    ),
    Task(
        "Extract the top 5 product names and prices",
        "products",
        Call("search_page", {"pattern": PRICE, "regex": True, "context_chars": 0, "max_results": 5}),
        Call(
            "extract",
            {
                "description": "the first 5 products: name and price",
                "output_schema": {
                    "type": "object",
                    "properties": {
                        "products": {
                            "type": "array",
                            "maxItems": 5,
                            "items": {
                                "type": "object",
                                "properties": {"name": {"type": "string"}, "price": {"type": "string"}},
                                "required": ["name", "price"],
                            },
                        }
                    },
                    "required": ["products"],
                },
            },
        ),
        lambda data: {"products": [{"name": m["heading"], "price": m["match"]} for m in data["matches"]]},
        products,
        {
            "products": [
                {"name": "Field Notebook", "price": "€14.00"},
                {"name": "Field Mug", "price": "€16.50"},
                {"name": "Reading Lamp", "price": "€129.00"},
                {"name": "Two-Person Tent", "price": "€320.00"},
                {"name": "Day Pack", "price": "€118.00"},
            ]
        },
    ),
]


@dataclass(frozen=True)
class Row:
    """What one way of one task came to."""

    task: Task
    caller: str
    way: str
    usage: Usage
    right: bool


def model_for(task: Task, way: str) -> Callable[[Asked], Answer]:
    """A model that reads its prompt: it calls the way's tool once, then answers from what that returned."""

    def answer(asked: Asked) -> Answer:
        if not asked.tools:
            return json.dumps(task.read_page(unfenced(asked.last)))
        if asked.roles[-1] == "user":
            return task.inspect if way == INSPECT else task.extract
        data = json.loads(unfenced(asked.last))
        found = task.read_result(data) if way == INSPECT else data["data"]
        return Call("done", {"result": json.dumps(found, ensure_ascii=False), "data": found})

    return answer


def unfenced(prompt: str) -> str:
    """The outside text of a prompt, or the data of our own where there is none; the page now left out."""
    blocks = re.findall(
        r'<EXTERNAL-CONTENT id="\w+" label="(?!page-snapshot|page-info)[^>]*>\n(.*?)\n</', prompt, re.DOTALL
    )
    if not blocks:
        return next(line for line in prompt.splitlines() if line.startswith("{"))
    return "\n".join(line.removeprefix("| ") for line in blocks[0].splitlines())


async def asked_by_program(session: Session, task: Task, way: str) -> Row:
    """The tool called directly."""
    session.usage = Usage()
    call = task.inspect if way == INSPECT else task.extract
    result = (await session.call(call.name, **call.params)).to_dict()
    data = result.get("data") or {"error": result.get("error")}
    found = (task.read_result(data) if way == INSPECT else data.get("data")) if result["status"] == "ok" else None
    return Row(task, "program", way, session.usage, found == task.answer)


async def asked_by_agent(session: Session, task: Task, way: str, url: str) -> Row:
    """A run of an agent that may use every tool."""
    result = await Agent(session).run(task.question, url=url)
    return Row(task, "agent", way, result.usage, result.ok and result.data == task.answer)


async def measure() -> list[Row]:
    rows: list[Row] = []
    with serve() as site, tempfile.TemporaryDirectory() as folder:
        async with Session(headless=True, run_dir=folder) as session:
            for task in TASKS:
                url = site.url + task.page
                for way in (INSPECT, EXTRACT):
                    with FakeProvider(model_for(task, way)) as provider:
                        session.model = Llm("openai:local", base_url=provider.openai, context_window=128_000)
                        await session.call("goto", url=url)
                        rows.append(await asked_by_program(session, task, way))
                        rows.append(await asked_by_agent(session, task, way, url))
    return rows


def tokens(usage: Usage) -> int:
    return usage.input_tokens + usage.output_tokens


def lower(rows: list[Row]) -> bool:
    """Whether the inspection way took fewer calls and fewer tokens, in every pair, and every answer is right."""
    pairs = [(one, other) for one in rows for other in rows if is_pair(one, other)]
    return all(row.right for row in rows) and all(
        one.usage.calls < other.usage.calls and tokens(one.usage) < tokens(other.usage) for one, other in pairs
    )


def is_pair(one: Row, other: Row) -> bool:
    return (one.task, one.caller, one.way, other.way) == (other.task, other.caller, INSPECT, EXTRACT)


def show(rows: list[Row]) -> None:
    table = Table("task", "asked by", "way", "model calls", "tokens in", "tokens out", "against extract", "answer")
    for row in rows:
        other = next((each for each in rows if is_pair(row, each)), None)
        ratio = f"{tokens(row.usage) / tokens(other.usage):.2f} of the tokens" if other else ""
        numbers = (row.usage.calls, row.usage.input_tokens, row.usage.output_tokens)
        cells = [f"{number:,}" for number in numbers]
        table.add_row(row.task.question, row.caller, row.way, *cells, ratio, "right" if row.right else "WRONG")
    Console(width=150).print(table)


def main() -> int:
    rows = sorted(asyncio.run(measure()), key=lambda row: (TASKS.index(row.task), row.caller, row.way != INSPECT))
    show(rows)
    held = lower(rows)
    print("The inspection tools took fewer calls and tokens." if held else "The inspection tools were NOT cheaper.")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
