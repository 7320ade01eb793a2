"""What the user's yes to a request covers, and requests that came when nobody could be asked."""

from __future__ import annotations

from contextlib import suppress

from handrail.browser.clock import loop_time
from handrail.browser.types.errors import BrowserError
from handrail.calls.state import SessionState
from handrail.policy.requests.facts import RequestFacts
from handrail.policy.requests.judge import OF_CONSEQUENCE, UNREAD


def covered_by_approval(facts: RequestFacts, rule: str) -> tuple[object, ...]:
    """Return what else an approval of this request covers in the same act: its like. For a payment that is only the
    same request; for a deletion also what lies beside it, so that deleting three files is asked once."""
    origin, method, path, names = facts.shape
    found = facts.verbs
    if method == "DELETE":
        return facts.from_origin, origin, method, path.rpartition("/")[0], names, *found
    if found == ("delete",):
        return facts.from_origin, facts.shape
    return (facts.from_origin, facts.whole if rule in (OF_CONSEQUENCE, UNREAD) else facts.shape)


async def send_held_requests(state: SessionState) -> None:
    """Judge, as a call of a model begins, what pages sent since the last one and the browser holds, and wait until the
    active tab shows what came of the answers."""
    begun_at = loop_time()
    if await state.open_call.judge_held() and (tab := state.tabs.active_or_none) is not None:
        with suppress(BrowserError):
            await tab.settle(begun_at)
