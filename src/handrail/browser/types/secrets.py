"""What no answer and no picture of a browser may contain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol


class Needle(Protocol):
    """Something that no picture may show."""

    @property
    def text(self) -> str:
        """What is looked for."""

    @property
    def look(self) -> str:
        """In which view of the page's text: ``raw``, ``tight`` (without white space and what nobody sees), ``bare``
        (letters and digits only) or ``folded`` (those in lower case)."""

    @property
    def before(self) -> int:
        """Characters before it that are hidden with it."""

    @property
    def after(self) -> int:
        """Characters after it that are hidden with it."""

    @property
    def plain(self) -> bool:
        """Letters of a secret as they are, in no encoding."""


Needles = Callable[[], Sequence[Needle]]


class Secrets(Protocol):
    """Masks what must not leave a browser, in whatever form a page shows it."""

    def mask(self, value: Any) -> Any:
        """Return a structure of lists, dicts and texts without it."""

    def needles(self) -> Sequence[Needle]:
        """Return what a page must not show."""

    def dots(self, text: str) -> str:
        """Return a text with dots in its place, one for each character, so that places in it stay what they were."""
