"""Signing a browser in at its gate, once, right after it has started.

The password is not given to Playwright as a proxy's: Playwright (1.64) then answers with it every web server that asks
for a password, and intercepts every request, which switches the browser's HTTP cache off. Instead one request is made,
for a host that only the gate answers; the browser keeps what worked and sends it to the gate, and to nobody else, with
every later request of any page, frame or worker. It also proves that requests pass the gate: nobody else knows that
host.

A browser that forgets the password, say because its network process has crashed, reaches nothing more.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError

from handrail.errors import NoBrowser

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, CDPSession

    from handrail.browser.network.proxy.proxy import FilteringProxy

_HINT = (
    "`handrail doctor` says whether this machine can connect to itself. If it can, a policy of it may set the "
    "browser's proxy: try another browser, or a profile of its own."
)


async def sign_in(gate: FilteringProxy, context: BrowserContext, *, firefox: bool) -> None:
    """Make the browser known to the gate.

    Args:
        gate: it is open.
        context: the one that will be used.
        firefox: it is one of Firefox; else of a Chromium.

    Raises:
        NoBrowser: the browser's requests do not pass the gate, or it does not take the password.
    """
    try:
        status = await (_firefox(gate, context.browser) if firefox else _chromium(gate, context))
    except PlaywrightError as error:
        raise NoBrowser("The browser does not go through Handrail's gate.", hint=_HINT) from error
    if status != 200:
        raise NoBrowser("The browser did not sign in at Handrail's gate.", hint=_HINT)


async def _firefox(gate: FilteringProxy, browser: Browser | None) -> int | None:
    """Firefox keeps one list of proxy passwords for all contexts, so a context that is thrown away signs in."""
    if browser is None:
        return None
    origin = f"http://{gate.hello}"
    context = await browser.new_context(
        http_credentials={"username": gate.username, "password": gate.password, "origin": origin}
    )
    try:
        answer = await (await context.new_page()).goto(origin)
        return answer.status if answer is not None else None
    finally:
        await context.close()


async def _chromium(gate: FilteringProxy, context: BrowserContext) -> int | None:
    """Chromium keeps a list for each context, which all its pages share; a CDP session hands the password over."""
    page = await context.new_page()
    try:
        cdp = await context.new_cdp_session(page)
        answering: set[asyncio.Task[None]] = set()

        def answer(event: dict[str, Any]) -> None:
            task = asyncio.create_task(_answer(cdp, gate, event))
            answering.add(task)
            task.add_done_callback(answering.discard)

        cdp.on("Fetch.requestPaused", answer)
        cdp.on("Fetch.authRequired", answer)
        url = f"http://{gate.hello}/"
        await cdp.send("Fetch.enable", {"handleAuthRequests": True, "patterns": [{"urlPattern": url}]})
        response = await page.goto(url)
        await cdp.detach()
        return response.status if response is not None else None
    finally:
        await page.close()


async def _answer(cdp: CDPSession, gate: FilteringProxy, event: dict[str, Any]) -> None:
    """Let the request go on, and hand the password to the gate, nobody else."""
    challenge, request = event.get("authChallenge"), {"requestId": event["requestId"]}
    # The page may be gone before the answer is there.
    with suppress(PlaywrightError):
        if challenge is None:
            await cdp.send("Fetch.continueRequest", request)
            return
        said: dict[str, Any] = {"response": "CancelAuth"}
        if challenge.get("source") == "Proxy" and challenge["origin"] == gate.address:
            said = {"response": "ProvideCredentials", "username": gate.username, "password": gate.password}
        await cdp.send("Fetch.continueWithAuth", {**request, "authChallengeResponse": said})
