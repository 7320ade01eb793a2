"""One message of a conversation, with what one has to know to clip it."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TypeGuard

from handrail.attachments import Attachment
from handrail.browser.reading.shown_parts import FOLDED, LANDMARKS
from handrail.models.protocol import Message, Part
from handrail.trust import Fenced, one_line

MEDIA_CHARS = {"image": 6_000, "document": 10_000}
"""What a picture or a page of a document is counted as: about 1,500 tokens for a window of 1,280 by 800 (Anthropic's
rule: width times height over 750), and for a page 2,500, its text and its picture."""
READING_CHARS = 3_000
"""Characters of a text that a tool read which stay as long as there is room."""
WORTH = 100
"""Characters that taking a text out must free."""
REMOVED = "characters removed to save room; read them again there if they are needed"
DIGEST_CHARS = 1_500
"""Of an outline of a page that was left."""
_OPERATED = re.compile(r"button|checkbox|radio|combobox|searchbox|textbox|spinbutton|option|clickable|switch|slider")
_PASSING = re.compile(r" \[e\d+\]| -> \S+$")
_NAMED = re.compile(r'"(.+?)"')
_WORDS = re.compile(r"^\s*\w*: (.+)$")
_LINE_END = re.compile(r"\n|\\n")
"""In JSON a line end is two letters."""
TELLING_LINES, TELLING_CHARS = 2, 200
"""Lines of a removed text that stay, those that tell most about the task."""
_LANDMARK = re.compile(rf'(?:{"|".join(sorted(LANDMARKS))})(?: ".*?")?(?= |$)')
_LABEL = re.compile(rf'(?<!\w)(?!{"|".join(sorted(LANDMARKS))})\w+ "([^"]+)" \[e\d+\]')
_HOLDS = " holds "
"""Stands between a landmark and its labels in what stays of an outline."""
LABELS_CHARS = 400
_TAGS = 110
"""Characters of a fence's tags."""


@dataclass(slots=True)
class MessageEntry:
    """A message and where it stands in the run.

    Args:
        turn: the turn it came in; 0 before the first.
        observed: the parts from this one on show the page; None where no part does.
        base: those are a whole snapshot, which later changes rest on.
        where: title and address of the page that was open, as lines of a fence.
    """

    message: Message
    turn: int
    observed: int | None = None
    base: bool = False
    where: str = ""

    @property
    def size(self) -> int:
        """About how many characters a provider is sent of it."""
        return self.calls_size + sum(map(size, self.message.parts))

    @property
    def calls_size(self) -> int:
        return sum(len(json.dumps(call.params, default=str)) + 40 for call in self.message.calls)

    @property
    def page(self) -> Sequence[Part]:
        """The parts that show the page."""
        return () if self.observed is None else self.message.parts[self.observed :]

    def shows_page(self, index: int) -> bool:
        return self.observed is not None and index >= self.observed

    def is_short_page(self, part: Part) -> bool:
        """Whether a part is an outline so short that it stays as it is when its page is left, or was shortened."""
        return self.base and isinstance(part, Fenced) and len(part.body) <= DIGEST_CHARS + 5 * WORTH

    def put(self, index: int, part: Part) -> None:
        """Put ``part`` where another stood, in a new list: who was handed the old one keeps it as it was."""
        self.message.parts = [*self.message.parts[:index], part, *self.message.parts[index + 1 :]]


def size(part: Part) -> int:
    """About how many characters a provider is sent of a part."""
    match part:
        case str():
            return len(part)
        case Fenced():
            return len(part.body) + 2 * part.body.count("\n") + len(part.origin) + _TAGS
        case Attachment():
            return MEDIA_CHARS[part.kind] * part.pages


def clip_part(part: Part, where: str = "", wanted: Collection[str] = ()) -> Part:
    """What stands in the place of a part whose time is over. Notes and extractions stay.

    Args:
        where: title and address of its page.
        wanted: words of the task: the lines that hold most of them stay.
    """
    match part:
        case Fenced():
            head = [where] if where and part.label != "dialog" else []
            mark = f"[{len(part.body):,} {REMOVED}]"
            framed = labels_of_landmarks(part.body) if part.label == "page-snapshot" else []
            telling = [line for line in _telling(part.body, wanted) if line not in where]
            rest = part.clipped("\n".join([*head, *framed, *telling, mark]))
            return rest if size(rest) + WORTH <= size(part) else part
        case Attachment():
            return f"[earlier {part.kind} removed]"
        case str():
            return part


