"""Browsers: finding, starting and driving one. `open_browser` is the way in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from handrail.browser.backend.launch import open_browser
    from handrail.browser.options import BrowserOptions, Proxy

__all__ = ["BrowserOptions", "Proxy", "open_browser"]

_HOMES = {
    "BrowserOptions": "handrail.browser.options",
    "Proxy": "handrail.browser.options",
    "open_browser": "handrail.browser.backend.launch",
}


def __getattr__(name: str) -> Any:
    # Playwright is imported when a browser is opened, not when a name is looked up.
    if name not in _HOMES:
        raise AttributeError(f"module 'handrail.browser' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
