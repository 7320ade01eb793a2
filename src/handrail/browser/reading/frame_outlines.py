"""The outline of every frame of a page, asked in parallel and put in place in the tree."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace

from playwright.async_api import Frame

from handrail.browser.clock import loop_time
from handrail.browser.outline.line_format import COVERED, FRAME, IN_VIEW, OutlineNode
from handrail.browser.outline.lines import OutlineDocument, OutlineLine, lines
from handrail.browser.page import kit_client
from handrail.browser.page.page_context import PageContext
from handrail.browser.page.traffic import ERROR_PAGES
from handrail.browser.reading.page_info import ask_in_time
from handrail.browser.types.errors import StaleRef
from handrail.browser.types.network.addresses import short_address

FRAME_SECONDS = 1.0
"""A frame that does not answer in this time is left out and named."""
ALL_FRAMES_SECONDS = 4.0
"""For all frames of a page together; those that it is over for are left out and counted."""
MAIN_SECONDS = 5.0
"""For the document itself, its layout included where the page has not done that yet."""
DEEPEST = 8
"""Frames within frames that are still read."""
MOST_FRAMES = 60
"""Frames of one page that are read; pages of advertisements hold hundreds."""
AT_ONCE = 6
"""Frames asked at the same time: most share a process, where more would only wait for each other."""


@dataclass(slots=True)
class Gathered:
    """The documents of a page: the main one, and those of its frames by the element that holds them."""

    main: OutlineDocument
    title: str
    scroll: tuple[int, int]
    modal: str | None
    late: int
    cut: int = 0
    unread: int = 0
    frames: dict[tuple[str, int], OutlineDocument] = field(default_factory=dict)
    silent: list[str] = field(default_factory=list)
    mute: set[tuple[str, int]] = field(default_factory=set)
    """The elements of frames that did not answer."""
    curtain: bool = False
    """What lies over the page is no dialog: nothing in it can be used, as while the page loads."""
    failed: str = ""
    """Why a page did not come, in whose place the browser shows an error page of its own; the title is its address."""
    tainted: bool = False
    """The page may hold what a model made up; a cursor shows it after it was left."""
    read_at: float = field(default_factory=loop_time)
    _whole: list[OutlineLine] | None = None

    def whole(self) -> Sequence[OutlineLine]:
        """Return all lines, made once: what is compared with the next snapshot. Not what an open dialog covers: its own
        lines tell that, and each dialog that opens or closes would change every line."""
        if self._whole is None and self.modal is None:
            self._whole = list(self.lines())
        elif self._whole is None:
            nodes = [node._replace(flags=node.flags & ~COVERED) for node in self.main.nodes]
            self._whole = list(replace(self, main=replace(self.main, nodes=nodes)).lines())
        return self._whole

    def lines(self, keep: Callable[[OutlineNode], bool] | None = None) -> Iterator[OutlineLine]:
        """Return every line, those of a frame below the line of its element."""
        return self._lines(self.main, keep) if self.frames else lines(self.main, keep)

    def _lines(self, document: OutlineDocument, keep: Callable[[OutlineNode], bool] | None) -> Iterator[OutlineLine]:
        for line in lines(document, keep):
            depth = line.depth  # read before the line is handed out: whoever holds it moves it below its own frame
            yield line
            if line.node.flags & FRAME and (inner := self.frames.get((document.nonce, line.node.local))):
                for below in self._lines(inner, keep):
                    below.depth += depth + 1
                    yield below

    def documents(self) -> Iterator[tuple[OutlineDocument, OutlineNode]]:
        """Yield every node with its document, in reading order."""
        yield from self._nodes(self.main, 0)

    def _nodes(self, document: OutlineDocument, depth: int) -> Iterator[tuple[OutlineDocument, OutlineNode]]:
        for node in document.nodes:
            placed = node._replace(depth=node.depth + depth) if depth else node
            yield document, placed
            if node.flags & FRAME and (inner := self.frames.get((document.nonce, node.local))):
                yield from self._nodes(inner, placed.depth + 1)


async def gather(
    core: PageContext,
    frame: Frame,
    *,
    local: int | None = None,
    nonce: str | None = None,
    mute: Set[tuple[str, int]] = frozenset(),
) -> Gathered:
    """Read a document, or the part of it below element ``local``, and all frames in it but those that are known to be
    ``mute``: a frame costs its second once."""
    answer = await core.ask(frame, "snapshot", within=local, nonce=nonce, timeout=MAIN_SECONDS)
    data = answer.data
    if data.get("gone"):
        raise StaleRef("The element is gone.", hint="Take a snapshot and use a ref from it.")
    main = _document(core, frame, answer)
    gathered = Gathered(main, data["title"], tuple(data["scroll"]), data["modal"], answer.late, data["cut"])
    gathered.tainted, gathered.curtain = core.taint.holds, data["curtain"]
    failed = core.traffic.failed if core.traffic is not None and main.url.startswith(ERROR_PAGES) else None
    if failed is not None:
        gathered.title = core.mask_text(short_address(failed.url))
        gathered.failed = core.why_failed(failed.url, failed.failure or "")
    await _Frames(core, gathered, mute).read(frame, main, 1)
    return gathered


def _document(core: PageContext, frame: Frame, answer: kit_client.KitAnswer) -> OutlineDocument:
    refs = core.refs.of_document(core.id, frame, answer.nonce)
    label, nodes = core.frames.label(frame), [*map(OutlineNode.of, answer.data["nodes"])]
    return OutlineDocument(label, answer.origin, answer.url, answer.nonce, refs, nodes, grown=answer.data["came"])


class _Frames:
    """Reads the frames of one page into a `Gathered`."""

    def __init__(self, core: PageContext, into: Gathered, mute: Set[tuple[str, int]]) -> None:
        self.core = core
        self.into = into
        self.mute = mute
        self.room = MOST_FRAMES
        self.clock = asyncio.get_running_loop().time
        self.until = self.clock() + ALL_FRAMES_SECONDS
        self.slots = asyncio.Semaphore(AT_ONCE)

    async def read(self, frame: Frame, document: OutlineDocument, level: int) -> None:
        """Read what the frames of a document hold, and what theirs do."""
        # Where there is no frame at all, an <object> is a picture, or nothing.
        holders = [
            at
            for at, node in enumerate(document.nodes)
            if node.flags & FRAME and (node.role == "frame" or frame.child_frames)
        ]
        chosen = holders[: self.room] if level <= DEEPEST else []
        self.room -= len(chosen)
        self.into.unread += len(holders) - len(chosen)
        if chosen:
            await asyncio.gather(*(self._read_one(frame, document, at, level) for at in chosen))

    async def _read_one(self, parent: Frame, document: OutlineDocument, at: int, level: int) -> None:
        """Read the frame of the node at this place of a document."""
        holder = document.nodes[at]
        async with self.slots:
            seconds = min(FRAME_SECONDS, self.until - self.clock())
            if seconds <= 0:
                self.into.unread += 1
                return
            frame, answer = await self._ask(parent, document.nonce, holder.local, seconds)
            left = min(FRAME_SECONDS, self.until - self.clock())
            if frame is not None and answer is not None and answer.late and left > 0:
                # What took so long the first time, such as reading its style sheets, is done.
                answer = await ask_in_time(self.core, frame, "snapshot", left) or answer
        label = self.core.frames.label(frame) if frame is not None else ""
        if frame is None and self.core.frames.is_without(document.nonce, holder.local):
            return
        is_silent = frame is None or answer is None
        words = filter(None, (label, "silent" * is_silent))
        document.nodes[at] = holder._replace(role="frame", states=[*holder.states, *words])
        if frame is None or answer is None:
            self.into.mute.add((document.nonce, holder.local))
            self.into.silent.append(label or document.refs[holder.local])
            return
        inner = _document(self.core, frame, answer)
        inner.in_view = document.in_view and bool(holder.flags & IN_VIEW)
        self.into.frames[document.nonce, holder.local] = inner
        self.into.late += answer.late
        self.into.cut += answer.data["cut"]
        await self.read(frame, inner, level + 1)

    async def _ask(
        self, parent: Frame, nonce: str, local: int, seconds: float
    ) -> tuple[Frame | None, kit_client.KitAnswer | None]:
        """Return the frame of an iframe element and its outline, both within ``seconds``."""
        until = self.clock() + seconds
        frame = await self.core.frames.child(parent, nonce, local, timeout=seconds)
        left = until - self.clock()
        if frame is None or left <= 0 or (nonce, local) in self.mute:
            return frame, None
        return frame, await ask_in_time(self.core, frame, "snapshot", left)
