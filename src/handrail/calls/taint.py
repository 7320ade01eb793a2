"""Which tabs hold what a model made up, as its acts change that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handrail.browser.types.acts import Taint
from handrail.policy import Facts
from handrail.policy.facts import Effect
from handrail.policy.provenance import may_fill_in

if TYPE_CHECKING:
    from handrail.browser.tabs.tab import PlaywrightTab


async def taint_of_act(tab: PlaywrightTab, facts: Facts, effect: Effect, *, opens_tab: bool) -> Taint:
    """What the tab of an act, which begins now, holds of what a model made up.

    An address that nobody composed is opened in an empty tab: what a tainted page still sends while it is left is
    judged by what it holds.

    Raises:
        BrowserError: the page that has to be left does not let go.
    """
    taint = tab.core.taint
    if effect != "navigate":
        return taint
    if facts.address is None:
        taint.go_back()
        return taint
    if opens_tab:
        taint = Taint()
    elif taint.holds and not facts.address.made_up:
        await tab.goto("about:blank")
        taint.clear()
    taint.composed |= facts.address.made_up
    taint.prefilled |= facts.address.made_up and may_fill_in(facts.address.url)
    return taint
