"""The first page of a run: the user's, the one that its plan names, or where an earlier run stood."""

from __future__ import annotations

from collections.abc import Callable

from handrail.agent.outcome import Ended
from handrail.conversation.past import Past
from handrail.errors import NoBrowser
from handrail.recovery import LOSSES
from handrail.session import Session
from handrail.tools.plan import Plan
from handrail.tools.result import Failed, Result


async def opened(session: Session, url: str | None, plan: Plan | None, notice: Callable[[str], None]) -> Result:
    """Open where the run begins, and observe it.

    Args:
        url: the user's own page; without one the plan's, and without that the page that is open.
        notice: told what user and model should know.

    Raises:
        Ended: it does not open.
    """
    result = await _by_plan(session, plan, notice) if url is None else None
    result = result or await _by_user(session, url)
    status = result.data.get("status")
    if isinstance(status, int) and status >= 400:
        notice(f"The page answered with HTTP status {status}.")
    return result


async def _by_plan(session: Session, plan: Plan | None, notice: Callable[[str], None]) -> Result | None:
    if plan is None or plan.url is None:
        return None
    # Made of trusted words only, so it may be read; the user did not name it, so nothing is written there.
    session.provenance.links.saw([plan.url])
    result = await session.perform("model", "goto", {"url": plan.url}, observe=True)
    if result.ok:
        return result
    notice(f"The plan's start page did not open. {result.error}")
    return None


async def _by_user(session: Session, url: str | None) -> Result:
    first = ("goto", {"url": url}) if url else ("page_info", {})
    result = await session.perform("user", *first, observe=True)
    if result.code in LOSSES and result.recoverable:
        # To go to a page is the one act that can be repeated as it is.
        result = await session.perform("user", *first, observe=True)
    if isinstance(result, Failed):
        raise Ended("error", f"The start page did not open. {result.error}", exit_code=lost_exit_code(result))
    return result


async def reopened(session: Session, past: Past) -> Result | None:
    """Open the page where a run stood, and show it; None where it does not open any more."""
    if not past.last_url or not await session.return_to(past.last_url):
        return None
    return await session.perform("user", "page_info", {}, observe=True)


def lost_exit_code(result: Result) -> int | None:
    """The exit code of a command whose browser is gone."""
    return NoBrowser.exit_code if result.code == "browser_lost" else None
