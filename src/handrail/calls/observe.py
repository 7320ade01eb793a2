"""Observes the page for the results of tools, and remembers the links that a model may follow after it saw them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from handrail.browser.types.errors import BrowserError, DeadlineHit, DialogOpen
from handrail.browser.types.network.addresses import joined
from handrail.browser.types.reading import ActedOn, SnapshotMode
from handrail.browser.types.tabs import TabInfo
from handrail.calls.given_addresses import has_strangers
from handrail.calls.state import SessionState
from handrail.policy import origin_of
from handrail.results import Observation, Result
from handrail.tools.support.field_submission import NOTHING_CAME
from handrail.trust import External, externals, plain

MODEL_LABELS = frozenset(("extract-result", "notes", "validator-feedback"))
"""Labels of text that a model wrote: a link in it need not have been on any page."""
PAGE_LABELS = frozenset(("page-snapshot", "page-text", "page-elements"))
"""Labels of text that stands on a page. (The address of a page or request may belong to another site.)"""
INVALID = ":user-invalid, [aria-invalid=true]"
"""Fields that the browser or the page marks as not valid, as an outline does. A browser holds a form back without
telling its page."""
CALENDAR = frozenset(("calendar_still_at", "calendar_open", "to_close_calendar"))
"""What a result says of the calendar of a field."""
_ADDRESS = re.compile(r"""(?<![\w/?&=%#])https?://[^\s<>"]+""")
"""An address and everything that may belong to it. An address within it is a part of it, not a link."""
_END = re.compile(r"['`|]")
"""Ends an address in code and in tables, although addresses may contain it."""
_QUOTED, _TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*+"?'), re.compile(r"(?:^[ ~+-]*|(?<=\S)): .*", re.MULTILINE)
"""The page's own words in an outline: names and values, and text at the end of a line. A quotation without an end
counts too: looking for the end at each quotation mark would take hours."""
_RELATIVE = re.compile(r" -> (\.?/[^\s…]*)(?= [|+] |$)", re.MULTILINE)
"""A whole address on the page's own site, in an outline's line without the page's words."""


def tell_unchanged(result: Result) -> None:
    """Say of a press that nothing came of it, where the page is not shown after it."""
    if result.ok and not (result.page_changed or result.followed):
        result.followed = {"unchanged": "Nothing changed on the page."}


async def tell_invalid_fields(state: SessionState, result: Result) -> None:
    """Name the fields with which the page finds fault, where a button sent nothing and the page is not shown after
    it."""
    with suppress(BrowserError):
        found = await state.tab.reader.query(INVALID, include_text=False)
        if found.elements:
            fields = [{"ref": one.ref, "name": one.name} for one in found.elements]
            result.followed = {**result.followed, "invalid_fields": fields}


async def observe_page(
    state: SessionState, seconds: float | None, *, whole: bool = False, after: Result | None = None
) -> Observation:
    """Return the page as it is now: what changed since the last observation of the same tab, or all that fits. Raise
    `BrowserError` where it cannot be read, or not in so many seconds.

    Args:
        whole: return all that fits, not only what changed or was not shown before.
        after: the result that it is shown with. What that says about its element is not among the changes.
    """
    if after is not None and after.ok and state.tab.dialog is None:
        await _correct_filled(state, after.data)
    dialog, tabs, snapshot, acted = state.tab.dialog, list[TabInfo](), None, _acted_on(after)
    mode: SnapshotMode = "changes" if state.shown.tab is state.tab and not whole else "auto"
    try:
        async with asyncio.timeout(seconds):
            tabs = list(await state.tabs.list())
            if dialog is None:
                parts = None if whole else state.shown.parts
                snapshot = await state.tab.reader.snapshot(mode, shown=parts, acted=acted)
    except TimeoutError:
        raise DeadlineHit("It did not answer in time.") from None
    except DialogOpen:
        dialog = state.tab.dialog
    if snapshot is not None:
        state.shown.tab = state.tab
    told = acted is not None and (acted.value, acted.checked) != (None, None)
    return Observation(snapshot, tabs, dialog, status=state.tab.core.status, beside_act=told)


async def _correct_filled(state: SessionState, data: dict[str, Any]) -> None:
    """Take out of what was said of a filled field what is not so any more, now that the page settled: a calendar that
    closed since, and that nothing came of Enter, though the page took the field away."""
    done = data.get("filled")
    # The last field of a form; of a secret, `filled` says no more than that.
    field = done[-1] if isinstance(done, list) and done and isinstance(done[-1], dict) else data
    ref, came_nothing = field.get("ref"), data.get("why") == NOTHING_CAME
    if not isinstance(ref, str) or not (came_nothing or CALENDAR & set(field)):
        return
    is_there, has_calendar = await state.tab.actions.field_state(ref)
    if not has_calendar:
        _drop(field, CALENDAR)
    if came_nothing and not is_there:
        data["submitted"] = True
        _drop(data, ("why", "button"))


def _drop(data: dict[str, Any], keys: Iterable[str]) -> None:
    for key in keys:
        data.pop(key, None)


def _acted_on(result: Result | None) -> ActedOn | None:
    """Return the element of an act, and what its result says about it. (A failed act may have stopped half way.)"""
    ref = result.data.get("ref") if result is not None and result.ok else None
    if result is None or not isinstance(ref, str):
        return None
    value = result.data.get("value") if result.data.get("mismatch") is False else None
    return ActedOn(ref, plain(value), result.data.get("checked"))


def learn_links(state: SessionState, shown: Sequence[Any]) -> None:
    """Remember the links in what a model was shown: it may follow them unchanged. If a page holds what a model made up,
    any of its text may be the model's own, also in the list of tabs."""
    if holds_taint(state):
        return
    mixed = state.browser is None or has_strangers(state.tabs)
    for text in externals(shown):
        if text.label not in MODEL_LABELS and not text.tainted:
            is_mixed = mixed or text.label not in PAGE_LABELS
            found = [*_links(text.raw), *_relative_links(state, text)]
            state.provenance.links.add(found, "" if is_mixed else text.origin)


def holds_taint(state: SessionState) -> bool:
    """Return whether a tab holds what a model made up."""
    return state.browser is not None and state.tabs.holds_taint()


def is_prefilled(state: SessionState) -> bool:
    """Return whether an address that the user did not give may have filled in the open page."""
    return state.browser is not None and state.taint.prefilled


def _relative_links(state: SessionState, text: External) -> Iterator[str]:
    """Return the links of an outline to its own site, which it shows relative to the page."""
    tab = state.tabs.active_or_none if text.label == "page-snapshot" and state.browser is not None else None
    if tab is not None and origin_of(tab.page.url) == text.origin:
        for match in _RELATIVE.finditer(_TEXT.sub("", _QUOTED.sub('""', text.raw))):
            yield joined(tab.page.url, match[1])


def _links(text: str) -> Iterator[str]:
    for match in _ADDRESS.finditer(text):
        whole = match[0]
        yield whole
        # Markdown puts an address into brackets; in a sentence a punctuation mark follows it.
        short = _END.split(whole, maxsplit=1)[0]
        yield from (short, short.rstrip(".,;:!?)]}"))
