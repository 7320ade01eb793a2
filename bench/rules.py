"""Where our snapshot differs from the browser's accessibility tree on purpose: at most ten rules, each with its reason.

A rule is asked only of an element on which the two sides disagree, and says yes only for the one difference that it
is about. Elements that a rule takes are counted, printed, and left out of both percentages.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from dataclasses import dataclass

from bench.trees import DomNode, NodeReading

MOST_RULES = 10


@dataclass(frozen=True)
class Case:
    """An element that the two sides describe differently; None is a side that leaves it out.

    Args:
        unread: it stands in a frame for which our snapshot has no line.
    """

    node: DomNode
    browser: NodeReading | None
    ours: NodeReading | None
    unread: bool = False


@dataclass(frozen=True)
class Rule:
    """A deliberate difference.

    Args:
        name: one word or two for the table.
        reason: why we differ.
        applies: whether a disagreement is this difference and no other.
    """

    name: str
    reason: str
    applies: Callable[[Case], bool]


def _is_inner_part(case: Case) -> bool:
    return case.ours is None and case.node.root == "user-agent"


def _is_label_in_place(case: Case) -> bool:
    label = case.node.tag == "label" and case.ours is not None and case.ours.role in ("checkbox", "radio", "switch")
    return label and (case.browser is None or case.browser.role not in ("checkbox", "radio", "switch"))


def _is_kept_from_readers(case: Case) -> bool:
    if _is_label_in_place(case):
        return True
    if case.browser is not None or case.ours is None:
        return False
    return case.ours.behind or any(
        at.attributes.get("aria-hidden", "").lower() == "true" or "inert" in at.attributes for at in case.node.up()
    )


def _is_unseen_frame(case: Case) -> bool:
    return case.unread and case.ours is None


def _is_editable(case: Case) -> bool:
    browser, ours = case.browser, case.ours
    hosts = case.node.attributes.get("contenteditable", "false").lower() != "false"
    return (
        hosts and browser is not None and ours is not None and ours.role == "textbox" and browser.role == "generic"
        and browser.name == ours.name
    )  # fmt: skip


def _is_publishing(case: Case) -> bool:
    browser, ours = case.browser, case.ours
    if browser is None or ours is None or browser.name != ours.name:
        return False
    return ours.role == "link" and browser.role in ("doc-backlink", "doc-biblioref", "doc-glossref", "doc-noteref")


def _is_spacing(case: Case) -> bool:
    names = _names_of_one_role(case)
    return names is not None and _letters(names[0]) == _letters(names[1])


def _is_icon(case: Case) -> bool:
    names = _names_of_one_role(case)
    return (
        names is not None
        and names[0] != (plain := _PRIVATE.sub("", names[0]))
        and _letters(plain) == _letters(names[1])
    )


def _is_inner_title(case: Case) -> bool:
    names = _names_of_one_role(case)
    if names is None:
        return False
    browser, ours = _letters(_PRIVATE.sub("", names[0])), _letters(names[1])
    titles = [_letters(at.attributes["title"]) for at in case.node.down() if at.attributes.get("title")]
    return any(titles) and functools.reduce(lambda rest, title: rest.replace(title, "", 1), titles, ours) == browser


def _is_label(case: Case) -> bool:
    names = _names_of_one_role(case)
    return names is not None and names[0] == "" and case.node.tag in LABELABLE and _has_label(case.node)


def _has_label(node: DomNode) -> bool:
    *_, top = node.up()
    return any(at.tag == "label" for at in node.up()) or any(
        at.tag == "label" and at.attributes.get("for") == node.attributes.get("id", "") for at in top.down()
    )


_PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010fffd]")
LABELABLE = frozenset({"button", "input", "meter", "output", "progress", "select", "textarea"})


def _names_of_one_role(case: Case) -> tuple[str, str] | None:
    """Both names, where the sides differ in nothing else."""
    if case.browser is None or case.ours is None or case.browser.role != case.ours.role:
        return None
    return case.browser.name, case.ours.name


def _letters(text: str) -> str:
    return "".join(text.split())


def _is_area(case: Case) -> bool:
    browser = case.browser
    text = (
        browser is not None
        and browser.role == "StaticText"
        and case.ours is not None
        and browser.name == case.ours.name
    )
    return case.node.tag == "area" and (browser is None or text)


RULES = (
    Rule(
        "inner part",
        "Parts that the browser draws inside its own control (the month of a date field, the popup of a closed list, "
        "the buttons of a video) are no elements of the page; the control itself is there and is filled as a whole.",
        _is_inner_part,
    ),
    Rule(
        "kept from readers",
        "What aria-hidden, inert or an open modal keeps from screen readers can still be seen, and mostly clicked, by "
        "who uses a mouse: we show it, and mark what a modal covers. So does the label of a check box or radio button "
        "that is not shown at all: it stands for it, with its role and state.",
        _is_kept_from_readers,
    ),
    Rule(
        "unseen frame",
        "A frame that nobody can see (transparent, hidden, off the page, of a pixel) is not read: each costs a round "
        "trip, and advertisements and trackers are most of them.",
        _is_unseen_frame,
    ),
    Rule(
        "editable box",
        "A box that a person can type into (contenteditable) is a textbox for who acts on it; Chromium leaves it "
        "generic where it has no role.",
        _is_editable,
    ),
    Rule(
        "publishing role",
        "The roles of digital books that derive from link (doc-noteref, doc-backlink and their like) are given as the "
        "links that they are: https://www.w3.org/TR/dpub-aria-1.1/.",
        _is_publishing,
    ),
    Rule(
        "white space",
        "The same letters, parted by a blank on one side only: Chromium drops the blank before an inline element that "
        "begins with white space, though the screen shows it.",
        _is_spacing,
    ),
    Rule(
        "icon font",
        "The private characters with which icon fonts draw are in the browser's names; they say nothing, so they are "
        "not in ours.",
        _is_icon,
    ),
    Rule(
        "inner title",
        "The title of an element inside a button or link is part of its name by accname 1.2 (2I); Chromium leaves it "
        "out, and an icon that has nothing else is nameless then.",
        _is_inner_title,
    ),
    Rule(
        "label",
        "Where the label of a field is empty or hidden, Chromium gives the field no name at all; accname 1.2 takes the "
        "hidden label (2A), or goes on to title and placeholder (2D, 2I).",
        _is_label,
    ),
    Rule(
        "area",
        "The parts of an image map are links that can be clicked; Chromium reports some of them as mere text, or not "
        "at all.",
        _is_area,
    ),
)


def rule_for(case: Case) -> Rule | None:
    """The first rule that explains a disagreement, if any."""
    return next((rule for rule in RULES if rule.applies(case)), None)
