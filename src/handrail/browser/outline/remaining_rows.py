"""What is left of a table or list whose rows changed: how many rows, and the names of the first."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from math import inf

from handrail.browser.outline.line_format import clip_middle, quote_text
from handrail.browser.outline.lines import OutlineLine
from handrail.browser.outline.nesting import boxes_around, end_of

ROWS = frozenset(("row", "listitem", "option", "treeitem"))
TABLES = frozenset(("table", "grid", "treegrid", "list", "listbox", "tree", "feed", "menu"))
NAMES = {"listitem": "item", "treeitem": "item"}
FEWEST_GONE = 3
"""Rows that went together from which those that are left are named: of fewer, the lines that went say enough."""
MOST_NAMED = 5
NAME_CHARS = 60

_WORDS = r'"((?:[^"\\\n]|\\.)+)"'
_NAME = re.compile(rf"(?:(?:^|[>|+] )(?:link|clickable)|[>|]) {_WORDS}|^[^\"\n]*?: ([^|\n]*[^|\s])", re.MULTILINE)
_WORD = re.compile(r"[^\W\d_]{2}")
_ESCAPED = re.compile(r"\\(.)")


def rows_left(
    gone: Sequence[OutlineLine], came: Sequence[OutlineLine], lines: Sequence[OutlineLine], at: int
) -> Iterator[str]:
    """Yield one line about the table in which ``gone`` stood before the line at ``at``, where ``came`` stands now; none
    where few rows went, or all."""
    table, own = _renamed_table(gone, came, lines, at)
    if table is not None:
        # Its rows went from behind its own line, and what came stands before what is left of it.
        gone, came = gone[own + 1 :], ()
    went = list(_outside_tables(gone))
    head = next((line for line in went if line.node.role in ROWS), None)
    if head is None:
        return
    # What stood in one of the rows, as the files of a folder in a tree, is no row beside it.
    role, depth = head.node.role, head.depth
    before, now = (sum(line.node.role == role and line.depth == depth for line in some) for some in (went, came))
    if before - now < FEWEST_GONE:
        return
    table = _table_around(lines, at - 1, depth) if table is None else table
    if table is None:
        return
    left = [row for row in _children(lines, table) if row[0].node.role == role and not _is_head(row[0])]
    rows = [row for row in left if row[0].depth == depth]
    if rows:
        named = [_names(row) for row in rows[:MOST_NAMED]]
        in_all = set[str]() if len(named) == 1 else set(named[0]).intersection(*named)
        first = ", ".join(_name(names, in_all) for names in named)
        more = " …" * (len(rows) > MOST_NAMED)
        yield f"{lines[table].node.role} now has {_rows_text(len(rows), role)}: {first}{more}"


def rows_kept(lines: Sequence[OutlineLine], span: range, told: Collection[int]) -> dict[int, str]:
    """Return a line, by the place where it belongs, that counts the rows before the edit at the end of ``span`` that
    are not ``told``. None where nothing of their table was told before: only who reads on from there takes them for
    gone."""
    table = _table_around(lines, span.stop - 1)
    if table is None or not (span.start > table or any(at > table for at in told if at < span.stop - 1)):
        return {}
    rows = [at for at in span if at > table and lines[at].node.role in ROWS and at not in told]
    if not rows:
        return {}
    depth = min(lines[at].depth for at in rows)
    count = sum(lines[at].depth == depth for at in rows)
    return {rows[0]: f"{' ' * depth}… {_rows_text(count, lines[rows[0]].node.role)} as before"}


def _outside_tables(lines: Sequence[OutlineLine]) -> Iterator[OutlineLine]:
    """Yield the lines that stand in no table or list among them: of a list that closed all went."""
    end = 0
    for at, line in enumerate(lines):
        if at >= end:
            yield line
            end = end_of(lines, at) if line.node.role in TABLES else at + 1


def _renamed_table(
    gone: Sequence[OutlineLine], came: Sequence[OutlineLine], lines: Sequence[OutlineLine], at: int
) -> tuple[int | None, int]:
    """Return the index of a table that still holds lines, but whose own line came in place of another, as where its
    name counts its rows; and the index of that other line in ``gone``. None where there is none."""
    last = at + len(came) - 1
    if not came or lines[last] is not came[-1] or end_of(lines, last) == last + 1:
        return None, 0
    alike = [one for one, line in enumerate(gone) if line.node.role in TABLES and line.depth == came[-1].depth]
    return (last, alike[-1]) if came[-1].node.role in TABLES and alike else (None, 0)


def _table_around(lines: Sequence[OutlineLine], at: int, depth: float = inf) -> int | None:
    """Return the innermost table around the line at ``at``, that line among them, which stands less deep than
    ``depth``."""
    around = (at, *boxes_around(lines, at)) if at >= 0 else ()
    return next((one for one in around if lines[one].node.role in TABLES and lines[one].depth < depth), None)


def _children(lines: Sequence[OutlineLine], box: int) -> Iterator[Sequence[OutlineLine]]:
    """Yield the lines of each child of a box."""
    at, last = box + 1, end_of(lines, box)
    while at < last:
        end = end_of(lines, at)
        yield lines[at:end]
        at = end


def _is_head(row: OutlineLine) -> bool:
    nodes = row.document.nodes
    at = next((at for at, node in enumerate(nodes) if node is row.node), len(nodes))
    return any(node.role == "columnheader" for node in nodes[at + 1 : at + 2])


def _names(row: Sequence[OutlineLine]) -> list[str]:
    """Return what a row may be called: its own name, or its links, cells and texts; else its first line."""
    head = row[0].node
    if head.local and head.name:
        return [head.name]
    said = _NAME.finditer("\n".join(line.text for line in row))
    return [words[2] or _ESCAPED.sub(r"\1", words[1]) for words in said] or [row[0].text]


def _name(names: Sequence[str], in_all: Collection[str]) -> str:
    """Return the first name with a word, quoted: one that not all rows have, unlike the links that act on each."""
    own = [name for name in names if name not in in_all] or names
    return quote_text(clip_middle(next(filter(_WORD.search, own), own[0]), NAME_CHARS))


def _rows_text(count: int, role: str) -> str:
    return f"{count} {NAMES.get(role, role)}{'s' * (count > 1)}"
