"""Signs a browser in at its filtering proxy, once, right after it has started.

Playwright does not get the password as a proxy's: Playwright (1.64) would send it to every web server that asks for a
password, and intercept every request, which switches the browser's HTTP cache off. Instead the browser makes a request
to each port of the proxy, for a host for which only the proxy answers. It keeps the password that worked, and sends it
to that port, and to nobody else, with every later request of any page, frame or worker. This also proves that requests
pass the proxy: nobody else knows that host.

For a websocket Chromium never asks for a password; it only uses one that it has. So plain requests go to the port of
the websockets too (`handrail.browser.opening`): one of them signs in there.

A browser that forgets the password, say because its network process has crashed, reaches nothing more.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from playwright.async_api import Browser, BrowserContext, CDPSession
from playwright.async_api import Error as PlaywrightError

from handrail.browser.background import run_in_background
from handrail.browser.network.filtering_proxy.proxy import FilteringProxy
from handrail.errors import NoBrowser

_HINT = (
    "`handrail doctor` says whether this machine can connect to itself. If it can, a policy of this machine may set "
    "the browser's proxy: try another browser, or a profile of its own."
)


async def sign_in(proxy: FilteringProxy, context: BrowserContext, *, firefox: bool) -> None:
    """Sign the browser in at the filtering proxy. Raises `NoBrowser`: the browser's requests do not pass the proxy, or
    it does not take the password."""
    try:
        signed_in = await (_firefox(proxy, context.browser) if firefox else _chromium(proxy, context))
    except PlaywrightError as error:
        raise NoBrowser("The browser does not use Handrail's filtering proxy.", hint=_HINT) from error
    if not signed_in:
        raise NoBrowser("The browser did not sign in at Handrail's filtering proxy.", hint=_HINT)


async def _firefox(proxy: FilteringProxy, browser: Browser | None) -> bool:
    """Sign in in a context that is thrown away: Firefox keeps one list of proxy passwords for all contexts."""
    if browser is None:
        return False
    origin = f"http://{proxy.sign_in_host}"
    context = await browser.new_context(
        http_credentials={"username": proxy.username, "password": proxy.password, "origin": origin}
    )
    try:
        answer = await (await context.new_page()).goto(origin)
        return answer is not None and answer.status == 200
    finally:
        await context.close()


async def _chromium(proxy: FilteringProxy, context: BrowserContext) -> bool:
    """Sign in over a CDP session: Chromium keeps a list of passwords for each context, which all its pages share. The
    page asks without leaving its blank document, so that it can still be the first tab."""
    proxy.signed_in.clear()
    there = context.pages
    page = next((page for page in there if page.url == "about:blank"), None) or await context.new_page()
    cdp = await context.new_cdp_session(page)
    for event_name in ("Fetch.requestPaused", "Fetch.authRequired"):
        cdp.on(event_name, lambda event: run_in_background(_answer(cdp, proxy, event)))
    at = f"//{proxy.sign_in_host}/"
    await cdp.send("Fetch.enable", {"handleAuthRequests": True, "patterns": [{"urlPattern": f"*:{at}"}]})
    await page.evaluate(
        "urls => Promise.all(urls.map(url => fetch(url, {mode: 'no-cors'}).catch(() => null)))",
        [f"{scheme}:{at}" for scheme in ("http", "https")],
    )
    await cdp.detach()
    if there and page not in there:
        await page.close()
    return proxy.signed_in == {"plain", "tunnel"}


async def _answer(cdp: CDPSession, proxy: FilteringProxy, event: dict[str, Any]) -> None:
    """Let the request continue, and give the password only to the proxy."""
    challenge, request = event.get("authChallenge"), {"requestId": event["requestId"]}
    # The page may be gone before the answer is there.
    with suppress(PlaywrightError):
        if challenge is None:
            await cdp.send("Fetch.continueRequest", request)
            return
        response: dict[str, Any] = {"response": "CancelAuth"}
        if challenge.get("source") == "Proxy" and challenge["origin"] in proxy.addresses:
            response = {"response": "ProvideCredentials", "username": proxy.username, "password": proxy.password}
        await cdp.send("Fetch.continueWithAuth", {**request, "authChallengeResponse": response})
