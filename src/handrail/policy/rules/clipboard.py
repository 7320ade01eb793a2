"""Pasting: the clipboard is one for all pages, sessions and programs of the machine."""

from __future__ import annotations

from handrail.browser.types.keys import pastes
from handrail.messages import Sentence
from handrail.policy.decision import Ask, Decision, flag
from handrail.policy.facts import CallRequest, Facts
from handrail.trust import one_line


def pastes_are_asked(request: CallRequest, facts: Facts) -> Decision | None:
    """Promise G2: what a page's own button, the user or another program copied reaches no other page unasked. Nobody
    knows what that is, so it is asked every time, except on an origin that the user trusts."""
    origin = facts.acted_on
    if not any(map(pastes, facts.keys)) or origin in request.permissions.trusted:
        return None
    question = Sentence(
        "The model wants to paste on {site} what the clipboard holds, whatever page or program of this machine it is "
        "from.",
        site=one_line(origin, 200),
    )
    return Ask("pastes_are_asked", question, flag("--trust", origin))
