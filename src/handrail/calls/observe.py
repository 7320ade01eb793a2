"""Observations of the page, beside the results of tools, and the links that a model may follow after it saw them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence
from typing import Any

from handrail.browser.types.errors import DeadlineHit, DialogOpen
from handrail.browser.types.reading import SnapshotMode
from handrail.browser.types.tabs import TabInfo
from handrail.calls.given_addresses import has_strangers
from handrail.calls.state import SessionState
from handrail.results import Observation
from handrail.results.result import externals

MODEL_LABELS = frozenset(("extract-result", "notes", "validator-feedback"))
"""Labels of text that a model wrote: a link in it need not have been on any page."""
PAGE_LABELS = frozenset(("page-snapshot", "page-text", "page-elements"))
"""Labels of text that stands on a page. (An address of a page itself, or of a request, may be another site's.)"""
_ADDRESS = re.compile(r"""(?<![\w/?&=%#])https?://[^\s<>"]+""")
"""An address and all that may belong to it: one within it is a part of it, not a link."""
_END = re.compile(r"['`|]")
"""Ends an address in code and in tables, though it may stand in one."""


async def observe_page(state: SessionState, seconds: float | None, *, whole: bool = False) -> Observation:
    """The page now: what changed since the last observation of the same tab, or all that fits.

    Args:
        seconds: that it may take; None for no limit.
        whole: return all that fits, not only what changed.

    Raises:
        BrowserError: the page cannot be read, or not in time.
    """
    dialog, tabs, snapshot = state.tab.dialog, list[TabInfo](), None
    mode: SnapshotMode = "changes" if state.observed_tab is state.tab and not whole else "auto"
    try:
        async with asyncio.timeout(seconds):
            tabs = list(await state.tabs.list())
            snapshot = None if dialog else await state.tab.reader.snapshot(mode)
    except TimeoutError:
        raise DeadlineHit("It did not answer in time.") from None
    except DialogOpen:
        dialog = state.tab.dialog
    if snapshot is not None:
        state.observed_tab = state.tab
    return Observation(snapshot, tabs, dialog, status=state.tab.core.status)


def learn_links(state: SessionState, shown: Sequence[Any]) -> None:
    """Remember the links in what a model was shown: it may follow them unchanged. Of a page that holds what a model
    made up any text may be the model's own, also in the list of tabs."""
    if holds_taint(state):
        return
    mixed = state.browser is None or has_strangers(state.tabs)
    for text in externals(shown):
        if text.label not in MODEL_LABELS and not text.tainted:
            is_mixed = mixed or text.label not in PAGE_LABELS
            state.provenance.links.add(_links(text.raw), "" if is_mixed else text.origin)


def holds_taint(state: SessionState) -> bool:
    """Whether a tab holds what a model made up."""
    return state.browser is not None and state.tabs.holds_taint


def _links(text: str) -> Iterator[str]:
    for match in _ADDRESS.finditer(text):
        whole = match[0]
        yield whole
        # Markdown puts an address into brackets, sentences put a mark behind it.
        short = _END.split(whole, maxsplit=1)[0]
        yield from (short, short.rstrip(".,;:!?)]}"))
