"""Compaction: replaces the earlier turns of a long conversation by steps, notes, extractions and the page."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from handrail.agent.conversation.message_entry import MessageEntry, newest_base
from handrail.agent.conversation.shortening import is_extraction
from handrail.models.protocol import Message, Part, size
from handrail.runs.result import Step
from handrail.trust import External, Fenced, fence, one_line

TURNS_WHOLE = 2
"""The last turns, which stay as they are."""
MOST_STEPS = 150
STEP_CHARS = FOUND_CHARS = 160


def cut_at(entries: Sequence[MessageEntry], turn: int) -> int:
    """Return where the turns that stay whole begin."""
    return next((at for at, one in enumerate(entries) if one.turn > max(turn - TURNS_WHOLE, 0)), len(entries))


def compact(
    entries: Sequence[MessageEntry],
    cut: int,
    notes: Mapping[str, External | str],
    steps: Sequence[Step],
    room: int,
    memory: Sequence[str] = (),
) -> list[MessageEntry]:
    """Return the conversation with a summary in place of the turns before ``cut``, in which the model wrote ``memory``.
    Pinned messages stay, and the newest extractions and changes of the page, of each as many as have ``room``."""
    old, whole = entries[:cut], entries[cut:]
    pinned = [entry for entry in old if entry.message.pinned or entry.message.role == "system"]
    earlier = steps[: len(steps) - sum(entry.message.result is not None for entry in whole)]
    extracted = [part for entry in old for part in entry.message.parts if is_extraction(part) and part.keep]
    parts: list[Part] = [
        "To save room, what follows stands for the earlier part of this conversation.",
        *past_parts(earlier, memory, notes),
    ]
    if kept := _newest(extracted, room):
        parts += ["What you extracted:", *kept]
    # What the turns that stay whole say of the page rests on this: the snapshot before them, and its changes.
    page: list[Part] = []
    if (base := newest_base(entries)) < cut:
        changes = [part for entry in entries[base + 1 : cut] for part in entry.page]
        newest = _newest(changes, room)
        left_out = "Earlier changes of the page are left out; take a new `snapshot` where they matter."
        page = [*entries[base].page, *([left_out] * (len(newest) < len(changes))), *newest]
    summary = MessageEntry(Message("user", [*parts, *page]), old[-1].turn, len(parts), bool(page))
    return [*pinned, summary, *whole]


def past_parts(steps: Sequence[Step], memory: Sequence[str], notes: Mapping[str, External | str]) -> list[Part]:
    """Return what a model is told of what it did, wrote and noted: all by way of a model that has read pages."""
    lines = [f"({len(steps) - MOST_STEPS} before these)"] * (len(steps) > MOST_STEPS)
    for step in steps[-MOST_STEPS:]:
        params = one_line(json.dumps(step.params, ensure_ascii=False, default=str), STEP_CHARS)
        ended, found = "ok" if step.ok else f"failed, {step.code}", one_line(step.came_of_it.raw, FOUND_CHARS)
        lines.append(f"{step.number}. {step.tool} {params}: {ended} {found.strip('{}')}".rstrip())
    parts: list[Part] = []
    for head, said in (("Steps so far:", lines), ("What you wrote:", memory)):
        if said:
            parts += [head, fence(External("\n".join(said), "model", "notes"), keep=True)]
    return [*parts, "Your notes:", *fence_notes(notes)] if notes else parts


def fence_notes(notes: Mapping[str, External | str]) -> list[Fenced]:
    """Return the notes, those of each site in a block of its own: what a model wrote there may be the page's words."""
    by_site = dict[str, dict[str, External | str]]()
    for key, text in notes.items():
        by_site.setdefault(text.origin if isinstance(text, External) else "model", {})[key] = text
    return [fence(found, label="notes", origin=site, keep=True) for site, found in by_site.items()]


def _newest(parts: Sequence[Part], room: int) -> Sequence[Part]:
    """Return the last parts, as many as fit."""
    first = len(parts)
    while first > 0 and (room := room - size(parts[first - 1])) >= 0:
        first -= 1
    return parts[first:]
