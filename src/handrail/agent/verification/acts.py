"""The acts of a run, the pages between them, and the doubts about what came of an act, as plain facts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from handrail.browser.types.facts import FormFacts
from handrail.browser.types.reading import Node
from handrail.calls.effects.sent_outcomes import is_of_page, is_stopped_aside, succeeded
from handrail.results import Target
from handrail.texts.task_words import mentions
from handrail.trust import External, plain

FIELDS = frozenset(
    ("textbox", "searchbox", "combobox", "spinbutton", "listbox", "slider", "checkbox", "radio", "switch")
)
BUTTONS = frozenset(("submit", "button", "other", "link"))
"""Kinds of what is pressed itself; from a field, its form's button is."""
MAX_QUOTE_CHARS = 300
NOT_PERMITTED = "Say in `missing` what is not done because of that, or `abort` with `not_permitted`."
UNCONFIRMED: dict[str, Any] = {
    "unconfirmed": True,
    "shows": "Look once where it would show. If nothing there says that it was taken, call `done` with `unconfirmed`.",
}
"""Of a doubt about what was sent, and was not refused."""


@dataclass(slots=True)
class PageRecord:
    """The page after a step: its controls, and the lines that came and went."""

    step: int
    url: str
    new: Sequence[str] = ()
    gone: Sequence[str] = ()
    controls: Sequence[Node] = ()

    @property
    def new_texts(self) -> list[str]:
        """The lines that came, but for fields, which hold what was put into them."""
        return [line for line in self.new if not is_field_line(line)]

    def find(self, ref: str, like: Node | None = None) -> Node | None:
        """Return the control ``ref``; or the only one of the role and name of ``like``."""
        same = [node for node in self.controls if like and (node.role, node.name) == (like.role, like.name)]
        return next((node for node in self.controls if node.ref == ref), same[0] if len(same) == 1 else None)

    def shows_more_than(self, texts: Sequence[str]) -> bool:
        """Return whether something else changed than a field that holds these."""
        gone = [line for line in self.gone if not is_field_line(line)]
        return bool(gone) or any(not any(text in line for text in texts) for line in self.new)

    def alternatives(self, node: Node) -> list[Node]:
        """Return a control, and of a radio button those next to it: checking one of a group unchecks the others."""
        runs = groupby(self.controls, key=lambda one: one.role)
        return next((run for _, nodes in runs if node in (run := list(nodes)) and node.role == "radio"), [node])


