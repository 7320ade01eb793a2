"""One side at one task: which decisions it was given, carried out, and could not be given."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bench.peers.tasks import Do, Task

MOST_TRIES = 4
"""Times that a side scrolls for an element that is not in what it is shown, or is given again what it did not carry
out, as a model would; then it goes without."""


@dataclass
class ModelRequest:
    """One request: when it came and when it was answered (seconds), its characters, and what it was for."""

    came: float
    characters: int
    purpose: str
    answered: float = 0.0


@dataclass
class TaskProgress:
    """One side at one task.

    A decision counts as made when the side says in its next request that it was carried out; what was not, it is given
    again. Both sides go by this rule.

    Args:
        several: decisions of one group are answered in one turn.
        completed: the decisions that were carried out, in their order.
        skipped: those left out: their element stood nowhere, however far the side scrolled, or they failed
            again and again.
    """

    task: Task
    several: bool
    requests: list[ModelRequest] = field(default_factory=list)
    completed: list[Do] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    turn: int = 0
    sent: Sequence[Do] = ()
    """The decisions of the last turn."""
    _tries: int = 0

    def __post_init__(self) -> None:
        self._left = deque(map(list, self.task.groups if self.several else [[one] for one in self.task.decisions]))

    def record(self, carried_out: Sequence[bool]) -> None:
        """Record which of the decisions of the last turn were carried out, one by one."""
        if not self.sent:
            return
        done = [one for one, yes in zip(self.sent, carried_out, strict=True) if yes]
        left = [one for one, yes in zip(self.sent, carried_out, strict=True) if not yes]
        self._tries = 0 if done else self._tries + 1
        if self._tries > MOST_TRIES:
            self._tries = 0
            self.skipped.append(left.pop(0).on)
        self.completed += done
        self._group[: len(self.sent)] = left
        self.sent = ()

    def next_decisions(self, find: Callable[[Do], Any]) -> list[tuple[Do, Any]]:
        """Return the decisions of this turn whose elements are shown, with what ``find`` finds for each.

        There are none where the side has to scroll first.
        """
        self.turn += 1
        while True:
            made = [(one, find(one) if one.needs_element else "") for one in self._group]
            made = made[: next((at for at, (_, found) in enumerate(made) if found is None), len(made))]
            if made:
                # Whether an answer was taken is not asked: the run ends with it, or it is given again.
                self.sent = [one for one, _ in made if one.what != "done"]
                return made
            self._tries += 1
            if self._tries <= MOST_TRIES:
                return []
            self._tries = 0
            self.skipped.append(self._group.pop(0).on)

    @property
    def _group(self) -> list[Do]:
        """The first decisions that are not made yet."""
        while not self._left[0]:
            self._left.popleft()
        return self._left[0]
