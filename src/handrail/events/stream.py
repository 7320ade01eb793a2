"""Brings each event from the code that emits it to every listener."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from handrail.events.kinds import Event
from handrail.events.parts import HEAD

Listener = Callable[[Event], None]
"""Called with each event, in order. It must not block and must not raise."""


class Events:
    """The listeners of a session.

    Args:
        mask: takes secrets out of an event before any listener gets it.
    """

    def __init__(self, mask: Callable[[Any], Any] = lambda data: data) -> None:
        self._mask = mask
        self._listeners: list[Listener] = []

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Add a listener; call what comes back to remove it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def emit(self, event: Event) -> None:
        """Give an event to every listener, without secrets."""
        event = self._mask_event(event)
        for listener in list(self._listeners):
            listener(event)

    def _mask_event(self, event: Event) -> Event:
        fields = {name: value for name, value in vars(event).items() if name not in HEAD}
        # All values at once, since a secret may be spread over several texts; never the names of the fields.
        values = list(fields.values())
        masked = self._mask(values)
        if masked is values:
            return event
        changed = {name: new for name, new in zip(fields, masked, strict=True) if new is not fields[name]}
        return event.model_copy(update=changed)