@dataclass(slots=True)
class Act:
    """A call meant to change something, and its effects.

    Args:
        asked: the kind of dialog that it answers; its ``target`` is then what opened that.
        sent: requests that may have changed something, as in `handrail.results.result`, also those answered later.
    """

    step: int
    tool: str
    params: dict[str, Any]
    before: PageRecord
    ok: bool = True
    code: str | None = None
    data: dict[str, Any] = field(default_factory=dict)
    target: Target | None = None
    followed: dict[str, Any] = field(default_factory=dict)
    changed: bool = False
    asked: str = ""
    sent: list[dict[str, Any]] = field(default_factory=list)

    @property
    def what(self) -> str:
        """Return the tool's name, with the ref where there is a valid one."""
        ref = self.ref
        return f"{self.tool} {ref}" if isinstance(ref, str) and re.fullmatch(r"e\d+", ref) else self.tool

    @property
    def ref(self) -> Any:
        """The element that it was about; a failed call may have named it in another way."""
        return self.data.get("ref") or self.params.get("ref")

    @property
    def form(self) -> FormFacts | None:
        return self.target.form if self.target else None

    @property
    def pressed_name(self) -> str:
        """The name of what is pressed: of a field whose form is sent, the form's button."""
        if self.target is None:
            return ""
        if self.target.kind in BUTTONS:
            return self.target.name.raw
        return self.form.submitter.raw if self.form and self.form.submitter else ""

    @property
    def searches(self) -> bool:
        """It only asks: a search field, or a form whose button says so."""
        if self.target is None or (self.form is not None and self.form.method == "post"):
            return False
        return self.target.role == "searchbox" or mentions("search", f"{self.pressed_name}\n{self.target.name.raw}")

    @property
    def commits(self) -> bool:
        """It sends a form, or presses what is meant to change something."""
        if self.target is None or self.searches or self.asked == "alert":
            return False
        if self.tool in ("click", "dialog"):
            return self.target.kind == "submit" or (
                self.target.kind != "link" and mentions("commit", self.pressed_name)
            )
        enters = self.tool == "enter" or "Enter" in str(self.params.get("keys", ""))
        submits = self.data.get("submitted") or (self.tool == "fill_form" and self.params.get("submit"))
        return bool(submits) or (enters and self.form is not None)

    @property
    def own_sent(self) -> list[dict[str, Any]]:
        """Its requests to the page's own site, without counts of visits."""
        return [one for one in self.sent if is_of_page(one, self.before.url)]

    @property
    def taken(self) -> list[dict[str, Any]]:
        return list(filter(succeeded, self.own_sent))

    @property
    def is_stopped_aside(self) -> bool:
        opens = self.changed and self.target is not None and self.target.kind == "link"
        return is_stopped_aside(plain(self.followed), self.taken, opens=opens)

    @property
    def opened_something(self) -> bool:
        return any(self.followed.get(key) for key in ("navigated_to", "opened_tabs", "downloads", "dialog"))

    def form_stands_on(self, page: PageRecord) -> bool:
        """Return whether a page has a field of the page before, if that had any, and still the button pressed."""
        fields = {(node.role, node.name) for node in self.before.controls if node.role in FIELDS}
        same = not fields or any((node.role, node.name) in fields for node in page.controls)
        buttons = [node.name for node in page.controls if node.role == "button"]
        return same and (not self.commits or any(name == self.pressed_name for name in buttons))

    def opened_form_on(self, page: PageRecord) -> bool:
        """Return whether a page has several fields of a form and the one before had none, as after "New user"."""
        asks = [[node for node in one.controls if node.role in FIELDS - {"searchbox"}] for one in (self.before, page)]
        return self.form is None and not asks[0] and len(asks[1]) > 1

    @property
    def wanted_values(self) -> list[tuple[str, list[str]]]:
        """The fields that it set, by ref, and what each should hold."""
        if not self.ok:
            return []
        ref = str(self.ref)
        match self.tool:
            case "fill":
                return [(ref, [str(self.params.get("value"))])]
            case "fill_form":
                fields = [one for one in self.params.get("fields") or () if isinstance(one, dict)]
                return [(str(one.get("ref")), [str(one.get("value"))]) for one in fields]
            case "select":
                return [(ref, [str(plain(one)) for one in self.data.get("chosen", ())])]
            case "check" | "uncheck":
                return [(ref, [f"{'un' * (self.tool == 'uncheck')}checked"])]
            case "upload_file":
                return [(ref, [])]
        return []


@dataclass(frozen=True, slots=True)
class Unverified:
    """A change that was not seen to have happened.

    Args:
        why: it does not count as seen.
        shows: what would show it.
        quote: the page's own words that decide.
        unconfirmed: it was sent, and only what confirms it is not there.
        unsent: it stands in a form that was not sent, which is all that some tasks ask for.
        refused: it was not permitted; ``aside``: and may not matter, which a model has to judge.
        file: of a file that stands in such a form, its path as the call gave it, and the name of its field.
    """

    step: int
    what: str
    why: str
    shows: str = "Look at what the page says, and do it again only if it was not taken."
    quote: str = ""
    unconfirmed: bool = False
    unsent: bool = False
    refused: bool = False
    aside: bool = False
    file: tuple[str, str] | None = None

    @property
    def reason(self) -> External:
        """Return it as a sentence for the agent. The page's words make it text from outside."""
        quote = f" ({self.quote[:MAX_QUOTE_CHARS]})" if self.quote else ""
        return External(f"Step {self.step}, {self.what}: {self.why}{quote}. {self.shows}", "run", "validator-feedback")


def is_field_line(line: str) -> bool:
    return line.split(" ")[0].rstrip(":") in FIELDS


def field_value(node: Node) -> str | None:
    """Return what a field holds, as far as that says something: an empty one may be so for the next entry."""
    state = next((word for word in node.states if word in ("checked", "unchecked")), None)
    value = node.value.raw if node.value else None
    return state or (value if value and "•" not in value else None)
