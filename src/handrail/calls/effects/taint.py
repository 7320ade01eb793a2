"""Tracks which tabs hold what a model made up."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import chain

from handrail.browser.types.side_effects import Taint
from handrail.calls.given_addresses import is_given, refuse_beside_taint
from handrail.calls.state import SessionState
from handrail.calls.written.sent_choices import said_in
from handrail.policy import Facts, Provenance
from handrail.policy.facts import Caller, Effect
from handrail.policy.requests.facts import ActFacts

LAST_REQUESTS = 0.3
"""Seconds for what a tainted page still sends while it is left, before the tab is clean: no event marks the end."""


async def taint_of_act(state: SessionState, caller: Caller, facts: Facts, effect: Effect, *, opens_tab: bool) -> Taint:
    """Return the taint of the tab of an act that begins now: what it holds that a model made up; ``opens_tab``: the act
    opens a tab and goes there.

    If a tainted tab goes to an address that no model composed, the tab is emptied first: what the tainted page still
    sends is judged by its taint. Without policy nothing is traced. Raise `BrowserError` where the page that has to be
    left does not let go, or another tab has to be left first.
    """
    tab, taint = state.tabs.active_or_none, state.taint
    if effect != "navigate" or state.permissions.unsafe:
        return taint
    if facts.address is None:
        taint.go_back()
        return taint
    if caller == "model":
        refuse_beside_taint(state, facts.address, opens_tab=opens_tab)
    given = facts.address.by_user or await is_given(state, facts)
    if opens_tab:
        taint = Taint()
    elif tab is not None and (taint.holds or taint.prefilled) and not facts.address.made_up:
        await tab.goto("about:blank")
        await asyncio.sleep(LAST_REQUESTS)
        taint.clear()
    taint.composed |= facts.address.made_up
    if not given and state.provenance.may_fill_in(facts.address.url):
        taint.note_prefilled(facts.address.url)
        state.texts.filled.add(facts.address.origin or "")
        state.texts.note_picked(said_in(facts.address.url, state.provenance))
    taint.called = facts.address.url
    return taint


def chosen_ends(acts: Sequence[ActFacts], taint: Taint, given: Provenance) -> tuple[str, ...]:
    """Return the ends of addresses of which the user gave all else, if nothing but these may have filled in the pages
    of acts, and that which the last of them opened in a tab of this taint."""
    ends = [act.ends for act in acts if act.prefilled]
    ends += [given.ends_alone(taint.filled_by)] if acts[-1].opens and taint.prefilled else []
    return tuple(dict.fromkeys(chain.from_iterable(ends))) if all(ends) else ()
