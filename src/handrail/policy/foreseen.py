"""What rules will certainly refuse of a plan, before anything is done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from handrail.policy.decision import flag
from handrail.policy.permissions import EVERY_TIME, Permissions


def foreseen_refusals(
    acts: Sequence[str], origin: str | None, permissions: Permissions, *, may_act: bool, can_ask: bool
) -> Iterator[str]:
    """Yield what a plan needs on an origin and rules will certainly refuse, a sentence each, with the flag that would
    allow it; ``may_act``: not in ask mode; ``can_ask``: there is somebody to be asked."""
    if not may_act:
        if acts:
            yield f"The plan needs to {' and '.join(acts)}; in ask mode that is refused. Allow it with --mode act."
        return
    if forbidden := [act for act in acts if act in permissions.rails.never]:
        yield f"The plan needs to {' and '.join(forbidden)}, which your words forbid: it will be refused."
    standing = {refusal.verb for refusal in permissions.refusals if refusal.origin == origin}
    if never := [act for act in acts if act in standing]:
        yield f"The plan needs to {' and '.join(never)}, which you refused for good on {origin}: it will be refused."
    asked = [act for act in acts if act in EVERY_TIME and act not in permissions.rails.never and act not in never]
    if asked and not can_ask and not permissions.unsafe and origin not in permissions.trusted:
        remedy = f" Allow it with {flag('--trust', origin)}." if origin else ""
        yield f"The plan needs to {' and '.join(asked)}, and nobody can be asked here: it will be refused.{remedy}"
