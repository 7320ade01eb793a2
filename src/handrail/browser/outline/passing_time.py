"""Texts that change by themselves as time passes: "5 minutes ago", a clock."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from handrail.browser.outline.lines import OutlineLine

AGO = " ago"
_AGO = re.compile(
    r"\b(?P<count>\d{1,9}|an?|less than an?) ?(?P<unit>s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?) ago\b",
    re.IGNORECASE,
)
_SECONDS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}
_CLOCK = re.compile(
    r"(?<![\d:.,])(?:"
    r"(?:(?P<h>\d{1,3}):)?(?P<m>\d{1,3}):(?P<s>\d\d)(?![\d:])"
    r"|(?P<count>\d{1,6})(?= ?s(?:ec(?:ond)?s?)?\b))"
)
ROUNDED, LATE = 1.5, 0.1
"""Seconds, and the part of the time between two looks, by which a clock may be off: it shows whole seconds, and a busy
page is late."""


def only_time_passed(old: str, new: str) -> bool:
    """Return whether two texts say the same but that it is longer ago now: a shorter time is news."""
    if AGO not in old:
        return False
    before, now = list(_AGO.finditer(old)), list(_AGO.finditer(new))
    # One that went from a cell leaves no trace in the rest of its row.
    if not before or len(before) != len(now) or _AGO.sub("", old) != _AGO.sub("", new):
        return False
    return all(_age(one) <= _age(other) for one, other in zip(before, now, strict=True))


def _age(found: re.Match[str]) -> int:
    count = found["count"].lower()
    number = int(count) if count.isdigit() else int(not count.startswith("less"))
    return number * _SECONDS[found["unit"][0].lower()]


class Clocks:
    """Knows the lines that ran with the time: a clock, a player, a countdown. That they run is told once."""

    def __init__(self) -> None:
        self._running = set[str]()

    def run_on(self, old: Sequence[OutlineLine], new: Sequence[OutlineLine], seconds: float) -> Sequence[OutlineLine]:
        """Return the old lines, and of those that ran on as known the new ones. ``seconds``: the time between both."""
        before, now = _timed(old, new), _timed(new, old)
        ran_on = dict[int, OutlineLine]()
        for text, places in now.items():
            pairs = list(zip(before.get(text, ()), places, strict=False))
            if len(pairs) != len(places) or not all(_ran(old[was].text, new[at].text, seconds) for was, at in pairs):
                continue
            if text in self._running:
                ran_on |= {was: replace(old[was], text=new[at].text, node=new[at].node) for was, at in pairs}
            self._running.add(text)
        return [ran_on.get(at, line) for at, line in enumerate(old)] if ran_on else old


def _timed(lines: Sequence[OutlineLine], others: Sequence[OutlineLine]) -> dict[str, list[int]]:
    """Return the places of the lines in which a time stands and that are no others, by what else they say."""
    known, places = {line.text for line in others}, defaultdict[str, list[int]](list)
    for at, line in enumerate(lines):
        if line.text not in known and _CLOCK.search(line.text):
            places[_CLOCK.sub("\n", line.text)].append(at)
    return places


def _ran(old: str, new: str, seconds: float) -> bool:
    """Return whether each time stands, or went on or back by so many seconds."""
    moves = [abs(_read(now) - _read(was)) for was, now in zip(_CLOCK.finditer(old), _CLOCK.finditer(new), strict=True)]
    return all(not move or abs(move - seconds) <= ROUNDED + LATE * seconds for move in moves)


def _read(clock: re.Match[str]) -> int:
    return int(clock["count"] or 0) + int(clock["h"] or 0) * 3_600 + int(clock["m"] or 0) * 60 + int(clock["s"] or 0)
