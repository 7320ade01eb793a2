"""Actions that rows show only under the pointer: named once for rows that have the same, and no change of a row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from handrail.browser.outline.line_format import QUOTED, UNSEEN_ROLE

_QUOTED = re.compile(QUOTED)
_ACTION = rf"{QUOTED} \[e\d+\]"
_ACTIONS = re.compile(rf"(?:^|(?<= )){UNSEEN_ROLE} {_ACTION}(?: \+ {_ACTION})+")
_REF = re.compile(r"\[e\d+\]")
_HELD = re.compile("\0(\\d+)")
_ADDRESS = re.compile(r" -> \S+")
_BETWEEN = re.compile(r" [|>+] ")
"""What stands between two parts of a row."""
FEWEST_LETTERS = 3
"""Of what a row says, to be known in the names of its actions."""
MOST_WORDS = 30
"""Of a name in which words are looked for that the names beside it have too."""

_Part = tuple[str, list[str]]
"""The ref of a part of a row, "" for a text; and its name and states, or its text."""


def name_actions_once(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines, of which only the first names actions out of sight that are called alike, but for the words of
    their own row, in those after it."""
    before = list[str]()
    for line in lines:
        found = _ACTIONS.search(line) if UNSEEN_ROLE in line else None
        if found is None or line.startswith("- "):
            yield line
            continue
        said = [name[1:-1] for name in _QUOTED.findall(line[: found.start()] + line[found.end() :])]
        words = sorted((one for one in said if len(one) >= FEWEST_LETTERS), key=len, reverse=True)
        names = _but_for_shared([_without_words(name[1:-1], words) for name in _QUOTED.findall(found[0])])
        if names == before:
            refs = " + ".join(_REF.findall(_QUOTED.sub("", found[0])))
            line = f"{line[: found.start()]}{UNSEEN_ROLE} {refs} as above{line[found.end() :]}"
        before = names
        yield line


def _without_words(name: str, words: Sequence[str]) -> str:
    """Return a name without words that its row says too; one that is nothing else stays."""
    return name.replace(next((word for word in words if word in name and word != name), "\0"), "…")


def _but_for_shared(names: Sequence[str]) -> list[str]:
    """Return names without the longest run of words that all of them have, such as what their row is called."""
    words = [name.split()[:MOST_WORDS] for name in names]
    shortest = min(words, key=len)
    for size in range(len(shortest), 0, -1):
        for start in range(len(shortest) - size + 1):
            shared = f" {' '.join(shortest[start : start + size])} "
            if all(shared in f" {' '.join(one)} " for one in words):
                return [f" {' '.join(one)} ".replace(shared, " … ", 1).strip() for one in words]
    return list(names)


def is_same_but_for_actions(old: str, new: str) -> bool:
    """Return whether two lines of a row differ only in whether some of its controls are in sight."""
    if UNSEEN_ROLE not in old and UNSEEN_ROLE not in new:
        return False
    before = list(_parts(old))
    return len(before) > 1 and before == list(_parts(new))


def _parts(line: str) -> Iterator[_Part]:
    """Yield what stands in a row, without roles and addresses, and without texts that only separate."""
    names = _QUOTED.findall(line)
    numbers = iter(range(len(names)))
    bare = _ADDRESS.sub("", _QUOTED.sub(lambda _: f"\0{next(numbers)}", line))
    for part in _BETWEEN.split(bare):
        words = [word for word in part.split() if word != UNSEEN_ROLE]
        ref = next((word for word in words if word.startswith("[e")), "")
        if ref and not words[0].startswith(("\0", "[")):
            words = words[1:]
        said = [_HELD.sub(lambda held: names[int(held[1])], word) for word in words if word != ref]
        if ref or re.search(r"\w", "".join(said)):
            yield ref, said
