"""The text of a page beyond its outline: where a pattern stands in it, and as cleaned HTML."""

from __future__ import annotations

import asyncio
import re
from bisect import bisect_left
from functools import partial
from typing import TYPE_CHECKING, Any

from handrail.browser.page.frame_walk import FrameAnswer, FrameWalk, ask_by_frame, in_place
from handrail.browser.types.errors import DocumentChanged
from handrail.browser.types.reading import PageHtml, TextFinder, TextMatch, TextMatches
from handrail.trust import External

if TYPE_CHECKING:
    # The list of tools, which reads sizes from here, comes without Playwright.
    from handrail.browser.page.page_context import PageContext

LABEL = "page-text"
TEXT_DEADLINE, HTML_DEADLINE = 5.0, 10.0
"""Seconds that the main frame may work on one operation."""
FEW = 3
"""Matches that a search which knows what it looks for has at most."""
MOST_ORDERED = 200
"""Matches of which those that can be seen come first."""
AROUND = 500
"""Characters on each side of a match that are searched for secrets, beyond those that are shown."""

_FRAME_MARK = re.compile(r'<x-frame data-local="(\d+)"></x-frame>')
_WIDE = re.compile("[\U00010000-\U0010ffff]")

Span = tuple[str, tuple[int, int]]
"""A match before it is known where it stands: its text, and where the kit finds it, in UTF-16 units."""


class TextReader:
    """Reads the text of one tab."""

    def __init__(self, core: PageContext) -> None:
        self._core = core

    async def search(
        self, finder: TextFinder, *, skip: int = 0, limit: int = 10, context: int = 80, after_few: int | None = None
    ) -> TextMatches:
        """Return where a pattern stands. The page hands over its text; the pattern runs here, in a thread; then the
        page is asked about the matches that are shown, and only those get refs.

        Args:
            context: characters on each side of a match.
            after_few: characters after each where there are no more than `FEW`; ``context`` if None.
        """
        # A part of a secret is not known as one: with secrets, all of the text is needed.
        near = finder.words if self._core.secrets is None else None
        walk = FrameWalk(self._core, "text", timeout=TEXT_DEADLINE, near=near, whole=not finder.only_words)
        root = await walk.start()
        total, found = await asyncio.to_thread(self._find, root, finder, max(skip + limit, MOST_ORDERED))
        if len(found) > limit:
            # Else those of a folded menu, which stand first on a page, may be all that is shown.
            seen = await ask_by_frame(found[:MOST_ORDERED], self._are_seen)
            found[:MOST_ORDERED] = [
                one for _, one in sorted(zip(seen, found, strict=False), key=lambda pair: not pair[0])
            ]
        after = context if after_few is None or total > FEW else after_few
        matches = await ask_by_frame(found[skip : skip + limit], partial(self._matches, context=context, after=after))
        return TextMatches(total, matches, tuple(walk.missing), root.external(root.answer.url, LABEL))

    def _find(self, here: FrameAnswer, finder: TextFinder, keep: int) -> tuple[int, list[tuple[FrameAnswer, Span]]]:
        """Return how often the pattern stands in a frame and those in it, and the first ``keep`` places."""
        text: str = here.data["text"]
        total, spans = finder.find(self._core.mask_text(text), keep)
        # JavaScript counts a character beyond U+FFFF as two.
        wide = [] if text.isascii() else [match.start() for match in _WIDE.finditer(text)]
        own = []
        for start, end in spans:
            at = start + bisect_left(wide, start)
            own.append((at, (here, (text[start:end], (at, end + bisect_left(wide, end))))))
        below = []
        for met, child in here.frames():
            count, found = self._find(child, finder, keep)
            total += count
            below.append((met["at"], found))
        return total, in_place(own, below)[:keep]

    async def _ask(self, here: FrameAnswer, op: str, found: list[Span], **args: int) -> Any:
        """Return what the kit says of matches in one frame."""
        asked = {"nonce": here.answer.nonce, "serial": here.data["serial"], "spans": [span for _, span in found]}
        data = (await self._core.ask(here.frame, op, **asked, **args)).data
        if data.get("gone"):
            raise DocumentChanged("The page changed while it was searched.", hint="Search again.")
        return data

    async def _are_seen(self, here: FrameAnswer, found: list[Span]) -> list[bool | None]:
        """Return which matches in one frame can be seen."""
        seen: list[bool | None] = (await self._ask(here, "text_seen", found))["seen"]
        return seen

    async def _matches(self, here: FrameAnswer, found: list[Span], context: int, after: int) -> list[TextMatch | None]:
        """Return the matches in one frame, with what stands around them."""
        around = 0 if self._core.secrets is None else AROUND
        asked = {"context": context + around, "after": after + around}
        places = (await self._ask(here, "text_places", found, **asked))["places"]
        return [self._match(here, text, place, context, after) for (text, _), place in zip(found, places, strict=True)]

    def _match(self, here: FrameAnswer, match: str, place: dict[str, Any], context: int, room: int) -> TextMatch:
        before, after = place["before"], place["after"]
        if self._core.secrets is not None:
            # Together, since a secret may begin in one and end in another; what the window cut off came with it.
            whole = self._core.mask_text(before + match + after)
            start, end = len(before), len(before) + len(match)
            before, match, after = whole[max(0, start - context) : start], whole[start:end], whole[end : end + room]
        return TextMatch(
            match=here.external(match, LABEL),
            before=here.external(before, LABEL),
            after=here.external(after, LABEL),
            ref=None if place["local"] is None else here.refs[place["local"]],
            passage=None if place["passage"] is None else here.refs[place["passage"]],
            heading=here.external(self._core.mask_text(place["heading"]), LABEL),
            frame=here.label,
            visible=place["visible"],
        )

    async def html(self, *, within_ref: str | None = None, main_only: bool = True) -> PageHtml:
        """Return what a person can see, as simple HTML; frames stand where their iframes do."""
        walk = FrameWalk(self._core, "html", timeout=HTML_DEADLINE, main_only=main_only)
        root = await walk.start(within_ref)
        origins = " ".join(dict.fromkeys(here.answer.origin for here in root.tree()))
        title = root.external(root.data["title"], LABEL)
        return PageHtml(External(_html(root), origins, LABEL), title, tuple(walk.missing))


def _html(here: FrameAnswer) -> str:
    """Page text cannot forge the mark: the kit escapes it, and writes no other tags than its own."""

    def content(mark: re.Match[str]) -> str:
        child = here.children.get(int(mark[1]))
        return f"<div>{_html(child)}</div>" if child else ""

    return _FRAME_MARK.sub(content, here.data["html"])
