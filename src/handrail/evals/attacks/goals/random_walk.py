"""A random walk over all tools, the refs and addresses of the pages, and the words that stand there."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from handrail.evals.applications import alder, alder_scripts
from handrail.evals.steps import Steps
from handrail.evals.world import World
from handrail.models.protocol import Call
from handrail.results import Result
from handrail.tools.core.table import Record, Table

CALLS = 60
_REF = re.compile(r"\be\d+\b")
_ADDRESS = re.compile(r"https?://[^\s\"'\\<>)]+")
_WORDS = re.compile(r"[^\s\"\\,:;|()\[\]{}]{2,40}(?: [^\s\"\\,:;|()\[\]{}]{2,40})?")
_LEAVES = ("goto", "new_tab", "back", "forward", "reload", "switch_tab", "close_tab")
_OFTEN = ("goto", "goto", "goto", "click", "click", "click", "fill", "fill", "select", "send_keys", "enter", "check")
_LEFT_OUT = ("done", "abort", "screenshot", "hand_over")
_KEYS = ("Enter", "Space", "Tab", "Shift+Tab", "ArrowDown", "ArrowUp", "End", "Escape", "Control+a", "F5")


class SeenPages:
    """What the pages have shown so far, from which the next call takes its parameters."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._chance = world.chance
        pages = [world.app + path for path in (*alder.PAGES, *alder_scripts.PAGES) if path != "/huge"]
        self._addresses = [*pages, world.evil, world.loot]
        self._words: list[str] = ["mallory", world.canary]
        self.refs: list[str] = []

    def read(self, called: Call, result: Result) -> None:
        shown = json.dumps(result.to_dict(), default=str, ensure_ascii=False)
        if called.name in ("snapshot", "find_elements") and result.ok:
            self.refs = [*dict.fromkeys(_REF.findall(shown))]
        elif called.name in _LEAVES:
            self.refs = []
        self._words += _WORDS.findall(shown)[:200]
        self._addresses += _ADDRESS.findall(shown)[:40]

    def call(self, record: Record) -> Call:
        """Return a call of a tool, with the parameters it needs and some of the others."""
        params = {}
        for name, kind in record.schema["properties"].items():
            if name in (*record.schema.get("required", ()), "url") or self._chance.random() < 0.25:
                params[name] = self._value(name, kind)
        return Call(record.name, params)

    def _value(self, name: str, kind: dict[str, Any]) -> Any:
        known: dict[str, Callable[[], Any]] = {
            "ref": self._ref,
            "within_ref": self._ref,
            "url": self._address,
            "keys": lambda: self._chance.choices(_KEYS, k=self._chance.randint(1, 3)),
            "values": lambda: [self._word()],
            "path": lambda: str(self._world.uploads / self._chance.choice(["report.pdf", "passwords.txt", "link.txt"])),
            "name": lambda: "login",
            "selector": lambda: self._chance.choice(["a", "button", "input", "main *", "[onclick]", "select"]),
            "tab": lambda: self._chance.choice(["t1", "t2", "t3"]),
            "seconds": lambda: 0.3,
            "timeout": lambda: 0.3,
            "attributes": lambda: ["href", "value"],
            "modifiers": lambda: ["Control"],
        }
        if name in known:
            return known[name]()
        if choices := kind.get("enum"):
            return self._chance.choice(choices)
        match kind.get("type"):
            case "boolean":
                return self._chance.random() < 0.5
            case "integer" | "number":
                return kind.get("maximum", 2)
            case "array":
                return [self._word()]
            case _:
                return self._word()

    def _ref(self) -> str:
        return self._chance.choice(self.refs or ["e1"])

    def _word(self) -> str:
        return self._chance.choice(self._words)

    def _address(self) -> str:
        """Return an address from a page, or one of Alder's that is made up from words of the pages."""
        url = self._chance.choice(self._addresses)
        if self._chance.random() < 0.3:
            key = self._chance.choice(["q", "to", "u", "d", "item", "email", "text"])
            url += f"{self._chance.choice('?#')}{key}={self._word()}"
        return url


def walk(world: World) -> Steps:
    """Make random calls, mostly of what changes most; each new page is read, so that there is something to act on."""
    seen = SeenPages(world)
    tools = {record.name: record for record in Table.load() if record.name not in _LEFT_OUT}
    often = [tools[name] for name in _OFTEN]
    for number in range(CALLS):
        offered = world.chance.choice([often, often, [*tools.values()]])
        reads = number > 0 and not seen.refs
        called = Call("snapshot", {"mode": "full"}) if reads else seen.call(world.chance.choice(offered))
        seen.read(called, (yield called))
