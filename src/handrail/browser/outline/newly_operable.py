"""Words that only turned out to take presses: what listens for them may be known later than what they say."""

from __future__ import annotations

import re
from collections.abc import Sequence

from handrail.browser.outline.line_format import QUOTED
from handrail.browser.outline.lines import OutlineLine

ROLE = "clickable"
"""Of what takes presses by nothing but a listener, or something else that no role tells of."""
_OPERABLE = re.compile(rf"(?<![\w-])(?:{ROLE} ({QUOTED}) (\[e\d+\])|({QUOTED}) (\[e\d+\]) {ROLE}(?![\w-]))")
"""Words by themselves, and those of a cell, whose role is not told."""
_BEFORE_PARTS = re.compile(": | > ")
"""What stands between a row and its cells: of plain ones, and where some can be operated."""

Lines = Sequence[OutlineLine]


def only_gained_refs(old: str, new: str) -> bool:
    """Return whether a line says the same as before, of which some words have a ref now."""
    if ROLE not in new:
        return False
    plain = _OPERABLE.sub(lambda found: found[0] if (found[2] or found[4]) in old else found[1] or found[3], new)
    return plain != new and _words(plain) == _words(old)


def _words(text: str) -> str:
    """Return a line without what tells a text from something with a name."""
    return _BEFORE_PARTS.sub(" ", text.replace('"', ""), count=1)


def without_newly_operable(gone: Lines, appeared: Lines) -> tuple[Lines, Lines]:
    """Return lines that went and appeared in one place, without texts that went to come back with a ref."""
    if not any(_is_operable(line) for line in appeared):
        return gone, appeared
    if all(map(_is_text, gone)) and all(_is_text(line) or _is_operable(line) for line in appeared):
        before, now = (" ".join(line.node.name for line in lines).split() for lines in (gone, appeared))
        if before == now:
            return (), ()
    gone, kept, at = list(gone), list[OutlineLine](), 0
    for line in appeared:
        found = _place(gone, at, line.node.name.split()) if _is_operable(line) else None
        if found is None:
            kept.append(line)
        else:
            del gone[found.start : found.stop]
            at = found.start
    return gone, kept


def _place(gone: Lines, start: int, words: Sequence[str]) -> range | None:
    """Return where these words stood, in one text or several that follow each other; None for nowhere."""
    for first in range(start, len(gone)):
        said = list[str]()
        for at in range(first, len(gone)):
            if not _is_text(gone[at]):
                break
            said += gone[at].node.name.split()
            if said == list(words):
                return range(first, at + 1)
            if said != list(words[: len(said)]):
                break
    return None


def _is_text(line: OutlineLine) -> bool:
    return not line.node.role and not line.local


def _is_operable(line: OutlineLine) -> bool:
    """Return whether a line is of words that take presses, and says nothing else."""
    node = line.node
    says_more = node.states or node.value is not None or node.url
    return node.role == ROLE and line.local > 0 and bool(node.name) and not says_more
