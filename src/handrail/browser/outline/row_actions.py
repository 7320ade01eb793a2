"""Tells whether a row says the same in another way: its actions show since the pointer is over it, or are named since
the row before them went."""

from __future__ import annotations

import re
from collections.abc import Iterator

from handrail.browser.outline.line_format import UNSEEN_ROLE

_QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_HELD = re.compile("\0(\\d+)")
_ADDRESS = re.compile(r" -> \S+")
_BETWEEN = re.compile(r" [|>+] ")
"""What stands between two parts of a row."""
_HOW_SHOWN = frozenset((UNSEEN_ROLE, "as", "above"))

_Part = tuple[str, list[str]]
"""The ref of a part of a row, "" for a text; and its name and states, or its text."""


def is_same_but_for_actions(old: str, new: str) -> bool:
    """Return whether two lines of a row differ only in whether some of its controls are in sight, or have their names
    told."""
    if UNSEEN_ROLE not in old and UNSEEN_ROLE not in new:
        return False
    before, now = list(_parts(old)), list(_parts(new))
    return len(before) == len(now) > 1 and all(map(_is_same, before, now))


def _is_same(before: _Part, now: _Part) -> bool:
    is_unnamed = bool(before[0]) and not (before[1] and now[1])
    return before[0] == now[0] and (before[1] == now[1] or is_unnamed)


def _parts(line: str) -> Iterator[_Part]:
    """Yield what stands in a row, without roles and addresses, and without texts that only separate."""
    names = _QUOTED.findall(line)
    numbers = iter(range(len(names)))
    bare = _ADDRESS.sub("", _QUOTED.sub(lambda _: f"\0{next(numbers)}", line))
    for part in _BETWEEN.split(bare):
        words = [word for word in part.split() if word not in _HOW_SHOWN]
        ref = next((word for word in words if word.startswith("[e")), "")
        if ref and not words[0].startswith(("\0", "[")):
            words = words[1:]
        said = [_HELD.sub(lambda held: names[int(held[1])], word) for word in words if word != ref]
        if ref or re.search(r"\w", "".join(said)):
            yield ref, said
