"""When a model is shown a picture of the page, and when one is kept for the person who reads the report."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from handrail.browser.types.reading import Node, Snapshot
from handrail.tools.observation import Observation
from handrail.tools.result import Result
from handrail.tools.table import Record

if TYPE_CHECKING:
    from handrail.agent.agent import Agent

Vision = Literal["never", "auto", "always"]
Pictures = Literal["never", "navigation", "change", "step"]

POOR = 0.5
"""Share of a page's operable and pictured nodes without a name from which its outline says too little."""
FEW = 3
"""Nodes below which a share says nothing."""
DRAWN = 10_000
"""Pixels from which a canvas counts as part of what a page says; smaller ones are icons."""
_SIZE = re.compile(r"size=(\d+)x(\d+)")


async def pictured(agent: Agent, result: Result, record: Record | None) -> Observation | None:
    """What a model is shown after a call, with a picture where it should have one. One for the report is taken too."""
    seen = result.observation
    for_model = needs_picture(agent.vision, seen, result, record)
    if for_model or keeps_picture(agent.pictures, result, record):
        shot = await agent.session.perform("user", "screenshot", {"marks": for_model})
        if for_model and seen is not None:
            return replace(seen, attachments=shot.attachments)
    return seen


def needs_picture(
    vision: Vision, observation: Observation | None, result: Result | None, record: Record | None
) -> bool:
    """Whether the model should see the page: always, or where its outline is poor or an act showed no effect."""
    if vision == "never" or observation is None or observation.dialog is not None or observation.attachments:
        return False
    if vision == "always":
        return True
    acted_in_vain = (
        result is not None and result.ok and not result.page_changed and record is not None and record.changes_state
    )
    return acted_in_vain or (observation.snapshot is not None and is_poor(observation.snapshot))


def is_poor(snapshot: Snapshot) -> bool:
    """Whether an outline says too little: mostly buttons, links and pictures without a name, or something is drawn."""
    if snapshot.mode == "changes":
        return False
    if any(node.role == "canvas" and node.visible and _pixels(node) >= DRAWN for node in snapshot.nodes):
        return True
    seen = [node for node in snapshot.nodes if node.role in ("img", "image", "button", "link")]
    nameless = sum(not node.name.raw.strip() for node in seen)
    return len(seen) >= FEW and nameless / len(seen) >= POOR


def _pixels(node: Node) -> int:
    size = _SIZE.search(" ".join(node.states))
    return int(size[1]) * int(size[2]) if size else 0


def keeps_picture(pictures: Pictures, result: Result, record: Record | None) -> bool:
    """Whether the report gets a picture of the page after a call."""
    match pictures:
        case "never":
            return False
        case "step":
            return True
        case "navigation":
            return bool(result.followed.get("navigated_to"))
        case "change":
            moved = result.page_changed or bool(result.followed.get("navigated_to"))
            return moved and record is not None and record.screenshot
