"""What stands in the place of a part of a conversation whose time is over."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TypeGuard

from handrail.browser.outline.shown_words import labels_of_landmarks, main_words
from handrail.models.protocol import Part, size
from handrail.texts.shortening import first_lines, telling_lines
from handrail.trust import Fenced

READING_CHARS, DIGEST_CHARS = 3_000, 1_500
"""Characters that stay while there is room: of a text that a tool read, and of an outline of a page that was left."""
WORTH = 100
"""Characters that taking a text out must free."""
REMOVED = "characters removed to save room; read them again there if they are needed"


def is_extraction(part: Part) -> TypeGuard[Fenced]:
    """Return whether a part is what a model extracted from a page."""
    return isinstance(part, Fenced) and part.label == "extract-result"


def stub(part: Part, where: str = "", wanted: Collection[str] = ()) -> Part:
    """Return where a text stood, how long it was and its lines that tell most. Notes and our own words stay whole.

    Args:
        where: title and address of its page.
        wanted: words of the task: the lines that hold most of them stay.
    """
    if isinstance(part, str):
        return part
    if not isinstance(part, Fenced):
        return f"[earlier {part.kind} removed]"
    head = [where] if where and part.label != "dialog" else []
    framed = labels_of_landmarks(part.body.split("\n")) if part.label == "page-snapshot" else []
    telling = [line for line in telling_lines(part.body, wanted) if line not in where]
    return _if_worth(part, part.clipped("\n".join([*head, *framed, *telling, f"[{len(part.body):,} {REMOVED}]"])))


def digest(part: Fenced) -> Fenced:
    """Return what an outline of a page that was left says, with the labels of what frames it; a short one whole."""
    if len(part.body) <= DIGEST_CHARS + 5 * WORTH:
        return part
    lines = part.body.split("\n")
    said = main_words(lines)
    if len(said) > DIGEST_CHARS:
        said = said[: said.rfind(" ", 0, DIGEST_CHARS)] + " …"
    mark = f"[shortened; its outline had {len(part.body):,} characters]"
    return _if_worth(part, part.with_body("\n".join([*lines[:2], *labels_of_landmarks(lines), said, mark])))


def shorten(part: Fenced, most: int = READING_CHARS) -> Fenced:
    """Return the beginning of a block, up to the end of a line where one is near, and how much was removed."""
    kept = first_lines(part.body, most)
    return replace(part, body=f"{kept}\n[{len(part.body) - len(kept):,} more {REMOVED}]")


def _if_worth(part: Fenced, rest: Fenced) -> Fenced:
    return rest if size(rest) + WORTH <= size(part) else part
