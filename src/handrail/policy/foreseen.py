"""What rules will certainly refuse of a plan, before anything is done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from handrail.policy.decision import flag
from handrail.policy.permissions import EVERY_TIME, Permissions

_FREED_BY_WORDS = frozenset(("submit", "send", "access", "upload"))
"""What nobody is asked about where the user's words ask for it."""


def foreseen_questions(
    acts: Sequence[str] | None, origin: str | None, permissions: Permissions, held_back_by: str
) -> Iterator[str]:
    """Yield why a plan's acts are asked, though the user seems to ask for them; ``acts``: None where no plan says them;
    ``held_back_by``: the words that are not understood, "" where all are. On an origin that is trusted nothing is
    asked."""
    is_freed = permissions.unsafe or origin in permissions.trusted
    if held_back_by and not is_freed and (acts is None or not _FREED_BY_WORDS.isdisjoint(acts)):
        why = f"the rules do not understand “{held_back_by}”, and it might forbid them"
        yield f"Sending, sharing and uploading are asked each time: {why}."


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
