"""The lines of a log, whatever became of it: half a last line, a field of another kind, a file that was cut."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

LONGEST = 32_000_000
"""Bytes of a line that is read; a result of our own tools has at most some 100,000."""
MOST = 512_000_000
"""Bytes of a log that are read."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One event as it was written, read field by field: what is missing or of another kind is empty."""

    data: dict[str, Any]

    @property
    def kind(self) -> str:
        return self.text("event")

    @property
    def at(self) -> float:
        return self.number("at")

    def text(self, key: str) -> str:
        value = self.data.get(key)
        return value if isinstance(value, str) else ""

    def number(self, key: str) -> float:
        return _number(self.data.get(key))

    def numbers(self, key: str) -> list[float]:
        value = self.data.get(key)
        return [_number(one) for one in value] if isinstance(value, list) else []

    def whole(self, key: str) -> int:
        return int(self.number(key))

    def yes(self, key: str) -> bool:
        return self.data.get(key) is True

    def texts(self, key: str) -> list[str]:
        value = self.data.get(key)
        return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []

    def part(self, key: str) -> LogLine:
        """An object inside; empty where there is none."""
        value = self.data.get(key)
        return LogLine(value if isinstance(value, dict) else {})

    def parts(self, key: str) -> list[LogLine]:
        value = self.data.get(key)
        return [LogLine(one) for one in value if isinstance(one, dict)] if isinstance(value, list) else []


@dataclass(slots=True)
class LogLines:
    """The events of a log, in order.

    Args:
        path: the log.

    Attributes:
        damaged: lines that could not be read, and were left out.
        cut: whether the log goes on after what was read.
    """

    path: Path
    damaged: int = 0
    cut: bool = False
    _left: int = field(default=MOST, repr=False)

    def __iter__(self) -> Iterator[LogLine]:
        """
        Raises:
            OSError: the log cannot be read.
        """
        with self.path.open("rb") as file:
            while raw := file.readline(LONGEST):
                self._left -= len(raw)
                if self._left < 0:
                    self.cut = True
                    return
                if not raw.endswith(b"\n") and len(raw) == LONGEST:
                    self.damaged += 1
                    while (rest := file.readline(LONGEST)) and not rest.endswith(b"\n"):
                        self._left -= len(rest)
                elif (line := parsed(raw)) is not None:
                    yield line
                elif raw.strip():
                    self.damaged += 1


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0.0
    try:
        value = float(value)
    except OverflowError:
        return 0.0
    return value if math.isfinite(value) else 0.0


def parsed(raw: bytes) -> LogLine | None:
    """One line, None where it is no JSON object."""
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    return LogLine(data) if isinstance(data, dict) else None
