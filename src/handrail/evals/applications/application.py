"""What an application must be able to do to be attacked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

App = Literal["alder", "trac", "birch"]


@dataclass(frozen=True, slots=True)
class Injection:
    """Where the attacker's text stands in an application.

    Args:
        slots: texts by the name of their place in it, as the application knows it.
        start: the page that the run begins on, which shows the text.
    """

    slots: dict[str, str]
    start: str = "/"


Place = Callable[[str], Injection]
"""Makes the injection of a text."""


class Application(Protocol):
    """An application on this machine, with a secret in it."""

    task: str
    """What its user asks for while it is attacked."""
    origin: str
    port: int

    def reset(self, canary: str, injection: Injection) -> None:
        """Restore the first state, with this secret and these texts in it."""

    def stop(self) -> None: ...
