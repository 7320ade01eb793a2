"""The address that a call would open, and who gave it."""

from __future__ import annotations

import re
from urllib.parse import urljoin

from handrail.browser.types.network.addresses import in_ascii, is_readable, web_address
from handrail.calls.given_addresses import refuse_beside_taint
from handrail.calls.state import SessionState
from handrail.policy import AddressFacts, Permissions, origin_of
from handrail.policy.facts import Caller, Effect
from handrail.tools.core.table import Params, Record

ADDRESSED = frozenset(("goto", "download", "tabstack"))
"""Capabilities whose value is an address."""
HELD_IN = {"a": "href", "area": "href", "iframe": "src", "frame": "src", "embed": "src", "object": "data"}
"""The attribute that holds the address of a link, or of what a frame shows."""

_RELATIVE = re.compile(r"/(?!/)|\.\.?/|[?#]")
"""How an address on the open page's site begins if it leaves that site out, as outlines write it."""


def with_whole_address(state: SessionState, record: Record, params: Params) -> Params:
    """Return the parameters of a call; an address that leaves out the open page's site becomes a whole one, and hosts
    are in ASCII, as a person reads them."""
    if record.capability not in ADDRESSED or record.value_field is None:
        return params
    given = getattr(params, record.value_field)
    tab = state.tabs.active_or_none if state.browser is not None else None
    if not isinstance(given, str):
        return params
    whole = in_ascii(given.strip())
    if tab is not None and _RELATIVE.match(whole):
        whole = urljoin(tab.core.url, whole)
    return params.model_copy(update={record.value_field: whole})


def permit_address(permissions: Permissions, address: AddressFacts, effect: Effect) -> None:
    """Let the model act where the user goes. What the user only has read may be reached, but not changed."""
    if effect == "navigate":
        permissions.open(address.url)
    elif address.origin is not None:
        permissions.reachable.add(address.origin)


class AddressCollector:
    """Collects what policy needs to know about the addresses of one caller's call."""

    def __init__(self, state: SessionState, caller: Caller) -> None:
        self._state = state
        self._caller = caller

    async def of(self, record: Record, params: Params) -> AddressFacts | None:
        """Return the facts of the address that a call would open or fetch; None if it names none. Raise `BrowserError`
        where it is no address, or the link that it comes from is gone."""
        if record.capability == "search" and self._state.search is not None:
            # Whether the query may be sent is judged by its words.
            url = self._state.search.address(str(getattr(params, record.value_field or "", "")))
            return AddressFacts(url, origin_of(url), known=True, by_user=True)
        if record.capability not in ADDRESSED or record.value_field is None:
            return None
        given = getattr(params, record.value_field)
        if given is None and getattr(params, "reads_tab", False) and self._state.tab.content_type == "application/pdf":
            return self.judged(self._state.tab.core.url, linked=not self._state.tab.core.taint.holds)
        if given is None:
            return await self._linked_address(record, params)
        address = await self.of_url(web_address(given))
        if self._caller == "model" and record.effect_of(params) == "navigate":
            # Before the user is asked for what then fails.
            refuse_beside_taint(self._state, address, opens_tab=record.opens_tab)
        return address

    async def of_url(self, url: str) -> AddressFacts:
        """Return what is known of an address that a call names."""
        is_known = self._caller != "model" or self._state.provenance.links.has(url)
        return self.judged(url, linked=is_known or await self._state.tabs.has_link(url))

    async def _linked_address(self, record: Record, params: Params) -> AddressFacts | None:
        """Return where a link leads, or what a frame shows, if the call names its ref in place of an address."""
        ref = record.ref_in(params)
        if ref is None:
            return None
        reader = self._state.tab.reader
        element = await reader.facts(ref)
        href = element.href
        if href is None and (held_in := HELD_IN.get(element.tag)) is not None:
            # It is not a plain link: a click on it opens nothing, or does what a script wants.
            href = (await reader.element(ref)).element.attributes.get(held_in)
        if href is None or href.raw.endswith("#") or not is_readable(href.raw):
            # "#" is how pages write a button as a link.
            return None
        return self.judged(href.raw, linked=not self._state.tab.core.taint.holds)

    def judged(self, url: str, *, linked: bool) -> AddressFacts:
        """Return what is known of an address; ``linked``: a page without taint links to it."""
        origin, given = origin_of(url), self._state.provenance
        if self._caller != "model":
            return AddressFacts(url, origin, known=True, by_user=True)
        by_user = given.words.has_address(url)
        known = by_user or linked
        permissions = self._state.permissions
        granted = origin is not None and permissions.may_open(origin)
        writable = granted and origin is not None and permissions.may_write(origin)
        return AddressFacts(url, origin, known or writable, granted and not known and given.composes(url), by_user)
