"""Ask mode: look, and change nothing."""

from __future__ import annotations

from handrail.policy.decision import Allow, Decision, Deny
from handrail.policy.facts import CallRequest, DialogFacts, Facts


def ask_mode(request: CallRequest, facts: Facts) -> Decision | None:
    """Rule 1. In ask mode reading and control go on to the rules that follow, and so does navigation by links.

    A click on a plain link becomes a `goto` of its address: the page's own script never sees the click. The user's own
    navigation stays theirs. An alert, which only informs, may be put away, and so may a question by not agreeing to
    it: otherwise one alert would end every look at a page. Nobody, the user included, changes a page by accident in a
    mode that promises not to.
    """
    may_look = request.effect != "change" and (request.offered_in_ask or request.caller == "user")
    if request.mode != "ask" or may_look:
        return None
    href = facts.element.href if facts.element and request.tool == "click" else None
    if href is not None:
        return Allow("ask_mode", follow=href.raw)
    if request.tool == "dialog" and facts.dialog is not None and _only_puts_away(facts.dialog):
        return None
    return Deny("ask_mode", f"In ask mode nothing is changed, and {request.tool} could.", remedy="--mode act")


def _only_puts_away(dialog: DialogFacts) -> bool:
    return dialog.kind == "alert" or (dialog.kind in ("confirm", "prompt") and not dialog.accepts)
