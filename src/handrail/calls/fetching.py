"""Fetches the address that policy judged for a call, and keeps the files that come from it, under the call's rules."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from handrail.browser.network.fetching import CookieHeader, fetch
from handrail.browser.types.errors import NavigationFailed, NotPermitted
from handrail.browser.types.side_effects import ArrivingFile
from handrail.calls.effects.arriving_files import may_save, notify_not_kept
from handrail.calls.network_guard import network_guard
from handrail.calls.state import SessionState
from handrail.policy import AddressFacts, Allow, Ask, Facts, decide, origin_of
from handrail.policy.facts import CallRequest, RemoteFileFacts
from handrail.policy.origins import same_place, same_site

if TYPE_CHECKING:
    from handrail.browser.network.fetching import Fetched
    from handrail.browser.network.filtering_proxy import FilteringProxy
    from handrail.browser.tabs.downloaded_file import DownloadedFile
    from handrail.web_services.service import ServiceRequest


class CallFetcher:
    """Fetches for a handler: it reaches only the address that was judged."""

    def __init__(self, state: SessionState, request: CallRequest, facts: Facts, decision: Allow | Ask) -> None:
        self._state = state
        self._request = request
        self._facts = facts
        self._decision = decision

    async def get(self, *, max_bytes: int, with_cookies: bool) -> Fetched:
        """GET the address of the call; ``with_cookies``: with those that the browser would send if it opened the
        address. Raise `BrowserError` where no answer comes, or a redirect that may not be followed."""
        address = self._facts.address
        if address is None or not address.url.lower().startswith(("http://", "https://")):
            raise NavigationFailed("There is no address to fetch.", hint="Give a web address.")
        async with self._proxy() as proxy:
            return await fetch(
                address.url,
                proxy,
                max_bytes=max_bytes,
                cookies=self._cookies() if with_cookies else None,
                may_follow=self._may_follow,
                user_agent=self._state.tab.core.traffic.user_agent,
            )

    def _cookies(self) -> CookieHeader:
        """Return what tells the cookies for an address and for each that it redirects to: what a model follows from a
        page counts as a link of its site."""
        page, crossed = self._state.tab.origin, False

        async def header(url: str) -> str:
            nonlocal crossed
            crossed |= self._request.caller == "model" and page.startswith("http") and not same_site(page, url)
            return await self._state.open_browser.cookie_header(url, crosses_sites=crossed)

        return header

    async def get_upload(self, *, max_bytes: int) -> Fetched:
        """GET the file that the call uploads, without cookies. Raise `BrowserError` as `get`."""
        file = self._facts.file
        assert isinstance(file, RemoteFileFacts), "the call uploads a file of an address"
        async with self._proxy() as proxy:
            return await fetch(
                file.url,
                proxy,
                max_bytes=max_bytes,
                may_follow=lambda url: self._may_follow_upload(file, url),
                user_agent=self._state.tab.core.traffic.user_agent,
            )

    async def ask(self, request: ServiceRequest, *, max_bytes: int) -> Fetched:
        """Ask the service of the call; raise `BrowserError` where no answer comes. No redirect is followed."""
        service = self._facts.service
        assert service is not None, "the call asks a service"
        assert origin_of(request.url) == service.origin, "that was judged"
        async with self._proxy() as proxy:
            return await fetch(
                request.url,
                proxy,
                max_bytes=max_bytes,
                may_follow=lambda _: False,
                method=request.method,
                own_headers=request.headers,
                body=request.body,
            )

    @asynccontextmanager
    async def _proxy(self) -> AsyncIterator[FilteringProxy]:
        from handrail.browser.network.filtering_proxy import FilteringProxy

        if (proxy := self._state.open_browser.proxy) is not None:
            yield proxy
            return
        # A browser that was connected to has no proxy of its own.
        rule = network_guard(self._state.permissions, self._state.events)
        unsafe = self._state.permissions.unsafe
        async with FilteringProxy((lambda *_: None) if unsafe else rule) as proxy:
            yield proxy

    async def keep(self, file: Fetched, *, held: bool = False) -> DownloadedFile:
        """Keep what was fetched in the run's folder, or where it is ``held`` only to be read. Raise `NotPermitted`
        where the rules for downloads do not allow that."""
        from handrail.browser.types.file_names import clean_name

        downloads = self._state.tabs.downloads
        if not downloads.keeps_files:
            raise NotPermitted("This session keeps no files.")
        arriving = ArrivingFile(file.url, clean_name(file.name), file.content_type)
        bound = self._request.caller == "model" and not self._state.permissions.unsafe
        if not held and bound and not may_save(self._state, self._decision, self._facts)(arriving):
            notify_not_kept(self._state, self._facts, arriving)
            raise NotPermitted("This action is not permitted.")
        name, tainted = file.name or "file", self.is_tainted
        return await downloads.add(name, file.url, file.content_type, file.data, held=held, tainted=tainted)

    @property
    def is_tainted(self) -> bool:
        """Whether the answer may hold what a model made up. It does if the model composed the address or what a service
        is told, or if a tab holds such text, which its site may answer with. If the user approved the call, they have
        seen what a service is told."""
        if self._state.permissions.unsafe:
            return False
        service = self._facts.service
        if service is not None and self._request.caller == "model" and not service.own:
            return not isinstance(self._decision, Ask)
        return self._is_composed() or self._state.tabs.holds_taint()

    def _is_composed(self) -> bool:
        address = self._facts.address
        return self._request.caller == "model" and address is not None and (address.made_up or not address.known)

    def _may_follow_upload(self, file: RemoteFileFacts, url: str) -> bool:
        """Return whether a redirect may be followed from the address of a file: on its own site, and to other addresses
        that the user allowed for uploads."""
        before, after = origin_of(file.url), origin_of(url)
        on_site = before is not None and after is not None and same_place(before, after)
        allowed = replace(file, url=url, known=True).is_allowed
        return (on_site or allowed) and self._state.permissions.rails.covers(url)

    def _may_follow(self, url: str) -> bool:
        """Return whether a redirect may be followed. It may be opened like a link of its page. If a model composed the
        address, only redirects to origins that the user opened are followed, since a redirect may pass on what the
        model wrote."""
        before = self._facts.address
        assert before is not None, "only an address is fetched"
        origin = origin_of(url)
        writable = origin is not None and self._state.permissions.may_write(origin)
        if self._is_composed() and not writable and origin != before.origin:
            return False
        address = AddressFacts(url, origin, known=True, made_up=before.made_up)
        # Whether the file may be kept is judged when it has arrived.
        request = replace(self._request, capability="goto")
        return isinstance(decide(request, replace(self._facts, address=address)), Allow) or (
            # A redirect on the same site is not asked for again.
            isinstance(self._decision, Ask) and origin == before.origin
        )
