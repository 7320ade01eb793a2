"""Decides when the model sees a picture of the page, and when the report keeps one."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from handrail.agent.settings import AgentSettings, Pictures, Vision
from handrail.browser.types.errors import BrowserError
from handrail.results import Observation, Result
from handrail.tools.core.table import Record

_ELSEWHERE = frozenset({"downloads", "opened_tabs"})
"""What may come of an act that the page itself does not show."""


async def with_picture(settings: AgentSettings, result: Result, record: Record | None) -> Observation | None:
    """Return the observation after a call, with a picture where the model needs one; take one for the report too."""
    seen = result.observation
    for_model = settings.main.name != "offline" and _needs_picture(settings.vision, result, record)
    if for_model or _keeps_picture(settings.pictures, result, record):
        with suppress(BrowserError):
            picture = await settings.session.screenshot(marks=for_model)
            if for_model and seen is not None:
                return replace(seen, attachments=(picture,))
    return seen


def _needs_picture(vision: Vision, result: Result, record: Record | None) -> bool:
    """Return whether the model should see the page: always, or where its outline is poor or an act showed no effect."""
    seen = result.observation
    if vision == "never" or seen is None or seen.dialog is not None or seen.attachments:
        return False
    acts = record is not None and record.security.changes_state
    shows_nothing = acts and result.ok and not result.page_changed and _ELSEWHERE.isdisjoint(result.followed)
    return vision == "always" or shows_nothing or seen.says_little


def _keeps_picture(pictures: Pictures, result: Result, record: Record | None) -> bool:
    """Return whether the report gets a picture of the page after a call."""
    led = bool(result.followed.get("navigated_to"))
    changed = (result.page_changed or led or result.ok) and record is not None and record.screenshot
    return {"never": False, "step": True, "navigation": led, "change": changed}[pictures]
