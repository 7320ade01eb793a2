"""Answers a site's HTTP authentication in Chromium, over a session of its own protocol with the whole browser.

Playwright (1.64) has one answer for sites and proxies, and in Chromium there is the filtering proxy. Such a session is
asked only about its own patterns: requests to other origins are not held, and the HTTP cache stays on.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from playwright.async_api import Browser
from playwright.async_api import Error as PlaywrightError

from handrail.browser.background import run_in_background
from handrail.browser.types.network.network_rules import HttpSignIn


async def answer_sign_in(browser: Browser, sign_in: HttpSignIn) -> None:
    """Answer this origin alone with a user name and a password whenever it asks for them, until the browser ends.
    ``browser``: a Chromium that no other session shares."""
    session = await browser.new_browser_cdp_session()
    asked = set[str]()
    """Requests that were answered. If one asks again, the site did not accept the password."""

    async def send(method: str, params: dict[str, Any]) -> None:
        # The page may be gone by now.
        with suppress(PlaywrightError):
            await session.send(method, params)

    async def answer(event: dict[str, Any]) -> None:
        challenge, request = event["authChallenge"], event["requestId"]
        response = {"response": "Default"}
        if challenge.get("source") != "Proxy" and challenge["origin"] == sign_in.origin:
            response = {"response": "CancelAuth"}
            if request not in asked:
                response = {
                    "response": "ProvideCredentials", "username": sign_in.user, "password": sign_in.password
                }  # fmt: skip
        asked.add(request)
        await send("Fetch.continueWithAuth", {"requestId": request, "authChallengeResponse": response})

    def let_on(event: dict[str, Any]) -> None:
        run_in_background(send("Fetch.continueRequest", {"requestId": event["requestId"]}))

    session.on("Fetch.requestPaused", let_on)
    session.on("Fetch.authRequired", lambda event: run_in_background(answer(event)))
    patterns = [{"urlPattern": f"{sign_in.origin}/*"}]
    await session.send("Fetch.enable", {"handleAuthRequests": True, "patterns": patterns})
