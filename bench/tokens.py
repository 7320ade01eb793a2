"""What policies of clipping cost: input tokens and price of recorded runs of 10, 30 and 100 steps.

    python -m bench.tokens             replay the recorded runs
    python -m bench.tokens --record    record them anew, in a browser, from the demo shop (bench/data/shopping.json.gz)

A run is replayed through the agent's own history under each policy: `none` clips nothing, `every 4` all at once each
fourth turn, `batch` is what the agent does. What a provider would have in its cache is reckoned from the requests
themselves, at four characters to a token. OpenAI keeps the longest common beginning in steps of 128 tokens, and writes
for nothing. Anthropic keeps what stands before a mark (after tools and system prompt, before the first
message that may still change, at the end of each request), writes all the rest for 1.25 and reads for 0.1 of the price;
the last column shows what it would be without the second of these marks. Prices come from genai-prices. The pages of
the demo shop are small (2,000 to 5,000 characters); the second table has each page three times as long. On runs
of up to 30 steps on small pages nothing gains from clipping, since the cache is so cheap: what is kept there costs
less than one request that a model needs because it was removed.

The first table is of the same runs with an extraction every five steps: `stay` keeps each to the end, otherwise it goes
after four turns, at whatever cost.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from genai_prices import Usage, calc_price
from rich.console import Console
from rich.table import Table
from tests.agent.shopper import shopping

from handrail import Session
from handrail.agent.conversation.clipping import Change, Clipping
from handrail.agent.conversation.history import History
from handrail.agent.conversation.shortening import is_extraction
from handrail.agent.conversation.system_prompt import system_prompt
from handrail.demo import serve
from handrail.models.protocol import Call, Message, ModelReply, Part
from handrail.tools.core.render import result_parts
from handrail.tools.core.table import Table as Tools
from handrail.tools.core.tool_specs import tool_specs
from handrail.trust import External, Fenced, fence

DATA = Path(__file__).parent / "data" / "shopping.json.gz"
STEPS = (10, 30, 100)
CHARS_PER_TOKEN = 4
ANTHROPIC, OPENAI = ("claude-sonnet-4-5", "anthropic"), ("gpt-5", "openai")
OPENAI_STEP, OPENAI_LEAST = 128, 1_024


@dataclass(frozen=True)
class Step:
    """One recorded turn: the call, what its result showed, the page as it was shown then."""

    call: Call
    result: list[Part]
    page: list[Part]
    whole: bool


class Replay(History):
    """A history that is fed with recorded parts."""

    def take(self, step: Step) -> None:
        self.reply(ModelReply((step.call,)))
        message = Message("tool", [*step.result, *step.page], name=step.call.name)
        self._add(message, len(step.result), step.whole)


class Unclipped(Replay):
    def _change(self, changes: Sequence[Change]) -> bool:  # noqa: ARG002
        return False


class EveryFourth(Replay):
    def _change(self, changes: Sequence[Change]) -> bool:  # noqa: ARG002
        # Nothing was sent before, so everything that may go is worth it.
        return self._turn % 4 == 0 and super()._change(Clipping(self._entries, self._turn).batch(0))


class KeepsExtractions(Replay):
    """As it was before extractions had their time: each stays to the end of the run, as a note does."""

    def take(self, step: Step) -> None:
        stays = [replace(part, label="notes") if is_extraction(part) else part for part in step.result]
        super().take(replace(step, result=stays))


EXTRACTING: dict[str, Callable[..., Replay]] = {
    "batch, stay": KeepsExtractions,
    "batch": Replay,
}
EXTRACTED, EVERY = "The kettle of line 12 costs 39 euros, holds 1.2 litres and is sold out.\n" * 20, 5
"""An extraction of 1,420 characters, and after how many steps there is another one."""
POLICIES: dict[str, Callable[..., Replay]] = {
    "none": Unclipped,
    "every 4": EveryFourth,
    "batch": Replay,
}


@dataclass
class Bill:
    """What a run came to: tokens as OpenAI counts its cache, dollars with each way of caching."""

    sent: list[str] = field(default_factory=list)
    tokens: int = 0
    cached: int = 0
    openai: float = 0.0
    anthropic: float = 0.0
    anthropic_unmarked: float = 0.0
    _marked: list[str] = field(default_factory=list)

    def add(self, messages: Sequence[Message]) -> None:
        """One more request."""
        texts = [_sent(message) for message in messages]
        whole = "".join(texts)
        before = self.sent[-1] if self.sent else ""
        shared = _common(whole, before) // CHARS_PER_TOKEN // OPENAI_STEP * OPENAI_STEP
        shared = shared if shared >= OPENAI_LEAST else 0
        total = len(whole) // CHARS_PER_TOKEN
        self.tokens += total
        self.cached += shared
        self.openai += _price(OPENAI, total, shared, 0)
        for name, ends in (("anthropic", [*self.sent, *self._marked]), ("anthropic_unmarked", self.sent)):
            # The system message, with the tools, is a mark of its own.
            known = max((len(end) for end in [texts[0], *ends] if self.sent and whole.startswith(end)), default=0)
            read = known // CHARS_PER_TOKEN
            setattr(self, name, getattr(self, name) + _price(ANTHROPIC, total, read, total - read))
        self.sent.append(whole)
        settled = next((at for at, message in enumerate(messages) if message.settled), None)
        if settled is not None:
            self._marked.append("".join(texts[: settled + 1]))


def _common(one: str, other: str) -> int:
    """How many characters both begin with."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[:middle] == other[:middle] else (low, middle - 1)
    return low


