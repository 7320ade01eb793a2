"""What the result of an act says of requests that were stopped."""

from __future__ import annotations

from handrail.browser.types.acts import ActionEffects
from handrail.calls.effects.side_effects import describe_effects
from handrail.trust import External

SHOP, NEWS = "https://shop.example", "https://news.example"


def line(text: str, origin: str = SHOP) -> External:
    return External(text, origin, "page-info")


POLL, SAVE = line(f"GET {SHOP}/status (and 5 more of this host)"), line(f"PUT {SHOP}/config")


def test_what_a_page_only_asked_its_own_site_for_is_not_told_on_the_next_site():
    there = line(f"GET {NEWS}/a", NEWS)
    after = ActionEffects(navigated_to=line(f"{NEWS}/", NEWS), stopped=[POLL, there])
    told = describe_effects(after, [POLL, SAVE], left=line(f"{SHOP}/settings"))
    assert (told["stopped_before"], told["stopped_requests"]) == ([SAVE], [there])


def test_on_the_same_site_all_of_them_are_told():
    for moved_to in (None, line(f"{SHOP}/next")):
        after = ActionEffects(navigated_to=moved_to, stopped=[POLL])
        told = describe_effects(after, [POLL, SAVE], left=line(f"{SHOP}/settings"))
        assert (told["stopped_before"], told["stopped_requests"]) == ([POLL, SAVE], [POLL])
