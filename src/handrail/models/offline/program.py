"""How steps make tool calls: a program yields choosers and is sent the outcome of each call.

A conversation holds all state: a program restarts on every turn and is fed the calls made so far, so a
chooser sees only the page of its own turn.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from handrail.models.offline.outline import OutlineTree
from handrail.models.protocol import Call
from handrail.trust import plain

if TYPE_CHECKING:
    from handrail.results import Observation, Result

AGAIN = frozenset(("stale_ref", "document_changed"))
"""Failures after which the same words may find their element on the changed page."""
MAX_WAITS = 3
"""How often to wait for a thing that is not on the page yet, each time longer."""


_PARTIAL = ("not read in time", "did not answer")


class Stop(Exception):
    """The task cannot be carried out; the reason is for the user."""


class Later(Exception):
    """The element is not there yet; ``reason`` is the error if it never appears."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class ProgramTurn:
    """A call and its result; both None where the chooser found nothing to do."""

    call: Call | None = None
    result: Result | None = None

    @property
    def ok(self) -> bool:
        return self.call is not None and (self.result is None or self.result.ok)

    @property
    def code(self) -> str:
        return (self.result.code or "") if self.result is not None else ""

    @property
    def data(self) -> Mapping[str, Any]:
        return self.result.data if self.result is not None else {}

    @property
    def ref(self) -> str | None:
        return self.call.params.get("ref") if self.call is not None else None

    def fault(self) -> str:
        """Why it failed, as one or two sentences."""
        if self.result is None or self.result.ok:
            return ""
        listed = self.result.details.get("choices") or self.result.details.get("candidates") or []
        named = ", ".join(str(choice) for choice in plain(listed)[:20] if isinstance(choice, str))
        choices = f" There are: {named}." if named else ""
        return f"{self.result.error}{choices} {self.result.hint}".strip()


@dataclass(slots=True)
class PageView:
    """What a chooser sees: the page now, and what came before.

    Attributes:
        acted: an act came before, so that the page may still be changing.
        used: the ref that the last act was done on.
        read: whether the page could be read at all; `partial`: whether only a part of it could, in time.
        waits: how often the current step has waited.
    """

    outline: OutlineTree
    title: str = ""
    url: str = ""
    dialog: str = ""
    tabs: Sequence[Any] = ()
    acted: bool = False
    used: str | None = None
    read: bool = True
    partial: bool = False
    waits: int = 0
    offered: frozenset[str] = field(default_factory=frozenset)

    @classmethod
    def of(cls, observation: Observation | None, offered: frozenset[str]) -> PageView:
        snapshot = observation.snapshot if observation else None
        dialog = observation.dialog if observation else None
        return cls(
            OutlineTree(snapshot.nodes if snapshot else ()),
            title=snapshot.title.raw if snapshot else "",
            url=snapshot.url.raw if snapshot else "",
            dialog=dialog.kind if dialog else "",
            tabs=observation.tabs if observation else (),
            read=snapshot is not None or dialog is not None,
            partial=snapshot is not None and any(said in snapshot.left_out for said in _PARTIAL),
            offered=offered,
        )

    @property
    def is_blank(self) -> bool:
        return not len(self.outline) and self.url in ("", "about:blank")

    def place_of(self, ref: str | None) -> int | None:
        """Where the node of a ref stands, if it is still there."""
        if ref is None:
            return None
        return next((place for place in range(len(self.outline)) if self.outline[place].ref == ref), None)


Choose = Callable[[PageView], Call | None]
Program = Generator[Choose, ProgramTurn, str]
"""Yields choosers, is sent turns, returns a description of what it did or found."""


def act(choose: Choose, what: str) -> Generator[Choose, ProgramTurn, ProgramTurn]:
    """Make one call that must succeed; once more if the page changed before it."""
    turn = yield choose
    if turn.code in AGAIN:
        turn = yield choose
    if turn.call is not None and not turn.ok:
        raise Stop(f"I could not {what}. {turn.fault()}")
    return turn
