"""Whether a list or table has further pages, from what stands behind it."""

from __future__ import annotations

from handrail.models.offline.outline import TABLES, OutlineTree
from handrail.models.offline.words import fold, phrases, plain_edges, roles


def further_pages(outline: OutlineTree, last: int) -> str:
    """Return the name of what leads to further pages of a list or table, whose last entry this is: it stands behind it,
    under the same heading, and can be pressed. "" where nothing does."""
    boxes = [up for up in outline.ancestors(last) if outline[up].role in ("list", *TABLES)]
    end = outline.end[boxes[-1]] if boxes else last
    stop = outline.section(outline.heading[last]).stop if last in outline.heading else len(outline)
    pressed = (at for at in range(end, stop) if outline[at].role in roles("pressed"))
    shown = (outline.label(at) for at in pressed if "disabled" not in outline[at].states)
    return next((label for label in shown if plain_edges(fold(label)) in phrases("paging")), "")
