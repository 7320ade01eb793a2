"""Lines that differ from those before only in that what they say takes presses now.

A page that is read while its scripts still make their listeners shows many of them with the next act, of which none
came of it: they are counted in one line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from handrail.browser.outline.line_format import LOCAL, NAME, STATES, node_text, states_of
from handrail.browser.outline.lines import OutlineLine

CLICKABLE = "clickable"
FEWEST = 3
"""Lines of which to tell only how many; of fewer it may be news, such as a tile that an act enabled."""


def clickable_now(old: Sequence[OutlineLine], new: Sequence[OutlineLine]) -> Mapping[int, str]:
    """Return the text that named lines of the new outline had in the old one, by their index, where they take presses
    only now; none where these are few."""
    went = Counter(line.text for line in old if not line.local) - Counter(line.text for line in new if not line.local)
    found = dict[int, str]()
    for at, line in enumerate(new) if went else ():
        text = _without_press(line) if line.local and line.local == line.node[LOCAL] and line.node[NAME] else None
        if text is not None and went[text] > 0:
            went[text] -= 1
            found[at] = text
    return found if len(found) >= FEWEST else {}


def clickable_text(lines: Sequence[OutlineLine]) -> str:
    """Return what to tell of lines that take presses now: how many, and the first."""
    return f"{len(lines)} lines as before are clickable now, by their names: {lines[0].text}" + " …" * (len(lines) > 1)


def _without_press(line: OutlineLine) -> str | None:
    """Return a line as it reads where what it says takes no presses; None where it takes none, or says more than one
    thing."""
    states, refs = states_of(line.node), line.document.refs
    if CLICKABLE not in states or line.text != node_text(line.node, refs):
        return None
    node = list(line.node)
    node[LOCAL], node[STATES] = 0, [state for state in states if state != CLICKABLE]
    return node_text(node, refs)
