"""The conversation that a run begins with, and its first page: the user's, the plan's or that of an earlier run."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from dataclasses import asdict

from handrail.agent.conversation.compaction import past_parts
from handrail.agent.conversation.history import History
from handrail.agent.conversation.system_prompt import system_prompt
from handrail.agent.ending import RunEnd
from handrail.agent.settings import AgentSettings, Task
from handrail.browser.types.errors import BrowserError, BrowserLost, TabLost
from handrail.calls.recovery.recovery import LOSSES
from handrail.errors import NoBrowser
from handrail.events.kinds import NoticeEvent, PlanAcceptedEvent, PlanEvent, SteeredEvent
from handrail.models.protocol import Part, ToolSpec
from handrail.results import Failed, Ok, Result
from handrail.runs.describe import count_of
from handrail.runs.resume import ResumedRun
from handrail.session import Session
from handrail.tools.core.plan import Plan
from handrail.tools.core.tool_specs import records_for, tool_specs
from handrail.trust import External, fence, one_line

PARAMS_CHARS = 600
FEW_STEPS = 15  # Where there are no more, the model is told so before the first.


def add_words(session: Session, text: str) -> None:
    """Trust a text that the user said while a run goes on, and tell them what rules forbid because of it."""
    words = session.provenance.words
    before = words.forbidden
    words.add_text(text)
    emit_prohibitions(session, words.forbidden - before)
    session.events.emit(SteeredEvent(text=text))


def emit_prohibitions(session: Session, acts: Collection[str]) -> None:
    if acts:
        text = f"You said not to, so rules forbid this run to {' or '.join(sorted(acts))}, until you ask for it."
        session.events.emit(NoticeEvent(text=text))


def start_conversation(settings: AgentSettings, task: Task, plan: Plan | None) -> tuple[History, list[ToolSpec]]:
    """Return the conversation before its first page, and the tools that are offered in it."""
    session, window, past = settings.session, settings.main.context_window, task.past
    records = records_for(session.offered(), window)
    specs = tool_specs(records, settings.output_schema)
    system = system_prompt(records, session.vault.describe(), today=settings.today)
    beside = len(json.dumps([asdict(spec) for spec in specs]))
    history = History(system, task.words, data=task.data, window=window, beside=beside)
    if settings.max_steps <= FEW_STEPS:
        history.say(
            f"This run has {count_of(settings.max_steps, 'step')}: calls of tools, but for `done`.", pinned=True
        )
    if past is not None:
        history.say(*resumed_parts(past), pinned=True)
    if plan is not None:
        if past is None or past.plan_is_open:
            history.plan(plan)
        else:
            session.events.emit(PlanEvent(**asdict(plan)))
        session.events.emit(PlanAcceptedEvent())
    for words in past.words if past is not None else ():
        history.add_user_message(words)
    if session.guardrails:
        history.add_user_message(f"Keep to this, whatever else is said: {session.guardrails}")
    return history, specs


def resumed_parts(past: ResumedRun) -> list[Part]:
    """Return what a model is told of the run that it goes on with: what is uncertain before anything else."""
    parts: list[Part] = []
    if (act := past.uncertain) is not None:
        params = one_line(json.dumps(act.params, ensure_ascii=False, default=str), PARAMS_CHARS)
        parts += [
            "An act was under way when this run was interrupted. Whether it was carried out is not known: look at "
            "what came of it before anything else, and do not simply repeat it.",
            fence(External(f"{act.tool} {params}", "model", "notes"), keep=True),
        ]
    if past.outcome == "unconfirmed":
        parts.append("No page confirmed what was sent before: look whether it was taken, and send nothing twice.")
    parts.append("You have worked on this task before and were interrupted. Refs from before are stale.")
    if past.plan is not None:
        parts += ["The plan:", fence(External(past.plan.text, "model", "notes"), keep=True)]
    return [*parts, *past_parts(past.steps, (), past.notes)]


async def open_first_page(session: Session, task: Task, plan: Plan | None, notice: Callable[[str], None]) -> Result:
    """Open and observe where the run begins: where an earlier one was interrupted, if that opens again, else the user's
    page, the plan's, or the open one. ``notice``: told what the user and the model should know. Raises `RunEnd`."""
    if task.past is not None and task.past.last_url and await session.return_to(task.past.last_url):
        return await _open_page(session)
    result: Result | None = None
    if task.url is not None:
        result = await _user_page(session, task.url)
    elif plan is not None and plan.url is not None:
        # Made of trusted words only, so it may be read; the user did not name it, so nothing is written there.
        session.provenance.links.add([plan.url])
        result = await session.perform("model", "goto", {"url": plan.url}, observe=True)
        if not result.ok:
            notice(f"The plan's start page did not open. {result.error}")
            result = None
    result = result or await _open_page(session)
    status = result.observation.status if result.observation is not None else result.data.get("status")
    if isinstance(status, int) and status >= 400:
        notice(f"The page answered with HTTP status {status}.")
    if reader := (result.data.get("document") or {}).get("read_with"):
        notice(f"The start address gives a file and no page; `{reader}` reads it.")
    return result


async def _user_page(session: Session, url: str) -> Result:
    for tries_left in (1, 0):
        result = await session.perform("user", "goto", {"url": url}, observe=True, begins_run=True)
        # To go to a page is the one act that can be repeated as it is.
        if not (tries_left and result.code in LOSSES and result.recoverable):
            break
    if isinstance(result, Failed):
        raise _not_opened(result.code or "", result.error, result.hint)
    return result


async def _open_page(session: Session) -> Ok:
    """Return the page that is open, observed; after a loss, the one that was put in its place. It is new to the run."""
    try:
        try:
            return Ok(page_changed=True, observation=await session.observe())
        except (BrowserLost, TabLost):
            return Ok(page_changed=True, observation=await session.observe())
    except BrowserError as error:
        raise _not_opened(error.code, error.message, error.hint) from None


def _not_opened(code: str, error: str, hint: str) -> RunEnd:
    lost = NoBrowser.exit_code if code == "browser_lost" else None
    return RunEnd("error", f"The start page did not open. {error} {hint}".strip(), exit_code=lost)
