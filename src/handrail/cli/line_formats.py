"""The lines that describe a run, the same while it runs (`handrail run`) and afterwards (`handrail runs show`). What
pages said is in them cleaned, on one line, as plain text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text

from handrail.cli.console import quote
from handrail.models.protocol import Usage
from handrail.runs.describe import OUTCOMES, cost, counted, explanation, tokens
from handrail.trust import External, clean, one_line

if TYPE_CHECKING:
    from handrail.agent import RunResult
    from handrail.runs.record import RunRecord

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


def step_line(number: int, seconds: float, tool: str, state: str, about: str) -> RenderableType:
    """``   3    0.9 s  click button "Add to basket"``"""
    style = {"ok": "bold", "uncertain": "bold yellow"}.get(state, "bold red")
    line = Text.assemble(
        (f"{number or '':>4}  {seconds:>5.1f} s  ", "dim"), (one_line(tool, 60), style), f" {about}".rstrip()
    )
    line.no_wrap, line.overflow = True, "ellipsis"
    # In a group, since a text that is printed by itself wraps.
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


def failure(code: str, error: str, refusal: str) -> RenderableType:
    """Why a step failed; for one that policy refused, the reason that only the user sees."""
    if code == "not_permitted" and refusal:
        return sentence(f"not permitted: {refusal}", "yellow")
    return sentence(error, "red")


def moment(kind: str, text: str) -> RenderableType:
    """Something that happened between steps."""
    word, style = _MOMENTS.get(kind, (kind, "dim"))
    joint = " " if word.endswith(" by") else ": "
    return sentence(joint.join(part for part in (word, text) if part), style)


def verdict(ok: bool, by: str, reasons: Sequence[str], missing: Sequence[str] = ()) -> RenderableType:
    """The result of checking an answer."""
    word, style = ("checked", "green") if ok else ("not accepted", "yellow")
    who = "by the rules" if by == "rules" else "by a model"
    why = explanation(reasons, missing)
    return sentence(f"{word} {who}: {why}" if why else f"{word} {who}", style)


def plan(
    criteria: Sequence[str], steps: Sequence[str], revision: int = 0, changes: Sequence[str] = ()
) -> RenderableType:
    """The plan of a run."""
    lines = [Text("Plan" if revision == 0 else f"Plan, revised ({revision})", "bold")]
    lines += [Text(f"{number:>4}. {one_line(step, 200)}") for number, step in enumerate(steps[:30], 1)]
    lines += [
        Text.assemble(("Done when ", "dim") if not index else "          ", one_line(criterion, 200))
        for index, criterion in enumerate(criteria[:30])
    ]
    lines += [
        Text.assemble(("Changes   ", "dim") if not index else "          ", one_line(change, 200))
        for index, change in enumerate(changes[:30])
    ]
    return Group(*lines, Text())


def ending(run: RunResult | RunRecord) -> RenderableType:
    """How it ended, in a few words."""
    word, colour = OUTCOMES.get(run.outcome, (one_line(run.outcome, 40), "yellow"))
    return Text(word, f"bold {colour}")


def answer(run: RunResult | RunRecord, *, as_markdown: bool, alone: bool = False) -> RenderableType:
    """The answer: for a terminal as its Markdown says, else as it was written. Among other lines it is indented: a page
    whose words are in it must not write one of ours."""
    text = clean(run.answer[:50_000])
    if not as_markdown:
        return Text(text) if alone else _indented(text)
    # Links as text: words of a page in an answer must not become clickable.
    return Padding(Markdown(text, hyperlinks=False), (0, 0, 0, 2))


def data_of(data: Any, *, alone: bool = False) -> RenderableType:
    """The answer's data as JSON."""
    text = clean(json.dumps(data, ensure_ascii=False, indent=2)[:50_000])
    return Text(text) if alone else _indented(text)


def _indented(text: str) -> Text:
    return Text("\n".join(f"  {line}" for line in text.splitlines()))


def remarks(run: RunResult | RunRecord) -> list[RenderableType]:
    """Where an answer is from, what is missing in it, and what would have allowed what was refused."""
    lines = [Text(f"  source: {one_line(source.url, 300)}", "dim") for source in run.sources[:10]]
    lines += [Text(f"Not done: {one_line(run.missing, 600)}", "yellow")] if run.missing else []
    found = "The check found" if run.outcome == "refuted" else "Not verified"
    lines += [Text(f"{found}: {one_line(doubt, 300)}", "yellow") for doubt in run.doubts[:10]]
    lines += [Text(f"To allow it: {one_line(remedy, 300)}", "yellow") for remedy in run.remedies[:20]]
    return list(lines)


def cost_line(usage: Usage, steps: int, by_purpose: Mapping[str, Usage] | None = None) -> str:
    """What it cost: money, calls, tokens; in all, and below that by what models were asked for."""
    taken = counted(steps, "step")
    if usage.input_tokens == 0:
        return f"cost   none: no model was called ({taken})"
    lines = [
        f"\n       {purpose:<8}{cost(one)}: {counted(one.calls, 'call')}, {tokens(one.input_tokens)} in "
        f"({tokens(one.cached_tokens)} cached), {tokens(one.output_tokens)} out"
        for purpose, one in (by_purpose or {}).items()
    ]
    whole = (
        f"cost   {cost(usage)}: {counted(usage.calls, 'model call')}, {usage.input_tokens:,} tokens in "
        f"({usage.cached_tokens:,} cached), {usage.output_tokens:,} out ({taken})"
    )
    return "".join([whole, *(lines if len(lines) > 1 else [])])
