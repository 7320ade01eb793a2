"""The outline of every frame of a page, asked in parallel and put in place in the tree."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from handrail.browser.backend import bridge
from handrail.browser.backend.outline import FLAGS, FRAME, IN_VIEW, LOCAL, STATES, Document, Line, RawNode, lines
from handrail.browser.backend.pageinfo import ask_in_time

if TYPE_CHECKING:
    from playwright.async_api import Frame

    from handrail.browser.backend.core import TabCore

FRAME_SECONDS = 1.0
DEEPEST = 8
"""Frames within frames that are still read."""


@dataclass(slots=True)
class Gathered:
    """The documents of a page: the main one, and those of its frames by the element that holds them."""

    main: Document
    title: str
    scroll: tuple[int, int]
    modal: str | None
    late: int
    frames: dict[tuple[str, int], Document] = field(default_factory=dict)
    silent: list[str] = field(default_factory=list)

    def lines(self, keep: Callable[[RawNode], bool] | None = None) -> Iterator[Line]:
        """Every line, those of a frame below the line of its element."""
        return self._lines(self.main, keep) if self.frames else lines(self.main, keep)

    def _lines(self, document: Document, keep: Callable[[RawNode], bool] | None) -> Iterator[Line]:
        for line in lines(document, keep):
            depth = line.depth  # read before the line is handed out: whoever holds it moves it below its own frame
            yield line
            if line.node[FLAGS] & FRAME and (inner := self.frames.get((document.nonce, line.node[LOCAL]))):
                for below in self._lines(inner, keep):
                    below.depth += depth + 1
                    yield below

    def documents(self) -> Iterator[tuple[Document, RawNode]]:
        """Every node with its document, in reading order."""
        yield from self._nodes(self.main, 0)

    def _nodes(self, document: Document, depth: int) -> Iterator[tuple[Document, RawNode]]:
        for node in document.nodes:
            placed = [node[0] + depth, *node[1:]] if depth else node
            yield document, placed
            if node[FLAGS] & FRAME and (inner := self.frames.get((document.nonce, node[LOCAL]))):
                yield from self._nodes(inner, placed[0] + 1)


async def gather(core: TabCore, frame: Frame, *, local: int | None = None, nonce: str | None = None) -> Gathered:
    """Read a document, or the part of it below element ``local``, and all frames in it."""
    answer = await core.ask(frame, "snapshot", within=local, nonce=nonce)
    data = answer.data
    main = _document(core, frame, answer)
    gathered = Gathered(main, data["title"], tuple(data["scroll"]), data["modal"], answer.late)
    await _read_frames(core, frame, main, gathered, 1)
    return gathered


def _document(core: TabCore, frame: Frame, answer: bridge.Answer) -> Document:
    refs = core.refs.of_document(core.id, frame, answer.nonce)
    return Document(core.frames.label(frame), answer.origin, answer.url, answer.nonce, refs, answer.data["nodes"])


async def _read_frames(core: TabCore, frame: Frame, document: Document, into: Gathered, level: int) -> None:
    holders = [node for node in document.nodes if node[FLAGS] & FRAME]
    if holders and level <= DEEPEST:
        await asyncio.gather(*(_read_frame(core, frame, document, node, into, level) for node in holders))


async def _read_frame(
    core: TabCore, parent: Frame, document: Document, holder: RawNode, into: Gathered, level: int
) -> None:
    started = asyncio.get_running_loop().time()
    frame = await core.frames.child(parent, document.nonce, holder[LOCAL], timeout=FRAME_SECONDS)
    left = FRAME_SECONDS - (asyncio.get_running_loop().time() - started)
    answer = await ask_in_time(core, frame, "snapshot", left) if frame is not None and left > 0 else None
    label = core.frames.label(frame) if frame is not None else ""
    if frame is None or answer is None:
        _say(holder, [label, "silent"])
        into.silent.append(label or document.refs[holder[LOCAL]])
        return
    _say(holder, [label])
    inner = _document(core, frame, answer)
    inner.in_view = document.in_view and bool(holder[FLAGS] & IN_VIEW)
    into.frames[document.nonce, holder[LOCAL]] = inner
    into.late += answer.late
    await _read_frames(core, frame, inner, into, level + 1)


def _say(holder: RawNode, words: list[str]) -> None:
    states: list[Any] = [*(holder[STATES] or []), *filter(None, words)] if len(holder) > STATES else list(words)
    if len(holder) > STATES:
        holder[STATES] = states
    else:
        holder.append(states)
