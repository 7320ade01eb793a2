"""A change that nobody has seen to happen, and why."""

from __future__ import annotations

from dataclasses import dataclass

from handrail.trust import External

SAID = 300


@dataclass(frozen=True, slots=True)
class Unverified:
    """A change that was not seen to have happened.

    Args:
        step: of the call.
        what: the call, in our own words.
        why: it does not count as seen.
        shows: what would show it.
        said: the page's own words that decide.
        unsent: it stands in a form that was not sent, which is all that some tasks ask for.
    """

    step: int
    what: str
    why: str
    shows: str = "Look at what the page says, and do it again."
    said: str = ""
    unsent: bool = False

    @property
    def reason(self) -> External:
        """As the agent is told of it. The page's words make it text from outside."""
        said = f" ({self.said[:SAID]})" if self.said else ""
        return External(f"Step {self.step}, {self.what}: {self.why}{said}. {self.shows}", "run", "validator-feedback")
