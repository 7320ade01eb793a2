"""Finds out whether an act can be done before a person is asked whether it may be."""

from __future__ import annotations

from handrail.calls.state import SessionState
from handrail.tools.core.table import Params, Record


async def check_possible(state: SessionState, record: Record, params: Params) -> None:
    """Raise the `BrowserError` that a call would fail with as the page stands."""
    ref = getattr(params, record.ref_fields[0], None) if record.ref_fields else None
    if ref is not None and state.tab.dialog is None:
        value = getattr(params, "value", None) if record.capability == "write" else None
        await state.tab.actions.check_possible(ref, record.capability, value)
