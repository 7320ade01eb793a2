"""What one thing that is asked for makes of tool calls: a program yields choosers and is sent what came of each call.

A conversation holds all state: a program starts again on every turn and is fed the calls made so far, so a chooser sees
the page of its own turn only.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from handrail.models.offline.outline import OutlineTree
from handrail.models.protocol import Call
from handrail.results import Observation, Ok, Result
from handrail.texts.for_people import element_words, hint_in_words, in_words
from handrail.trust import one_line, plain

MOST_QUESTION = 300
"""Characters of a dialog that are repeated."""
_AGAIN = frozenset(("stale_ref", "document_changed"))
"""Failures after which the same words may find their element on the changed page."""
_PARTIAL = ("not read in time", "could not be read")


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer in words, and as data; ``missing`` is what of it stands on other pages, as a sentence."""

    text: str
    data: dict[str, Any] | None = None
    missing: str = ""


class Stop(Exception):
    """The request cannot be carried out; the reason is for the user."""


@dataclass(frozen=True, slots=True)
class CallResult:
    """A call and its result; no call where there was nothing to do."""

    call: Call | None = None
    result: Result = field(default_factory=lambda: Ok())

    @property
    def ok(self) -> bool:
        return self.call is not None and self.result.ok

    @property
    def data(self) -> Mapping[str, Any]:
        return self.result.data if self.result.ok else {}

    @property
    def dialog(self) -> str:
        """What a dialog of the browser's own said that the call opened, as half a sentence; nothing where none did."""
        opened = plain(self.result.followed.get("dialog") or {})
        words = one_line(str(opened.get("message") or ""), MOST_QUESTION)
        return f"the page {'said' if opened.get('kind') == 'alert' else 'asked'} “{words}”" if words else ""

    def place(self, page: PageView) -> int | None:
        """Return where the element of the call stands now; None where it is gone."""
        return page.outline.place_of(self.call.params["ref"]) if self.call is not None else None

    def fault(self) -> str:
        """Return why it failed, as one or two sentences for a person. The hint beside choices is for models; the
        choices are for people."""
        if self.result.code == "not_permitted":
            return "The rules of this run do not permit it."
        target, ref = self.result.target, self.call.params.get("ref") if self.call is not None else None
        elements = {str(ref): element_words(target.role, target.name)} if target is not None else {}
        listed = self.result.details.get("choices") or self.result.details.get("candidates") or []
        named = ", ".join(str(choice) for choice in plain(listed)[:20] if isinstance(choice, str))
        more = f"There are: {named}." if named else hint_in_words(self.result.hint, elements)
        return f"{in_words(self.result.error or '', elements)} {more}".strip()


@dataclass(slots=True)
class PageView:
    """The page as it is now. ``question`` is what the open ``dialog`` asks; ``read`` says whether it could be read at
    all, ``partial`` whether only a part of it. ``entered`` are the last calls, if all they did was to enter values;
    ``notice`` is what the run last said of its start."""

    outline: OutlineTree
    title: str = ""
    url: str = ""
    dialog: str = ""
    question: str = ""
    read: bool = True
    partial: bool = False
    offered: frozenset[str] = field(default_factory=frozenset)
    entered: Sequence[CallResult] = ()
    notice: str = ""

    @classmethod
    def of(cls, observation: Observation | None, offered: frozenset[str]) -> PageView:
        snapshot = observation.snapshot if observation else None
        dialog = observation.dialog if observation else None
        return cls(
            OutlineTree(snapshot.nodes if snapshot else ()),
            title=snapshot.title.raw if snapshot else "",
            url=snapshot.url.raw if snapshot else "",
            dialog=dialog.kind if dialog else "",
            question=dialog.message.raw if dialog else "",
            read=snapshot is not None or dialog is not None,
            partial=snapshot is not None and any(said in snapshot.left_out for said in _PARTIAL),
            offered=offered,
        )

    @property
    def is_blank(self) -> bool:
        return not len(self.outline) and self.url in ("", "about:blank")

    @property
    def nothing(self) -> str:
        """Why no page is open, as sentences."""
        return f"No page is open. {self.notice} {NO_MODEL}" if self.notice else NO_PAGE


BEGIN = "Begin with an address: “open https://…”, or --url (in a program: url=)."
NO_PAGE = f"There is no page yet. {BEGIN}"
NO_MODEL = "Without a model only pages can be asked: use the tool (`handrail call --help`), or configure a model."
Choose = Callable[[PageView], Call | None]
Program = Generator[Choose, CallResult, str]
"""Yields choosers, is sent their results, returns what it did, as half a sentence, or nothing."""


def on_element(tool: str, locate: Callable[[OutlineTree], int], **params: Any) -> Choose:
    """Return a chooser that calls a tool on the element at the place that ``locate`` returns."""
    return lambda page: Call(tool, {"ref": page.outline[locate(page.outline)].ref, **params})


def act(choose: Choose, what: str, *, may_fail: Sequence[str] = ()) -> Generator[Choose, CallResult, CallResult]:
    """Make one call that must succeed, or fail with a code of ``may_fail``; once more if the page changed before it."""
    outcome = yield choose
    if outcome.result.code in _AGAIN:
        outcome = yield choose
    if outcome.call is not None and not outcome.ok and outcome.result.code not in may_fail:
        raise Stop(f"I could not {what}. {outcome.fault()}")
    return outcome


def compare_states(outcome: CallResult, what: str, *, has: str = "checked") -> Choose:
    """Return a chooser without a call: it stops where the element of a call does not have a state that was asked for,
    or, after `uncheck`, has it."""

    def compare(page: PageView) -> None:
        wanted, place = outcome.call is None or outcome.call.name != "uncheck", outcome.place(page)
        if place is not None and (has in page.outline[place].states) != wanted:
            raise Stop(f"I did {what}, but the page shows {', '.join(page.outline[place].states) or 'no such state'}.")

    return compare
