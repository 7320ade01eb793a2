"""The table of rules, in the order in which they are asked. The first rule that has an answer gives it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from handrail.policy.decision import Allow, Decision
from handrail.policy.facts import Facts, Request
from handrail.policy.files import uploads_from_allowed_folders
from handrail.policy.mode import ask_mode

Rule = Callable[[Request, Facts], Decision | None]

RULES: tuple[Rule, ...] = (ask_mode, uploads_from_allowed_folders)


def decide(request: Request, facts: Facts, rules: Sequence[Rule] = RULES) -> Decision:
    """Ask the rules in order.

    Args:
        request: the call.
        facts: what the road found out for it.
        rules: the table; each rule is pure and answers None where it has nothing to say.
    """
    for rule in rules:
        decision = rule(request, facts)
        if decision is not None:
            return decision
    return Allow("no_rule_objects")
