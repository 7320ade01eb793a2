"""Holds requests by Playwright's routing, in Firefox and any other browser that is not Chromium.

Routing sees no body, no redirect, no request of a shared or service worker, none of a window that a press opens and
that closes at once; and what ``<object>`` and ``<embed>`` load only when that has left (Firefox 153). The filtering
proxy holds redirects, and everything that a tainted tab, or one beside it, sends to another site.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from playwright.async_api import BrowserContext, Page, Request, Route
from playwright.async_api import Error as PlaywrightError

from handrail.browser.network.filtering_proxy import FilteringProxy
from handrail.browser.network.filtering_proxy.proxy_state import Tunnel
from handrail.browser.types.acts import HeldRequest, Permits, action_of, method_of, own_headers_of
from handrail.browser.types.network.addresses import origin_of
from handrail.browser.types.side_effects import Confinement

BEACON_ACCEPT = "*/*;q=0.1"
"""By this `Accept` a beacon is told from what a page sends to get an answer. A value that other sites take unasked."""
SEND_BEACON = f"""
    navigator.sendBeacon ??= (url, body) => {{
        const headers = {{ accept: '{BEACON_ACCEPT}' }}
        fetch(url, {{ method: 'POST', body, headers, credentials: 'include' }}).catch(() => {{}})
        return true
    }}
"""
"""Beacons are switched off in Firefox (`process/launch_args.toml`): one that a removed frame sends cannot be held. This
sends what can be held in their place."""


class RouteHold:
    """Holds the requests of a context.

    Args:
        permits: whether a request of a page may go; of None where the page is not known.
        trace: notes a document that a redirect leads to.
        on_redirect_refused: called with each address that the proxy does not let a redirect lead to.
    """

    def __init__(
        self,
        context: BrowserContext,
        permits: Permits,
        trace: Callable[[HeldRequest, Page | None], None],
        proxy: FilteringProxy | None,
        on_redirect_refused: Callable[[str], None],
    ) -> None:
        self._context = context
        self._permits = permits
        self._proxy = proxy
        self._on_redirect_refused = on_redirect_refused
        self._confined: _ConfinedProxy | None = None
        self._routed = False
        context.on("close", self._lift)
        context.on("request", lambda request: _trace(request, trace))

    async def start(self) -> None:
        """Give the pages that open from now on what they send beacons with."""
        await self._context.add_init_script(SEND_BEACON)

    def has_copy(self, _: HeldRequest) -> bool:
        """Return False: here nobody can tell the parts of a page from what it asks for by itself."""
        return False

    async def cover(self, confinement: Confinement | None, *, everything: bool) -> None:  # noqa: ARG002 (all are held)
        """Hold requests from now on; of a confined tab also redirects: the proxy does not know whose they are."""
        self._lift()
        if self._proxy is not None and confinement is not None:
            self._confined = _ConfinedProxy(confinement.is_trusted, self._on_redirect_refused)
            self._proxy.restrict(self._confined)
            self._proxy.cut(self._confined)
        if not self._routed:
            self._routed = True
            await self._context.route("**/*", self._judge)

    def _lift(self, _: object = None) -> None:
        if self._proxy is not None and self._confined is not None:
            self._proxy.lift(self._confined)
        self._confined = None

    async def _judge(self, route: Route) -> None:
        request = route.request
        # The page or the request may be gone before its answer.
        with suppress(PlaywrightError):
            if await self._permits(held_request(request), page_of(request)):
                await route.fallback()
            else:
                # A navigation that is aborted, and not blocked, leaves the page as it is.
                await route.abort("aborted" if request.is_navigation_request() else "blockedbyclient")


@dataclass(frozen=True, slots=True)
class _ConfinedProxy:
    """See `handrail.browser.network.filtering_proxy.proxy_state.Restriction`: of https only the host is known."""

    is_trusted: Callable[[str], bool]
    on_refused: Callable[[str], None]

    def allows_request(self, url: str) -> bool:
        allowed = self.is_trusted(url)
        if not allowed:
            self.on_refused(url)
        return allowed

    def allows_tunnel(self, to: Tunnel) -> bool:
        # Websockets without TLS take a tunnel, too.
        return any(map(self.is_trusted, to.addresses))

    def note_judged(self, url: str) -> None:
        """Do nothing: here only opened origins are reached."""


def _trace(request: Request, trace: Callable[[HeldRequest, Page | None], None]) -> None:
    if request.redirected_from is not None and request.is_navigation_request():
        trace(held_request(request), page_of(request))


def page_of(request: Request) -> Page | None:
    """Return the page of a request; None where the browser does not say."""
    try:
        return request.frame.page
    except PlaywrightError:
        # It is the first of a page that is being opened, or a worker's.
        return None


def _in_frame(request: Request) -> bool:
    try:
        return request.frame.parent_frame is not None
    except PlaywrightError:
        return False


def _redirected_by(request: Request) -> tuple[str, ...]:
    before = request.redirected_from
    return (*_redirected_by(before), before.url) if before is not None else ()


def held_request(request: Request) -> HeldRequest:
    """Return what a request says, as far as Playwright knows it."""
    headers = request.headers
    return HeldRequest(
        method=method_of(request.method, headers),
        url=request.url,
        opens_document=request.is_navigation_request(),
        origin=_origin_of(headers, request.url),
        referrer=headers.get("referer", ""),
        body=_body(request),
        action=action_of(headers),
        # For a redirect it names none.
        fragment=None if request.is_navigation_request() else "",
        in_frame=request.is_navigation_request() and _in_frame(request),
        redirected_by=_redirected_by(request),
        may_be_redirected=True,
        has_left=headers.get("sec-fetch-dest") in ("object", "embed"),
        is_picture=request.resource_type == "image",
        headers=tuple(headers.values()),
        own_headers=own_headers_of(headers),
    )


def _origin_of(headers: Mapping[str, str], url: str) -> str:
    """Return the origin of what sends a request. Where its referrer policy hides that, the browser says in a header
    that no page can set whether it is the address's own."""
    said = headers.get("origin", "")
    return origin_of(url) if said == "null" and headers.get("sec-fetch-site") == "same-origin" else said


def _body(request: Request) -> bytes | None:
    """Return the body; None if it cannot be read."""
    body = request.post_data_buffer
    return b"" if body is None and request.headers.get("content-length", "0") == "0" else body
