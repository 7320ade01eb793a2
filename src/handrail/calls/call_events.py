"""Emits the events of one call: how it was judged, and its result."""

from __future__ import annotations

from typing import Any

from handrail.browser.types.facts import ElementFacts
from handrail.calls.state import SessionState
from handrail.events.kinds import DecisionEvent, ResultEvent, ScreenshotEvent
from handrail.events.parts import EventTarget
from handrail.policy import Ask, Decision, Deny
from handrail.policy.facts import Caller
from handrail.results import Result, Target
from handrail.tools.core.table import Record
from handrail.trust import External, one_line


def emit_decision(
    state: SessionState,
    caller: Caller,
    tool: str,
    decision: Decision,
    *,
    allowed: bool,
    can_ask: bool = True,
    **of_request: Any,
) -> None:
    """Emit how a call was judged, or a request that came of it, and whether it goes on."""
    data = {"tool": tool, "caller": caller, "rule": decision.rule, "allowed": allowed, **of_request}
    match decision:
        case Deny(_, reason, remedy) | Ask(_, reason, remedy):
            is_refused = isinstance(decision, Ask) and not allowed
            answers = {"unheard": is_refused and not can_ask, "declined": is_refused and can_ask}
            data |= {"reason": reason, "remedy": remedy, **answers}
    state.events.emit(DecisionEvent(**data))


def target_of(element: ElementFacts) -> Target:
    """Return what a call acted on, as its result has it."""
    place = (element.item if element.in_row or not element.name.raw.strip() else None) or element.near
    return Target(element.role, element.name, element.kind, element.form, element.nonce, element.downloads, place)


def emit_result(
    state: SessionState,
    caller: Caller,
    called: tuple[str, Record | None, dict[str, Any]],
    element: ElementFacts | None,
    result: Result,
    seconds: float,
) -> None:
    """Emit the result of a call on an element, also if the call never started; ``called``: the name that was called,
    its record if there is one, and its parameters."""
    name, record, raw = one_line(called[0], 60), *called[1:]
    if result.attachments:
        state.events.emit(ScreenshotEvent(tool=name, attachments=result.attachments))
    params, target = shown_params(record, raw, element), result.target
    box = element.box if element is not None else None
    state.events.emit(
        ResultEvent(
            tool=name,
            caller=caller,
            params=params,
            label={key: params[key] for key in (record.label_keys if record else ()) if key in params},
            label_text=record.label if record else "",
            target=EventTarget(target.role, _called(target), box) if target is not None else None,
            seconds=round(seconds, 3),
            result=result.to_dict(),
        )
    )


def _called(target: Target) -> External:
    """Return the name of an element; of one without, the words near it."""
    return target.name if target.name.raw.strip() or target.place is None else target.place


def shown_params(record: Record | None, params: dict[str, Any], element: ElementFacts | None) -> dict[str, Any]:
    """Return the parameters as logs and listeners see them: without values for password and card fields."""
    field = record.value_field if record else None
    if field in params and element is not None and element.sensitive:
        return {**params, field: "•••"}
    return params
