"""What a tool needs of its session beside a browser, and the sentence for each that is missing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from handrail.browser.types.options import BrowserOptions
from handrail.options import flag_and_keyword
from handrail.session_options import TURNS_ON, SessionOptions

if TYPE_CHECKING:
    from handrail.tools.core.table import Record

_UNMET = {
    "model": "{name} needs a language model, and none is configured.",
    "uploads": "{name} is off: no folder and no address is allowed for uploads.",
    "secrets": "{name} is off: no secret is named.",
    "person": "{name} is off: nobody is there to answer.",
    "values": "{name} is off: nobody is there to give values.",
    "search": "{name} is off: no search provider is chosen, or in ask mode one that is searched in a tab.",
    "tabstack": "{name} is off: no key for Tabstack is given.",
    "page_tools": "{name} is off: pages may not offer tools.",
    "vision": "{name} is off: the model is shown no pictures.",
    "plan": "{name} is off: this run has no plan.",
}


def turning_on(record: Record) -> str:
    """Return the hint by which option a session has what a tool needs; empty where there is none."""
    flags = next((TURNS_ON[need] for need in record.needs if need in TURNS_ON), "")
    return f"Turn it on with {flag_and_keyword(flags, SessionOptions, BrowserOptions)}." if flags else ""


def hint_to_allow(flags: str) -> str:
    """Return the hint that these flags, or keywords of a program, allow what was refused."""
    return f"Allow it with {flag_and_keyword(flags, SessionOptions, BrowserOptions)}." if flags else ""


def unmet_need(record: Record, met: Mapping[str, bool]) -> str | None:
    """Return what a tool needs and its session does not have, as a sentence; None when it can be used. ``met``: needs
    that a session knows, and whether it meets them."""
    # Fail closed: a need that the session does not know is not met.
    need = next((need for need in record.needs if not met.get(need, False)), None)
    if need is None:
        return None
    return _UNMET.get(need, "{name} needs {need}, which this session does not have.").format(
        name=record.name, need=need
    )
