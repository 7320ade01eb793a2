"""A run as a person watches it, and as a program reads it. Both are listeners of the session's events."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from rich.text import Text

from handrail.cli import run_lines
from handrail.cli.console import console, print_json
from handrail.events import Event
from handrail.models.protocol import Usage
from handrail.runs.describe import cost, tokens
from handrail.runs.store import name_of
from handrail.trust import one_line, plain

if TYPE_CHECKING:
    from handrail.agent import RunResult


class JsonView:
    """One event a line, and the result last."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return

    def model(self, name: str, why: str) -> None:
        print_json({"event": "model", "name": name, "why": why})

    def hear(self, event: Event) -> None:
        print_json(event.to_dict())

    async def hear_text(self, text: str) -> None:
        """Words arrive whole in the event ``model_text``."""

    def result(self, result: RunResult) -> None:
        print_json({"event": "result_of_run", **result.to_dict()})


class TerminalView:
    """A line per step, a live status while something is going on, and the answer at the end."""

    def __init__(self) -> None:
        self.console = console()
        self._status = self.console.status("starting the browser", spinner="dots")
        self._doing = ""
        self._refusal = ""
        self._steps = 0
        self._spent = Usage()

    def __enter__(self) -> Self:
        self._status.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._status.stop()

    def pause(self) -> None:
        """Let a question have the terminal."""
        self._status.stop()

    def resume(self) -> None:
        """Go on after it."""
        self._status.start()

    def model(self, _name: str, why: str) -> None:
        """Which model, and why: the first line of every run."""
        self.console.print(Text(one_line(why, 400), "dim"))

    def hear(self, event: Event) -> None:
        """Show what is worth a line; the log has the rest."""
        hear: Callable[[dict[str, Any]], None] | None = getattr(self, f"_hear_{event.kind}", None)
        if hear is not None:
            hear(plain(event.data))

    async def hear_text(self, text: str) -> None:
        """Words as they stream in stand in the status for a moment."""
        self._do(one_line(text, 60))

    def result(self, result: RunResult) -> None:
        """How it ended, the answer, the cost, and where the log is."""
        self.console.print()
        self.console.print(run_lines.ending(result, plain(result.data)))
        told = f"\n{run_lines.cost_line(result.usage, len(result.steps))}\nlog    {result.log}"
        self.console.print(Text(f"{told}\nreport handrail report {name_of(result.log)}", "dim"), soft_wrap=True)

    def _do(self, what: str) -> None:
        """What goes on, and what the run has taken so far."""
        self._doing = what
        taken = ""
        if self._spent.input_tokens:
            counted = self._spent.input_tokens + self._spent.output_tokens
            taken = f"   step {self._steps + 1} · {tokens(counted)} tokens · {cost(self._spent)}"
        self._status.update(Text.assemble(what, (taken, "dim")))

    def _hear_run_started(self, data: dict[str, Any]) -> None:
        self.console.print(Text.assemble(("Task: ", "dim"), one_line(data["task"], 500)))
        self._do("opening the page")

    def _hear_plan(self, data: dict[str, Any]) -> None:
        self.console.print(run_lines.plan(data["criteria"], data["steps"], data["revision"]))

    def _hear_turn(self, _: dict[str, Any]) -> None:
        self._do("thinking")

    def _hear_model_call(self, data: dict[str, Any]) -> None:
        told = data["usage"]
        self._spent.add(Usage(1, told["input_tokens"], told["cached_tokens"], told["output_tokens"], told.get("cost")))
        self._do(self._doing)

    def _hear_intent(self, data: dict[str, Any]) -> None:
        self._do(data["tool"])

    def _hear_decision(self, data: dict[str, Any]) -> None:
        self._refusal = "" if data["allowed"] else data["reason"]

    def _hear_result(self, data: dict[str, Any]) -> None:
        if data["caller"] != "model":
            return
        self._steps += 1
        result = data["result"]
        target = data.get("target") or {}
        about = run_lines.about(target.get("role", ""), target.get("name"), data["label"])
        self.console.print(run_lines.step_line(self._steps, data["seconds"], data["tool"], result["status"], about))
        if result["status"] != "ok":
            self.console.print(run_lines.went_wrong(result["code"], result["error"], self._refusal))

    def _hear_verdict(self, data: dict[str, Any]) -> None:
        self.console.print(run_lines.verdict(data["ok"], data["by"], data["reasons"], data.get("missing", ())))

    def _hear_recovered(self, data: dict[str, Any]) -> None:
        uncertain = "; what it was doing may have happened or not" if data.get("uncertain") else ""
        self.console.print(run_lines.moment("recovered", f"the {data['what']} was lost and started again{uncertain}"))

    def _hear_compacted(self, data: dict[str, Any]) -> None:
        text = f"{tokens(data['before'])} characters became {tokens(data['after'])}"
        self.console.print(run_lines.moment("compacted", text))

    def _hear_paused(self, data: dict[str, Any]) -> None:
        self.console.print(run_lines.moment("paused", data.get("why") or ""))
        self._do("paused")

    def _hear_resumed(self, data: dict[str, Any]) -> None:
        self.console.print(run_lines.moment("resumed", data.get("why") or ""))

    def _hear_nudge(self, data: dict[str, Any]) -> None:
        self.console.print(run_lines.moment("nudge", data["text"]))

    def _hear_steered(self, data: dict[str, Any]) -> None:
        self.console.print(run_lines.moment("steered", data["text"]))

    def _hear_notice(self, data: dict[str, Any]) -> None:
        self.console.print(run_lines.moment("notice", data["text"]))