def _sent(message: Message) -> str:
    return message.text + "".join(call.name + json.dumps(call.params) for call in message.calls)


def _price(model: tuple[str, str], tokens: int, read: int, written: int) -> float:
    usage = Usage(input_tokens=tokens, cache_read_tokens=read or None, cache_write_tokens=written or None)
    return float(calc_price(usage, model_ref=model[0], provider_id=model[1]).input_price)


def replay(steps: Sequence[Step], policy: Callable[..., Replay]) -> Bill:
    """What a run costs under a policy."""
    records = list(Tools.load())
    tools = json.dumps([[spec.name, spec.description, spec.schema] for spec in tool_specs(records)])
    system = tools + system_prompt(records, today="Monday")
    history = policy(system, "Look at everything in the shop and say what is well made.")
    history.show_page(steps[0].page)
    bill = Bill()
    for step in steps[1:]:
        history.clip()
        bill.add(history.messages)
        history.take(step)
    return bill


def load(times: int) -> list[Step]:
    """The recorded run, each page so many times as long."""
    steps = [_step(row) for row in json.loads(gzip.decompress(DATA.read_bytes()))]
    return [replace(step, page=[_longer(part, times) for part in step.page]) for step in steps]


def _longer(part: Part, times: int) -> Part:
    return replace(part, body="\n".join([part.body] * times)) if isinstance(part, Fenced) else part


def _step(row: dict[str, Any]) -> Step:
    parts = [[Fenced(**part) if isinstance(part, dict) else part for part in row[name]] for name in ("said", "page")]
    return Step(Call(row["tool"], row["params"], "c"), parts[0], parts[1], row["whole"])


async def record() -> None:
    """Carry the shopper's calls out in a browser and keep what a model would be shown."""
    rows = []
    with serve() as site:
        async with Session() as session:
            for call in [Call("goto", {"url": site.url}), *shopping(site.url, max(STEPS))]:
                params = dict(call.params)
                if call.name == "click":
                    nodes = (await session.snapshot()).nodes
                    params["ref"] = next(node.ref for node in nodes if node.ref and node.name == params["ref"])
                result = await session.perform("user", call.name, params, observe=True)
                assert result.ok, result
                seen = result.observation
                rows.append(
                    {
                        "tool": call.name,
                        "params": params,
                        "said": list(map(_plain, result_parts(result))),
                        "page": list(map(_plain, seen.parts() if seen is not None else [])),
                        "whole": seen is not None and seen.snapshot is not None and seen.snapshot.mode != "changes",
                    }
                )
    DATA.parent.mkdir(exist_ok=True)
    DATA.write_bytes(gzip.compress(json.dumps(rows, ensure_ascii=False).encode(), mtime=0))


def _plain(part: Part) -> Any:
    if isinstance(part, Fenced):
        return {name: getattr(part, name) for name in ("id", "label", "origin", "body", "keep")}
    assert isinstance(part, str)
    return part


def main() -> None:
    parser = argparse.ArgumentParser(description="What policies of clipping cost.")
    parser.add_argument("--record", action="store_true", help="record the run anew, in a browser")
    if parser.parse_args().record:
        asyncio.run(record())
    console = Console(width=110)
    _print_extractions(console)
    for times, title in ((1, "Pages of the demo shop"), (3, "Pages three times as long")):
        table = Table("steps", "policy", "input tokens", "cached", "uncached", title=title)
        for head in (f"$ {OPENAI[0]}", f"$ {ANTHROPIC[0]}", "a mark less"):
            table.add_column(head, justify="right")
        steps = load(times)
        for count in STEPS:
            for name, policy in POLICIES.items():
                bill = replay(steps[: count + 1], policy)
                numbers = [f"{number:,}" for number in (bill.tokens, bill.cached, bill.tokens - bill.cached)]
                prices = [f"{price:.4f}" for price in (bill.openai, bill.anthropic, bill.anthropic_unmarked)]
                table.add_row(str(count), name, *numbers, *prices, end_section=name == "batch")
        console.print(table)


def _print_extractions(console: Console) -> None:
    """What it costs that extractions go after some turns, where one is made every so many steps."""
    table = Table("steps", "extractions", "input tokens", "uncached", title="An extraction every 5 steps")
    for head in (f"$ {OPENAI[0]}", f"$ {ANTHROPIC[0]}", "sent at most"):
        table.add_column(head, justify="right")
    recorded = load(1)
    for count in STEPS:
        steps = [part for at, step in enumerate(recorded[: count + 1]) for part in _with_extraction(at, step)]
        for name, policy in EXTRACTING.items():
            bill = replay(steps, policy)
            times = sum("An extraction of step 5." in request for request in bill.sent)
            numbers = [f"{number:,}" for number in (bill.tokens, bill.tokens - bill.cached)]
            prices = [f"{price:.4f}" for price in (bill.openai, bill.anthropic)]
            table.add_row(str(count), name, *numbers, *prices, str(times), end_section=name == "batch")
    console.print(table)


def _with_extraction(at: int, step: Step) -> list[Step]:
    if at % EVERY or not at:
        return [step]
    found = External(f"An extraction of step {at}.\n{EXTRACTED}", "https://shop.example", "extract-result")
    return [step, Step(Call("extract", {"description": "kettles"}, "c"), [fence(found, keep=True)], [], whole=False)]


if __name__ == "__main__":
    main()
