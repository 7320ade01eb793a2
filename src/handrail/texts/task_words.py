"""Words that pages and people use, in the languages of the labels: where nothing more exact tells what is meant."""

from __future__ import annotations

import re
import tomllib
from importlib import resources

_WORDS = {
    kind: re.compile(pattern.replace("\n", ""), re.IGNORECASE)
    for kind, pattern in tomllib.loads(
        (resources.files("handrail.texts") / "task_words.toml").read_text("utf-8")
    ).items()
}


def mentions(kind: str, text: str) -> bool:
    """Return whether a text holds a word of this kind, one of those in `task_words.toml`."""
    return _WORDS[kind].search(text) is not None


def only_attaches(task: str, path: str, field: str) -> bool:
    """Return whether the user asks to put a file into a field, by the field's name ("upload cv.pdf to Attachment"), and
    no more. Without a field, to upload a file may mean to send it."""
    rest = task.replace(path, " ")
    into = rf"\b(?:to|into|in)\s+(?:the\s+)?[\"'“]?{re.escape(field)}(?!\w)"
    return bool(field) and re.search(into, rest, re.IGNORECASE) is not None and not mentions("sends", rest)


def only_fills(task: str) -> bool:
    """Return whether the user asks to fill something in and no more: not to send it, or only with words for filling."""
    return mentions("not_sent", task) or (mentions("fills", task) and not mentions("sends", task))
