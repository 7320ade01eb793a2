"""Finds the one element that a name stands for: by role and name or label in the outline, or by a CSS selector."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from handrail.browser.outline.line_format import (
    COVERED,
    GUESSED,
    UNSEEN,
)
from handrail.browser.outline.nesting import end_of
from handrail.browser.outline.roles import LANDMARKS
from handrail.browser.reading.elements import ElementReader
from handrail.browser.reading.name_errors import CANDIDATES, fail_behind, fail_to_find, only
from handrail.browser.reading.name_ways import (
    FIELDS,
    PARTS,
    PRESSED_TAGS,
    RENAMED,
    TAGS,
    WAYS,
    FoundElement,
    but_wrappers,
    fits,
    flat,
    is_shown_beside,
    states_to_know,
    text_held,
)
from handrail.browser.reading.near_words import ITEMS, LISTS, Line, words_near
from handrail.browser.reading.snapshot import Snapshots
from handrail.browser.types.element_names import ElementName
from handrail.browser.types.errors import NoSuchElement
from handrail.browser.types.reading import ElementInfo
from handrail.trust import External

MOST_READ = 500
"""Elements of a role without refs among which a name is looked for."""


class ElementFinder:
    """Finds elements of one tab by their names."""

    def __init__(self, reader: ElementReader, snapshots: Snapshots) -> None:
        self._reader = reader
        self._snapshots = snapshots
        self._behind: list[FoundElement] = []
        """What stood behind an open dialog in the outline that was read last."""
        self._curtain = False
        """Whether that was no dialog, as what covers a page while it loads."""
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
        # A call that acts on a field does not mean its label, which may take presses.
        fields = [one for one in operable if one.role != "clickable"] if roles else operable
        named = self._named(fields, name, roles)
        if not named and roles:
            named = await self._labelled(operable, name, roles) or self._named(operable, name, roles)
        if not named and name.role in TAGS:
            selector = f'{TAGS[name.role]}, [role="{name.role}"]'
            operable, _ = await self._query(selector, MOST_READ, text=bool(name.near))
            named = self._named(operable, name, roles)
        if not named and name.part and name.name and not name.role:
            # Of what only holds others, the outline has no ref.
            parts = await self._reader.query(PARTS, max_results=MOST_READ, include_text=False)
            shown = [FoundElement(one.ref, one.role, one.name) for one in parts.elements if one.visible]
            named = [one for one in shown if one.role in TAGS and fits(one, name)]
        if len(named) > 1:
            named = [one for one in named if not one.unseen] or named
            named = named if name.role else [one for one in named if not one.guessed] or named
            named = [one for one in named if flat(one.name.raw) == flat(name.name)] or named
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
        if not named and any(fits(one, name) for one in self._behind):
            fail_behind(name, curtain=self._curtain)
        if not named and not roles:
            named = await self._labelled(operable, name, roles)
        if not named and name.near:
            _check_near(name, self._with_near([one for one in operable if fits(one, name)]))
        if not named:
            called = await self._called(name, roles)
            visible = {one.ref for one in called if one.visible}
            named = self._near([one for one in operable if one.ref in visible], name)
            if not named:
                meant = [one for one in called if not roles or one.role in roles]
                closed = await self._check_closed_parts(name, meant, operable)
                fail_to_find(name, operable, in_part=self._in_part, closed=closed)
        if len(named) > 1 and not name.near:
            named = self._with_near(named)
        return only(name, named, len(named))

    def _named(self, among: Sequence[FoundElement], name: ElementName, roles: Collection[str]) -> list[FoundElement]:
        """Return the elements with this name, and with the words near them that it gives: which of them show, or are
        called so by the page, is asked after that."""
        for is_it in WAYS:
            named = [one for one in among if is_it(one, name)]
            if len(named) > 1 and not name.role:
                named = [one for one in named if one.role not in LANDMARKS] or named
                named = [one for one in named if one.role in roles] or named
                named = but_wrappers(named)
            if named := self._near(named, name):
                return named
        return []

    async def _labelled(
        self, operable: Sequence[FoundElement], name: ElementName, roles: Collection[str]
    ) -> list[FoundElement]:
        """Return the field that a label with this name stands for, or that opens beside one."""
        if not name.name:
            return []
        found = list[FoundElement]()
        behind = {one.ref for one in self._behind}
        for one in await self._reader.labelled(name.name):
            if one.ref in behind:
                continue
            listed = [other for other in operable if other.ref == one.ref] or [
                FoundElement(one.ref, one.role, one.name)
            ]
            found += self._fields_in(listed[0].ref, operable) or listed
        found = found or [one for one in operable if roles and is_shown_beside(one, name, operable)]
        if not found and "radiogroup" in roles:
            groups, _ = await self._query(TAGS["radiogroup"], MOST_READ, text=False)
            found = [one for one in groups if fits(one, name)]
        return self._near([one for one in found if name.role in ("", one.role)], name)

    def _fields_in(self, ref: str, operable: Sequence[FoundElement]) -> list[FoundElement]:
        """Return the one field that the outline has in a frame, as editors have theirs."""
        place = next((at for at, line in enumerate(self._lines) if line[0] == ref), None)
        if place is None:
            return []
        inside = {one for one, _ in self._lines[place + 1 : end_of([line for _, line in self._lines], place)]}
        fields = [one for one in operable if one.ref in inside and one.role in FIELDS]
        return fields if len(fields) == 1 else []

    def _near(self, named: list[FoundElement], name: ElementName) -> list[FoundElement]:
        """Return the elements that have the words of a name near them; all, where it gives none. Where pages hold
        controls twice, for wide and narrow windows, nothing may be near one alone of all."""
        shown = [one for one in named if not one.unseen]
        near = ([one for one in self._with_near(some) if one.is_near(name)] for some in (named, shown))
        return next(filter(None, near), []) if name.near else named

    async def _called(self, name: ElementName, roles: Collection[str]) -> list[ElementInfo]:
        """Return what can be pressed and has this name by itself, though the outline does not say so: it stands in a
        closed part, or has an icon whose word the outline leaves out, or other words name it than its own label."""
        found = await self._reader.query(PRESSED_TAGS, max_results=MOST_READ, include_text=False)
        called = [one for one in found.elements if fits(FoundElement(one.ref, one.role, one.name), name)]
        if called or not name.name:
            return called
        found = await self._reader.query(RENAMED, attributes=["aria-label"], max_results=MOST_READ, include_text=False)
        labelled = [one for one in found.elements if not roles or one.role in roles]
        return [one for one in labelled if fits(FoundElement(one.ref, one.role, one.attributes["aria-label"]), name)]

    async def _check_closed_parts(
        self, name: ElementName, called: Sequence[ElementInfo], operable: Sequence[FoundElement]
    ) -> bool:
        """Return whether the first of these that cannot be seen stands in a closed menu or section. Raise
        `NoSuchElement` with what opens that, where that is sure and shown."""
        unseen = next((one.ref for one in called if not one.visible), None)
        is_closed, by = await self._reader.opener(unseen) if unseen else (False, None)
        for opens in (one for one in operable if one.ref == by):
            raise NoSuchElement(
                f"The element for {name} stands in a closed part of the page, which {by} opens.",
                hint=f"Click {by}, then try again.",
                details={"opened_by": opens.to_dict()},
            )
        return is_closed

    async def _by_selector(self, name: ElementName) -> str:
        most = MOST_READ if name.near else max(CANDIDATES, name.nth)
        found, total = await self._query(name.selector, most, text=bool(name.near))
        if not found:
            fail_to_find(name, [])
        if name.near:
            await self._operable()
            found = self._near(found, name) or _check_near(name, self._with_near(found))
            total = len(found)
        return only(name, found, total)

    async def _query(self, selector: str, most: int, *, text: bool) -> tuple[list[FoundElement], int]:
        """Return what a selector finds and how many there are; ``text``: with what is written in them."""
        found = await self._reader.query(selector, max_results=most, include_text=text)
        return [FoundElement(one.ref, one.role, one.name, text=one.text.raw) for one in found.elements], found.total

    def _with_near(self, named: Sequence[FoundElement]) -> list[FoundElement]:
        """Return the elements with the words near each, as far as all stand in the outline."""
        places = {ref: at for at, (ref, _) in enumerate(self._lines)}
        if any(one.ref not in places for one in named):
            return list(named)
        near = words_near([line for _, line in self._lines], [places[one.ref] for one in named])
        return [
            replace(one, near=External(words, one.name.origin, one.name.label))
            for one, words in zip(named, near, strict=True)
        ]

    async def _operable(self) -> list[FoundElement]:
        """Return the elements of the outline that have refs; where a dialog covers some, only what is in front."""
        gathered = await self._snapshots.gather()
        self._in_part = bool(gathered.late or gathered.unread or gathered.silent)
        found, around = list[FoundElement](), dict[int, list[tuple[int, FoundElement]]]()
        self._behind, self._lines, self._curtain = [], [], gathered.curtain
        roles = dict[int, str]()
        for document, node in gathered.documents():
            ref = document.refs[node.local] if node.local else ""
            roles[node.depth] = node.role
            is_item = node.role in ITEMS or roles.get(node.depth - 1) in LISTS
            self._lines.append((ref, Line(node.depth, node.name, is_item)))
            if not node.local:
                continue
            above = around.setdefault(id(document), [])
            while above and above[-1][0] >= node.depth:
                above.pop()
            one = FoundElement(
                ref,
                node.role,
                External(node.name, document.origin, "page-elements"),
                (id(document), node.url) if node.role == "link" and node.url else None,
                bool(node.flags & UNSEEN),
                text_held(node),
                above[-1][1] if above else None,
                guessed=bool(node.flags & GUESSED),
                **states_to_know(node),
            )
            above.append((node.depth, one))
            is_behind = gathered.modal is not None and node.flags & COVERED
            (self._behind if is_behind else found).append(one)
        return found


def _check_near(name: ElementName, named: Sequence[FoundElement]) -> list[FoundElement]:
    """Raise where there are elements with this name, of which none has the words near it that the name gives."""
    if len(named) == 1:
        raise NoSuchElement(
            f"The one element for {name} does not have those words near it.",
            hint="If it is meant, use its ref.",
            details={"candidates": [named[0].to_dict()]},
        )
    if named:
        only(replace(name, nth=0), named, len(named))
    return []
