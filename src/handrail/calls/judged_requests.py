"""What a session keeps of the requests that it judged: the user's answers, what pages send of their own, and the acts
of a model that requests may come of."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from handrail.calls.written.earlier_presses import DocumentKey
from handrail.calls.written.page_requests import PageRequest
from handrail.policy.permissions import Verb
from handrail.policy.requests.facts import ActFacts, Shape, WholeRequest


@dataclass(frozen=True, slots=True)
class Trigger:
    """An act of a model of which requests may come: its kind, and the role and name of what it is on.

    Attributes:
        presses: it is an order to the page, unlike text in a field, a scroll or a no to a dialog.
        saves, shows: what is pressed says that it saves or sends something; it only shows something, as a link does.
        verbs: the acts of consequence of which its words tell, and those of the dialog or menu that it stands in.
    """

    kind: str
    role: str = ""
    name: str = ""
    presses: bool = False
    saves: bool = False
    shows: bool = False
    verbs: frozenset[Verb] = frozenset()

    def may_be_another_try_of(self, other: Trigger) -> bool:
        """Return whether both press what is called the same, or are of one kind and press nothing."""
        if self.presses:
            return (self.role, self.name) == (other.role, other.name)
        return self.kind == other.kind

    def may_mean(self, verbs: Collection[Verb]) -> bool:
        """Return whether its words may tell of a request that does this. What has no name may lead to any."""
        is_told = not self.verbs.isdisjoint(verbs) if verbs else not self.shows
        return is_told or self.saves or not self.name

    def saves_something_else(self, verbs: Collection[Verb]) -> bool:
        """Return whether its words say that it saves, and tell of nothing that a request does."""
        return self.saves and bool(self.name) and bool(verbs) and self.verbs.isdisjoint(verbs)


@dataclass(slots=True)
class RefusedBefore:
    """A request that was refused in a document.

    Attributes:
        triggers: the acts that led to it.
        last: the act that it came after last.
        repeats: the page sent it again with no act in between.
    """

    triggers: set[Trigger]
    last: Trigger
    repeats: bool = False


@dataclass(slots=True)
class JudgedRequests:
    """Requests by their shape, or as a whole, and by the origin that sent them.

    Attributes:
        touched: origins on which a model has done anything but look.
        refused: what was refused, by the document of the act; and whether the user said no to it.
        refused_before: by document and as a whole, what was refused, by which a retry of the page is known.
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
    refused_before: dict[tuple[DocumentKey, WholeRequest], RefusedBefore] = field(default_factory=dict)
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
        self.refused_before.clear()
