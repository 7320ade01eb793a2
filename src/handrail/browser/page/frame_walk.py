"""Asks every frame of a tab one question, and puts each answer in the place of its iframe."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from handrail.browser.types.errors import DeadlineHit, DocumentChanged, KitFailed, TabLost
from handrail.trust import External

if TYPE_CHECKING:
    from playwright.async_api import Frame

    from handrail.browser.page.kit_client import KitAnswer
    from handrail.browser.page.page_context import PageContext
    from handrail.browser.page.refs import DocumentRefs

T = TypeVar("T")
R = TypeVar("R")

FRAME_DEADLINE = 1.0
"""Seconds that a frame in the page may work, and that finding it may take; anything later is left out."""
MAX_DEPTH = 8
"""How many levels of nested frames are read."""
MAX_FRAMES = 60
"""How many frames of one page are read; pages with advertisements hold hundreds."""


@dataclass(slots=True)
class FrameAnswer:
    """The answer of one frame, with those of its iframes below it, by the kit's id of the iframe element."""

    frame: Frame
    label: str
    answer: KitAnswer
    refs: DocumentRefs
    children: dict[int, FrameAnswer] = field(default_factory=dict)

    @classmethod
    def of(cls, core: PageContext, frame: Frame, answer: KitAnswer) -> FrameAnswer:
        refs = core.refs.of_document(core.id, frame, answer.nonce)
        return cls(frame, core.frames.label(frame), answer, refs)

    @property
    def data(self) -> Any:
        return self.answer.data

    def external(self, raw: str, label: str = "page-elements") -> External:
        """Return text of this frame as `External`."""
        return self.answer.external(raw, label)

    def frames(self) -> list[tuple[dict[str, Any], FrameAnswer]]:
        """Return what the operation reports of each iframe that it met, with the answer of the frame in it."""
        met = self.data["frames"]
        return [(one, self.children[one["local"]]) for one in met if one["local"] in self.children]

    def tree(self) -> Iterator[FrameAnswer]:
        """Yield this frame and those below it, in the order of their places."""
        yield self
        for child in self.children.values():
            yield from child.tree()


class FrameWalk:
    """Runs an operation in a frame and in all frames in it, in parallel.

    Args:
        op: the kit's operation; its data names the iframes it met as ``frames: [{"local": 3, ...}]``.
        timeout: seconds for the first frame.
    """

    def __init__(self, core: PageContext, op: str, *, timeout: float, **args: Any) -> None:
        self._core = core
        self._op = op
        self._timeout = timeout
        self._args = args
        self._left = MAX_FRAMES
        self.missing: list[str] = []
        """Frames that did not answer and parts that were not read in time, in our own words."""

    async def start(self, within_ref: str | None = None) -> FrameAnswer:
        """Ask the main frame and the frames in it, or only the part from an element down (the whole frame if that is an
        iframe). The first frame has to answer."""
        if within_ref is None:
            main = self._core.page.main_frame
            return await self._below(main, await self._ask(main, self._timeout), 0)
        target = await self._core.live(within_ref)
        answer = await self._ask(target.frame, self._timeout, nonce=target.nonce, within=target.local)
        return await self._below(target.frame, answer, 0)

    async def _ask(self, frame: Frame, timeout: float, **args: Any) -> KitAnswer:
        ms = int(timeout * 1000)
        return await self._core.ask(frame, self._op, timeout=timeout, **{"ms": ms, **self._args, **args})

    async def _below(self, frame: Frame, answer: KitAnswer, depth: int) -> FrameAnswer:
        here = FrameAnswer.of(self._core, frame, answer)
        if answer.late:
            # Some operations only report that they did not finish.
            left = f"about {answer.late:.0f} nodes were" if answer.late > 1 else "a part was"
            self.missing.append(f"{_describe_frame(here.label)}: {left} not read in time")
        locals_ = [met["local"] for met in answer.data.get("frames", ())]
        if locals_ and depth >= MAX_DEPTH:
            self.missing.append(f"{_describe_frame(here.label)}: the frames in it are nested too deep")
            return here
        if len(locals_) > self._left:
            self.missing.append(
                f"{_describe_frame(here.label)}: {len(locals_) - self._left} of its frames were not read"
            )
            locals_ = locals_[: self._left]
        self._left -= len(locals_)
        children = await asyncio.gather(*(self._child(frame, answer.nonce, local, depth) for local in locals_))
        here.children = {local: child for local, child in zip(locals_, children, strict=True) if child is not None}
        return here

    async def _child(self, parent: Frame, nonce: str, local: int, depth: int) -> FrameAnswer | None:
        frame: Frame | None = None
        try:
            frame = await self._core.frames.child(parent, nonce, local, timeout=FRAME_DEADLINE)
            answer = None if frame is None else await self._ask(frame, FRAME_DEADLINE)
        except (DeadlineHit, TabLost, DocumentChanged, KitFailed):
            answer = None
        if frame is None and self._core.frames.is_without(nonce, local):
            return None
        if frame is None or answer is None:
            called = (
                self._core.frames.label(frame) if frame else f"in {_describe_frame(self._core.frames.label(parent))}"
            )
            self.missing.append(f"frame {called} could not be read")
            return None
        return await self._below(frame, answer, depth + 1)


def _describe_frame(label: str) -> str:
    return f"frame {label}" if label else "the main frame"


def in_place(items: Sequence[tuple[int, Any]], frames: Sequence[tuple[int, list[Any]]]) -> list[Any]:
    """Merge a frame's own items with those of the frames in it, in the order of their places."""
    merged: list[Any] = []
    rest = sorted(frames, key=lambda frame: frame[0])
    for at, item in items:
        while rest and rest[0][0] <= at:
            merged += rest.pop(0)[1]
        merged.append(item)
    for _, held in rest:
        merged += held
    return merged


async def ask_by_frame(
    found: Sequence[tuple[FrameAnswer, T]], ask: Callable[[FrameAnswer, list[T]], Awaitable[list[R | None]]]
) -> list[R]:
    """Return what ``ask`` answers about the things found, in their order. Each frame is asked once, in parallel. Things
    whose answer is None are left out."""
    by_frame: dict[int, list[int]] = defaultdict(list)
    for at, (here, _) in enumerate(found):
        by_frame[id(here)].append(at)
    places = list(by_frame.values())
    answers = await asyncio.gather(*(ask(found[own[0]][0], [found[at][1] for at in own]) for own in places))
    pairs = [pair for own, part in zip(places, answers, strict=True) for pair in zip(own, part, strict=True)]
    return [answer for _, answer in sorted(pairs, key=lambda pair: pair[0]) if answer is not None]
