"""The events of a log, which may be damaged: half a last line, lines that are not events, a file that was cut."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from handrail.events.kinds import Event
from handrail.events.reading import from_dict

MAX_LINE = 32_000_000
"""Bytes of a line that is read; a result of our own tools has at most some 100,000."""
MAX_LOG = 512_000_000
"""Bytes of a log that are read."""


@dataclass(slots=True)
class LogEvents:
    """The events of a log, in order. Those of an unknown kind are left out.

    Args:
        path: the log.

    Attributes:
        damaged: lines that could not be read, and were left out.
        cut: whether the log is longer than what was read.
    """

    path: Path
    damaged: int = 0
    cut: bool = False
    _left: int = field(default=MAX_LOG, repr=False)

    def __iter__(self) -> Iterator[Event]:
        """
        Raises:
            OSError: the log cannot be read.
        """
        with self.path.open("rb") as file:
            while raw := file.readline(MAX_LINE):
                self._left -= len(raw)
                if self._left < 0:
                    self.cut = True
                    return
                if not raw.endswith(b"\n") and len(raw) == MAX_LINE:
                    self.damaged += 1
                    while (rest := file.readline(MAX_LINE)) and not rest.endswith(b"\n"):
                        self._left -= len(rest)
                elif (data := _object(raw)) is None:
                    self.damaged += bool(raw.strip())
                elif (event := from_dict(data)) is not None:
                    yield event


def event_of(raw: bytes) -> Event | None:
    """Return the event of one line; None where the line is not one."""
    data = _object(raw)
    return None if data is None else from_dict(data)


def _object(raw: bytes) -> dict[str, object] | None:
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None
