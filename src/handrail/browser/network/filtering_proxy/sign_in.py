"""Signs a browser in at its filtering proxy, once, right after it has started.

The password is not given to Playwright as a proxy's: Playwright (1.64) then answers with it every web server that asks
for a password, and intercepts every request, which switches the browser's HTTP cache off. Instead a request is made to
each port of the proxy, for a host for which only the proxy answers; the browser keeps what worked and sends it to that
port, and to nobody else, with every later request of any page, frame or worker. It also proves that requests pass the
proxy: nobody else knows that host.

Chromium asks nobody for a password for a websocket, only uses one that it has. So plain requests go to the port of the
websockets, too (`handrail.browser.process.launch_args`): one of them signs in there.

A browser that forgets the password, say because its network process has crashed, reaches nothing more.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError

from handrail.browser.background import run_in_background
from handrail.errors import NoBrowser

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, CDPSession

    from handrail.browser.network.filtering_proxy.proxy import FilteringProxy

_HINT = (
    "`handrail doctor` says whether this machine can connect to itself. If it can, a policy of this machine may set "
    "the browser's proxy: try another browser, or a profile of its own."
)


async def sign_in(proxy: FilteringProxy, context: BrowserContext, *, firefox: bool) -> None:
    """Make the browser known to the filtering proxy.

    Args:
        proxy: it is open.
        context: the one that will be used.
        firefox: it is one of Firefox; else of a Chromium.

    Raises:
        NoBrowser: the browser's requests do not pass the proxy, or it does not take the password.
    """
    try:
        status = await (_firefox(proxy, context.browser) if firefox else _chromium(proxy, context))
    except PlaywrightError as error:
        raise NoBrowser("The browser does not use Handrail's filtering proxy.", hint=_HINT) from error
    if status != 200:
        raise NoBrowser("The browser did not sign in at Handrail's filtering proxy.", hint=_HINT)


async def _firefox(proxy: FilteringProxy, browser: Browser | None) -> int | None:
    """Firefox keeps one list of proxy passwords for all contexts, so a context that is thrown away signs in."""
    if browser is None:
        return None
    origin = f"http://{proxy.sign_in_host}"
    context = await browser.new_context(
        http_credentials={"username": proxy.username, "password": proxy.password, "origin": origin}
    )
    try:
        answer = await (await context.new_page()).goto(origin)
        return answer.status if answer is not None else None
    finally:
        await context.close()


async def _chromium(proxy: FilteringProxy, context: BrowserContext) -> int | None:
    """Chromium keeps a list for each context, which all its pages share; a CDP session hands the password over."""
    page = await context.new_page()
    try:
        cdp = await context.new_cdp_session(page)
        for event_name in ("Fetch.requestPaused", "Fetch.authRequired"):
            cdp.on(event_name, lambda event: run_in_background(_answer(cdp, proxy, event)))
        at = f"//{proxy.sign_in_host}/"
        await cdp.send("Fetch.enable", {"handleAuthRequests": True, "patterns": [{"urlPattern": f"*:{at}"}]})
        response = await page.goto(f"http:{at}")
        await page.evaluate("url => fetch(url).catch(() => null)", f"https:{at}")
        await cdp.detach()
        return response.status if response is not None and proxy.tunnel_signed_in else None
    finally:
        await page.close()


async def _answer(cdp: CDPSession, proxy: FilteringProxy, event: dict[str, Any]) -> None:
    """Let the request continue, and hand the password to the proxy, nobody else."""
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
