"""Words that pages and people use, in the languages of the labels: where nothing more exact tells what is meant."""

from __future__ import annotations

import re
import tomllib
from importlib import resources

_WORDS = {
    kind: re.compile(pattern.replace("\n", ""), re.IGNORECASE)
    for kind, pattern in tomllib.loads(
        (resources.files("handrail.agent.verification") / "words.toml").read_text("utf-8")
    ).items()
}


def mentions(kind: str, text: str) -> bool:
    """Return whether a text holds a word of this kind, one of those in `words.toml`."""
    return _WORDS[kind].search(text) is not None


def only_fills(task: str) -> bool:
    """Return whether the user asks to fill something in and no more: not to send it, or only with words for filling."""
    return mentions("not_sent", task) or (mentions("fills", task) and not mentions("sends", task))
