"""What somebody is shown of the page outside of a tool's result: an observation, and the links that it makes known."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence
from typing import Any

from handrail.browser.types.errors import DeadlineHit, DialogOpen
from handrail.browser.types.reading import SnapshotMode
from handrail.browser.types.tabs import TabInfo
from handrail.calls.state import SessionState
from handrail.policy import Provenance
from handrail.results import Observation
from handrail.results.result import externals

OF_MODELS = frozenset(("extract-result", "notes", "validator-feedback"))
"""Labels of text that a model wrote: a link in it stood on no page."""
_LINK = re.compile(r"https?://[^\s<>\"'`|]+")


async def observe_page(state: SessionState, seconds: float | None, *, whole: bool = False) -> Observation:
    """The page now: what changed since the last observation of the same tab, or all that fits.

    Args:
        seconds: that it may take; None for no limit.
        whole: not only what changed.

    Raises:
        BrowserError: the page cannot be read, or not in time.
    """
    dialog, tabs, snapshot = state.tab.dialog, list[TabInfo](), None
    mode: SnapshotMode = "changes" if state.observed_tab is state.tab and not whole else "auto"
    try:
        async with asyncio.timeout(seconds):
            tabs = list(await state.tabs.list())
            snapshot = None if dialog else await state.tab.view.snapshot(mode)
    except TimeoutError:
        raise DeadlineHit("It did not answer in time.") from None
    except DialogOpen:
        dialog = state.tab.dialog
    if snapshot is not None:
        state.observed_tab = state.tab
    return Observation(snapshot, tabs, dialog, status=state.tab.core.status)


def learn_links(provenance: Provenance, shown: Sequence[Any]) -> None:
    """Let a model follow the links that stand, unchanged, in what it was shown."""
    for text in externals(shown):
        if text.label not in OF_MODELS:
            provenance.links.saw(_links(text.raw))


def _links(text: str) -> Iterator[str]:
    for match in _LINK.finditer(text):
        yield match[0]
        # Markdown puts an address into brackets, sentences put a mark behind it.
        yield match[0].rstrip(".,;:!?)]}")
