"""Finds the one element that a name stands for: by role and name or label in the outline, or by a CSS selector."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from rapidfuzz import process

from handrail.browser.outline.line_format import (
    COVERED,
    DEPTH,
    FLAGS,
    GUESSED,
    LOCAL,
    NAME,
    ROLE,
    UNSEEN,
    URL,
    VALUE,
    RawNode,
)
from handrail.browser.outline.shown_parts import LANDMARKS
from handrail.browser.reading.elements import ElementReader
from handrail.browser.reading.near_words import Line, words_near
from handrail.browser.reading.snapshot import Snapshots
from handrail.browser.types.element_names import ElementName
from handrail.browser.types.errors import NoSuchElement, SeveralElements
from handrail.browser.types.reading import ElementInfo
from handrail.trust import External

CANDIDATES = 10
"""Elements that an error lists."""
NEAR_CHARS = 120
LIKE = 60
"""Likeness of names, of 100, from which one is proposed for another."""
TEXT_BOXES = ("textbox", "searchbox", "combobox")
FIELDS = (*TEXT_BOXES, "listbox", "spinbutton", "slider", "checkbox", "radio", "switch")
MOST_READ = 500
"""Elements of a role without refs among which a name is looked for."""
PRESSED_TAGS = "a[href], button, [role=button], [role=link], [role=tab], [role^=menuitem]"
TAGS = {
    "article": "article", "banner": "header", "columnheader": "th", "complementary": "aside", "contentinfo": "footer",
    "dialog": "dialog", "figure": "figure", "form": "form", "group": "fieldset, details",
    "heading": "h1, h2, h3, h4, h5, h6", "img": "img, svg", "list": "ul, ol", "listitem": "li", "main": "main",
    "navigation": "nav", "region": "section", "row": "tr", "search": "search", "table": "table",
}  # fmt: skip
"""Elements of the roles whose nodes have no refs in an outline, since nothing there can be operated."""

_SHORTCUT = re.compile(
    r"(?<![^\W_])(?:(?:ctrl|control|shift|alt|option|meta|cmd|command)(?:\s*\+\s*|\s+)|[⌃⇧⌥⌘]\s*)+\S+\s*$|(?<=\s)F\d\d?\s*$",
    re.I,
)
"""The keys that do what an entry of a menu does, as they stand behind its name."""


@dataclass(frozen=True, slots=True)
class _Found:
    """An element; ``leads_to``: the document of a link and its address there, None for anything else; ``holds``: what
    a text box without a name of its own holds; ``above``: the nearest element of the outline around it; ``near``: what
    stands near it, where several have its name; ``guessed``: nothing in the page says that it is called so."""

    ref: str
    role: str
    name: External
    leads_to: tuple[int, str] | None = None
    unseen: bool = False
    holds: str = ""
    above: _Found | None = None
    near: External | None = None
    guessed: bool = False

    def is_within(self, other: _Found) -> bool:
        """Return whether it stands in another element."""
        return self.above is not None and (self.above is other or self.above.is_within(other))

    @property
    def key(self) -> str:
        return _key(self.name.raw)

    def to_dict(self) -> dict[str, Any]:
        shown = {"ref": self.ref, "role": self.role, "name": self.name.shorten(200)}
        return {**shown, "near": self.near.shorten(NEAR_CHARS)} if self.near else shown


class ElementFinder:
    """Finds elements of one tab by their names."""

    def __init__(self, reader: ElementReader, snapshots: Snapshots) -> None:
        self._reader = reader
        self._snapshots = snapshots
        self._behind: list[_Found] = []
        """What stood behind an open dialog in the outline that was read last."""
        self._lines: list[tuple[str, Line]] = []
        """The refs and lines of the outline that was read last."""
        self._in_part = False
        """Whether some of the page is not in that outline."""

    async def find(self, name: ElementName, roles: Collection[str] = ()) -> str:
        """Return the ref of the one element with this name, which is compared whole but for case and white space.

        Args:
            roles: which are meant where the name gives no role and stands for several elements.

        Raises:
            NoSuchElement: there is none; the nearest are in ``details``.
            SeveralElements: there are several; the first are in ``details``.
            InvalidSelector: the selector is not one.
        """
        if name.selector:
            return await self._by_selector(name)
        operable = await self._operable()
        named = next(filter(None, ([one for one in operable if is_it(one, name)] for is_it in WAYS)), [])
        if not named and name.role in TAGS:
            selector = f'{TAGS[name.role]}, [role="{name.role}"]'
            operable, _ = await self._query(selector, MOST_READ)
            named = [one for one in operable if _fits(one, name)]
        if len(named) > 1 and not name.role:
            named = [one for one in named if one.role not in LANDMARKS] or named
            named = [one for one in named if one.role in roles] or named
            named = _but_wrappers(named)
        if len(named) > 1:
            named = [one for one in named if not one.unseen] or named
            named = named if name.role else [one for one in named if not one.guessed] or named
            named = [one for one in named if _flat(one.name.raw) == _flat(name.name)] or named
        if (
            len(named) > 1
            and not name.nth
            and named[0].leads_to is not None
            and len({one.leads_to for one in named}) == 1
        ):
            # The same link in a header and a footer.
            named = named[:1]
        if not operable and self._reader.is_blank:
            raise NoSuchElement("No page is open.", hint="Open one first: `goto`, or --url where a command begins.")
        if not named and any(_fits(one, name) for one in self._behind):
            raise NoSuchElement(
                f"The element for {name} stands behind the open dialog.", hint="Finish or close the dialog first."
            )
        if not named:
            called = await self._called(name)
            visible = {one.ref for one in called if one.visible}
            named = [one for one in operable if one.ref in visible]
            if not named:
                await self._check_closed_parts(name, [one for one in called if not roles or one.role in roles])
                _fail_to_find(name, operable, in_part=self._in_part)
        if len(named) > 1:
            named = self._with_near(named)
            near = _key(name.near)
            named = [one for one in named if not near or (one.near and near in _key(one.near.raw))] or named
        return _only(name, named, len(named))

    async def _called(self, name: ElementName) -> list[ElementInfo]:
        """Return what can be pressed and has this name by itself, though the outline does not say so: it stands in a
        closed part, or has an icon whose word the outline leaves out."""
        found = await self._reader.query(PRESSED_TAGS, max_results=MOST_READ, include_text=False)
        return [one for one in found.elements if _fits(_Found(one.ref, one.role, one.name), name)]

    async def _check_closed_parts(self, name: ElementName, called: Sequence[ElementInfo]) -> None:
        """Raise `NoSuchElement` with what opens the closed menu or section in which the first of these stands."""
        closed = [one for one in called if not one.visible]
        by = await self._reader.opener(closed[0].ref) if closed else None
        if by is not None:
            raise NoSuchElement(
                f"The element for {name} stands in a closed part of the page, which {by.ref} opens.",
                hint=f"Click {by.ref}, then try again.",
                details={"opened_by": _Found(by.ref, by.role, by.name).to_dict()},
            )

    async def _by_selector(self, name: ElementName) -> str:
        found, total = await self._query(name.selector, max(CANDIDATES, name.nth))
        if not found:
            _fail_to_find(name, [])
        return _only(name, found, total)

    async def _query(self, selector: str, most: int) -> tuple[list[_Found], int]:
        found = await self._reader.query(selector, max_results=most, include_text=False)
        return [_Found(one.ref, one.role, one.name) for one in found.elements], found.total

    def _with_near(self, named: Sequence[_Found]) -> list[_Found]:
        places = {ref: at for at, (ref, _) in enumerate(self._lines)}
        if any(one.ref not in places for one in named):
            return list(named)
        near = words_near([line for _, line in self._lines], [places[one.ref] for one in named])
        return [
            replace(one, near=External(words, one.name.origin, one.name.label))
            for one, words in zip(named, near, strict=True)
        ]

    async def _operable(self) -> list[_Found]:
        """Return the elements of the outline that have refs; where a dialog covers some, only what is in front."""
        gathered = await self._snapshots.gather()
        self._in_part = bool(gathered.late or gathered.unread or gathered.silent)
        found, around = list[_Found](), dict[int, list[tuple[int, _Found]]]()
        self._behind, self._lines = [], []
        for document, node in gathered.documents():
            self._lines.append((document.refs[node[LOCAL]] if node[LOCAL] else "", (node[DEPTH], node[NAME])))
            if not node[LOCAL]:
                continue
            above = around.setdefault(id(document), [])
            while above and above[-1][0] >= node[DEPTH]:
                above.pop()
            one = _Found(
                document.refs[node[LOCAL]],
                node[ROLE],
                External(node[NAME], document.origin, "page-elements"),
                (id(document), node[URL]) if node[ROLE] == "link" and len(node) > URL and node[URL] else None,
                bool(node[FLAGS] & UNSEEN),
                _text_held(node),
                above[-1][1] if above else None,
                guessed=bool(node[FLAGS] & GUESSED),
            )
            above.append((node[DEPTH], one))
            is_behind = gathered.modal is not None and node[FLAGS] & COVERED
            (self._behind if is_behind else found).append(one)
        return found


def _but_wrappers(named: Sequence[_Found]) -> list[_Found]:
    """Return the elements but those in which another of the same name stands, as the link of an item in a tree: a press
    on either is one. (In an item of the same kind another one begins. A box to check that only seems to be called so
    does something else.)"""
    parts = [one for one in named if not one.guessed]
    return [one for one in named if not any(part.is_within(one) and part.role != one.role for part in parts)]


def _text_held(node: RawNode) -> str:
    is_named = node[NAME] and not node[FLAGS] & GUESSED
    return "" if is_named or node[ROLE] not in TEXT_BOXES or len(node) <= VALUE else node[VALUE] or ""


def _fits(found: _Found, name: ElementName) -> bool:
    return (not name.role or found.role == name.role) and (not name.name or found.key == _key(name.name))


def _is_entry(found: _Found, name: ElementName) -> bool:
    """Return whether this is an entry of a menu with a shortcut behind its name."""
    if not name.name or not found.role.startswith("menuitem") or name.role not in ("", found.role):
        return False
    return _key(_SHORTCUT.sub("", found.name.raw)) == _key(name.name)


def _holds(found: _Found, name: ElementName) -> bool:
    """Return whether this is a text box that holds the name and has none of its own, as editors of cells in grids."""
    return bool(name.name and found.holds) and name.role in ("", found.role) and _key(found.holds) == _key(name.name)


def _is_label_of(found: _Found, name: ElementName) -> bool:
    """Return whether this is a field whose label says something more about it behind its name: "Name (required)"."""
    if not name.name or found.role not in FIELDS or name.role not in ("", found.role):
        return False
    label, _, more = found.name.raw.partition("(")
    return bool(more) and _key(label) == _key(name.name)


WAYS = (_fits, _is_entry, _is_label_of, _holds)
"""How an element is known by a name; each counts only where none before it finds one."""


def _flat(text: str) -> str:
    return " ".join(text.split())


def _key(text: str) -> str:
    """Return a name as names are compared: a mark behind it says that a field is required, or that a value follows."""
    plain = _flat(text).casefold()
    return plain.rstrip("*: ") or plain


def _only(name: ElementName, found: Sequence[_Found], total: int) -> str:
    if total == 1 and name.nth <= 1:
        return found[0].ref
    if 0 < name.nth <= len(found):
        return found[name.nth - 1].ref
    candidates = [one.to_dict() for one in found[:CANDIDATES]]
    if name.nth:
        raise NoSuchElement(
            f"There is no number {name.nth} among the elements for {name}.",
            hint="Use the ref of a candidate.",
            details={"candidates": candidates},
        )
    # A schema knows refs and labels alone; where candidates are left out, another form is the only way.
    others = ' Or give `{"label": "Edit", "near": "words beside it"}` in its place.' if total > len(candidates) else ""
    raise SeveralElements(
        f"There are {total} elements for {name}.",
        hint=f"Use the ref of one of the candidates.{others}",
        details={"candidates": candidates},
    )


def _fail_to_find(name: ElementName, among: Sequence[_Found], *, in_part: bool = False) -> NoReturn:
    alike = [one for one in among if one.role == name.role or not (name.role or one.role in LANDMARKS)]
    near = process.extract(_key(name.name), [one.key for one in alike], limit=CANDIDATES, score_cutoff=LIKE)
    candidates = [alike[at].to_dict() for _, _, at in near] if name.name else []
    if in_part:
        raise NoSuchElement(
            f"There is no element for {name} in the part of the page that was read; the rest was not read in time.",
            hint='Use `search_page`, or name it by a selector: {"selector": "main button"}.',
            details={"candidates": candidates} if candidates else {},
        )
    raise NoSuchElement(
        f"There is no element for {name}.",
        hint="Use the ref of a candidate." if candidates else "Take a snapshot and use a ref from it.",
        details={"candidates": candidates} if candidates else {},
    )
