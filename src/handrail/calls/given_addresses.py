"""Tells who gave the address of a document: the user, a page of its site, or another site that may fill it in."""

from __future__ import annotations

import string
from collections.abc import Set
from typing import TYPE_CHECKING
from urllib.parse import quote

from handrail.browser.types.acts import HeldRequest
from handrail.browser.types.errors import NavigationFailed
from handrail.calls.state import SessionState
from handrail.calls.written.sent_choices import said_in
from handrail.policy import AddressFacts, Facts, origin_of
from handrail.policy.origins import same_place

if TYPE_CHECKING:
    from handrail.browser.tabs.tabs import PlaywrightTabs

PLAIN = string.punctuation
"""Characters that are not encoded, beside letters and digits; ``%`` is one."""
NO_SITES = ("", "about:blank", "about:srcdoc")
"""Addresses of documents that belong to the site that made them."""


def prefills(state: SessionState, request: HeldRequest, called: str | None, documents: Set[str]) -> bool:
    """Return whether another site may fill in a document of an opened origin by the address that it requests.

    Args:
        called: the address that a call opened last in its tab, which was judged then; None in a new tab.
        documents: origins of the documents that may have sent the request, if it does not say who sent it.
    """
    origin, url = origin_of(request.url), request.url + (request.fragment or "")
    if not request.opens_document or origin is None or not state.permissions.may_write(origin):
        return False
    sender = request.origin if request.origin not in ("", "null") else request.referrer
    first = (*request.redirected_by, url)[0]
    if sender:
        by = {origin_of(sender)}
    elif called is not None and _as_sent(first) in (_as_sent(called), _as_sent(called.partition("#")[0])):
        by = set()
    else:
        by = set(documents)
    of_others = any(not _is_same(one, origin) for one in by)
    is_led = any(not _is_same(origin_of(one), origin) for one in request.redirected_by)
    given = state.provenance
    # A page that opens a tab or a frame can change the end of its address later, without a request.
    may_change = (of_others and (called is None or request.in_frame)) or request.fragment is None
    may_fill_in = may_change or (given.may_fill_in(url) and not given.words.has_address(url))
    fills_in = (of_others or is_led) and may_fill_in
    if fills_in:
        state.texts.note_picked(said_in(url, given))
    return fills_in


async def is_given(state: SessionState, facts: Facts) -> bool:
    """Return whether the address that a call opens comes from the user's words or from a page of the same site."""
    address, given = facts.address, state.provenance
    if address is None or address.made_up:
        return False
    if given.links.is_of_own_site(address.url) or not (given.links.has(address.url) or given.composes(address.url)):
        return True
    tab = state.tabs.active_or_none
    # A page may hold more links than were read.
    may_be_there = tab is not None and tab.dialog is None and not tab.core.taint.prefilled and bool(address.origin)
    return may_be_there and await state.tab.reader.has_link(address.url, address.origin)


def refuse_beside_taint(state: SessionState, address: AddressFacts, *, opens_tab: bool) -> None:
    """Raise `NavigationFailed` if another tab than the one that a model goes on in (a new one, where it ``opens_tab``)
    holds what it made up: an origin that may only be read is not opened beside it."""
    own = None if opens_tab else state.tabs.active_or_none
    if not state.permissions.may_write(address.origin or "") and state.tabs.holds_taint(but_for=own):
        raise NavigationFailed(
            "Another tab holds a page that you searched in your own words, or opened by an address of your own.",
            hint="Go there in that tab, or close it first.",
        )


def has_strangers(tabs: PlaywrightTabs) -> bool:
    """Return whether text of the active tab may be another site's: of a frame, or filled in by an address."""
    tab = tabs.active_or_none
    if tab is None:
        return False
    origins = {origin_of(frame.url) for frame in tab.page.frames if frame.url not in NO_SITES}
    return len(origins) > 1 or any(one.core.taint.prefilled for one in tabs.all())


def _is_same(one: str | None, origin: str) -> bool:
    return one is not None and (same_place(one, origin) or same_place(origin, one))


def _as_sent(url: str) -> str:
    """Return an address as a browser writes it."""
    return quote(url, safe=PLAIN)
