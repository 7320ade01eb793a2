"""Makes the failures of calls that were not permitted, or that the browser could not carry out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from handrail.browser.clock import loop_time
from handrail.browser.types.acts import ActionEffects
from handrail.browser.types.errors import NOTHING_DONE, BrowserError, BrowserLost, TabLost
from handrail.policy import Ask, Decision, Deny
from handrail.policy.decision import STANDING
from handrail.policy.facts import Caller
from handrail.policy.requests.facts import RequestFacts
from handrail.results import Failed, Ok, Result
from handrail.tools.core.context import Context
from handrail.tools.core.handler_results import Handler
from handrail.tools.core.needs import hint_to_allow
from handrail.tools.core.table import Params
from handrail.trust import plain

if TYPE_CHECKING:
    # An MCP server starts without Playwright.
    from handrail.browser.tabs.tabs import PlaywrightTabs


def refusal(caller: Caller, decision: Decision, *, can_ask: bool) -> Failed:
    """Return the failure of a call that is not permitted. Only the user learns why, and what would allow it."""
    declined = can_ask and isinstance(decision, Ask)
    match decision:
        case Deny(rule) if caller == "model" and rule == STANDING:
            return Failed("not_permitted", "The user refuses this here, for good.", recoverable=False)
        case Deny(_, reason, remedy) if caller == "user":
            return Failed("not_permitted", reason, hint=hint_to_allow(remedy))
        case Ask(_, question, remedy) if caller == "user":
            return Failed("not_permitted", f"Not approved: {question}", hint=hint_to_allow(remedy))
        case _:
            return Failed("not_permitted", "This action is not permitted.", recoverable=False, declined=declined)


def timed_out(name: str, seconds: float) -> Failed:
    """Return the failure of a call that took all the time that it had."""
    return Failed(
        "timeout",
        f"{name} did not finish within {seconds:.0f} s; what it did so far is uncertain.",
        hint="Look at the page before anything else.",
    )


METHODS = frozenset(("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"))


def unless_stopped(result: Ok, requests: Sequence[RequestFacts], *, declined: bool) -> Result:
    """Return the failure of an act whose requests were stopped. On the page it may have done what needs none: text that
    a field holds was put in, so that stays a success. ``declined``: the user said no to one of them."""
    if result.data.get("mismatch") is False and "submitted" not in result.data:
        return result
    # A page may call its methods what it likes, in words for the model.
    methods = dict.fromkeys(one if (one := facts.request.method) in METHODS else "another method" for facts in requests)
    return Failed(
        "not_permitted",
        f"What the page wanted to send ({', '.join(methods)}) is not permitted and was stopped: that did not happen.",
        recoverable=False,
        declined=declined,
    )


def failed_download(after: ActionEffects) -> Failed | None:
    """Return the failure of an act that only asked for files, none of which came; None of any other."""
    files = [plain(file) for file in after.downloads]
    # What was sent may have taken effect, also where its answer is the file: that is not to be done twice.
    went_on = after.navigated_to or after.dialog or after.opened or after.closed or after.changed
    if (
        not files
        or went_on
        or after.stopped
        or after.sent
        or any(file["state"] not in ("failed", "too_large") for file in files)
    ):
        return None
    return Failed(
        "download_failed",
        f"No file came. {files[0]['why']}",
        hint="Trying once more may help. Otherwise say what did not come.",
    )


async def carry_out(handler: Handler, context: Context, params: Params, tabs: PlaywrightTabs) -> Result:
    """Return the result of a handler. If it acted on a page before it failed, that is a failure like others, so that
    what came of its acts is reported with it.

    Raises:
        BrowserError: it failed before it acted, or the tab or browser is lost.
    """
    began = loop_time()
    try:
        return await handler(context, params)
    except (BrowserLost, TabLost):
        raise
    except BrowserError as error:
        if not any(tab.core.acted_at >= began for tab in tabs.all()):
            raise
        failed = failure(error)
        what = failed.error.removesuffix(NOTHING_DONE)
        return failed if what == failed.error else replace(failed, error=f"{what}; the acts before that were done.")


def failure(error: BrowserError) -> Failed:
    """Return the failure that a browser's error means."""
    return Failed(error.code, error.message, error.hint, error.details, error.recoverable)
