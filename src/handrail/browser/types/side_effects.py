"""What may come of an act: the limits on what a page sends, opens and saves, and what of a model its tab holds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Set
from dataclasses import dataclass, field

from handrail.browser.types.acts import HeldRequest
from handrail.browser.types.network.addresses import digest_of, kept_address

MOST_FILLED_BY = 100
"""Addresses that are kept of those that may have filled in a tab."""


@dataclass(slots=True, eq=False)
class Taint:
    """What a model made up and put into the documents of one tab. It stays when a link is followed there.

    Attributes:
        composed: they came of an address that a model composed.
        filled_by: addresses that the model composed, or another site gave, which may have filled them in; "" for one
            that is not known.
        typed: they hold a model's text that is not the user's.
        was_tainted, was_prefilled: one of the tab's documents did, or was, which its history leads back to.
        unsent: that text, as long as the user has not agreed that it is sent.
        called: the address that a call opened last.
        changed_ends: how often another window may have changed the end of its address.
        opened: digests of addresses that its documents opened while they held such text, and nobody composed before.
    """

    composed: bool = False
    filled_by: list[str] = field(default_factory=list)
    typed: bool = False
    was_tainted: bool = False
    was_prefilled: bool = False
    unsent: list[str] = field(default_factory=list)
    called: str = ""
    opened: set[bytes] = field(default_factory=set)
    changed_ends: int = 0

    @property
    def prefilled(self) -> bool:
        """Whether an address may have filled them in."""
        return bool(self.filled_by)

    @property
    def holds(self) -> bool:
        return self.composed or self.typed

    def add(self, other: Taint) -> None:
        """Take on what another tab holds, such as the one that opened this."""
        self.composed, self.typed = self.composed or other.composed, self.typed or other.typed
        if other.prefilled:
            self.note_prefilled()
        self.unsent += other.unsent

    def take_over(self, other: Taint) -> None:
        """Take on what this very tab held before the connection to its browser was lost."""
        self.composed, self.typed = self.composed or other.composed, self.typed or other.typed
        self.was_tainted |= other.was_tainted
        self.was_prefilled |= other.was_prefilled
        self.filled_by += [by for by in other.filled_by if by not in self.filled_by]
        self.unsent += other.unsent

    def clear(self) -> None:
        """Note that the tab leaves its documents for an address that nobody composed."""
        self.was_tainted |= self.holds
        self.was_prefilled |= self.prefilled
        self.composed = self.typed = False
        self.filled_by.clear()
        self.unsent.clear()
        self.opened.clear()

    def go_back(self) -> None:
        """Note that the tab moves along its history."""
        self.composed |= self.was_tainted
        if self.was_tainted or self.was_prefilled:
            self.note_prefilled()

    def note_prefilled(self, by: str = "") -> None:
        """Note that an address may fill in the documents of the tab. ``by``: the address; "" for one that is not
        known, as those beyond the most that are kept."""
        by = kept_address(by) if len(self.filled_by) < MOST_FILLED_BY else ""
        if by not in self.filled_by:
            self.filled_by.append(by)


@dataclass(frozen=True, slots=True)
class Confinement:
    """Keeps what a tainted tab holds on the origins that the user opened. It is judged by the document and not by what
    a request carries: that may be encoded in any way. Tabs of a site speak with each other: one tainted confines all.

    Args:
        taint: of the tab.
        is_trusted: whether an address is of an origin that the user opened.
        is_composed: whether a document that a model had a tab open, or that came of one, had this address.
        record_composed: notes such an address.
        prefills: whether a document may be filled in by another site, by its request, the address that a call opened
            in its tab, and the origins whose documents may have asked for it. It is of a new tab where there is none.
    """

    taint: Taint
    is_trusted: Callable[[str], bool]
    is_composed: Callable[[str], bool]
    record_composed: Callable[[str], None]
    prefills: Callable[[HeldRequest, str | None, Set[str]], bool]

    def opens(self, request: HeldRequest, *, is_held: bool) -> None:
        """Note the address of a document that the tab opens, and whether that is one that a model composed.
        ``is_held``: a tab is tainted, this one or another."""
        # What the documents of the tab opened themselves says no more when they open it again, as a frame on each page.
        if not request.opens_document or (digest := digest_of(request.url)) in self.taint.opened:
            return
        if self.is_composed(request.url):
            # A page's own "Back" leads there, too.
            self.taint.composed = True
            address = request.url + (request.fragment or "")
            is_whole = request.fragment is not None or address == self.taint.called
            self.taint.note_prefilled(address if is_whole else "")
        elif is_held and self.is_trusted(request.url):
            self.record_composed(request.url)
            self.taint.opened |= {digest} if self.taint.holds and len(self.taint.opened) < 1_000 else set()


@dataclass(frozen=True, slots=True)
class ArrivingFile:
    """A file that a page hands over: its address, the name to keep it under, and its content type ("": unknown)."""

    url: str
    name: str
    content_type: str = ""


@dataclass(frozen=True, slots=True)
class SideEffectLimits:
    """What may come of an act, judged where the browser sends requests and takes files. None allows all.

    Args:
        may_send: whether a request that may change something may go.
        may_open: whether an address may be opened as a page, however the browser came to it.
        confinement: where requests and redirects of a tainted tab may go.
        may_save: whether a file may be saved without a question.
        ask_to_save: asks whether one may that may not.
        may_type: whether a list may be given this text to filter itself by.
    """

    may_send: Callable[[HeldRequest], Awaitable[bool]] | None = None
    confinement: Confinement | None = None
    may_save: Callable[[ArrivingFile], bool] | None = None
    may_type: Callable[[str], bool] | None = None
    may_open: Callable[[str], bool] | None = None
    ask_to_save: Callable[[ArrivingFile], Awaitable[bool]] | None = None
