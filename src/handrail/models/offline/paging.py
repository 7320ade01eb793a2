"""Whether a list or table has further pages, from what stands behind it."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from handrail.models.offline.outline import TABLES, OutlineTree
from handrail.models.offline.words import fold, phrases, plain_edges, roles

_ENTRIES_OF = re.compile(r"\b(\d+)\s*(?:-|–|—|to)\s*(\d+)\s*(?:of|/)\s*(?:about |over )?(\d+)\b")
"""Such as "1 to 10 of 57 entries"."""
_PAGE_OF = re.compile(r"\bpage\s+(\d+)\s*(?:of|/)\s*(\d+)\b")
_PAGE_NUMBER = re.compile(r"(?:(?:go to )?page )?(\d{1,4})(?:,? current(?: page)?)?")
_PAGED = re.compile(r"page|/\d+/?$")
_MENU = frozenset(("expanded", "collapsed"))


def further_pages(outline: OutlineTree, last: int, url: str) -> str:
    """Return the name of what leads to further pages of a list or table, whose last entry this is; "" where nothing
    does. What leads to a page of another kind, such as the next chapter, is not that."""
    behind = _behind(outline, last)
    said = fold(" ".join(outline.name(at) for at in behind if outline[at].role in ("text", "status")))
    said = re.sub(r"(?<=\d)[,.](?=\d{3}\b)", "", said)
    counted = _ENTRIES_OF.search(said)
    shown = (int(counted[2]), int(counted[3])) if counted else _pages_of(said)
    if shown is not None and shown[0] >= shown[1]:
        return ""
    pressed = [at for at in behind if outline[at].role in roles("pressed")]
    named = [at for at in pressed if _is_next(outline, at) and _leads_within(outline, at, url)]
    if named and (shown is None or not all("disabled" in outline[at].states for at in named)):
        return next((outline.label(at) for at in named if "disabled" not in outline[at].states), "")
    return _page_after(outline, behind, pressed) or (f"{shown[0]} of {shown[1]}" if shown else "")


def _pages_of(said: str) -> tuple[int, int] | None:
    found = _PAGE_OF.search(said)
    return (int(found[1]), int(found[2])) if found else None


def _behind(outline: OutlineTree, last: int) -> range:
    """Return what stands behind a list or table, under the same heading and before the next table."""
    boxes = [up for up in outline.ancestors(last) if outline[up].role in ("list", *TABLES)]
    end = outline.end[boxes[-1]] if boxes else last
    stop = outline.section(outline.heading[last]).stop if last in outline.heading else len(outline)
    return range(end, min([stop, *(at for at in outline.with_role(*TABLES) if at >= end)]))


def _is_next(outline: OutlineTree, place: int) -> bool:
    name = fold(outline.label(place))
    is_button = outline[place].role != "link" and not _MENU & set(outline[place].states)
    return (
        plain_edges(name) in phrases("paging")
        or name in phrases("paging_signs")
        or (plain_edges(name) in phrases("paging_buttons") and (is_button or bool(outline[place].url)))
    )


def _leads_within(outline: OutlineTree, place: int, url: str) -> bool:
    """Return whether a link leads to the same page with another query, or to a path that names a page."""
    if (leads_to := outline[place].url) is None:
        return True
    there, here = urlsplit(leads_to.raw), urlsplit(url)
    is_same = there.path.rstrip("/") == here.path.rstrip("/")
    path = "/" + leads_to.raw.rpartition("://")[2].partition("/")[2]
    return (is_same and there.query != here.query) or bool(_PAGED.search(path))


def _page_after(outline: OutlineTree, behind: range, pressed: list[int]) -> str:
    """Return the first number of a page that is after the one that is shown, where the pages are numbered and it is
    known which one that is."""
    numbers = {int(found[1]): at for at in pressed if (found := _PAGE_NUMBER.fullmatch(fold(outline.label(at))))}
    marked = [number for number, at in numbers.items() if any(_is_current(one) for one in outline[at].states)]
    texts = [outline.name(at) for at in behind if outline[at].role == "text"]
    marked += [int(text) for text in texts if re.fullmatch(r"\d{1,4}", text) and int(text) not in numbers]
    if len(numbers) + len(texts) < 2 or len(marked) != 1 or not {marked[0] - 1, marked[0] + 1} & set(numbers):
        return ""
    return next((outline.label(numbers[one]) for one in sorted(numbers) if one > marked[0]), "")


def _is_current(state: str) -> bool:
    return state.startswith("current") or state in ("disabled", "pressed", "selected")
