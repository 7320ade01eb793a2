"""How an element of an outline is known by a name."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rapidfuzz import fuzz

from handrail.browser.outline.line_format import GUESSED, OutlineNode
from handrail.browser.types.element_names import ElementName
from handrail.trust import External

NEAR_CHARS = 120
LIKE_WORD = 75
"""Likeness of words, of 100, from which one may be meant by the other."""
LEAST_PART = 4
MARKS = "*: •●∙·⁎∗✱＊†‡："
"""Signs at the ends of a name that mark a field as one to fill in, or lead to what it holds."""
_WORD = re.compile(r"\w+")
TEXT_BOXES = ("textbox", "searchbox", "combobox")
FIELDS = (*TEXT_BOXES, "listbox", "spinbutton", "slider", "checkbox", "radio", "switch")

PRESSED_TAGS = "a[href], button, [role=button], [role=link], [role=tab], [role^=menuitem]"
RENAMED = "[aria-label][aria-labelledby]"
"""What has a label of its own, but is called by other words."""
TAGS = {
    "article": "article", "banner": "header", "cell": "td", "columnheader": "th", "complementary": "aside",
    "contentinfo": "footer", "dialog": "dialog", "figure": "figure", "form": "form", "group": "fieldset, details",
    "heading": "h1, h2, h3, h4, h5, h6", "img": "img, svg", "list": "ul, ol", "listitem": "li", "main": "main",
    "navigation": "nav", "radiogroup": "[role=radiogroup]", "region": "section", "row": "tr",
    "search": "search", "table": "table",
}  # fmt: skip
"""Elements of the roles whose nodes have no refs in an outline, since nothing there can be operated."""
PARTS = ", ".join(
    f'{TAGS[role]}, [role="{role}"]'
    for role in ("article", "figure", "form", "group", "list", "main", "radiogroup", "region", "search")
)
"""What holds others, and may have no ref in an outline."""

_SHORTCUT = re.compile(
    r"(?<![^\W_])(?:(?:ctrl|control|shift|alt|option|meta|cmd|command)(?:\s*\+\s*|\s+)|[⌃⇧⌥⌘]\s*)+\S+\s*$|(?<=\s)F\d\d?\s*$",
    re.I,
)
"""The keys that do what an entry of a menu does, as they stand behind its name."""


@dataclass(frozen=True, slots=True)
class FoundElement:
    """An element; ``leads_to``: the document of a link and its address there, None for anything else; ``holds``: what
    a text box without a name of its own holds; ``above``: the nearest element of the outline around it; ``near``: what
    stands near it; ``guessed``: nothing in the page says that it is called so; ``text``: what is written in it, where
    that was asked for; ``hint``: what it shows while it is empty; ``opens``: it opens or closes something."""

    ref: str
    role: str
    name: External
    leads_to: tuple[int, str] | None = None
    unseen: bool = False
    holds: str = ""
    above: FoundElement | None = None
    near: External | None = None
    guessed: bool = False
    text: str = ""
    hint: str = ""
    opens: bool = False

    def is_near(self, name: ElementName) -> bool:
        """Return whether the words that a name gives stand near it, or in it where they are no part of the name."""
        near, said = name_key(name.near), name_key(name.name)
        own = "" if near in said else f"{self.name.raw} {self.text}"
        return near in name_key(f"{own} {self.near.raw if self.near else ''}")

    def is_within(self, other: FoundElement) -> bool:
        """Return whether it stands in another element."""
        return self.above is not None and (self.above is other or self.above.is_within(other))

    @property
    def key(self) -> str:
        return name_key(self.name.raw)

    def to_dict(self) -> dict[str, Any]:
        shown = {"ref": self.ref, "role": self.role, "name": self.name.shorten(200)}
        return {**shown, "near": self.near.shorten(NEAR_CHARS)} if self.near else shown


def but_wrappers(named: Sequence[FoundElement]) -> list[FoundElement]:
    """Return the elements but those in which another of the same name stands, as the link of an item in a tree: a press
    on either is one. (In an item of the same kind another one begins. A box to check that only seems to be called so
    does something else.)"""
    parts = [one for one in named if not one.guessed]
    return [one for one in named if not any(part.is_within(one) and part.role != one.role for part in parts)]


def text_held(node: OutlineNode) -> str:
    is_named = node.name and not node.flags & GUESSED
    return "" if is_named or node.role not in TEXT_BOXES else node.value or ""


def states_to_know(node: OutlineNode) -> dict[str, Any]:
    """Return what the states of a node say of how it is called: what it shows while it is empty, whether it opens."""
    states = node.states
    hints = [state.partition("=")[2].strip('"') for state in states if state.startswith("placeholder=")]
    return {
        "hint": hints[0] if hints else "",
        "opens": "collapsed" in states or "expanded" in states,
    }


def shares_word(one: str, other: str) -> bool:
    """Return whether two names have a word in common, or one that is spelled much like it."""
    pairs = [(a, b) for a in _WORD.findall(one) for b in _WORD.findall(other)]
    return any(fuzz.ratio(a, b) >= LIKE_WORD or _is_part(a, b) or _is_part(b, a) for a, b in pairs)


def _is_part(one: str, other: str) -> bool:
    return one in other and (len(one) >= LEAST_PART or not one.isascii())


def fits(found: FoundElement, name: ElementName) -> bool:
    return (not name.role or found.role == name.role) and (not name.name or found.key == name_key(name.name))


def _without_shortcut(found: FoundElement) -> str:
    """Return the name of an entry of a menu without a shortcut behind it."""
    return _SHORTCUT.sub("", found.name.raw) if found.role.startswith("menuitem") else ""


def _label(found: FoundElement) -> str:
    """Return the name of a field whose label says something more about it behind that: "Name (required)"."""
    label, _, more = found.name.raw.partition("(")
    return label if more and found.role in FIELDS else ""


def _known_by(text: Callable[[FoundElement], str]) -> Callable[[FoundElement, ElementName], bool]:
    """Return the rule that knows an element by this text of it."""

    def is_called(found: FoundElement, name: ElementName) -> bool:
        label = text(found) if name.name and name.role in ("", found.role) else ""
        return bool(label) and name_key(label) == name_key(name.name)

    return is_called


def is_shown_beside(found: FoundElement, name: ElementName, among: Sequence[FoundElement]) -> bool:
    """Return whether this is a list that opens, called by what it holds and by a label that stands alone, too."""
    if not found.opens or found.role not in (*FIELDS, "button") or found.name.raw == name.name:
        return False
    key, label = found.key, name_key(name.name)
    return (key.endswith(f" {label}") or key.startswith(f"{label} ")) and any(
        fits(one, name) and one.role == "clickable" for one in among
    )


WAYS = (fits, *map(_known_by, (_without_shortcut, _label, lambda found: found.hint, lambda found: found.holds)))
"""How an element is known by a name; each counts only where none before it finds one. Fields are called otherwise than
what they show while they are empty; text boxes that hold the name, such as editors of cells in grids, have none."""


def flat(text: str) -> str:
    return " ".join(text.split())


def name_key(text: str) -> str:
    """Return a name as names are compared: a mark at its ends says that a field is required, or that
    a value follows. Styles put other signs there, too."""
    plain = flat(text).casefold()
    return plain.strip(MARKS) or plain
