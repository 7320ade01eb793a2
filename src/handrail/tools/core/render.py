"""A result as a model is shown it: our words plain, the page's words between fences. Agent and MCP both show it so."""

from __future__ import annotations

import json
from typing import Any

from handrail.attachments import Attachment
from handrail.results import Failed, Ok, Result, externals
from handrail.trust import Fenced, fence, plain

KEPT = ("extract-result", "notes")
"""Labels that survive clipping: what was noted or extracted for later."""


def shown(result: Result) -> list[str | Fenced | Attachment]:
    """The parts of a tool message for ``result``, its observation last. Images come with the observation, or alone."""
    return [*told(result), *(result.attachments if result.observation is None else result.observation.parts())]


def told(result: Result) -> list[str | Fenced | Attachment]:
    """What a result says, without its observation and its images."""
    parts: list[str | Fenced | Attachment] = []
    match result:
        case Ok():
            data = {key: value for key, value in result.data.items() if key not in _said_below(result)}
            parts += _block("", data) or ["ok"]
            if result.truncated and result.next is not None:
                parts.append(f"There is more: {result.next.tool} {json.dumps(result.next.params, ensure_ascii=False)}")
        case Failed():
            parts.append(f"Failed ({result.code}): {result.error}" + (f" {result.hint}" if result.hint else ""))
            parts += _block("Details:", result.details)
    if (recovered := result.followed.get("recovered")) is not None:
        parts.append(
            f"The {recovered['what']} was lost and restored: earlier refs are stale, and what was typed is gone."
        )
    return [*parts, *_block("What came of it:", _news(result))]


def _news(result: Result) -> dict[str, Any]:
    """What came of an act, without the dialog that the observation shows anyway, and requests that went well."""
    shown_below = result.observation is not None and result.observation.dialog is not None
    refused = [one for one in result.followed.get("sent", ()) if one["status"] == 0 or (one["status"] or 0) >= 400]
    told = {**result.followed, "sent": refused, **({"dialog": None} if shown_below else {})}
    return {key: value for key, value in told.items() if value and key not in _said_below(result)}


def _said_below(result: Result) -> tuple[str, ...]:
    """What the observation says anyway, where it shows the page anew."""
    seen = result.observation
    anew = seen is not None and seen.snapshot is not None and not seen.adds
    return ("title", "url", "navigated_to") if anew else ()


def _block(head: str, data: dict[str, Any]) -> list[str | Fenced]:
    """Data with outside text in it is fenced whole; data of our own is plain JSON."""
    if not data:
        return []
    start: list[str | Fenced] = [head] if head else []
    found = next(iter(externals(data)), None)
    if found is None:
        return [*start, json.dumps(plain(data), ensure_ascii=False)]
    return [*start, fence(data, keep=found.label in KEPT)]
