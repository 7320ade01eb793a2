"""Detects a run that repeats itself.

Judged by what was called (tool, role, name, arguments; refs do not count, since one element may have several), what
came of it, and whether the page went anywhere it had not been. News clears the count: a page that was not seen before
or, for calls that did what they were asked, something read that was not read before. So paging through a calendar is no
loop, nor is going back to a list between its items.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from handrail.calls.recovery.recovery import LOSSES
from handrail.models.protocol import Call
from handrail.results import Result
from handrail.results.page_fingerprint import PageFingerprints, Seen, digest
from handrail.runs.describe import CIRCLE_WARNING
from handrail.tools.core.table import Record
from handrail.trust import plain

NUDGE_AT, STUCK_AT = 3, 6
"""Times that the same may come of the same call before a warning, and before the end of the run."""
NUDGE_REFUSED_AT = 2
"""Times that a kind of act may be refused before a warning."""
LENIENCY = 2
"""That many times as long where something is waited for, arguments differ or several elements of one name are meant."""
NUDGE_COUNTING_AT, STUCK_COUNTING_AT = 15, 30
"""The same where nothing but numbers changes on the page: a clock that hides a loop, or two years of a calendar."""
LONGEST_ROUND = 6
WAITING = ("wait", "wait_for", "reload")

Pattern = Literal[
    "same_call", "round", "same_failure", "no_movement", "finds_nothing", "same_page", "only_numbers", "refused"
]  # fmt: skip
_DESCRIPTIONS: dict[Pattern, str] = {
    "same_call": "{tool} was called {times} times in the same way, with the same result on the same page",
    "round": "the same {length} calls, {tool} the last of them, were made {times} times over, with the same results",
    "same_failure": "{tool} failed {times} times for the same reason, whatever it was given",
    "no_movement": "scrolling was tried {times} times and nothing moved",
    "finds_nothing": "{times} searches of this page, each for something else, found nothing",
    "same_page": "{tool} led {times} times to a page that had been seen before, whatever it was given",
    "refused": "what is not permitted was tried {times} times",
    "only_numbers": "{tool} was called {times} times in the same way, and nothing but numbers changed on the page",
}


@dataclass(frozen=True, slots=True)
class LoopWarning:
    """What to do about a loop, in our own words: a ``nudge`` for the model, or ``stuck`` to end the run with."""

    kind: Literal["nudge", "stuck"]
    pattern: Pattern
    text: str


@dataclass(frozen=True, slots=True)
class _Sign:
    """Something that a call may be one more turn of; ``key`` tells it from others of its pattern."""

    pattern: Pattern
    key: Hashable
    factor: int = field(default=1, compare=False)


class LoopDetector:
    """Looks at every call of a run; ``most_refusals`` of one kind end it."""

    def __init__(self, most_refusals: int = 5) -> None:
        self._most_refusals = most_refusals
        self._page = PageFingerprints()
        self._read: set[tuple[str, str]] = set()
        self._seen: dict[_Sign, list[str]] = {}
        self._recent: list[_Sign] = []
        self._waited = False
        self._at = ""
        self._is_unseen = False
        """A call led somewhere since the page was last looked at."""

    def look(self, record: Record | None, call: Call, result: Result, refused: str = "") -> LoopWarning | None:
        """Return a warning, quoting no page, where a call repeats others. ``refused``: its kind, if not permitted."""
        if result.terminal or result.code == "browser_lost":
            return None
        seen = self._page.after(call.params.get(record.value_field or "") if record else None, result)
        found = digest(json.dumps(plain(result.data), sort_keys=True, default=str))
        reads = record is not None and (record.effect == "read" or call.name == "scroll")
        news = reads and result.ok and not _found_nothing(call, result) and (call.name, found) not in self._read
        self._clear(seen, news=news)
        self._read.add((call.name, found))
        # To ask for a page where one is already is to wait for it.
        self._waited |= call.name in WAITING or (call.name == "goto" and call.params.get("url") == self._at)
        if result.observation is not None and result.observation.snapshot is not None:
            self._at, self._is_unseen = result.observation.snapshot.url.raw, False
        elif result.page_changed:
            self._is_unseen = True
            return None  # Nobody looked where it led.
        signs = [_Sign("refused", refused)] if refused else list(self._signs(record, call, result, found, seen))
        self._recent.append(signs[0])
        warnings = [one for sign in signs if (one := self._warning(sign, record, call)) is not None]
        return next((one for one in warnings if one.kind == "stuck"), warnings[0] if warnings else None)

    def _signs(self, record: Record | None, call: Call, result: Result, found: str, seen: Seen) -> Iterator[_Sign]:
        """Yield what this call may be one more turn of."""
        if result.code in LOSSES:
            # It says something of this call alone: others of its tool may well go through.
            yield _Sign("same_call", (_key(record, call, result), result.code, ""))
            return
        if not result.ok:
            yield _Sign("same_failure", (call.name, result.code), LENIENCY if call.name in WAITING else 1)
            return
        key = _key(record, call, result)
        own = record is not None and record.effect == "control"  # Its result counts notes; the page has no part in it.
        yield _Sign("same_call", (key, "" if own else found, seen.state), LENIENCY if self._waited else 1)
        if not self._is_unseen:
            yield _Sign("only_numbers", (key, seen.loose))
        if _found_nothing(call, result):
            yield _Sign("finds_nothing", "", LENIENCY)
        if call.name == "scroll" and not (result.data.get("moved_x") or result.data.get("moved_y")):
            yield _Sign("no_movement", "")
        if record is not None and record.security.changes_state:
            yield _Sign("same_page", (call.name, _target(result), seen.state), LENIENCY)

    def _clear(self, seen: Seen, *, news: bool) -> None:
        """Forget what counted against a run that got somewhere."""
        if not seen.new and not news:
            return
        kept = {"refused"}
        if not seen.new_but_for_numbers:
            kept.add("only_numbers")
        if not seen.new:
            # To have read something new mends no failure.
            kept.add("same_failure")
        self._seen = {sign: refs for sign, refs in self._seen.items() if sign.pattern in kept}
        self._recent.clear()
        self._waited = False

    def _warning(self, sign: _Sign, record: Record | None, call: Call) -> LoopWarning | None:
        refs = self._seen.setdefault(sign, [])
        refs.append(str([call.params.get(name) for name in record.ref_fields] if record is not None else ""))
        times = len(refs)
        # Each of several elements may be meant; that a page makes its elements anew is no excuse for ever.
        factor = max(sign.factor, LENIENCY if len(set(refs)) > 1 else 1)
        nudge, stuck = NUDGE_AT * factor, STUCK_AT * factor
        if sign.pattern == "only_numbers":
            nudge, stuck = NUDGE_COUNTING_AT, STUCK_COUNTING_AT
        if sign.pattern == "refused":
            nudge, stuck = NUDGE_REFUSED_AT, self._most_refusals
        if times != nudge and times < stuck:
            return None
        length = self._round() if sign.pattern == "same_call" else 1
        pattern: Pattern = "round" if length > 1 else sign.pattern
        what = _DESCRIPTIONS[pattern].format(tool=call.name, times=times, length=length)
        if times >= stuck:
            return LoopWarning("stuck", pattern, f"The run went round in a circle: {what}.")
        way = "Try another way." if pattern != "refused" else "It stays refused: go on without it, or end the run."
        return LoopWarning("nudge", pattern, f"{CIRCLE_WARNING}{what}. {way}")

    def _round(self) -> int:
        """Return after how many calls the last ones repeat themselves; 1 where that is not to be seen."""
        for length in range(1, LONGEST_ROUND + 1):
            tail = self._recent[-2 * length :]
            if len(tail) == 2 * length and tail[:length] == tail[length:]:
                return length
        return 1


def _key(record: Record | None, call: Call, result: Result) -> Hashable:
    """Return what was called: the tool, its element, and the arguments but for refs."""
    refs = record.ref_fields if record is not None else ()
    params = {name: value for name, value in call.params.items() if name not in refs}
    return call.name, _target(result), digest(json.dumps(params, sort_keys=True, default=str))


def _target(result: Result) -> Hashable:
    return None if result.target is None else (result.target.role, result.target.name.raw)


def _found_nothing(call: Call, result: Result) -> bool:
    return call.name in ("search_page", "find_elements") and result.ok and result.data.get("total") == 0
