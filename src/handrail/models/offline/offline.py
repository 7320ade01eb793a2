"""`offline`: rules instead of a model. It carries out direct instructions and questions, and rejects the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from handrail.models.offline.grammar.parse import parse
from handrail.models.offline.grammar.steps import Step, Unknown
from handrail.models.offline.grammar.words import listed
from handrail.models.offline.program import MAX_WAITS, Later, PageView, Program, ProgramTurn, Stop
from handrail.models.offline.task import carry_out
from handrail.models.protocol import Call, Message, ModelReply, OnText, ToolSpec, Usage, callable_names

if TYPE_CHECKING:
    from handrail.results import Observation

CAN_DO = (
    "Without a language model I carry out direct instructions (go to, click, type X into Y, select X from Y, check, "
    "press a key, upload, scroll, wait, search for X) and answer direct questions (how many X are there, is X on the "
    "page, where does the link X lead, list the X, read the table, what is the X of Y)."
)
CONFIGURE = (
    "For anything else configure a model: set a key such as ANTHROPIC_API_KEY or OPENAI_API_KEY, start Ollama, or name "
    "one with --model; `handrail doctor` says what it finds."
)
_ACTS = frozenset(
    listed(
        "goto new_tab back forward reload switch_tab click fill select check uncheck send_keys enter dialog hover", " "
    )
)


@dataclass(frozen=True, slots=True)
class Offline:
    """A rule-based stand-in for a model: it grounds words in the page and never makes up an answer."""

    name: str = "offline"
    context_window: int = 1_000_000

    async def respond(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec],
        *,
        observation: Observation | None = None,
        must_call: bool = False,  # noqa: ARG002
        on_text: OnText | None = None,  # noqa: ARG002
        on_reasoning: OnText | None = None,  # noqa: ARG002
    ) -> ModelReply:
        """The next call of the task, from the conversation so far and the page as it is now."""
        page = PageView.of(observation, callable_names(tools))
        call = next_call(parse(_task(messages)), _past(messages), page)
        return ModelReply((call,), usage=Usage())


def next_call(steps: Sequence[Step], past: Sequence[tuple[str, ProgramTurn]], page: PageView) -> Call:
    """The call that follows those in ``past``, given with their ids."""
    if reason := _not_understood(steps):
        return Call("abort", {"reason": reason}, id=f"s{len(past)}")
    _place(page, past)
    try:
        return _advance(carry_out(steps), dict(past), page)
    except Stop as stop:
        return Call("abort", {"reason": str(stop)}, id=f"s{len(past)}.stop")


def _advance(program: Program, past: dict[str, ProgramTurn], page: PageView) -> Call:
    """Replay the past calls through the program and let it choose the next one.

    A point whose call is not in the conversation, while a later one is, was one that had nothing to do.
    """
    reached = max((_point(ident) for ident in past), default=-1)
    choose, point = next(program), 0
    while True:
        turn = past.get(f"s{point}")
        if turn is None and point < reached:
            turn = ProgramTurn()
        elif turn is None:
            waits = page.waits = sum(1 for ident in past if ident.startswith(f"s{point}."))
            try:
                call = choose(page)
                if call is not None:
                    return replace(_offered(call, page), id=f"s{point}")
            except Later as later:
                if (helping := _help(page, waits)) is not None:
                    return replace(helping, id=f"s{point}.{waits}")
                # Thrown into the program, so that it can say what was done before.
                program.throw(Stop(_too_late(later, page)))
            except Stop as stop:
                program.throw(stop)
            turn = ProgramTurn()
        choose, point = program.send(turn), point + 1


def _help(page: PageView, waits: int) -> Call | None:
    """A call that helps before trying again: close an alert, or wait for what an act may still bring."""
    if page.dialog:
        return Call("dialog", {"accept": True}) if page.dialog == "alert" else None
    may_come = page.acted or not page.read or page.partial
    return Call("wait", {"seconds": 0.5 * 2**waits}) if may_come and waits < MAX_WAITS else None


def _too_late(later: Later, page: PageView) -> str:
    if page.dialog:
        return f"The page asks with a {page.dialog} dialog; say whether to accept or to dismiss it."
    return later.reason


def _offered(call: Call, page: PageView) -> Call:
    if call.name in page.offered:
        return call
    raise Stop(f"This takes the tool {call.name}, which is not available in this session.")


def _point(ident: str) -> int:
    return int(ident[1:].split(".")[0])


def _place(page: PageView, past: Sequence[tuple[str, ProgramTurn]]) -> None:
    for _, turn in past:
        if turn.call is not None and turn.call.name in _ACTS:
            page.acted = True
            page.used = turn.ref if turn.ref is not None else page.used


def _task(messages: Sequence[Message]) -> str:
    """The user's own words."""
    for message in messages:
        if message.role == "user" and (message.pinned or not any(other.pinned for other in messages)):
            return next((part for part in message.parts if isinstance(part, str)), "")
    return ""


def _past(messages: Sequence[Message]) -> list[tuple[str, ProgramTurn]]:
    """The calls made so far, by id, with their results."""
    results = {message.call_id: message.result for message in messages if message.role == "tool"}
    return [
        (call.id, ProgramTurn(call, results.get(call.id)))
        for message in messages
        if message.role == "assistant"
        for call in message.calls
        if call.id.startswith("s") and _is_point(call.id)
    ]


def _is_point(ident: str) -> bool:
    return ident[1:].split(".")[0].isdigit()


def _not_understood(steps: Sequence[Step]) -> str:
    """Why the task is rejected before its first step; empty where all of it is understood."""
    unknown = [step for step in steps if isinstance(step, Unknown)]
    if not steps:
        return f"There is nothing to do in this task. {CAN_DO}"
    if not unknown:
        return ""
    said = "; ".join(f"“{step.said}”" + (f" ({step.why})" if step.why else "") for step in unknown)
    return f"I do not understand {said}, so nothing was done. {CAN_DO} {CONFIGURE}"
