"""Ask mode: look, and change nothing."""

from __future__ import annotations

from handrail.policy.decision import Allow, Decision, Deny
from handrail.policy.facts import Facts, Request


def ask_mode(request: Request, facts: Facts) -> Decision | None:
    """Rule 1. In ask mode reading and control are allowed, and navigation by links.

    A click on a plain link becomes a `goto` of its address: the page's own script never sees the click. The user's own
    navigation stays theirs; nobody, the user included, changes a page by accident in a mode that promises not to.
    """
    if request.mode != "ask":
        return None
    if request.offered_in_ask or (request.effect == "navigate" and request.asker == "user"):
        return Allow("ask_mode")
    href = facts.element.href if facts.element and request.tool == "click" else None
    if href is not None:
        return Allow("ask_mode", follow=href.raw)
    return Deny("ask_mode", f"In ask mode nothing is changed, and {request.tool} could.", remedy="--mode act")
