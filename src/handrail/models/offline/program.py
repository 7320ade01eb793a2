"""What one thing that is asked for makes of tool calls: a program yields choosers and is sent what came of each call.

A conversation holds all state: a program starts again on every turn and is fed the calls made so far, so a chooser sees
the page of its own turn only.
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

_AGAIN = frozenset(("stale_ref", "document_changed"))
"""Failures after which the same words may find their element on the changed page."""
_PARTIAL = ("not read in time", "did not answer")


class Stop(Exception):
    """The request cannot be carried out; the reason is for the user."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A call and its result; both None where there was nothing to do."""

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
        return self.result.data if self.result is not None and self.result.ok else {}

    @property
    def followed(self) -> Mapping[str, Any]:
        return self.result.followed if self.result is not None else {}

    def fault(self) -> str:
        """Why it failed, as one or two sentences."""
        if self.result is None or self.result.ok:
            return ""
        listed = self.result.details.get("choices") or self.result.details.get("candidates") or []
        named = ", ".join(str(choice) for choice in plain(listed)[:20] if isinstance(choice, str))
        # The hint beside choices is how a model calls again; the choices are what a person needs.
        return (
            f"{self.result.error} There are: {named}." if named else f"{self.result.error} {self.result.hint}".strip()
        )


@dataclass(slots=True)
class PageView:
    """The page as it is now.

    Attributes:
        read: whether the page could be read at all; `partial`: whether only a part of it could, in time.
    """

    outline: OutlineTree
    title: str = ""
    url: str = ""
    dialog: str = ""
    read: bool = True
    partial: bool = False
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
            read=snapshot is not None or dialog is not None,
            partial=snapshot is not None and any(said in snapshot.left_out for said in _PARTIAL),
            offered=offered,
        )

    @property
    def is_blank(self) -> bool:
        return not len(self.outline) and self.url in ("", "about:blank")


Choose = Callable[[PageView], Call | None]
Program = Generator[Choose, Turn, str]
"""Yields choosers, is sent turns, returns what it did, as half a sentence, or nothing."""


def act(choose: Choose, what: str, *, may_fail: Sequence[str] = ()) -> Generator[Choose, Turn, Turn]:
    """Make one call that must succeed, or fail with a code of ``may_fail``; once more if the page changed before it."""
    turn = yield choose
    if turn.code in _AGAIN:
        turn = yield choose
    if turn.call is not None and not turn.ok and turn.code not in may_fail:
        raise Stop(f"I could not {what}. {turn.fault()}")
    return turn


def compare_states(turn: Turn, what: str, *, has: str = "", has_not: str = "") -> Choose:
    """Return a chooser without a call: it stops where the element of a call is not in the state that was asked for."""

    def compare(page: PageView) -> None:
        place = page.outline.place_of(turn.call.params["ref"]) if turn.call is not None else None
        states = page.outline[place].states if place is not None else (has,)
        if (has and has not in states) or (has_not and has_not in states):
            raise Stop(f"I did {what}, but the page shows {', '.join(states) or 'no such state'}.")

    return compare
