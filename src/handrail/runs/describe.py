"""How runs are described to people, in terminals and reports alike."""

from __future__ import annotations

import re
from collections.abc import Iterable

from handrail.messages import Sentence
from handrail.models.protocol import Usage

OUTCOMES = {
    "done": (Sentence("Done"), "green"),
    "partial": (Sentence("Partly done"), "yellow"),
    "unconfirmed": (Sentence("Sent; the site did not confirm it"), "yellow"),
    "done_unverified": (Sentence("Done, but not verified"), "yellow"),
    "refuted": (Sentence("Not done: the check found otherwise"), "yellow"),
    "gave_up": (Sentence("Not done"), "yellow"),
    "blocked": (Sentence("Blocked by policy"), "yellow"),
    "stuck": (Sentence("Stuck"), "yellow"),
    "out_of_budget": (Sentence("Out of budget"), "yellow"),
    "cancelled": (Sentence("Cancelled"), "yellow"),
    "unfinished": (Sentence("Unfinished"), "yellow"),
    "failed": (Sentence("Failed"), "red"),
    "error": (Sentence("Error"), "red"),
    "session": (Sentence("Session"), "default"),
    "files": (Sentence("Files only"), "default"),
}
"""Words and colour of each way a run ends; and what else a folder holds: the log of a session, or files without one."""

CIRCLE_WARNING = "You are going round in a circle: "
"""How a warning to a model begins; a person reads a word of their own in its place."""


def duration(seconds: float) -> str:
    """Return ``0.4 s``, ``12 s``, ``3 min 05 s``, ``2 h 10 min``."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02} min"


def ago(seconds: float) -> str:
    """Return the time since a run began: ``0:07``, ``12:30``, ``1:02:30``."""
    whole = max(0, int(seconds))
    hours, minutes = whole // 3600, whole % 3600 // 60
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


def cost(usage: Usage) -> str:
    """Return dollars, or why they are not known."""
    if usage.cost is not None:
        return f"${usage.cost:.4f}" if usage.cost < 1 else f"${usage.cost:,.2f}"
    return Sentence("price not known") if usage.calls else Sentence("no cost")


def count_of(count: int, what: str) -> str:
    """Return ``1 step``, ``3 steps``."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def explanation(reasons: Iterable[str], missing: Iterable[str]) -> str:
    """Return the reasons of a verdict and what is missing, in a row."""
    return " ".join([*reasons, *(f"Missing: {one}" for one in missing)])


def claimed(answer: str) -> str:
    """Return an answer that was refuted, without the word that it is done."""
    return answer.removeprefix("Done: ")


def from_error_page(status: int | None, task: str) -> str | None:
    """Return why an answer from a page with this HTTP status is in doubt; None where it is not, or the task asks about
    the status itself."""
    if status is None or status < 400 or re.search(rf"\b(?:status|errors?|page says?|{status})\b", task, re.IGNORECASE):
        return None
    return f"The page answered with HTTP status {status}, so the answer is that of an error page."


def tokens(count: int) -> str:
    """Return ``940``, ``4.2 k``, ``1.3 M``."""
    if count < 1000:
        return str(count)
    return f"{count / 1000:.1f} k" if count < 1_000_000 else f"{count / 1_000_000:.1f} M"
