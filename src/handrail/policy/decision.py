"""The three answers of policy. Each names the rule that gave it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Allow:
    """Go on. ``follow``: carry it out as a `goto` of this address instead. ``by``: the grant that allowed it."""

    rule: str
    follow: str | None = None
    by: str = ""


@dataclass(frozen=True, slots=True)
class Ask:
    """The user decides. Where nobody can answer, it is a no; ``remedy``, the flag that would allow it, is shown to the
    user alone."""

    rule: str
    question: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Deny:
    """No. ``reason`` and ``remedy`` are for the user; a model is told that the action is not permitted, and no more."""

    rule: str
    reason: str
    remedy: str = ""


Decision = Allow | Ask | Deny
