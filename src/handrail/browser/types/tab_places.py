"""Where the tabs of a browser stood, for when it is lost."""

from __future__ import annotations

from dataclasses import dataclass, field

from handrail.browser.types.side_effects import Taint


@dataclass(frozen=True, slots=True)
class TabPlace:
    """Where a tab stands: its id, its address, whole and as the browser has it, and what it holds of a model."""

    tab_id: str
    url: str
    taint: Taint = field(default_factory=Taint)
