"""What an agent was given: its session, its models and how it works. What runs below the agent reads it here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from handrail.agent.limits import Limits
from handrail.agent.user_messages import UserMessages
from handrail.models.protocol import Model, OnText
from handrail.session import Session
from handrail.tools.core.plan import Plan

Planning = Literal["auto", "approve", "none"]
ApprovePlan = Callable[[Plan], Awaitable[bool | str]]
"""Shows the user a plan: True to go on, False to end the run, words to have it changed."""
Vision = Literal["never", "auto", "always"]
Pictures = Literal["never", "navigation", "change", "step"]


@dataclass(slots=True)
class AgentSettings:
    """The options of `handrail.agent.agent.Agent`, whose docstring explains them.

    Attributes:
        capable: ``model``, unless it is one that cannot write freely (`offline`, a script).
        planner, verifier: None where nobody plans, or checks the answer except by rules.
        approve_plan: None where the user is not asked.
        user_messages: words and pauses of the user while the agent runs.
    """

    session: Session
    model: Model
    capable: Model | None
    planner: Model | None
    verifier: Model | None
    approve_plan: ApprovePlan | None
    verify: int
    output_schema: dict[str, Any] | None
    vision: Vision
    pictures: Pictures
    limits: Limits
    keep_state: bool
    clip: Literal["batch", "each"]
    on_text: OnText | None
    on_reasoning: OnText | None
    user_messages: UserMessages = field(default_factory=UserMessages)
