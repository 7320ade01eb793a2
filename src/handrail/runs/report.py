"""A run as one self-contained HTML file: no script, nothing loaded, and whatever a page wrote is shown as text."""

from __future__ import annotations

import base64
import hashlib
import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from handrail.messages import rule_sentences
from handrail.models.protocol import Usage
from handrail.runs.describe import OUTCOMES, ago, claimed, cost, duration, tokens
from handrail.runs.markdown import to_html
from handrail.runs.pictures import PictureAlbum
from handrail.runs.record import ModelCall, Moment, PictureRecord, RunRecord, StepRecord
from handrail.runs.step_words import about, label_parts
from handrail.trust import External, clean, one_line, plain, reads_like_instruction

if TYPE_CHECKING:
    from jinja2 import Environment

MARK = "<!doctype html>\n<!-- A report of Handrail. -->\n"
"""How a report begins, so that no other file is taken for one."""
MAX_TEXT = 4_000_000
"""Characters of page text, results and reasoning, in all."""
MAX_ENTRIES = 1_000
"""Calls and moments that are shown."""

_ENTERING = frozenset(("fill", "fill_form", "fill_secret"))
"""Tools whose success is that their fields hold what was put into them, which the rest of the page need not show."""
_TITLES = {
    "nudge": "Nudged",
    "steered": "You said",
    "paused": "Paused",
    "resumed": "Resumed",
    "recovered": "Recovered",
    "compacted": "Shortened",
    "notice": "Notice",
    "fault": "Fault",
    "verdict": "Checked",
    "plan": "Planned",
}
"""Titles of what happens between calls, by the kind of event."""


@dataclass(slots=True)
class TextBudget:
    """Characters that are left for long texts."""

    left: int = MAX_TEXT
    shortened: bool = False

    def cut(self, value: External | str | None, limit: int = 20_000) -> str:
        """Return a text of at most so many characters, and how many are left out."""
        text: str = plain(value) or ""
        shown = text[: max(0, min(limit, self.left))]
        self.left -= len(shown)
        if len(shown) == len(text):
            return clean(text)
        self.shortened = True
        return f"{clean(shown)}\n… {len(text) - len(shown):,} characters more, in the log"

    def json(self, value: Any, limit: int = 10_000) -> str:
        """Return data as a person reads it."""
        try:
            text = json.dumps(value, ensure_ascii=False, indent=1, default=str)
        except (RecursionError, ValueError):
            text = "nested too deeply to be shown"
        return self.cut(text, limit)


@dataclass(slots=True)
class PurposeTotal:
    """Requests to models of one purpose, added up."""

    purpose: str
    seconds: float = 0.0
    usage: Usage = field(default_factory=Usage)


def render(run: RunRecord) -> str:
    """Return the report of a run, as HTML.

    Its size is bounded: pictures by `handrail.runs.pictures.MAX_TOTAL_BYTES`, texts by `MAX_TEXT`. The report says what
    is left out.
    """
    shown = run.timeline[:MAX_ENTRIES]
    frames = filmstrip(run.pictures, shown)
    album = PictureAlbum(run.log.parent, [picture for frame in frames.values() for picture in frame])
    style = _file("report.css")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return MARK + _environment().get_template("report.html").render(
        run=run,
        outcome=OUTCOMES.get(run.outcome, (run.outcome, "")),
        entries=shown,
        hidden=len(run.timeline) - len(shown),
        album=album,
        frames=frames,
        totals=totals_by_purpose(run.calls),
        acting=sum(entry.seconds for entry in run.timeline if isinstance(entry, StepRecord)),
        thinking=sum(call.seconds for call in run.calls),
        room=TextBudget(),
        style=style,
        digest=digest,
        rules=rule_sentences(),
        kinds=_TITLES,
        giving_orders=[place for place, step in enumerate(shown) if isinstance(step, StepRecord) and gave_orders(step)],
    )


def gave_orders(step: StepRecord) -> bool:
    """Return whether what a model read in a step, or before it, reads like an instruction to an AI."""
    try:
        got = json.dumps(step.got, ensure_ascii=False, default=str)
    except (RecursionError, ValueError):
        got = ""
    return any(map(reads_like_instruction, (got, *(seen.text.raw for seen in step.seen))))


