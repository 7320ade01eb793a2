"""What an agent is given: its session, its models, how it works, and a task."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, Literal

from handrail.agent.conversation.system_prompt import describe_today
from handrail.errors import ModelError, UsageError
from handrail.models.choose import to_model
from handrail.models.protocol import Model, OnText, reads_documents
from handrail.models.providers.names import BUILT_IN
from handrail.runs.resume import ResumedRun
from handrail.session import Session
from handrail.tools.core.plan import Plan

if TYPE_CHECKING:
    from handrail.tools.support.json_schema import OutputSchema


class UserMessages:
    """Messages that the run has not read yet, and whether it is paused."""

    def __init__(self) -> None:
        self._words: list[str] = []
        self.may_go_on = asyncio.Event()
        """Set unless the user holds the run. The call under way is finished all the same."""
        self.may_go_on.set()

    @property
    def waiting(self) -> str:
        """Return why calls decided on earlier are not carried out now; empty where they are."""
        if not self.may_go_on.is_set():
            return "the user holds the run"
        return "the user has said something" if self._words else ""

    def tell(self, text: str) -> None:
        """Add a message; the run reads it before its next call."""
        self._words.append(text)

    def take(self) -> list[str]:
        """Return and remove the unread messages."""
        words, self._words = self._words, []
        return words


Planning = Literal["auto", "approve", "none"]
ApprovePlan = Callable[[Plan], Awaitable[bool | str]]
"""Shows the user a plan: True to go on, False to end the run, words to have it changed."""
Vision = Literal["never", "auto", "always"]
Pictures = Literal["never", "navigation", "change", "step"]


@dataclass(frozen=True, slots=True)
class Task:
    """The user's words, values and start page, and the run that this one goes on with."""

    words: str
    data: Any = None
    url: str | None = None
    past: ResumedRun | None = None


@dataclass(eq=False)
class AgentSettings:
    """The options of `handrail.agent.agent.Agent`, whose docstring explains them, and what follows from them.

    Attributes:
        capable: ``main``, unless it is one that cannot write freely (`offline`, a script).
        planning_model, verifying_model: None where nobody plans, or checks the answer except by rules.
        approve_plan: once resolved, None where the user is not asked.
        schema: ``output_schema``, ready for use.
        user_messages: words and pauses of the user while the agent runs.
    """

    session: Session
    _: KW_ONLY
    model: Model | str | None = None
    planner: Model | str | None = None
    verifier: Model | str | None = None
    plan: Planning = "auto"
    approve_plan: ApprovePlan | None = None
    verify: int = 2
    output_schema: dict[str, Any] | None = None
    vision: Vision = "auto"
    pictures: Pictures = "never"
    max_steps: int = 50
    max_errors: int = 5
    max_tokens: int | None = None
    max_cost: float | None = None
    timeout: float | None = 1800.0
    keep_state: bool = True
    on_text: OnText | None = None
    on_reasoning: OnText | None = None

    def __post_init__(self) -> None:
        self.session.state.refuse_plain_text(for_model=True)
        self.session.state.vision = self.vision != "never"
        main = self.model or self.session.model
        if main is None:
            raise ModelError("The agent has no model.", hint="Give it one: Agent(session, model=...).")
        if self.plan == "approve" and self.approve_plan is None:
            raise UsageError("Nobody can approve the plan.", hint="Give approve_plan=..., or plan='auto'.")
        self.main = main = to_model(main)
        self.session.state.reads_documents = lambda: reads_documents(main)
        self.capable = main if main.name not in BUILT_IN else None
        planner = self.planner and to_model(self.planner)
        self.planning_model = (planner or self.capable) if self.plan != "none" else None
        self.verifying_model = (self.verifier and to_model(self.verifier)) or self.capable
        if self.plan == "approve" and self.planning_model is None:
            raise UsageError(f"There is no plan to approve: {main.name} makes none.", hint="Choose another model.")
        if self.plan != "approve":
            self.approve_plan = None
        self.schema = load_schema(self.output_schema) if self.output_schema is not None else None
        self.user_messages = UserMessages()

    @property
    def today(self) -> str:
        """The date as models are told it."""
        options = self.session.state.browser_options
        return describe_today(options.get("timezone"), options.get("locale"))


def load_schema(schema: dict[str, Any]) -> OutputSchema:
    """Return a user's JSON Schema, ready for use. Raises `UsageError`: it cannot be used."""
    # Three megabytes that most runs never need.
    from handrail.tools.support.json_schema import BadSchema, OutputSchema

    try:
        return OutputSchema(schema)
    except BadSchema as bad:
        raise UsageError(f"The output schema cannot be used: {bad.reason}.", hint=bad.said) from bad
