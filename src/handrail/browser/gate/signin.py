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
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError

from handrail.errors import NoBrowser

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, CDPSession

    from handrail.browser.gate.gate import Gate

_HINT = "A policy of this machine may set the browser's proxy; try another browser, or a profile of its own."


async def sign_in(gate: Gate, context: BrowserContext, *, firefox: bool) -> None:
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


async def _firefox(gate: Gate, browser: Browser | None) -> int | None:
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


async def _chromium(gate: Gate, context: BrowserContext) -> int | None:
    """Chromium keeps a list for each context, which all its pages share; a CDP session hands the password over."""
    page = await context.new_page()
    try:
        cdp = await context.new_cdp_session(page)
        answering: set[asyncio.Task[None]] = set()

        def handle(answer: Any) -> Any:
            def start(event: dict[str, Any]) -> None:
                task = asyncio.create_task(answer(cdp, gate, event))
                answering.add(task)
                task.add_done_callback(answering.discard)

            return start

        cdp.on("Fetch.requestPaused", handle(_go_on))
        cdp.on("Fetch.authRequired", handle(_hand_over))
        url = f"http://{gate.hello}/"
        await cdp.send("Fetch.enable", {"handleAuthRequests": True, "patterns": [{"urlPattern": f"{url}*"}]})
        response = await page.goto(url)
        await cdp.detach()
        return response.status if response is not None else None
    finally:
        await page.close()


async def _go_on(cdp: CDPSession, _gate: Gate, event: dict[str, Any]) -> None:
    await cdp.send("Fetch.continueRequest", {"requestId": event["requestId"]})


async def _hand_over(cdp: CDPSession, gate: Gate, event: dict[str, Any]) -> None:
    challenge = event["authChallenge"]
    ours = challenge.get("source") == "Proxy" and challenge["origin"] == gate.address
    answer = (
        {"response": "ProvideCredentials", "username": gate.username, "password": gate.password}
        if ours
        else {"response": "CancelAuth"}
    )
    await cdp.send("Fetch.continueWithAuth", {"requestId": event["requestId"], "authChallengeResponse": answer})
