"""Explains why an address did not open, in one sentence each."""

from __future__ import annotations

import json
import re
from importlib import resources
from typing import Any

from handrail.browser.types.errors import NavigationFailed

STATUSES_WITHOUT_PAGE = (204, 205)
"""HTTP statuses after which a browser stays where it is."""
_REASONS: list[dict[str, Any]] = json.loads(
    (resources.files("handrail.browser.page") / "navigation_errors.json").read_text("utf-8")
)
"""What Chromium (net::ERR_…) and Firefox (NS_ERROR_…, SEC_ERROR_…) report, as patterns; the first match counts.
``never_sent``: there was no connection yet by which a request could leave."""


def failure(reported: str, status: int | None) -> NavigationFailed:
    """Return the error for what a browser ``reported`` about an address; ``status``: of an answer without a page."""
    if status in STATUSES_WITHOUT_PAGE:
        return NavigationFailed(
            f"The server answered without a page (HTTP {status}).", hint="The page that was open before is still there."
        )
    if (reason := _reason(reported)) is not None:
        return NavigationFailed(reason["error"], hint=reason["hint"])
    return NavigationFailed(
        "The browser could not open the page.",
        hint="Check the address; if it is right, the site or the network is down.",
    )


def may_be_taken(reported: str) -> bool:
    """Return whether a server may have taken a request that failed so: it may have left before that."""
    reason = _reason(reported)
    return reason is None or not reason.get("never_sent", False)


def _reason(reported: str) -> dict[str, Any] | None:
    return next((reason for reason in _REASONS if re.search(reason["pattern"], reported)), None)


def no_answer(seconds: float) -> NavigationFailed:
    """Return the error that the server did not answer within ``seconds``."""
    return NavigationFailed(f"The server did not answer within {seconds:.0f} s.", hint="Try again, or another address.")


def shows_error_page(message: str) -> bool:
    """Return whether a browser shows an error page of its own after this failure. It comes a little later."""
    return re.search(r"ABORTED|invalid URL|invalid argument|interrupted|BLOCKED_BY", message) is None
