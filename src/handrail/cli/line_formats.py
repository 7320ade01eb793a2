"""The lines that describe a run, the same while it runs (`handrail run`) and afterwards (`handrail runs show`). What
pages said is in them cleaned, on one line, as plain text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.markdown import Markdown
from rich.padding import Padding
from rich.segment import Segment
from rich.text import Text

from handrail.messages import Sentence, isolate, isolate_line, tr, translate, translated_template
from handrail.models.protocol import Usage
from handrail.runs.describe import CIRCLE_WARNING, OUTCOMES, claimed, cost, explanation, tokens
from handrail.runs.step_words import label_parts
from handrail.texts.for_people import reason_in_words
from handrail.trust import clean, one_line

if TYPE_CHECKING:
    from handrail.agent import RunResult
    from handrail.runs.record import RunRecord

INDENT = 15
"""Columns before what a step did."""
_MOMENTS = {
    "nudge": (Sentence("going round in circles"), "yellow"),
    "steered": (Sentence("you said"), "cyan"),
    "paused": (Sentence("paused by"), "cyan"),
    "resumed": (Sentence("resumed by"), "cyan"),
    "recovered": (Sentence("recovered"), "yellow"),
    "compacted": (Sentence("conversation shortened"), "dim"),
    "notice": ("", "dim"),
    "fault": (Sentence("fault"), "red"),
    "plan": (Sentence("planned"), "cyan"),
    "verdict": ("", "cyan"),
}
_BY = {"the user": Sentence("the user")}
"""Who pauses a run, and resumes it."""
_VERDICTS = {
    (True, "rules"): Sentence("checked by the rules"),
    (True, "model"): Sentence("checked by a model"),
    (False, "rules"): Sentence("not accepted by the rules"),
    (False, "model"): Sentence("not accepted by a model"),
}


def step_line(number: int, seconds: float, words: Text) -> RenderableType:
    """Return the line of a step: ``  3   0.9 s  Click button "Add to basket"``."""
    line = Text.assemble((f"{number or '':>4}  {seconds:>5.1f} s  ", "dim"), words)
    line.no_wrap, line.overflow = True, "ellipsis"
    # In a group, since a text that is printed by itself wraps.
    return Group(line)


def step_words(tool: str, label_text: str, what: str, state: str = "ok") -> Text:
    """Return what a step does, in the person's language: `Click button "Save"`; ``what`` as `about` has it."""
    style = {"ok": "bold", "uncertain": "bold yellow"}.get(state, "bold red")
    before, after = label_parts(tool, label_text, bare=not what)
    start, end = isolate_line("\n").split("\n")
    return Text.assemble(start, (before, style), what, (after, style), end)


def sentence(words: str, said: str = "", style: str = "dim", joint: str = ": ") -> RenderableType:
    """Return a line under a step: words of ours, and behind them what else is to be said, cleaned."""
    parts = filter(None, (words, said and isolate(one_line(said, 300))))
    return Padding(Text(isolate_line(joint.join(parts)), style), (0, 0, 0, INDENT), expand=False)


def failure(code: str, error: str, refusal: str, *, unheard: bool = False) -> RenderableType:
    """Return why a step failed; for one that policy refused, the reason that only the user sees; ``unheard``: it was
    for the user to decide, and nobody could be asked."""
    if code == "not_permitted" and refusal:
        words = tr("nobody could be asked") if unheard else tr("not permitted")
        return sentence(words, refusal, "yellow")
    return sentence("", error, "red")


def dialog(followed: Any) -> list[RenderableType]:
    """Return the line of what a dialog said that a step opened, if it opened one."""
    opened = followed.get("dialog") if isinstance(followed, Mapping) else None
    message = opened.get("message") if isinstance(opened, Mapping) else None
    return [sentence(translated_template("dialog"), f"“{message}”", "cyan")] if message else []


def moment(kind: str, text: str) -> RenderableType:
    """Return the line of something that happened between steps."""
    word, style = _MOMENTS.get(kind, (kind, "dim"))
    joint = " " if kind in ("paused", "resumed") else ": "
    said = text.removeprefix(CIRCLE_WARNING) if kind == "nudge" else text
    return sentence(translate(word), translate(_BY.get(said, said)), style, joint)


def verdict(ok: bool, by: str, reasons: Sequence[str], missing: Sequence[str] = ()) -> RenderableType:
    """Return the result of checking an answer."""
    words = translate(_VERDICTS[ok, "rules" if by == "rules" else "model"])
    return sentence(words, explanation(reasons, missing), "green" if ok else "yellow")


def plan(
    criteria: Sequence[str], steps: Sequence[str], revision: int = 0, changes: Sequence[str] = ()
) -> RenderableType:
    """Return the plan of a run."""
    head = tr("Plan") if revision == 0 else tr("Plan, revised ({revision})", revision=revision)
    lines = [Text(f"{number:>4}. {one_line(step, 200)}") for number, step in enumerate(steps[:30], 1)]
    done_when, changed = _columns(tr("Done when"), tr("Changes"))
    return Group(Text(head, "bold"), *lines, *_under(done_when, criteria), *_under(changed, changes), Text())


def _under(head: str, texts: Sequence[str]) -> list[Text]:
    """Return a line for each text, behind the head and then below it."""
    rest = " " * cell_len(head)
    return [
        Text.assemble((rest if index else head, "dim"), one_line(text, 200)) for index, text in enumerate(texts[:30])
    ]


