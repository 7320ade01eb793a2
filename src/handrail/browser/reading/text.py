"""Reading a page beyond its outline: its text, elements that a selector finds, choices, cleaned HTML."""

from __future__ import annotations

import asyncio
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from handrail.browser.page.frame_walk import FrameAnswer, FrameWalk, in_place
from handrail.browser.types.errors import DocumentChanged, StaleRef, WrongElement
from handrail.browser.types.reading import (
    DropdownOption,
    DropdownOptions,
    ElementDetails,
    ElementInfo,
    ElementQuery,
    PageHtml,
    Segment,
    TextFinder,
    TextMatch,
    TextMatches,
    TextSegments,
)
from handrail.trust import External

if TYPE_CHECKING:
    from handrail.browser.page.page_context import PageContext

TEXT_DEADLINE = 5.0
HTML_DEADLINE = 10.0
QUERY_DEADLINE = 3.0
AROUND = 500
"""Characters on each side of a match that are looked at for secrets, beyond those that are shown."""
"""Seconds that the main frame may work on one operation."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A match before it is known where it stands. ``span`` is where the kit finds it, in UTF-16 units."""

    frame: FrameAnswer
    text: str
    span: tuple[int, int]


class TextReader:
    """Asks the kit in every frame and gives the answers as one, frames in the places where they stand.

    Args:
        core: the tab.
    """

    def __init__(self, core: PageContext) -> None:
        self._core = core

    # --- text

    async def text_segments(self) -> TextSegments:
        """All text in reading order, frames in their places."""
        walk = FrameWalk(self._core, "text_segments", timeout=TEXT_DEADLINE)
        return TextSegments(self._segments(await walk.start(self._core.page.main_frame)), tuple(walk.missing))

    def _segments(self, here: FrameAnswer) -> list[Segment]:
        data = here.data
        headings = [here.external(text, "page-text") for text in data["headings"]]
        none = here.external("", "page-text")
        own = [
            Segment(
                here.external(text, "page-text"),
                None if local is None else self._ref(here, local),
                headings[under] if under >= 0 else none,
                bool(seen),
                here.label,
            )
            for text, local, seen, under in zip(
                data["texts"], data["locals"], data["visible"], data["under"], strict=True
            )
        ]
        below = [(met["at"], self._segments(child)) for met, child in _met(here)]
        return in_place(list(enumerate(own)), below)

    async def search(self, finder: TextFinder, *, skip: int = 0, limit: int = 10, context: int = 80) -> TextMatches:
        """Where a pattern stands. The page hands over its text; the pattern runs here, in a thread; then the page is
        asked about the matches that are shown, and only those get refs."""
        # A part of a secret is not known as one: with secrets, all of the text is needed.
        near = finder.words if self._core.secrets is None else None
        walk = FrameWalk(self._core, "text", timeout=TEXT_DEADLINE, near=near, whole=not finder.only_words)
        root = await walk.start(self._core.page.main_frame)
        total, found = await asyncio.to_thread(self._find, root, finder, skip + limit)
        return TextMatches(total, await self._places(found[skip : skip + limit], context), tuple(walk.missing))

    def _find(self, here: FrameAnswer, finder: TextFinder, keep: int) -> tuple[int, list[_Found]]:
        text: str = here.data["text"]
        total, spans = finder.find(self._core.mask_text(text), keep)
        units = _Units(text)
        own = []
        for start, end in spans:
            span = (units.before(start), units.before(end))
            own.append((span[0], _Found(here, text[start:end], span)))
        below: list[tuple[int, list[_Found]]] = []
        for met, child in _met(here):
            count, found = self._find(child, finder, keep)
            total += count
            below.append((met["at"], found))
        return total, in_place(own, below)[:keep]

    async def _places(self, found: Sequence[_Found], context: int) -> list[TextMatch]:
        by_frame: dict[int, list[int]] = defaultdict(list)
        for at, match in enumerate(found):
            by_frame[id(match.frame)].append(at)
        shown: dict[int, TextMatch] = {}
        asked = [self._places_in([(at, found[at]) for at in places], context) for places in by_frame.values()]
        for part in await asyncio.gather(*asked):
            shown.update(part)
        return [shown[at] for at in sorted(shown)]

    async def _places_in(self, found: list[tuple[int, _Found]], context: int) -> dict[int, TextMatch]:
        here = found[0][1].frame
        spans = [match.span for _, match in found]
        answer = await self._core.ask(
            here.frame, "text_places", nonce=here.answer.nonce, serial=here.data["serial"], spans=spans,
            context=context + (0 if self._core.secrets is None else AROUND),
        )  # fmt: skip
        if answer.data.get("gone"):
            raise DocumentChanged("The page changed while it was searched.", hint="Search again.")
        return {
            at: self._text_match(here, match, place, context)
            for (at, match), place in zip(found, answer.data["places"], strict=True)
        }

    def _text_match(self, here: FrameAnswer, found: _Found, place: dict[str, Any], context: int) -> TextMatch:
        before, match, after = place["before"], found.text, place["after"]
        if self._core.secrets is not None:
            # Together, since a secret may begin in one and end in another; what the window cut off came with it.
            whole = self._core.mask_text(before + match + after)
            start, end = len(before), len(before) + len(match)
            before, match, after = whole[max(0, start - context) : start], whole[start:end], whole[end : end + context]
        return TextMatch(
            match=here.external(match, "page-text"),
            before=here.external(before, "page-text"),
            after=here.external(after, "page-text"),
            ref=None if place["local"] is None else self._ref(here, place["local"]),
            heading=here.external(self._core.mask_text(place["heading"]), "page-text"),
            frame=here.label,
            visible=place["visible"],
        )

    # --- elements

    async def query(
        self,
        selector: str,
        *,
        within_ref: str | None = None,
        attributes: Sequence[str] = (),
        max_results: int = 20,
        skip: int = 0,
        include_text: bool = True,
    ) -> ElementQuery:
        """The elements that a CSS selector finds, through open shadow roots and in every frame."""
        walk = FrameWalk(
            self._core, "query", timeout=QUERY_DEADLINE,
            selector=selector, attributes=list(attributes), most=skip + max_results,
        )  # fmt: skip
        root = await self._start(walk, within_ref)
        total = sum(here.data["total"] for here in root.tree())
        chosen = self._elements(root)[skip : skip + max_results]
        described = await self._describe(chosen, list(attributes), include_text)
        return ElementQuery(total, described, tuple(walk.missing))

    def _elements(self, here: FrameAnswer) -> list[tuple[FrameAnswer, int]]:
        own = [(at, (here, local)) for at, local in enumerate(here.data["locals"])]
        return in_place(own, [(met["at"], self._elements(child)) for met, child in _met(here)])

    async def _describe(
        self, chosen: list[tuple[FrameAnswer, int]], attributes: list[str], text: bool
    ) -> list[ElementInfo]:
        by_frame: dict[int, list[int]] = defaultdict(list)
        for at, (here, _) in enumerate(chosen):
            by_frame[id(here)].append(at)
        described: dict[int, ElementInfo] = {}

        async def in_frame(places: list[int]) -> None:
            here = chosen[places[0]][0]
            locals_ = [chosen[at][1] for at in places]
            answer = await self._core.ask(
                here.frame, "describe", nonce=here.answer.nonce, locals=locals_, attributes=attributes, text=text
            )
            for at, raw in zip(places, answer.data["elements"], strict=True):
                if raw is not None:
                    described[at] = self._element(here, raw)

        await asyncio.gather(*(in_frame(places) for places in by_frame.values()))
        return [described[at] for at in sorted(described)]

    def _element(self, here: FrameAnswer, raw: dict[str, Any]) -> ElementInfo:
        def said(text: str) -> External:
            return here.external(text, "page-elements")

        return ElementInfo(
            ref=self._ref(here, raw["local"]),
            tag=raw["tag"],
            role=raw["role"],
            name=said(raw["name"]),
            text=said(raw["text"]),
            attributes={name: said(value) for name, value in raw["attributes"].items()},
            frame=here.label,
            visible=raw["visible"],
        )

    async def element(self, ref: str) -> ElementDetails:
        """All of one element.

        Raises:
            StaleRef: it is gone.
        """
        target = await self._core.live(ref)
        answer = await self._core.ask(target.frame, "element", nonce=target.nonce, local=target.local)
        data = answer.data
        if data.get("gone"):
            raise StaleRef(f"The element {ref} is gone.", hint="Take a snapshot and use a ref from it.")
        here = FrameAnswer(target.frame, self._core.frames.label(target.frame), answer)
        by = data["coveredBy"]
        return ElementDetails(
            self._element(here, data),
            tuple(data["states"]),
            None if data["value"] is None else here.external(data["value"], "page-elements"),
            tuple(data["box"]),
            by and (self._ref(here, by["local"]), by["role"], here.external(by["name"], "page-elements")),
            data["unlisted"],
        )

    async def options(self, ref: str) -> DropdownOptions:
        """The choices of a dropdown: a native select, a data list, an ARIA combobox, listbox or menu."""
        target = await self._core.live(ref)
        answer = await self._core.ask(target.frame, "options", nonce=target.nonce, local=target.local)
        data = answer.data
        if not data["dropdown"]:
            raise WrongElement(
                f"{ref} is not a dropdown.",
                hint="Take the ref of a select, combobox, list box or menu button from the snapshot.",
            )

        def said(text: str) -> External:
            return External(text, answer.origin, "page-elements")

        options = [
            DropdownOption(
                said(raw["value"]),
                said(raw["label"]),
                raw["selected"],
                raw["disabled"],
                None if raw["group"] is None else said(raw["group"]),
            )
            for raw in data["options"]
        ]
        return DropdownOptions(options, data["total"], data["multiple"], data["built_when_open"])

    # --- cleaned HTML

    async def html(self, *, within_ref: str | None = None, main_only: bool = True) -> PageHtml:
        """What a person can see, as simple HTML; frames stand where their iframes do."""
        walk = FrameWalk(self._core, "html", timeout=HTML_DEADLINE, main_only=main_only)
        root = await self._start(walk, within_ref)
        origins = " ".join(dict.fromkeys(here.answer.origin for here in root.tree()))
        return PageHtml(
            External(_spliced(root), origins, "page-text"),
            root.external(root.data["title"], "page-text"),
            tuple(walk.missing),
        )

    # --- shared

    async def _start(self, walk: FrameWalk, within_ref: str | None) -> FrameAnswer:
        """Ask from the main frame down, or from an element down (the whole frame, where the element is an iframe)."""
        if within_ref is None:
            return await walk.start(self._core.page.main_frame)
        target = await self._core.live(within_ref)
        return await walk.start(target.frame, nonce=target.nonce, within=target.local)

    def _ref(self, here: FrameAnswer, local: int) -> str:
        return self._core.refs.name(self._core.id, here.frame, here.answer.nonce, local)


class _Units:
    """Offsets as JavaScript counts them: a character beyond U+FFFF is two."""

    def __init__(self, text: str) -> None:
        self._wide = [] if text.isascii() else [match.start() for match in _WIDE.finditer(text)]

    def before(self, offset: int) -> int:
        return offset + bisect_left(self._wide, offset)


_WIDE = re.compile("[\U00010000-\U0010ffff]")


def _met(here: FrameAnswer) -> list[tuple[dict[str, Any], FrameAnswer]]:
    return [(met, here.children[met["local"]]) for met in here.data["frames"] if met["local"] in here.children]


_FRAME_MARK = re.compile(r'<x-frame data-local="(\d+)"></x-frame>')


def _spliced(here: FrameAnswer) -> str:
    """Page text cannot forge the mark: the kit escapes it, and writes no other tags than its own."""

    def content(mark: re.Match[str]) -> str:
        child = here.children.get(int(mark[1]))
        return f"<div>{_spliced(child)}</div>" if child else ""

    return str(_FRAME_MARK.sub(content, here.data["html"]))
