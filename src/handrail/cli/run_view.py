"""A run as a person watches it, and as a program reads it. Both are listeners of the session's events."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from rich.console import Group
from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text

from handrail.cli.say import console, print_json, quoted
from handrail.events import Event
from handrail.trust import External, clean, one_line

if TYPE_CHECKING:
    from handrail.agent import RunResult

OUTCOMES = {
    "done": ("Done", "green"),
    "done_unverified": ("Done, but not verified", "yellow"),
    "gave_up": ("Not done", "yellow"),
    "blocked": ("Blocked by policy", "yellow"),
    "stuck": ("Stuck", "yellow"),
    "out_of_budget": ("Out of budget", "yellow"),
    "cancelled": ("Cancelled", "yellow"),
    "failed": ("Failed", "red"),
    "error": ("Error", "red"),
}


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
        self._steps = 0

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
        match event.kind:
            case "run_started":
                self.console.print(Text.assemble(("Task: ", "dim"), one_line(event.data["task"], 500)))
                self._status.update("opening the page")
            case "turn":
                self._status.update("thinking")
            case "intent":
                self._status.update(Text(event.data["tool"]))
            case "result" if event.data["asker"] == "model":
                self._step(event.data)
            case "decision" if not event.data["allowed"]:
                self.console.print(Text(f"       not permitted: {one_line(event.data['reason'], 300)}", "yellow"))
            case "notice":
                self.console.print(Text(f"       {one_line(event.data['text'], 300)}", "dim"))

    async def hear_text(self, text: str) -> None:
        """Words as they stream in stand in the status for a moment."""
        self._status.update(Text(one_line(text, 60), "dim"))

    def result(self, result: RunResult) -> None:
        """How it ended, the answer, the cost, and where the log is."""
        word, colour = OUTCOMES[result.outcome]
        # Links as text: a page's words in an answer must not become something that can be clicked.
        answer = Markdown(clean(result.answer), hyperlinks=False)
        self.console.print()
        self.console.print(Group(Text(word, f"bold {colour}"), Padding(answer, (0, 0, 0, 2))))
        for remedy in result.remedies:
            self.console.print(Text(f"To allow it: {one_line(remedy, 300)}", "yellow"))
        self.console.print(Text(f"\n{_cost(result)}\nlog    {result.log}", "dim"), soft_wrap=True)

    def _step(self, data: dict[str, Any]) -> None:
        self._steps += 1
        outcome = data["result"]
        ok = outcome["status"] == "ok"
        line = Text.assemble(
            (f"{self._steps:>4}  {data['seconds']:>5.1f} s  ", "dim"),
            (data["tool"], "bold" if ok else "bold red"),
            f" {_what(data)}".rstrip(),
        )
        self.console.print(line, no_wrap=True, overflow="ellipsis")
        if not ok:
            self.console.print(Text(f"               {one_line(outcome['error'], 300)}", "red"))


def _what(data: dict[str, Any]) -> str:
    """What a step acted on, and with what: `button "Save"`, `pattern "logout"`."""
    words = []
    target = data.get("target")
    if target:
        name: External | str = target["name"]
        words.append(f"{target['role'] or 'element'} {quoted(name)}")
    words += [
        f"{key} {quoted(str(value))}" for key, value in data["label"].items() if not (target and key.endswith("ref"))
    ]
    return " ".join(words)


def _cost(result: RunResult) -> str:
    usage = result.usage
    steps = f"{len(result.steps)} step{'' if len(result.steps) == 1 else 's'}"
    if usage.input_tokens == 0:
        return f"cost   none: no model was called ({steps})"
    price = f"${usage.cost:.4f}" if usage.cost is not None else "price not known"
    return (
        f"cost   {price}: {usage.calls} model calls, {usage.input_tokens:,} tokens in "
        f"({usage.cached_tokens:,} cached), {usage.output_tokens:,} out ({steps})"
    )
