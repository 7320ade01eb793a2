"""Tools that a page registers itself: the page's own code runs, with what the model says to it."""

from __future__ import annotations

from handrail.messages import Sentence
from handrail.policy.decision import MAX_SHOWN, Ask, Decision, Deny, quoted
from handrail.policy.facts import CallRequest, Facts
from handrail.trust import one_line


def page_tools_are_asked(request: CallRequest, facts: Facts) -> Decision | None:
    """Promises G1 and G3. A tool does what its page likes, whatever it is called, so each call is asked for, with all
    of its arguments; only trust in the origin ends that. None takes a secret. What the page then sends is judged like
    what comes of a press that the user did not name."""
    tool = facts.page_tool
    if tool is None:
        return None
    if tool.holds_secret:
        return Deny("page_tools_are_asked", "What the model wants to tell a tool of the page holds a secret of yours.")
    if facts.acted_on in request.permissions.trusted:
        return None
    shown = {"tool": quoted(tool.name, 200), "site": one_line(facts.acted_on, 200)}
    question = Sentence("The model wants to use {tool}, a tool of the page on {site}, without arguments.", **shown)
    if tool.arguments:
        said = quoted(tool.arguments, MAX_SHOWN)
        question = Sentence(
            "The model wants to use {tool}, a tool of the page on {site}, with {arguments}.", **shown, arguments=said
        )
    return Ask("page_tools_are_asked", question, f"--trust {facts.acted_on}")
