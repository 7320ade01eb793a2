"""What a session keeps of the requests that it judged: the user's answers, what pages send of their own, and the acts
of a model that requests may come of."""

from __future__ import annotations

from dataclasses import dataclass, field

from handrail.calls.written.page_requests import PageRequest
from handrail.policy.requests.facts import ActFacts, Shape, WholeRequest


@dataclass(slots=True)
class JudgedRequests:
    """Requests by their shape, or as a whole, and by the origin that sent them.

    Attributes:
        touched: origins on which a model has done anything but look.
        refused: what was refused, by the document of the act; and whether the user said no to it.
        denied_earlier: the like of those of a run that is gone on with, as `RequestFacts.like` has it.
        denied: requests that the user said no to, and their like.
        approved: allowed ones after unnamed presses, with the texts that their questions showed.
        approved_on_pages: those of pages that said nothing that a model wrote.
        late: requests that were refused after their act.
        sent_forms: requests that opened a page, which may send them again, with the acts that they came of.
        habits: what pages sent by themselves, before a model had done anything on their origin.
        acts: the last act of a model on each origin, in whatever tab: pages of a site speak with each other.
        unnamed: the last press on each origin, if the user did not name it. Its requests may come late, from another
            page.
    """

    touched: set[str] = field(default_factory=set)
    refused: dict[tuple[str, Shape], bool] = field(default_factory=dict)
    denied_earlier: set[str] = field(default_factory=set)
    denied: set[tuple[str, Shape | WholeRequest]] = field(default_factory=set)
    approved: dict[tuple[str, Shape], frozenset[str]] = field(default_factory=dict)
    approved_on_pages: dict[tuple[object, ...], PageRequest] = field(default_factory=dict)
    late: set[tuple[str, Shape]] = field(default_factory=set)
    sent_forms: dict[WholeRequest, ActFacts] = field(default_factory=dict)
    habits: set[WholeRequest | Shape] = field(default_factory=set)
    acts: dict[str, ActFacts] = field(default_factory=dict)
    unnamed: dict[str, ActFacts] = field(default_factory=dict)

    def end_acts(self) -> None:
        """Forget a model's acts and the user's refusals: the user acts or asks anew."""
        self.acts.clear()
        self.unnamed.clear()
        self.denied.clear()
        self.denied_earlier.clear()
        self.late.clear()
