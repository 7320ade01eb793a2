"""Handrail: a web agent that is small, fast, and safe by construction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from handrail.agent import Agent, RunResult
    from handrail.browser.types.errors import BrowserError
    from handrail.errors import HandrailError, ModelError, NoBrowser, UsageError
    from handrail.results import Failed, Ok, Result, ToolFailed
    from handrail.run_task import run
    from handrail.session import Session
    from handrail.session_browser import Browser
    from handrail.sync import SyncSession
    from handrail.trust import External

__all__ = [
    "Agent",
    "Browser",
    "BrowserError",
    "External",
    "Failed",
    "HandrailError",
    "ModelError",
    "NoBrowser",
    "Ok",
    "Result",
    "RunResult",
    "Session",
    "SyncSession",
    "ToolFailed",
    "UsageError",
    "run",
]
__version__ = "0.1.0"

_HOMES = {
    "Agent": "handrail.agent",
    "Browser": "handrail.session_browser",
    "BrowserError": "handrail.browser.types.errors",
    "External": "handrail.trust",
    "Failed": "handrail.results",
    "HandrailError": "handrail.errors",
    "ModelError": "handrail.errors",
    "NoBrowser": "handrail.errors",
    "Ok": "handrail.results",
    "Result": "handrail.results",
    "RunResult": "handrail.agent",
    "run": "handrail.run_task",
    "Session": "handrail.session",
    "SyncSession": "handrail.sync",
    "ToolFailed": "handrail.results",
    "UsageError": "handrail.errors",
}


def __getattr__(name: str) -> Any:
    # The public names are imported when first used: `handrail --help` needs neither a browser nor a model.
    if name not in _HOMES:
        raise AttributeError(f"module 'handrail' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