def filmstrip(start: Sequence[PictureRecord], entries: Sequence[StepRecord | Moment]) -> dict[int, list[PictureRecord]]:
    """Return the pictures of each call, by its place in the timeline: the page before it, with the element that it was
    about. The last call also has the page at the end."""
    frames: dict[int, list[PictureRecord]] = {}
    now, shown, last = (start[-1] if start else None), False, None
    for place, step in enumerate(entries):
        if not isinstance(step, StepRecord):
            continue
        last = place
        if now is not None and (step.box is not None or not shown):
            frames[place] = [PictureRecord(now.file, step.box)]
            shown = True
        if step.pictures:
            now, shown = step.pictures[-1], False
        elif step.got.get("page_changed"):
            # No picture shows the page as it is now.
            now = None
    if now is not None and not shown and last is not None:
        frames.setdefault(last, []).append(now)
    return frames


def totals_by_purpose(calls: Iterable[ModelCall]) -> list[PurposeTotal]:
    """Return time and tokens of models, added up for each purpose."""
    by_purpose: dict[str, PurposeTotal] = {}
    for call in calls:
        total = by_purpose.setdefault(call.purpose, PurposeTotal(call.purpose))
        total.seconds += call.seconds
        total.usage.add(call.usage)
    return list(by_purpose.values())


def effects_of(step: StepRecord) -> list[str]:
    """Return what an act brought about, a sentence each."""
    after = step.followed
    effects = [f"Went to {after.navigated_to}"] if after.navigated_to else []
    effects += [f"A tab opened: {tab.get('url', '')}" for tab in after.opened_tabs]
    effects += [f"A tab closed: {tab}" for tab in after.closed_tabs]
    effects += [f"Downloaded {file.get('name') or 'a file'}" for file in after.downloads]
    effects += [f"Stopped the request {request}" for request in after.stopped_requests]
    effects += [f"Stopped before this: the request {request}" for request in after.stopped_before]
    effects += [after.tried_again] if after.tried_again else []
    if message := after.dialog.get("message"):
        effects.append(f"A dialog opened: “{message}”")
    if after.not_settled:
        effects.append("The page was still moving afterwards")
    if not effects and step.got.get("page_changed") is True:
        effects.append("The page changed")
    return effects[:20] or [_summary(step)]


def _summary(step: StepRecord) -> str:
    """Return what came of a call that brought nothing about: how many it found, what its field holds, or that the page
    stayed as it was."""
    data = step.got.get("data")
    total = data.get("total") if isinstance(data, dict) else None
    if step.tool in _ENTERING and isinstance(data, dict):
        filled = data.get("filled")
        fields = filled if isinstance(filled, list) else [data]
        if not any(isinstance(one, dict) and one.get("mismatch") for one in fields):
            return "The field holds what was put into it" if len(fields) == 1 else "The fields hold what was put in"
    if step.got.get("terminal") is True:
        return "Asked to end the run"
    return f"Found {total:,}" if type(total) is int else "The page stayed as it was"


def caller_message(step: StepRecord) -> str:
    """Return what the caller of a call that failed was told."""
    hint = step.got.get("hint")
    return " ".join(filter(None, (step.error, hint if isinstance(hint, str) else "")))


def describe_subject(step: StepRecord) -> str:
    """Return what a step was about, in English, as the rest of a report."""
    return about(step.role, step.name, step.label, step.elements, str)


def title_of(step: StepRecord) -> str:
    """Return what a step did, in a word or a few."""
    return "".join(label_parts(step.tool, step.label_text, bare=True, translate=str))


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    environment = Environment(
        loader=FunctionLoader(_file),
        autoescape=True,
        finalize=_as_text,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "markdown": to_html,
        "claimed": claimed,
        "effects_of": effects_of,
        "subject": describe_subject,
        "label_parts": lambda step: label_parts(step.tool, step.label_text, bare=False, translate=str),
        "title": title_of,
        "caller_message": caller_message,
        "line": _line,
        "duration": duration,
        "tokens": tokens,
        "cost": cost,
        "clock": lambda at: time.strftime("%d %B %Y, %H:%M", time.localtime(at)) if at else "",
        "ago": ago,
    }
    environment.tests["call"] = lambda entry: isinstance(entry, StepRecord)
    return environment


def _as_text(value: Any) -> Any:
    """Return a value for the page: outside text as plain text, without invisible characters. Escaping follows."""
    from markupsafe import Markup

    if isinstance(value, Markup):
        return value
    return clean(plain(value)) if isinstance(value, str | External) else value


def _line(value: Any, limit: int = 300) -> str:
    """Return a value on one line; of a long text, what is not shown is not looked at either."""
    return one_line(str(plain(value))[: 10 * limit], limit)


def _file(name: str) -> str:
    return (resources.files("handrail.runs") / "templates" / name).read_text("utf-8")
