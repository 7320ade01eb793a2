"""The lines that tell of a run, the same while it goes on (`handrail run`) and afterwards (`handrail runs show`). What
pages said stands in them cleaned, on one line, as plain text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text

from handrail.cli.console import quote
from handrail.models.protocol import Usage
from handrail.runs.describe import OUTCOMES, cost, counted
from handrail.trust import External, clean, one_line

INDENT = 15
"""Columns before what a step did."""
_MOMENTS = {
    "nudge": ("going round in circles", "yellow"),
    "steered": ("you said", "cyan"),
    "paused": ("paused by", "cyan"),
    "resumed": ("resumed by", "cyan"),
    "recovered": ("recovered", "yellow"),
    "compacted": ("conversation shortened", "dim"),
    "notice": ("", "dim"),
    "fault": ("fault", "red"),
    "plan": ("planned", "cyan"),
    "verdict": ("", "cyan"),
}


class RunEndLine(Protocol):
    """A run's end, as it is handed over or read back."""

    @property
    def outcome(self) -> str: ...
    @property
    def answer(self) -> str: ...
    @property
    def remedies(self) -> Sequence[str]: ...
    @property
    def doubts(self) -> Sequence[str]: ...
    @property
    def sources(self) -> Sequence[PageLine]: ...


class PageLine(Protocol):
    """A page that an answer rests on."""

    @property
    def url(self) -> str: ...


def step_line(number: int, seconds: float, tool: str, state: str, about: str) -> RenderableType:
    """``   3    0.9 s  click button "Add to basket"``"""
    style = {"ok": "bold", "uncertain": "bold yellow"}.get(state, "bold red")
    line = Text.assemble(
        (f"{number or '':>4}  {seconds:>5.1f} s  ", "dim"), (one_line(tool, 60), style), f" {about}".rstrip()
    )
    line.no_wrap, line.overflow = True, "ellipsis"
    # Printed bare, a text would be made a part of another one, which wraps.
    return Group(line)


def about(role: str, name: External | str | None, label: Mapping[str, Any]) -> str:
    """What a step acted on, and with what: `button "Save"`, `pattern "logout"`."""
    words = [f"{one_line(role, 40) or 'element'} {quote(name)}"] if name is not None else []
    words += [
        f"{one_line(key, 30)} {quote(str(value))}"
        for key, value in label.items()
        if not (name is not None and key.endswith("ref"))
    ]
    return " ".join(words)


def sentence(text: str, style: str = "dim") -> RenderableType:
    """A sentence under a step."""
    return Padding(Text(one_line(text, 300), style), (0, 0, 0, INDENT), expand=False)


def went_wrong(code: str, error: str, refusal: str) -> RenderableType:
    """Why a step failed; of one that policy refused, what the user alone is told."""
    if code == "not_permitted" and refusal:
        return sentence(f"not permitted: {refusal}", "yellow")
    return sentence(error, "red")


def moment(kind: str, text: str) -> RenderableType:
    """Something that happened between steps."""
    word, style = _MOMENTS.get(kind, (kind, "dim"))
    joint = " " if word.endswith(" by") else ": "
    return sentence(joint.join(part for part in (word, text) if part), style)


def verdict(ok: bool, by: str, reasons: Sequence[str], missing: Sequence[str] = ()) -> RenderableType:
    """What the check of an answer came to."""
    word, style = ("checked", "green") if ok else ("not accepted", "yellow")
    who = "by the rules" if by == "rules" else "by a model"
    told = " ".join([*reasons, *(f"Missing: {one}" for one in missing)])
    return sentence(f"{word} {who}: {told}" if told else f"{word} {who}", style)


def plan(criteria: Sequence[str], steps: Sequence[str], revision: int = 0) -> RenderableType:
    """What the run sets out to do."""
    lines = [Text("Plan" if revision == 0 else f"Plan, revised ({revision})", "bold")]
    lines += [Text(f"{number:>4}. {one_line(step, 200)}") for number, step in enumerate(steps[:30], 1)]
    lines += [
        Text.assemble(("Done when ", "dim") if not index else "          ", one_line(criterion, 200))
        for index, criterion in enumerate(criteria[:30])
    ]
    return Group(*lines, Text())


def ending(run: RunEndLine, data: Any) -> RenderableType:
    """How it ended, with the answer as Markdown, and its data where it has any."""
    word, colour = OUTCOMES.get(run.outcome, (one_line(run.outcome, 40), "yellow"))
    # Links as text: a page's words in an answer must not become something that can be clicked.
    said = Padding(Markdown(clean(run.answer[:50_000]), hyperlinks=False), (0, 0, 0, 2))
    lines = [Text(f"  {line}") for line in _as_json(data)]
    lines += [Text(f"  source: {one_line(source.url, 300)}", "dim") for source in run.sources[:10]]
    lines += [Text(f"Not verified: {one_line(doubt, 300)}", "yellow") for doubt in run.doubts[:10]]
    lines += [Text(f"To allow it: {one_line(remedy, 300)}", "yellow") for remedy in run.remedies[:20]]
    return Group(Text(word, f"bold {colour}"), said, *lines)


def _as_json(data: Any) -> list[str]:
    return [] if data is None else clean(json.dumps(data, ensure_ascii=False, indent=2)[:50_000]).splitlines()


def cost_line(usage: Usage, steps: int) -> str:
    """What it took: money, calls, tokens."""
    taken = counted(steps, "step")
    if usage.input_tokens == 0:
        return f"cost   none: no model was called ({taken})"
    return (
        f"cost   {cost(usage)}: {counted(usage.calls, 'model call')}, {usage.input_tokens:,} tokens in "
        f"({usage.cached_tokens:,} cached), {usage.output_tokens:,} out ({taken})"
    )
