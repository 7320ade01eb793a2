"""Text from outside is a type: it cannot slip into a sentence of ours by accident."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn, TypeGuard

from typing_extensions import TypeVar


class External:
    """Text that came from outside the user: a page, a file, a search, a model that read them.

    It is not a ``str``. ``len``, ``in``, ``==``, truth and ``.raw`` work; formatting and concatenation raise
    ``TypeError``, so the only way into a prompt is `handrail.trust.fence`, and a program reads
    ``.raw``.

    Args:
        raw: the text exactly as it came.
        origin: where it came from, as scheme, host and port (``https://example.org``), or a word such as ``file``.
        label: what it is, one of `handrail.trust.LABELS`.
        tainted: it may hold what a model made up, since a model composed the address that it came from, or put text
            into the page. No link is learned from it.
    """

    __slots__ = ("label", "origin", "raw", "tainted")

    def __init__(self, raw: str, origin: str, label: str, tainted: bool = False) -> None:
        self.raw = raw
        self.origin = origin
        self.label = label
        self.tainted = tainted

    def map(self, change: Callable[[str], str]) -> External:
        """Return the same provenance with ``change(raw)`` as its text: changing text does not launder it."""
        return External(change(self.raw), self.origin, self.label, self.tainted)

    def shorten(self, limit: int) -> External:
        """Return the same text, its end replaced by an ellipsis where it is longer than ``limit``."""
        return self if len(self) <= limit else self.map(lambda raw: raw[: limit - 1] + "…")

    def __len__(self) -> int:
        return len(self.raw)

    def __bool__(self) -> bool:
        return bool(self.raw)

    def __contains__(self, part: str) -> bool:
        return part in self.raw

    def __eq__(self, other: object) -> bool:
        if isinstance(other, External):
            return self.raw == other.raw
        return self.raw == other

    def __hash__(self) -> int:
        return hash(self.raw)

    def __repr__(self) -> str:
        return f"<External {self.label}: {len(self.raw)} characters from {self.origin}>"

    def __str__(self) -> str:
        self._refuse()

    def __format__(self, spec: str) -> str:
        self._refuse()

    if not TYPE_CHECKING:
        # A type checker refuses both by itself, as long as it sees no such method.
        def __add__(self, other: object) -> NoReturn:
            self._refuse()

        def __radd__(self, other: object) -> NoReturn:
            self._refuse()

    def _refuse(self) -> NoReturn:
        raise TypeError(
            f"{self!r} cannot become part of a string: read .raw, open the session with plain=True, "
            "or put it into a prompt with trust.fence()"
        )


def is_of_site(text: External | str) -> TypeGuard[External]:
    """Return whether it is text from outside that names its site, and not only who wrote it."""
    return isinstance(text, External) and "://" in text.origin


Text = TypeVar("Text", default=External)
"""The type of text from outside: `External`, or ``str`` where a program asked for plain text."""
TextOut = TypeVar("TextOut", default=External, covariant=True)
"""The same, of what is only read."""
