"""Parts that the pages of a site have in common (header, menus, footer): shown once, later folded into one line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from handrail.browser.outline.known_lines import LineKey, gone_text, key_by_label, without_known
from handrail.browser.outline.line_format import UNSEEN_ROLE, quote_text
from handrail.browser.outline.lines import OutlineLine
from handrail.browser.outline.nesting import end_of
from handrail.browser.outline.roles import LANDMARKS

MENUS = frozenset(("navigation",))
FEWEST_SAVED = 4
"""Lines that folding must save: the line that says so is longer than others."""
MOST_KEPT = 8
"""Contents that are remembered of parts with the same role and name."""
SHOWN_BEFORE = "as shown before"
_CURRENT = re.compile(r"\] (?:[a-z=-]+ )*current\b")
"""A link of a menu that leads to the page that is open."""
FOLDED = re.compile(rf"^( *(?:{'|'.join(sorted(LANDMARKS))})\b.*) … \d+ lines {SHOWN_BEFORE}\b.*", re.MULTILINE)
"""The line of a folded part; its first group is the line without our words about that."""


class ShownParts:
    """What a model was shown of the landmarks of pages in one conversation."""

    def __init__(self) -> None:
        self._shown: dict[tuple[str, str, str], list[Counter[LineKey]]] = {}

    def fold(self, lines: Sequence[OutlineLine], *, whole: bool) -> list[OutlineLine]:
        """Return the lines, with what was shown before in each landmark folded into the landmark's own line.

        Args:
            whole: they are all of the page, so that what is missing in them is gone.
        """
        folded: list[OutlineLine] = []
        at, is_first = 0, True
        for part in _landmarks(lines):
            folded += lines[at : part.start]
            shown = self._fold_one(lines[part.start : part.stop], whole, is_first)
            is_first = is_first and len(shown) == len(part)
            folded += shown
            at = part.stop
        return [*folded, *lines[at:]]

    def remember(self, lines: Sequence[OutlineLine], shown: Collection[str]) -> None:
        """Note what a model knows of these lines: what it is shown now, and what it was shown before.

        Args:
            lines: of the outline, before they were folded.
            shown: the lines that the model is shown, as text.
        """
        for part in _landmarks(lines):
            head, *inside = lines[part.start : part.stop]
            before = self._all_shown(head)
            now = {id(line) for line in inside if line.indented in shown}
            content = Counter(
                one for line in inside for one in _keys_of(line, head) if one in before or id(line) in now
            )
            others = [one for one in self._shown.get(_kind(head), ()) if one != content]
            self._shown[_kind(head)] = [*others, content][-MOST_KEPT:]

    def _fold_one(self, part: Sequence[OutlineLine], whole: bool, is_first: bool) -> Sequence[OutlineLine]:
        """Return the lines of a part, folded; only the first in an outline says how to reach what is not shown."""
        head, inside = part[0], part[1:]
        left = self._all_shown(head)
        known: set[int] = set()
        for at, line in enumerate(inside):
            keys = Counter(_keys_of(line, head))
            if keys <= left:
                left -= keys
                # Among the pages of one thing, which one this is tells what is read.
                if not (head.depth and _CURRENT.search(line.text)):
                    known.add(at)
        new = without_known(inside, known)
        saved = len(inside) - len(new)
        if saved < max(FEWEST_SAVED, len(new)):
            return part
        gone = self._gone(head, inside) if whole else []
        ref = head.document.refs[head.node.local]
        how = f': use their labels, or snapshot(within_ref="{ref}")' if is_first else ""
        return [replace(head, text=f"{head.text} … {saved} lines {SHOWN_BEFORE}{how}{gone_text(gone)}"), *new]

    def _all_shown(self, head: OutlineLine) -> Counter[LineKey]:
        """Return what was shown before of parts of this role and name: a menu opens another section on each page."""
        found = Counter[LineKey]()
        for content in self._shown.get(_kind(head), ()):
            found |= content
        return found

    def _gone(self, head: OutlineLine, inside: Sequence[OutlineLine]) -> list[str]:
        """Return the quoted names of what could be operated in the part most like this one, and is not here."""
        here = Counter(one for line in inside for one in _keys_of(line, head))
        shown = self._shown.get(_kind(head), ())
        most_like = max(shown, key=lambda one: (one & here).total(), default=Counter[LineKey]())
        names_here = {one.control for one in here}
        names = dict.fromkeys(one.control for one in (most_like - here).elements())
        return [quote_text(name) for name in names if name and name not in names_here]


def _landmarks(lines: Sequence[OutlineLine]) -> Iterator[range]:
    """Yield the outermost landmarks that have a ref; in the main content only those that navigate, as the tabs of a
    page do: the others are of what it is about."""
    at = end_of_main = 0
    while at < len(lines):
        end, role = at + 1, lines[at].node.role
        if role == "main" or (role in (LANDMARKS if at >= end_of_main else MENUS) and lines[at].node.local):
            end = end_of(lines, at)
            if role == "main":
                end, end_of_main = at + 1, end
            else:
                yield range(at, end)
        at = end


def _kind(head: OutlineLine) -> tuple[str, str, str]:
    return head.document.origin, head.node.role, head.node.name


def _keys_of(line: OutlineLine, head: OutlineLine) -> list[LineKey]:
    """Return what a line says. Controls of a name alone are the same in and out of sight, alone or together."""
    node = line.node
    if node.together and node.role == UNSEEN_ROLE:
        return [LineKey(0, control.role, control.name) for control in node.together]
    control = node.name if node.local else ""
    key = key_by_label(line, control, head.depth)
    is_plain = control and key.text == f"{node.role} {quote_text(control)}"
    return [LineKey(0, node.role, control) if is_plain else key]
