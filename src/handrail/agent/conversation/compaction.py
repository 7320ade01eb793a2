"""Compaction: replaces the earlier turns of a long conversation by steps, notes, extractions and the page."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from handrail.agent.conversation.message_entry import MessageEntry, newest_base, size
from handrail.agent.conversation.step import Step
from handrail.models.protocol import Message, Part
from handrail.trust import External, Fenced, fence, one_line

TURNS_WHOLE = 2
"""The last turns, which stay as they are."""
MOST_STEPS = 150
STEP_CHARS = 160


def cut_at(entries: Sequence[MessageEntry], turn: int) -> int:
    """Where the turns that stay whole begin."""
    kept = (at for at, entry in enumerate(entries) if entry.turn > max(turn - TURNS_WHOLE, 0))
    return next(kept, len(entries))


def compact(
    entries: Sequence[MessageEntry],
    cut: int,
    notes: Mapping[str, External | str],
    steps: Sequence[Step],
    room: int,
    memory: Sequence[str] = (),
) -> list[MessageEntry]:
    """Return the conversation with the turns before ``cut`` replaced by a summary. Pinned messages stay.

    Args:
        memory: what the model wrote in those turns.
        room: characters that extractions may take of it, and changes of the page likewise; the newest come first.
    """
    old, whole = entries[:cut], entries[cut:]
    pinned = [entry for entry in old if entry.message.pinned or entry.message.role == "system"]
    earlier = steps[: len(steps) - sum(entry.message.result is not None for entry in whole)]
    parts: list[Part] = ["To save room, what follows stands for the earlier part of this conversation."]
    if earlier:
        parts += ["Steps so far:", fence(render_steps(earlier), keep=True)]
    if memory:
        parts += ["What you wrote:", fence(External("\n".join(memory), "model", "notes"), keep=True)]
    if notes:
        parts += ["Your notes:", *fence_notes(notes)]
    if extracted := list(_newest(_extractions(old), room)):
        parts += ["What you extracted:", *extracted]
    page = list(_page(entries, cut, room))
    summary = MessageEntry(Message("user", [*parts, *page]), old[-1].turn, len(parts) if page else None, bool(page))
    return [*pinned, summary, *whole]


def fence_notes(notes: Mapping[str, External | str]) -> list[Fenced]:
    """Return the notes, those of each site in a block of its own: what a model wrote there may be the page's words."""
    by_site = dict[str, dict[str, External | str]]()
    for key, text in notes.items():
        by_site.setdefault(text.origin if isinstance(text, External) else "model", {})[key] = text
    return [fence(found, label="notes", origin=site, keep=True) for site, found in by_site.items()]


def render_steps(steps: Sequence[Step]) -> External:
    """Return one line a step, as External: the parameters were written by a model that has read pages."""
    lines = [f"({len(steps) - MOST_STEPS} before these)"] if len(steps) > MOST_STEPS else []
    for step in steps[-MOST_STEPS:]:
        params = one_line(json.dumps(step.params, ensure_ascii=False, default=str), STEP_CHARS)
        lines.append(f"{step.number}. {step.tool} {params}: {'ok' if step.ok else f'failed, {step.code}'}")
    return External("\n".join(lines), "model", "notes")


def _extractions(entries: Sequence[MessageEntry]) -> list[Part]:
    parts = [part for entry in entries for part in entry.message.parts]
    return [part for part in parts if isinstance(part, Fenced) and part.keep and part.label == "extract-result"]


def _page(entries: Sequence[MessageEntry], cut: int, room: int) -> Iterator[Part]:
    """What the turns that stay whole say of the page rests on this: the snapshot before them, and its changes."""
    base = newest_base(entries)
    if base >= cut:
        return
    yield from entries[base].page
    changes = [part for entry in entries[base + 1 : cut] for part in entry.page]
    kept = list(_newest(changes, room))
    if len(kept) < len(changes):
        yield "Earlier changes of the page are left out; take a new `snapshot` where they matter."
    yield from kept


def _newest(parts: Sequence[Part], room: int) -> Iterator[Part]:
    """The last parts, as many as fit."""
    first = len(parts)
    while first > 0 and (room := room - size(parts[first - 1])) >= 0:
        first -= 1
    yield from parts[first:]
