"""The outline of every frame of a page, asked in parallel and put in place in the tree."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace

from playwright.async_api import Frame

from handrail.browser.clock import loop_time
from handrail.browser.outline.line_format import COVERED, FLAGS, FRAME, IN_VIEW, LOCAL, ROLE, STATES, RawNode, states_of
from handrail.browser.outline.lines import OutlineDocument, OutlineLine, lines
from handrail.browser.page import kit_client
from handrail.browser.page.page_context import PageContext
from handrail.browser.reading.page_info import ask_in_time
from handrail.browser.types.errors import StaleRef

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
            nodes = [[*node[:FLAGS], node[FLAGS] & ~COVERED, *node[FLAGS + 1 :]] for node in self.main.nodes]
            self._whole = list(replace(self, main=replace(self.main, nodes=nodes)).lines())
        return self._whole

    def lines(self, keep: Callable[[RawNode], bool] | None = None) -> Iterator[OutlineLine]:
        """Return every line, those of a frame below the line of its element."""
        return self._lines(self.main, keep) if self.frames else lines(self.main, keep)

    def _lines(self, document: OutlineDocument, keep: Callable[[RawNode], bool] | None) -> Iterator[OutlineLine]:
        for line in lines(document, keep):
            depth = line.depth  # read before the line is handed out: whoever holds it moves it below its own frame
            yield line
            if line.node[FLAGS] & FRAME and (inner := self.frames.get((document.nonce, line.node[LOCAL]))):
                for below in self._lines(inner, keep):
                    below.depth += depth + 1
                    yield below

    def documents(self) -> Iterator[tuple[OutlineDocument, RawNode]]:
        """Yield every node with its document, in reading order."""
        yield from self._nodes(self.main, 0)

    def _nodes(self, document: OutlineDocument, depth: int) -> Iterator[tuple[OutlineDocument, RawNode]]:
        for node in document.nodes:
            placed = [node[0] + depth, *node[1:]] if depth else node
            yield document, placed
            if node[FLAGS] & FRAME and (inner := self.frames.get((document.nonce, node[LOCAL]))):
                yield from self._nodes(inner, placed[0] + 1)


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
    await _Frames(core, gathered, mute).read(frame, main, 1)
    return gathered


def _document(core: PageContext, frame: Frame, answer: kit_client.KitAnswer) -> OutlineDocument:
    refs = core.refs.of_document(core.id, frame, answer.nonce)
    label, data = core.frames.label(frame), answer.data
    return OutlineDocument(label, answer.origin, answer.url, answer.nonce, refs, data["nodes"], grown=data["came"])


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
        holders = []
        for index, node in enumerate(document.nodes):
            # Where there is no frame at all, an <object> is a picture, or nothing.
            if node[FLAGS] & FRAME and (node[ROLE] == "frame" or frame.child_frames):
                # Words are added to it, and the next outline may hold the node.
                document.nodes[index] = holder = [*node]
                holders.append(holder)
        chosen = holders[: self.room] if level <= DEEPEST else []
        self.room -= len(chosen)
        self.into.unread += len(holders) - len(chosen)
        if chosen:
            await asyncio.gather(*(self._read_one(frame, document, holder, level) for holder in chosen))

    async def _read_one(self, parent: Frame, document: OutlineDocument, holder: RawNode, level: int) -> None:
        async with self.slots:
            seconds = min(FRAME_SECONDS, self.until - self.clock())
            if seconds <= 0:
                self.into.unread += 1
                return
            frame, answer = await self._ask(parent, document.nonce, holder[LOCAL], seconds)
            left = min(FRAME_SECONDS, self.until - self.clock())
            if frame is not None and answer is not None and answer.late and left > 0:
                # What took so long the first time, such as reading its style sheets, is done.
                answer = await ask_in_time(self.core, frame, "snapshot", left) or answer
        label = self.core.frames.label(frame) if frame is not None else ""
        if frame is None and self.core.frames.is_without(document.nonce, holder[LOCAL]):
            return
        holder[ROLE] = "frame"
        if frame is None or answer is None:
            _add_states(holder, [label, "silent"])
            self.into.mute.add((document.nonce, holder[LOCAL]))
            self.into.silent.append(label or document.refs[holder[LOCAL]])
            return
        _add_states(holder, [label])
        inner = _document(self.core, frame, answer)
        inner.in_view = document.in_view and bool(holder[FLAGS] & IN_VIEW)
        self.into.frames[document.nonce, holder[LOCAL]] = inner
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


def _add_states(holder: RawNode, words: list[str]) -> None:
    holder[STATES : STATES + 1] = [[*states_of(holder), *filter(None, words)]]
