"""Browsers: finding, starting and driving one. `open_browser` is the way in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from handrail.browser.launch import open_browser
    from handrail.browser.types.network.proxy import Proxy
    from handrail.browser.types.options import BrowserOptions

__all__ = ["BrowserOptions", "Proxy", "open_browser"]

_HOMES = {
    "BrowserOptions": "handrail.browser.types.options",
    "Proxy": "handrail.browser.types.network.proxy",
    "open_browser": "handrail.browser.launch",
}


def __getattr__(name: str) -> Any:
    # Playwright is imported when a browser is opened, not when a name is looked up.
    if name not in _HOMES:
        raise AttributeError(f"module 'handrail.browser' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
