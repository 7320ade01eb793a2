"""Where a run has been: which pages, in which state, by what they show."""

from __future__ import annotations

import hashlib
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import parse_qsl

from handrail.results.observation import tells_no_change
from handrail.results.result import Result

_REF = re.compile(r"\be\d+\b")
_NUMBER = re.compile(r"\d+")
_TYPED = 6
"""The last values typed or sent; a page that says one back is no other page for that."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A page after a call: what it shows as a digest, and with all numbers alike; whether each is new to the run."""

    state: str = ""
    loose: str = ""
    new: bool = False
    new_but_for_numbers: bool = False


class PageFingerprints:
    """Remembers the states that a run has seen."""

    def __init__(self) -> None:
        self._known: set[str] = set()
        self._typed: deque[str] = deque(maxlen=_TYPED)
        self._now = Seen()

    def after(self, value: object, result: Result) -> Seen:
        """Return the page after a call, as far as somebody looked at it; ``value`` is what the call typed or sent."""
        self._typed.extend(_words(value))
        taken = result.observation.snapshot if result.observation is not None else None
        if taken is None or tells_no_change(taken):
            self._now = Seen(self._now.state, self._now.loose)
        else:
            text = taken.outline.raw
            for word in sorted(self._typed, key=len, reverse=True):
                text = text.replace(word, "\0")
            state, loose = digest(text), digest(_NUMBER.sub("0", text))
            self._now = Seen(state, loose, state not in self._known, loose not in self._known)
            self._known |= {state, loose}
        return self._now


def digest(text: str) -> str:
    """Return a short name for a text in which refs do not count."""
    return hashlib.blake2b(_REF.sub("", text).encode("utf-8", "replace"), digest_size=8).hexdigest()


def _words(value: object) -> Iterator[str]:
    """Yield what was searched for, say. Numbers name pages, months and rooms: what differs in them does differ."""
    if isinstance(value, str):
        query = value.partition("#")[0].partition("?")[2]
        parts = [text for _, text in parse_qsl(query)] if "://" in value[:10] else [value]
        yield from (part for part in parts if len(part) > 2 and not _NUMBER.search(part))