def _telling(body: str, wanted: Collection[str]) -> list[str]:
    """The lines that hold most of some words, at least two of them, in order."""
    lines = list(dict.fromkeys(line.strip() for line in _LINE_END.split(body)))
    scores = {line: len(words_of(line).intersection(wanted)) for line in lines}
    best = sorted((line for line in lines if scores[line] > 1), key=lambda line: -scores[line])[:TELLING_LINES]
    return [line if len(line) <= TELLING_CHARS else line[:TELLING_CHARS] + "…" for line in lines if line in best]


def words_of(text: str) -> set[str]:
    """Its words of four letters and more, and its numbers."""
    return {word for word in re.findall(r"\w+", text.casefold()) if len(word) > 3 or word.isdigit()}


def labels_of_landmarks(outline: str) -> list[str]:
    """What can be operated in the header, menus and footer that an outline shows: later ones only name these parts,
    "as shown before", and a model works there by labels. A line for each, at most `LABELS_CHARS` of labels."""
    kept: list[str] = []
    lines = outline.split("\n")
    at = 0
    while at < len(lines):
        line, at = lines[at], at + 1
        if _HOLDS in line and _LANDMARK.match(line):
            kept.append(line)
        elif (landmark := _LANDMARK.match(line.lstrip())) and not FOLDED.match(line):
            inside = at
            while at < len(lines) and _depth(lines[at]) > _depth(line):
                at += 1
            labels = " · ".join(dict.fromkeys(_LABEL.findall("\n".join(lines[inside:at]))))
            kept += [f"{landmark[0]}{_HOLDS}{one_line(labels, LABELS_CHARS)}"] if labels else []
    return list(dict.fromkeys(kept))


def digest(part: Fenced) -> Fenced:
    """What an outline of a page that was left says, and the labels of what frames it."""
    lines = part.body.split("\n")
    head, outline = [*lines[:2], *labels_of_landmarks(part.body)], lines[2:]
    start = next((at for at, line in enumerate(outline) if line.strip() == "main"), None)
    if start is not None:
        depth = _depth(outline[start])
        inside = outline[start + 1 :]
        outline = inside[: next((at for at, line in enumerate(inside) if _depth(line) <= depth), len(inside))]
    # A region says the name of its heading again.
    said = " · ".join(words for words, _ in groupby(filter(None, map(_said, outline))))
    if len(said) > DIGEST_CHARS:
        said = said[: said.rfind(" ", 0, DIGEST_CHARS)] + " …"
    mark = f"[shortened; its outline had {len(part.body):,} characters]"
    whole = part.with_body("\n".join([*head, said, mark]))
    return whole if size(whole) + WORTH <= size(part) else part


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _said(line: str) -> str:
    """The words of a line of an outline; of what can be filled or pressed none."""
    if _OPERATED.match(line.lstrip()):
        return ""
    named = _NAMED.search(line)
    words = _WORDS.search(_PASSING.sub("", line))
    return " ".join(dict.fromkeys(found[1] for found in (named, words) if found))


def is_long(part: Part) -> bool:
    """Whether only its beginning stays. A little over is not worth a change, nor is the mark of one."""
    return isinstance(part, Fenced) and len(part.body) > READING_CHARS + 10 * WORTH


def is_extraction(part: Part) -> TypeGuard[Fenced]:
    """Whether a part is what a model extracted from a page."""
    return isinstance(part, Fenced) and part.label == "extract-result"


def shorten(part: Fenced, most: int) -> Fenced:
    """The beginning of a block, up to the end of a line where one is near, and how much was removed."""
    ends = [match.start() for match in _LINE_END.finditer(part.body, most // 2, most)]
    end = ends[-1] if ends else most
    return replace(part, body=f"{part.body[:end]}\n[{len(part.body) - end:,} more {REMOVED}]")


def newest_base(entries: Sequence[MessageEntry]) -> int:
    """The place of the newest whole snapshot; 0 where there is none yet."""
    return next((at for at in range(len(entries) - 1, -1, -1) if entries[at].base), 0)


def last_settled(entries: Sequence[MessageEntry]) -> int | None:
    """The place of the last message that ends a request and before which nothing will change until room is needed."""
    changing = (
        at
        for at, entry in enumerate(entries)
        for index, part in enumerate(entry.message.parts)
        if is_extraction(part)
        or (clip_part(part) != part and (is_long(part) or (entry.shows_page(index) and not entry.is_short_page(part))))
    )
    first = next(changing, len(entries))
    answers = [at for at in range(2, first) if entries[at].message.role == "assistant"]
    return answers[-1] - 1 if answers else None
