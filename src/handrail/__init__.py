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
    "handrail.agent": ("Agent", "RunResult"),
    "handrail.browser.types.errors": ("BrowserError",),
    "handrail.errors": ("HandrailError", "ModelError", "NoBrowser", "UsageError"),
    "handrail.results": ("Failed", "Ok", "Result", "ToolFailed"),
    "handrail.run_task": ("run",),
    "handrail.session": ("Session",),
    "handrail.session_browser": ("Browser",),
    "handrail.sync": ("SyncSession",),
    "handrail.trust": ("External",),
}


def __getattr__(name: str) -> Any:
    # The public names are imported when first used: `handrail --help` needs neither a browser nor a model.
    from importlib import import_module

    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module 'handrail' has no attribute {name!r}")
