"""Which tabs hold what a model made up, as its acts change that."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from handrail.browser.types.acts import Taint
from handrail.browser.types.errors import NavigationFailed
from handrail.policy import Facts
from handrail.policy.facts import Effect
from handrail.policy.provenance import may_fill_in

if TYPE_CHECKING:
    from handrail.browser.tabs.tabs import PlaywrightTabs

LAST_REQUESTS = 0.3
"""Seconds that what a tainted page sends while it is left has until the tab is clean: no event tells its end."""


async def taint_of_act(
    tabs: PlaywrightTabs, facts: Facts, effect: Effect, *, opens_tab: bool, is_confined: bool = False
) -> Taint:
    """What the tab of an act, which begins now, holds of what a model made up.

    An address that nobody composed is opened in an empty tab: what a tainted page still sends while it is left is
    judged by what it holds.

    Args:
        opens_tab: the act is one in a tab that it opens.
        is_confined: while a tab is tainted, the address may not be opened.

    Raises:
        BrowserError: the page that has to be left does not let go, or another tab has to be left first.
    """
    tab = tabs.active_or_none
    taint = tab.core.taint if tab is not None else Taint()
    if effect != "navigate":
        return taint
    if facts.address is None:
        taint.go_back()
        return taint
    if is_confined and any(one.core.taint.holds for one in tabs.all() if opens_tab or one is not tab):
        raise NavigationFailed(
            "A page that you searched in your own words, or opened by an address of your own, is open in another tab.",
            hint="Go there in that tab, or close it first.",
        )
    leaves = tab.origin if tab is not None else ""
    if opens_tab:
        taint = Taint()
    elif tab is not None and taint.holds and not facts.address.made_up:
        await tab.goto("about:blank")
        await asyncio.sleep(LAST_REQUESTS)
        taint.clear()
    taint.composed |= facts.address.made_up
    # A link on another site to a page of this one may fill it in as well.
    given = facts.address.by_user or (not facts.address.made_up and facts.address.origin == leaves)
    taint.prefilled |= not given and may_fill_in(facts.address.url)
    return taint
