"""Reads what a call chooses and which keys it presses from its parameters, and tells policy of the call."""

from __future__ import annotations

from collections.abc import Sequence

from handrail.browser.types.facts import ElementFacts
from handrail.browser.types.keys import presses as can_press
from handrail.calls.state import SessionState
from handrail.policy.facts import Caller, CallRequest, Effect
from handrail.tools.core.table import Params, Record


def request_of(
    state: SessionState, caller: Caller, record: Record, effect: Effect, *, follows_choice: bool = False
) -> CallRequest:
    """Return a call as policy sees it."""
    return CallRequest(
        caller, state.mode, record.name, effect, record.capability, record.ask, state.permissions, follows_choice
    )


def chosen_in(record: Record, params: Params) -> tuple[str, ...]:
    """Return the options of a list that a call chooses."""
    values = getattr(params, record.value_field or "", ()) if record.capability == "select" else ()
    return (values,) if isinstance(values, str) else tuple(values)


def times_pressed(params: Params, keys: Sequence[str]) -> int:
    """Return how often a call with these keys presses what it acts on."""
    return max(getattr(params, "count", 1), sum(map(can_press, keys)))


def may_choose(keys: Sequence[str]) -> bool:
    """Return whether keys may press or choose what has the focus: Escape leaves it."""
    return any(key != "Escape" for key in keys)


def keys_in(record: Record, params: Params, element: ElementFacts | None) -> tuple[str, ...]:
    """Return the keys that a call presses, one by one. A text that is typed where none can stand is as many keys: its
    blanks press a button, its letters are shortcuts of a page."""
    if record.capability == "write" and getattr(params, "appends", False):
        stands = element is None or element.kind in ("text", "editable")
        typed = () if stands else getattr(params, record.value_field or "")
        return tuple("Space" if char == " " else char for char in typed)
    if record.capability != "press":
        return ()
    from handrail.browser.actions.keys import parse

    keys = getattr(params, record.value_field, None) if record.value_field else "Enter"
    return tuple(parse([keys] if isinstance(keys, str) else keys or ()))
