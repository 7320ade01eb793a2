"""The plan, made before any page is read: from the user's words alone, so that no page has a say in it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, BeforeValidator, Field, ValidationError

from handrail.agent.conversation.system_prompt import describe_data, read_prompt
from handrail.agent.ending import RunEnd
from handrail.agent.settings import AgentSettings, Task
from handrail.agent.start import add_words
from handrail.calls.human_input import waited_for
from handrail.events.kinds import NoticeEvent, PlanEvent
from handrail.models.protocol import Message, Model, Part, ToolSpec
from handrail.policy import origin_of
from handrail.policy.foreseen import foreseen_questions, foreseen_refusals
from handrail.session import Session
from handrail.texts.shortening import as_written
from handrail.tools.core.plan import Plan
from handrail.tools.core.tool_specs import lean
from handrail.trust import External

MOST_WISHES = 5
"""Times that a user may have the plan changed before it is approved."""
Sentence = Annotated[str, Field(min_length=1, max_length=600)]
# Small models write a sentence in place of a list.
Sentences = Annotated[tuple[Sentence, ...], BeforeValidator(lambda given: [given] if isinstance(given, str) else given)]
Act = Literal["submit", "send", "pay", "delete", "access", "upload", "download"]


def _known_acts(given: Any) -> list[Any]:
    """Return the acts that are ours: what a plan foresees only warns, and is no reason to make another."""
    return [one for one in given if one in get_args(Act)] if isinstance(given, list) else []


# A docstring would be part of each request; `prompts/plan.md` tells the model what goes where.
class _Form(BaseModel):
    criteria: Sentences = Field(min_length=1, max_length=12)
    steps: Sentences = Field(min_length=1, max_length=20)
    url: Annotated[str, Field(max_length=2_000, pattern=r"^https?://[^\s/]")] | None = None
    acts: Annotated[tuple[Act, ...], BeforeValidator(_known_acts)] = ()
    changes: Sentences = Field(default=(), max_length=12)


_SPEC = ToolSpec("plan", "Hand over the plan.", lean(_Form.model_json_schema()))


async def plan_run(settings: AgentSettings, task: Task) -> Plan | None:
    """Return the plan that a run works by, its own or that of the run it goes on with; what is to be changed by it is
    trusted, and the user is told what of it rules will refuse.

    Raises:
        ModelError: the model cannot answer.
        RunEnd: the user does not want any plan that was offered, or there is none to be asked about.
    """
    session, past = settings.session, task.past
    plan = await _accepted_plan(settings, task) if past is None or past.plan_is_open else past.plan
    session.plan.current = plan
    origin = origin_of(task.url or (plan.url if plan is not None else None) or "")
    said = as_written(session.provenance.words.held_back_by, task.words)
    for text in foreseen_questions(None if plan is None else plan.acts, origin, session.permissions, said):
        session.events.emit(NoticeEvent(text=text))
    if plan is None:
        return None
    for change in plan.changes:
        session.provenance.planned.add_text(change)
    may_act, can_ask = session.mode != "ask", session.approve is not None
    for text in foreseen_refusals(plan.acts, origin, session.permissions, may_act=may_act, can_ask=can_ask):
        session.events.emit(NoticeEvent(text=text))
    return plan


async def _accepted_plan(settings: AgentSettings, task: Task) -> Plan | None:
    """Return a new plan, agreed to by the user where they want to be asked; None where none is made."""
    if settings.planning_model is None:
        return None
    session = settings.session
    planner = session.metered(settings.planning_model, "plan")
    words = "\n".join((task.words, *(task.past.words if task.past is not None else ())))
    asked: list[Part] = [words, *describe_data(task.data)]
    if names := ", ".join(session.vault.names()):
        asked.append(f"Values that can be filled in and that no model sees, by name: {names}")
    if settings.output_schema is not None:
        asked.append(f"The answer has data that fits this JSON Schema: {json.dumps(settings.output_schema)}")
    asked.append(f"The browser begins at {task.url}." if task.url else "No start page was named.")
    wishes: list[Part] = []
    for _ in range(MOST_WISHES + 1):
        plan = await _make_plan(planner, [*asked, *wishes, f"Today is {settings.today}."], has_url=bool(task.url))
        if plan is None and settings.approve_plan is not None:
            raise RunEnd("error", "The model made no usable plan to agree to. Run it again, or with another model.")
        if plan is None:
            session.events.emit(NoticeEvent(text="The model made no usable plan; the run goes on without one."))
            return None
        session.events.emit(PlanEvent(**asdict(plan)))
        with waited_for():
            answer = await settings.approve_plan(plan) if settings.approve_plan else True
        if answer is True:
            return plan
        if answer is False:
            break
        add_words(session, answer)
        wishes += ["Your plan was:\n" + plan.text, f"The user wants it changed: {answer}"]
    raise RunEnd("cancelled", "The plan was not approved.")


async def _make_plan(model: Model, asked: Sequence[Part], *, has_url: bool) -> Plan | None:
    """Ask for a plan; return None where the model gave none that can be used, twice."""
    messages = [Message("system", [read_prompt("plan")]), Message("user", list(asked))]
    for _ in range(2):
        reply = await model.respond(messages, [_SPEC], must_call=True)
        fault = "Call the tool `plan`."
        if (given := next((call.params for call in reply.calls if call.name == _SPEC.name), None)) is not None:
            try:
                form = dict(_Form.model_validate(given))
                return Plan(**form | ({"url": None} if has_url else {}))
            except ValidationError as error:
                first = error.errors()[0]
                where = ".".join(map(str, first["loc"]))
                fault = f"The plan cannot be used: {where}: {first['msg']}. Call `plan` again."
        messages += [Message("assistant", [reply.text or "(no plan)"]), Message("user", [fault])]
    return None


def emit_revised_plan(session: Session, reason: str) -> Plan:
    """Emit the plan that the model has just made in place of another, and return it."""
    plan = session.plan.current
    assert plan is not None, "a plan was revised that is not there"
    session.events.emit(PlanEvent(**asdict(plan), reason=External(reason, "model", "notes")))
    return plan
