"""The calls of one turn, and how many of them are carried out."""

from __future__ import annotations

from handrail.calls.pipeline import Observe
from handrail.models.protocol import Call
from handrail.results import Result
from handrail.tools.core.table import Table


class Turn:
    """The calls of one answer of a model, which decided on all of them before any was carried out.

    After a change of page those that only read go on, on the new page: that changes nothing, and saves a turn. So do
    addresses that are opened one after the other, each for what is read there. What acts, or names something of the
    page before, waits until the model has seen where it is; so does an address after an act that led away."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._moved = self._acted = False

    def reason_to_stop(self, call: Call, result: Result, following: Call) -> str:
        """Return why the ``following`` call is not carried out after this one; "" where it is. Use after each call."""
        if not result.ok:
            return "the call before it failed"
        if result.terminal:
            # Had it been accepted, the run would have ended.
            return "the answer was not accepted"
        record = self._table.get(call.name)
        if record is not None and "person" in record.needs:
            return "the user was asked before it"
        if result.followed.get("dialog"):
            return "a dialog is open"
        if result.followed.get("opened_tabs") and self._reads_any_page(following):
            # It would read the page before, which stays in front.
            return "another tab was opened"
        moved = bool(result.followed.get("navigated_to"))
        self._moved |= moved
        self._acted |= moved and call.name != "goto"
        goes_on = self._reads_any_page(following) or (following.name == "goto" and not self._acted)
        return "the page changed" if self._moved and not goes_on else ""

    def to_observe(self, call: Call, following: Call | None) -> Observe:
        """Return what is shown after a call, before which this is asked: what it changed; at the end, all news."""
        if following is not None:
            # What a scroll brought into view its own result says.
            return False if call.name == "scroll" else "changes"
        # Where pages were opened for nothing but what is read there, nobody needs the outline.
        return not (self._moved and not self._acted and call.name != "snapshot" and self._reads_any_page(call))

    def _reads_any_page(self, call: Call) -> bool:
        """Return whether a call makes sense on a page that the model has not seen: it names no element of another."""
        record = self._table.get(call.name)
        named = (value for name, value in call.params.items() if name == "cursor" or name.endswith("ref"))
        return record is not None and record.effect == "read" and not any(named)
