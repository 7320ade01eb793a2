"""What changed between two outlines of one document, with enough around it to stand alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher

from handrail.browser.outline.folding import LONGEST_LIST, fold_choices
from handrail.browser.outline.known_lines import follows_page, with_whole_address
from handrail.browser.outline.line_format import (
    QUOTED,
    clip_middle,
    value_text,
    without_choices_of,
)
from handrail.browser.outline.lines import OutlineLine
from handrail.browser.outline.nesting import boxes_around, end_of
from handrail.browser.outline.passing_time import AGO, only_time_passed
from handrail.browser.outline.remaining_rows import rows_kept, rows_left
from handrail.browser.outline.row_actions import is_same_but_for_actions
from handrail.browser.outline.same_boxes import ITEMS, Lines, Same, in_same_boxes, whole_items
from handrail.browser.types.reading import ActedOn

TOO_MANY = 4_000_000
"""Pairs of lines; comparing more takes longer than reading the page anew."""
FEWEST_INSIDE = 2
"""Lines below one that went from which they are only counted."""
FEWEST_IN_A_ROW = 4
"""Lines that went together from which only the first and the last are told."""
GONE_CHARS = 80
"""Of a line that went, which was shown whole before."""

SAME, APPEARED, GONE, CHANGED, LEFT = "  ", "+ ", "- ", "~ ", "= "

_STATE = QUOTED + r"|: .*| (?:%s)(?=[ :]|$)"
"""A state, or what must not be taken for one: a name, a value, text."""
_PASSING = re.compile(_STATE % "covered|focused")
"""Said of all that something lies over, and of what had the focus before the next press."""
_HIDDEN = re.compile(_STATE % "covered|focused|not-visible")
"""Said also of what a page holds still, or scrolls by itself."""
_CHECKED = re.compile(_STATE % "covered|focused|checked|unchecked")


def changes(
    old: Lines, new: Lines, acted: ActedOn | None = None, place: Callable[[int], str] | None = None
) -> list[str] | None:
    """Return lines that changed where they are (``~``), went (``-``), and appeared or moved (``+``).

    They turn the old outline into the new one, but for what is now covered, hidden, longer ago or no longer focused:
    put each ``~`` line in the place of the one with its ref (" of …" stands for the choices that this one has, ``= ""``
    for no value), and take out the lines of all refs that ``+`` lines have. Then, for each line given, go on to the
    next like it and keep it (two blanks or ``~`` before it) or drop it (``-``), with as many lines as it says that went
    with it ("and 5 lines in it", "and 5 lines up to ..."), or insert it (``+``). Where a box comes or goes, the lines
    in it are not told again for their indentation. "… 5 rows as before" stands between edits of one table for rows that
    are not told. A line with ``=`` says what is left of a list that lost several rows.

    Args:
        acted: what was acted on, whose own line is left out where it says what the act says.
        place: the cursor that leads to a line of the new outline by its index. With it, of a long list of choices that
            appeared only the first are told.

    Returns:
        The lines, none where nothing changed; None where the two have too little in common to compare.
    """
    head = _common(old, new, acted)
    tail = _common(reversed(old[head:]), reversed(new[head:]), acted)
    whole = whole_items(old, new, head), len(new) - whole_items(new, new, len(new) - tail, after=True)
    if (len(old) - sum(whole)) * (len(new) - sum(whole)) <= TOO_MANY:
        head, tail = whole
    before, now = old[head : len(old) - tail], new[head : len(new) - tail]
    if len(before) * len(now) > TOO_MANY:
        return None
    same = in_same_boxes(old, new, {head + at: head + was for at, was in _matching_lines(before, now)}, head)
    spans = range(head, len(old) - tail), range(head, len(new) - tail)
    return list(_describe(old, new, same, *spans, acted, place))


def _common(old: Iterable[OutlineLine], new: Iterable[OutlineLine], acted: ActedOn | None) -> int:
    """Return how many lines both begin with, that are as the act says."""
    count = 0
    for one, other in zip(old, new, strict=False):
        if one.text != other.text or one.depth != other.depth or _is_otherwise(other, acted):
            break
        count += 1
    return count


def _matching_lines(old: Lines, new: Lines) -> Iterator[tuple[int, int]]:
    """Yield the lines of the new outline that stood in the old one: a line with a ref is known by that."""
    matcher = SequenceMatcher(None, list(map(_key, old)), list(map(_key, new)), autojunk=False)
    for start, new_start, size in matcher.get_matching_blocks():
        yield from ((new_start + at, start + at) for at in range(size))


def _describe(
    old: Lines,
    new: Lines,
    same: Same,
    old_span: range,
    new_span: range,
    acted: ActedOn | None,
    place: Callable[[int], str] | None,
) -> Iterator[str]:
    came = {key for at in new_span if at not in same and (key := _ref(new[at]))}
    old_at, new_at, told, left = old_span.start, new_span.start, 0, dict[str, None]()
    changed: dict[int, str] = {}
    for new_end, old_end in (*same.items(), (new_span.stop, old_span.stop)):
        went = [line for line in old[old_at:old_end] if _ref(line) not in came]
        gone, appeared = _without_older(went, new[new_at:new_end])
        if appeared or (gone and not _ref(gone[0])):
            around = _around(new, told, new_at)
            kept = rows_kept(new, range(told, new_at), {*around, *changed})
            for index in sorted({*around, *changed, *kept}):
                # What changed and stands right there is told once.
                indent = " " * new[index].depth if index in around else ""
                line = SAME + kept.get(index, new[index].indented)
                yield CHANGED + indent + changed[index] if index in changed else line
            changed.clear()
        yield from _removed_lines(gone)
        left |= dict.fromkeys(rows_left(gone, appeared, new, new_at))
        yield from _appeared_lines(appeared, new, new_at, place)
        if gone or appeared:
            told = new_end
        if new_end < new_span.stop and _differs(old[old_end], new[new_end], acted):
            changed[new_end] = _changed_text(old[old_end], new[new_end], acted)
        old_at, new_at = old_end + 1, new_end + 1
    yield from (CHANGED + line for line in changed.values())
    yield from (LEFT + line for line in left)


def _appeared_lines(lines: Lines, new: Lines, start: int, place: Callable[[int], str] | None) -> Iterable[str]:
    """Return the lines that appeared at ``start`` of the new outline or after."""
    if place is not None and len(lines) > LONGEST_LIST:
        at = {id(line): index for index, line in enumerate(new[start:], start)}
        appeared = lines
        lines = fold_choices(lines, lambda cut: place(at[id(appeared[cut])]))
    return (APPEARED + line.indented for line in lines)


def _without_older(gone: Lines, appeared: Lines) -> tuple[Lines, Lines]:
    """Return both without the texts that are the same but for the time that passed."""
    dated = [line for line in gone if AGO in line.text]
    older = {id(one): id(line) for line in dated for one in appeared if only_time_passed(line.text, one.text)}
    if not older:
        return gone, appeared
    kept = [line for line in gone if id(line) not in older.values()]
    return kept, [line for line in appeared if id(line) not in older]


def _differs(old: OutlineLine, new: OutlineLine, acted: ActedOn | None) -> bool:
    """Return whether to tell a line that is still there."""
    if _is_otherwise(new, acted):
        return True
    if old.text == new.text or only_time_passed(old.text, new.text):
        return False
    if acted is not None and new.local and new.document.refs[new.local] == acted.ref:
        return _beside_act(old, acted) != _beside_act(new, acted)
    is_acted_on = acted is not None and f"[{acted.ref}]" in new.text
    if not is_acted_on and is_same_but_for_actions(*(_without(_PASSING, line.text) for line in (old, new))):
        return _is_focused(new) > _is_focused(old)
    if old.document.url != new.document.url and (
        with_whole_address(old) == with_whole_address(new) or follows_page(old, new)
    ):
        return False
    known = _without(_PASSING, new.text), _without(_HIDDEN, new.text)
    return _without(_PASSING, old.text) not in known or _is_focused(new) > _is_focused(old)


def _changed_text(old: OutlineLine, new: OutlineLine, acted: ActedOn | None) -> str:
    """Return what to tell of a line that changed: also that a field was emptied, which no line of an outline says. (The
    line of a row has no ref of its own, and shows what the fields in it hold.)"""
    was_full = value_text(old.node) or (new.node.local and acted and acted.value and _is_otherwise(new, acted))
    return without_choices_of(old.text, new.text) + (' = ""' if was_full and not value_text(new.node) else "")


def _beside_act(line: OutlineLine, acted: ActedOn) -> str:
    """Return what a line says besides what the act says."""
    text = line.text if acted.value is None else line.text.replace(value_text(line.node), "", 1)
    return _without(_PASSING if acted.checked is None else _CHECKED, text)


def _is_otherwise(line: OutlineLine, acted: ActedOn | None) -> bool:
    """Return whether this is what was acted on, and holds something else than the act says, if only what it held."""
    if acted is None or not line.local or line.document.refs[line.local] != acted.ref:
        return False
    node = line.node
    # What leads somewhere says nothing of a value, nor does what hides it.
    is_untold = node.value is None and (node.hides_value or not node.is_simple)
    has_value = is_untold or acted.value in (None, node.value or "") or _shows_in_row(line, acted.value)
    return not (has_value and acted.checked in (None, "checked" in node.states))


def _shows_in_row(line: OutlineLine, value: str) -> bool:
    """Return whether a row, which has no ref of its own, shows this value of a field in it."""
    return not line.node.local and value_text(line.node._replace(value=value)) in line.text


def _without(states: re.Pattern[str], text: str) -> str:
    return states.sub(lambda found: "" if found[0].startswith(" ") else found[0], text)


def _is_focused(line: OutlineLine) -> bool:
    return "focused" in line.node.states


def _removed_lines(lines: Lines) -> Iterator[str]:
    """Yield the lines that went. What went with all that stood in it is one line (a menu that closes, a dialog), and so
    is what went with all that stood beside it (a panel that another one replaces)."""
    if len(lines) >= FEWEST_IN_A_ROW and any(line.depth <= lines[0].depth for line in lines[1:]):
        yield f"{GONE}{_clip_gone(lines[0])} (and {len(lines) - 1} lines up to {_clip_gone(lines[-1])})"
        return
    at = 0
    while at < len(lines):
        end = end_of(lines, at)
        inside = end - at - 1
        if inside >= FEWEST_INSIDE:
            yield f"{GONE}{_clip_gone(lines[at])} (and {inside} lines in it{_first_words(*lines[at : at + 2])})"
            at = end
        else:
            yield GONE + _clip_gone(lines[at])
            at += 1


def _first_words(box: OutlineLine, first: OutlineLine) -> str:
    """Return how what stands in an item without a name begins, behind a colon; "" for any other box."""
    is_named = box.node.role not in ITEMS or box.local or box.node.name
    return "" if is_named else f": {_clip_gone(first).removeprefix(': ')}"


def _clip_gone(line: OutlineLine) -> str:
    return clip_middle(line.text, GONE_CHARS)


def _around(lines: Lines, start: int, at: int) -> list[int]:
    """Return what is shown before an edit at ``at``, of the lines from ``start`` on: the nearest box around it that has
    a name or a ref, and the line before it; more of those before where that one could be taken for another."""
    boxes = [box for box in boxes_around(lines, at) if box >= start and (lines[box].local or lines[box].node.name)]
    before = 1
    while True:
        shown = sorted({*boxes[:1], *range(max(start, at - before), at)})
        if at - before <= start or _end_of_sequence(lines, start, shown) == at - 1:
            return shown
        before *= 2


def _end_of_sequence(lines: Lines, start: int, shown: Sequence[int]) -> int:
    """Return where a search for these lines, each after the one before, ends."""
    at = start - 1
    for index in shown:
        wanted = _key(lines[index])
        at += 1
        while _key(lines[at]) != wanted:
            at += 1
    return at


def _key(line: OutlineLine) -> Hashable:
    return _ref(line) or _without(_PASSING, line.text)


def _ref(line: OutlineLine) -> tuple[str, int] | None:
    return (line.document.nonce, line.local) if line.local else None
