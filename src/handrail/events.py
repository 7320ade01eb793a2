"""What happened, for the run's log and every listener."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from handrail.attachments import Attachment
from handrail.trust import plain

Kind = Literal[
    "run_started", "plan", "turn", "model_call", "model_text", "decision", "intent", "result", "observed", "screenshot",
    "nudge", "verdict", "steered", "paused", "resumed", "compacted", "recovered", "notice", "fault", "run_ended",
]  # fmt: skip
"""What happens. docs/events.md lists what each carries."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened.

    Args:
        kind: what kind of thing.
        data: JSON-serialisable, with External leaves where outside text stands.
        at: seconds since the epoch.
        attachments: images that came with it; the log keeps them as files beside itself.
    """

    kind: Kind
    data: dict[str, Any] = field(default_factory=dict)
    at: float = field(default_factory=time.time)
    attachments: tuple[Attachment, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON, as in the log and in ``--json``."""
        return {"event": self.kind, "at": round(self.at, 3), **plain(self.data)}


Listener = Callable[[Event], None]
"""Told of each event, in order. It must not block and must not raise."""


class Events:
    """The listeners of a session.

    Args:
        mask: what every event's data goes through before anybody is told.
    """

    def __init__(self, mask: Callable[[Any], Any] = lambda data: data) -> None:
        self._mask = mask
        self._listeners: list[Listener] = []

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Add a listener; call what comes back to remove it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def emit(self, kind: Kind, /, *, attachments: tuple[Attachment, ...] = (), **data: Any) -> None:
        """Tell every listener."""
        event = Event(kind, self._mask(data), attachments=attachments)
        for listener in list(self._listeners):
            listener(event)
