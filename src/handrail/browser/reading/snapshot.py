"""Snapshots of a tab: which lines of the outline a mode shows, what fits, and how what is left out is reported."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from handrail.browser.outline.changes import APPEARED, CHANGED, changes
from handrail.browser.outline.folding import fold_choices, fold_runs
from handrail.browser.outline.lines import OutlineLine
from handrail.browser.outline.passing_time import Clocks
from handrail.browser.outline.row_actions import name_actions_once
from handrail.browser.outline.shown_parts import ShownParts
from handrail.browser.page.page_context import PageContext
from handrail.browser.reading.closed_shadow import ClosedShadow
from handrail.browser.reading.frame_outlines import Gathered, gather
from handrail.browser.reading.nodes import controls_of, nodes_of
from handrail.browser.reading.snapshot_notes import (
    KEEP,
    is_uncovered,
    note_on_dialog,
    note_on_new_dialog,
    notes_on_gaps,
    notes_on_mode,
)
from handrail.browser.types.errors import InvalidCursor
from handrail.browser.types.reading import NO_CHANGES, ActedOn, Node, SnapshotMode
from handrail.trust import External

NEWS = (APPEARED, CHANGED)
"""How lines of changes begin that show what was not shown before."""
KEPT = 4
"""Snapshots of a tab that a cursor can still continue."""
OBSERVED_CHARS = 6_000
"""Of an outline that comes with an act, from which on its long runs are folded. (Of 52 answers of a trial the two that
showed all rows of a list had 9,900 and 9,000; with the rows folded before, 5,300.)"""


@dataclass
class PageSnapshot:
    """One snapshot; `handrail.browser.types.reading.Snapshot` says what its parts mean."""

    gathered: Gathered = field(repr=False)
    mode: SnapshotMode
    body: str = field(repr=False)
    left_out: str = ""
    cursor: str | None = None
    same_page: bool = False

    @cached_property
    def text(self) -> External:
        return self._outside("\n".join(name_actions_once(self.body.split("\n"))), "page-snapshot")

    @property
    def outline(self) -> External:
        lines = "\n".join(line.indented for line in self.gathered.whole())
        return self._outside(lines, "page-snapshot")

    @cached_property
    def nodes(self) -> Sequence[Node]:
        return nodes_of(self.gathered)

    @cached_property
    def controls(self) -> Sequence[Node]:
        return controls_of(self.gathered)

    @property
    def url(self) -> External:
        return self._outside(self.gathered.main.url, "page-info")

    @property
    def title(self) -> External:
        return self._outside(self.gathered.title, "page-info")

    def _outside(self, text: str, label: str) -> External:
        return External(text, self.gathered.main.origin, label, self.gathered.tainted)


@dataclass(slots=True)
class _Outline:
    """Lines that a mode shows, kept so that a cursor can go on in them."""

    gathered: Gathered
    mode: SnapshotMode
    lines: list[str]


class _Asked(NamedTuple):
    """How much a snapshot may show, and beside what the model knows."""

    max_chars: int
    shown: ShownParts | None = None
    acted: ActedOn | None = None


class Snapshots:
    """Takes snapshots of one tab and remembers the last ones, for cursors and for `changes`."""

    def __init__(self, core: PageContext) -> None:
        self._core = core
        self._closed_shadow = ClosedShadow(core)
        self._count = 0
        self._kept: OrderedDict[str, _Outline] = OrderedDict()
        self._last: Gathered | None = None
        self._clocks = Clocks()
        self._whole = ""
        """The nonce of the document that was shown last, of which more was shown than an open dialog."""

    async def take(
        self,
        mode: SnapshotMode = "auto",
        *,
        within_ref: str | None = None,
        max_chars: int = 12_000,
        cursor: str | None = None,
        shown: ShownParts | None = None,
        acted: ActedOn | None = None,
    ) -> PageSnapshot:
        if cursor is not None:
            key, _, start = cursor.partition(":")
            if key not in self._kept or re.fullmatch(r"[0-9]{1,9}", start) is None:
                raise InvalidCursor(
                    "The snapshot that this cursor continues is no longer kept.", hint="Take a new snapshot."
                )
            return self._cut(self._kept[key], max_chars, [], start=int(start), key=key)
        if within_ref is not None:
            target = await self._core.live(within_ref)
            part = await gather(self._core, target.frame, local=target.local, nonce=target.nonce)
            return self._show(part, mode if mode != "changes" else "auto", _Asked(max_chars))
        previous, gathered = self._last, await self.gather()
        self._last = gathered
        asked = _Asked(max_chars, shown, acted)
        return self._changed(previous, gathered, asked) if mode == "changes" else self._show(gathered, mode, asked)

    async def gather(self) -> Gathered:
        """Return the page as it is now. The next `changes` are still those since the last snapshot."""
        await self._closed_shadow.refresh()
        gathered = await gather(self._core, self._core.page.main_frame)
        if await self._closed_shadow.found_more(gathered):
            gathered = await gather(self._core, self._core.page.main_frame, mute=gathered.mute)
            self._closed_shadow.note(gathered)
        return gathered

    def _show(self, gathered: Gathered, mode: SnapshotMode, asked: _Asked) -> PageSnapshot:
        if gathered.modal is None or mode == "full":
            self._whole = gathered.main.nonce
        if mode == "auto":
            return self._fitting(gathered, asked)
        outline = _Outline(gathered, mode, _texts(gathered, mode))
        return self._cut(outline, asked.max_chars, notes_on_mode(gathered, mode))

    def _fitting(self, gathered: Gathered, asked: _Asked) -> PageSnapshot:
        """Return the fullest that fits: all, all with long runs folded, what is in the window."""
        every = list(gathered.lines(is_uncovered if gathered.modal is not None else None))
        whole = gathered.modal is None
        shown = asked.shown
        lines = every if shown is None else shown.fold(every, whole=whole)
        taken = self._fitting_lines(gathered, lines, asked.max_chars, shown)
        if shown is not None:
            shown.remember(every, set(taken.body.split("\n")))
        return taken

    def _fitting_lines(
        self, gathered: Gathered, lines: list[OutlineLine], max_chars: int, shown: ShownParts | None
    ) -> PageSnapshot:
        covered = note_on_dialog(gathered)
        whole = [line.indented for line in lines]
        key = self._next_key
        short = [line.indented for line in fold_choices(lines, lambda at: f"{key}:{at}")]
        folded_lines, count = fold_runs(lines, key)
        folded = [line.indented for line in folded_lines]
        # What comes with an act by itself is a look at the page, not a list to read.
        size, folded_size = (_size(list(name_actions_once(some))) for some in (short, folded))
        is_long = shown is not None and count and OBSERVED_CHARS < size > 2 * folded_size
        if size <= max_chars and not is_long:
            if len(short) < len(whole):
                self._keep(_Outline(gathered, "full", whole))
            return self._cut(_Outline(gathered, "full", short), max_chars, covered)
        if count and folded_size <= max_chars:
            self._keep(_Outline(gathered, "full", whole))
            note = (
                f"{count} items in long runs of like ones are folded; snapshot with the cursor of such a line goes on "
                'there, snapshot(mode="full") shows all.'
            )
            return self._cut(_Outline(gathered, "full", folded), max_chars, [note, *covered])
        window = _Outline(gathered, "viewport", _texts(gathered, "viewport", shown))
        return self._cut(window, max_chars, notes_on_mode(gathered, "viewport"))

    def _changed(self, previous: Gathered | None, gathered: Gathered, asked: _Asked) -> PageSnapshot:
        nonce = gathered.main.nonce
        # Where a dialog that was there from the start closed, nothing behind it was shown yet.
        if previous is None or previous.main.nonce != nonce or (gathered.modal is None and self._whole != nonce):
            return self._show(gathered, "auto", asked)
        every = gathered.whole()
        key = self._next_key
        known = self._clocks.run_on(previous.whole(), every, gathered.read_at - previous.read_at)
        changed = changes(known, every, asked.acted, lambda at: f"{key}:{at}")
        if changed is None or _size(changed) > min(asked.max_chars, sum(line.size for line in every)):
            return self._show(gathered, "auto", asked)
        if any(f'cursor="{key}:' in line for line in changed):
            self._keep(_Outline(gathered, "full", [line.indented for line in every]))
        if asked.shown is not None and gathered.modal is None:
            asked.shown.remember(gathered.whole(), {line[2:] for line in changed if line.startswith(NEWS)})
        notes = " ".join([*note_on_new_dialog(gathered, previous), *notes_on_gaps(gathered)])
        same_page = (previous.main.url, previous.title) == (gathered.main.url, gathered.title)
        body = "\n".join(changed) or NO_CHANGES
        return PageSnapshot(gathered, "changes", body, notes, same_page=same_page)

    def _cut(
        self, outline: _Outline, max_chars: int, notes: Sequence[str], *, start: int = 0, key: str | None = None
    ) -> PageSnapshot:
        """Return as many lines as fit, and a cursor to the rest."""
        end, size = start, 0
        if _size(list(name_actions_once(outline.lines[start:]))) <= max_chars:
            end = len(outline.lines)
        while end < len(outline.lines) and (size := size + _cost(outline.lines[end])) <= max_chars:
            end += 1
        if end == start and outline.lines[start:]:
            outline.lines[start : start + 1] = _halves(outline.lines[start], max_chars)
            end = start + 1
        cursor = None
        notes = [*notes, *notes_on_gaps(outline.gathered)]
        if end < len(outline.lines):
            cursor = f"{key or self._keep(outline)}:{end}"
            notes.append(f'{len(outline.lines) - end} more lines: snapshot(cursor="{cursor}").')
        body = "\n".join(outline.lines[start:end])
        return PageSnapshot(outline.gathered, outline.mode, body, " ".join(notes), cursor)

    @property
    def _next_key(self) -> str:
        return f"s{self._count + 1}"

    def _keep(self, outline: _Outline) -> str:
        key = self._next_key
        self._count += 1
        self._kept[key] = outline
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return key


def _texts(gathered: Gathered, mode: SnapshotMode, shown: ShownParts | None = None) -> list[str]:
    lines = gathered.lines(KEEP[mode])
    return [line.indented for line in (lines if shown is None else shown.fold(list(lines), whole=False))]


def _cost(line: str) -> int:
    """Characters that a line takes inside JSON, where most results travel: quotes and line ends take two."""
    return len(line) + line.count('"') + line.count("\\") + 2


def _halves(line: str, room: int) -> list[str]:
    """Return a line that alone is too long, as what fits and the rest. Half the room holds it with its quotes."""
    cut = line.rfind(" ", room // 4, room // 2)
    cut = room // 2 if cut < 0 else cut
    return [line[:cut] + " …", "…" + line[cut:]]


def _size(lines: Sequence[str]) -> int:
    """Return what all of them cost, counted in one string: a blank in the place of each line's end but the last."""
    return _cost(" ".join(lines)) + len(lines) - 1 if lines else 0