def _columns(*heads: str) -> list[str]:
    """Return the heads of lines, all as wide as the widest."""
    width = max(map(cell_len, heads)) + 1
    return [set_cell_size(head, width) for head in heads]


def ending(run: RunResult | RunRecord) -> RenderableType:
    """Return how it ended, in a few words."""
    word, colour = OUTCOMES.get(run.outcome, (one_line(run.outcome, 40), "yellow"))
    return Text(translate(word), f"bold {colour}")


def task(text: str) -> RenderableType:
    """Return the first line of a run."""
    return Text.assemble((f"{tr('Task')}: ", "dim"), one_line(text, 500))


class _Answer:
    """An answer as its Markdown says, indented. Its lines end with their last letter, or what a person copies from the
    terminal would take blanks along up to its edge."""

    def __init__(self, text: str) -> None:
        # Links as text: words of a page in an answer must not become clickable.
        self._markdown = Markdown(text, hyperlinks=False)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the segments of its lines."""
        inner = options.update(width=max(options.max_width - 2, 1))
        for line in console.render_lines(self._markdown, inner, pad=False):
            while line and not line[-1].text.rstrip():
                line.pop()
            if line:
                yield Segment("  ")
                yield from line[:-1]
                yield Segment(line[-1].text.rstrip(), line[-1].style)
            yield Segment.line()


def answer(run: RunResult | RunRecord, *, as_markdown: bool, alone: bool = False) -> RenderableType:
    """Return the answer: for a terminal as its Markdown says, else as it was written. Among other lines it is indented:
    a page whose words are in it must not write one of ours. One that was refuted is called so."""
    if run.outcome == "refuted":
        text = clean(claimed(run.answer)[:50_000])
        head = Text(f"{tr('The answer that was not accepted')}:", "dim")
        return Group(head, _Answer(text) if as_markdown else _indent(text))
    text = clean(run.answer[:50_000])
    if not as_markdown:
        return Text(text) if alone else _indent(text)
    return _Answer(text)


def data_of(data: Any, *, alone: bool = False) -> RenderableType:
    """Return the answer's data as JSON."""
    text = clean(json.dumps(data, ensure_ascii=False, indent=2)[:50_000])
    return Text(text) if alone else _indent(text)


def _indent(text: str) -> Text:
    return Text("\n".join(f"  {line}" for line in text.splitlines()))


def remarks(run: RunResult | RunRecord, elements: Mapping[str, str]) -> list[RenderableType]:
    """Return where an answer is from, the files beside it, what is missing in it, and what would have allowed what was
    refused; ``elements``: what refs stand for."""
    lines = [Text(f"  {tr('source')}: {one_line(source.url, 300)}", "dim") for source in run.sources[:10]]
    lines += [Text(f"  {tr('file')}: {one_line(str(file), 1_000)}") for file in run.files[:50]]
    lines += [Text(f"{tr('Not done')}: {one_line(run.missing, 600)}", "yellow")] if run.missing else []
    found = tr("The check found") if run.outcome == "refuted" else tr("Not verified")
    lines += [
        Text(f"{found}: {one_line(reason_in_words(doubt, elements), 300)}", "yellow") for doubt in run.doubts[:10]
    ]
    lines += [Text(f"{tr('To allow it')}: {one_line(remedy, 300)}", "yellow") for remedy in run.remedies[:20]]
    return list(lines)


def heads() -> list[str]:
    """Return what stands before the last lines of a run: its cost, its log, its report."""
    return _columns(tr("cost"), tr("log"), tr("report"))


def last_lines(usage: Usage, steps: int, by_purpose: Mapping[str, Usage], log: Path) -> str:
    """Return what a run cost, and where its log is."""
    return f"{cost_line(usage, steps, by_purpose)}\n{heads()[1]}{log}"


def cost_line(usage: Usage, steps: int, by_purpose: Mapping[str, Usage] | None = None) -> str:
    """Return what it cost: money, calls, tokens; in all, and below that by what models were asked for, also in vain."""
    head, taken = heads()[0], Sentence("{count} step", "{count} steps", count=steps)
    if usage.calls == 0 and by_purpose:
        return head + tr("none: the model did not answer ({steps})", steps=taken)
    if usage.calls == 0:
        return head + tr("none: no model was called ({steps})", steps=taken)
    whole = tr(
        "{cost}: {calls}, {input:,} tokens in ({cached:,} cached), {output:,} out ({steps})",
        cost=cost(usage),
        calls=Sentence("{count} model call", "{count} model calls", count=usage.calls),
        input=usage.input_tokens,
        cached=usage.cached_tokens,
        output=usage.output_tokens,
        steps=taken,
    )
    lines = [
        " " * cell_len(head) + f"{purpose.replace('_', ' '):<8}{_cost_of(one)}"
        for purpose, one in (by_purpose or {}).items()
    ]
    return "\n".join([head + whole, *(lines if len(lines) > 1 else [])])


def _cost_of(usage: Usage) -> str:
    return tr(
        "{cost}: {calls}, {input} in ({cached} cached), {output} out",
        cost=cost(usage),
        calls=Sentence("{count} call", "{count} calls", count=usage.calls),
        input=tokens(usage.input_tokens),
        cached=tokens(usage.cached_tokens),
        output=tokens(usage.output_tokens),
    )
