"""What the user's yes to a request covers, and questions about requests that came when nobody could be asked."""

from __future__ import annotations

from handrail.calls.human_input import Approve
from handrail.calls.state import SessionState
from handrail.policy.requests.facts import RequestFacts
from handrail.policy.requests.judge import OF_CONSEQUENCE, UNREAD
from handrail.policy.words.consequences import verbs


def covered_by_approval(facts: RequestFacts, rule: str) -> tuple[object, ...]:
    """Return what else an approval of this request covers in the same act: its like. For a payment that is only the
    same request; for a deletion also what lies beside it, so that deleting three files is asked once."""
    origin, method, path, names = facts.shape
    found = verbs(facts.evidence)
    if method == "DELETE":
        return facts.from_origin, origin, method, path.rpartition("/")[0], names, *found
    if found == ["delete"]:
        return facts.from_origin, facts.shape
    return (facts.from_origin, facts.whole if rule in (OF_CONSEQUENCE, UNREAD) else facts.shape)


async def ask_about_late_requests(state: SessionState, approve: Approve) -> None:
    """Ask the user, as a call begins, about requests that pages sent by themselves since the last one and that were
    stopped; after the first no, about no others."""
    questions = {key: ask for key, ask in state.late_requests.items() if ask is not None}
    state.late_requests |= dict.fromkeys(questions)
    for ask in questions.values():
        if not await ask(approve):
            return
