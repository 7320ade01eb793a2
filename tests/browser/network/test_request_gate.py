"""Whatever sends a request, and however late, the limits of the last act judge it."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Playwright

from handrail.browser.page.refs import Refs
from handrail.browser.tabs.tabs import PlaywrightTabs
from handrail.browser.types.acts import HeldRequest
from handrail.browser.types.side_effects import SideEffectLimits
from tests.browser.openings import isolated_browser, opened
from tests.pages import PageServer, Reply

POST = "fetch('/sent/{}', {{ method: 'POST', body: 'x' }})"
SENDERS = {
    "fetch": POST.format("fetch"),
    "request": "const r = new XMLHttpRequest(); r.open('DELETE', '/sent/request'); r.send()",
    "keepalive": "fetch('/sent/keepalive', { method: 'POST', keepalive: true })",
    "beacon": "navigator.sendBeacon('/sent/beacon', 'x')",
    "later": "fetchLater('/sent/later', { method: 'POST', activateAfter: 0 })",
    "worker": "new Worker('/worker.js')",
    "shared worker": "new SharedWorker('/shared.js')",
    "service worker": "navigator.serviceWorker.register('/service.js')",
    "popup": "open('/opens')",
    "frame": "document.body.append(Object.assign(document.createElement('iframe'), { src: '/opens?framed' }))",
    "form": "document.forms[0].submit()",
    "redirect": "fetch('/moved', { method: 'POST' })",
}
"""Ways in which a page can send what may change something."""
PAGE = "<form method=post action=/sent/form target=answer></form><iframe name=answer></iframe>"
SENT_AS = {
    "shared worker": "shared",
    "service worker": "service",
    "popup": "opened",
    "frame": "opened",
    "redirect": "moved",
}
"""The last step of the address, where it has another name."""
CAN = {"chromium": set(SENDERS), "firefox": set(SENDERS) - {"later", "shared worker", "service worker"}}


async def refused(_: HeldRequest) -> bool:
    return False


def prepare(serve: PageServer) -> str:
    for name in ("worker", "shared", "service"):
        serve.put(f"/{name}.js", Reply(POST.format(name).encode(), content_type="text/javascript"))
    serve(f"<script>{POST.format('opened')}</script>", "/opens")
    serve.put("/moved", Reply(b"", 307, headers={"Location": "/sent/moved"}))
    return serve(PAGE)


def sent(serve: PageServer) -> list[str]:
    return [request.path for request in serve.requests if request.path.startswith("/sent/")]


async def stopped(tabs: PlaywrightTabs, names: set[str]) -> set[str]:
    """The names of the requests that were stopped, as soon as they are all of these; else after ten seconds."""
    found: set[str] = set()
    for _ in range(200):
        found |= {one.raw.rpartition("/")[2] for one in tabs.stopped()}
        if found >= names:
            break
        await tabs.active.page.evaluate("new Promise(done => setTimeout(done, 50))")
    return found


async def send_all(tabs: PlaywrightTabs, ways: set[str]) -> None:
    for name in sorted(ways):
        await tabs.active.page.evaluate(f"() => {{ {SENDERS[name]} }}")


@pytest.mark.parametrize("any_browser", ["chromium", "firefox"], indirect=True)
async def test_what_may_change_something_is_stopped_whatever_sends_it(both_tabs: PlaywrightTabs, serve: PageServer):
    page = both_tabs.active.page
    await page.goto(prepare(serve))
    assert page.context.browser is not None
    ways = CAN[page.context.browser.browser_type.name]
    async with both_tabs.watch(settle=False, limits=SideEffectLimits(may_send=refused)):
        pass
    await send_all(both_tabs, ways)
    names = {SENT_AS.get(way, way) for way in ways}
    assert await stopped(both_tabs, names) == names
    assert not sent(serve)


@pytest.mark.parametrize("any_browser", ["firefox"], indirect=True)
async def test_in_firefox_a_frame_sends_nothing_while_it_is_removed(both_tabs: PlaywrightTabs, serve: PageServer):
    page = both_tabs.active.page
    await page.goto(serve("<h1>Page</h1>"))
    async with both_tabs.watch(settle=False, limits=SideEffectLimits(may_send=refused)):
        pass
    await page.evaluate(
        """() => {
            for (const send of [
                window => window.navigator.sendBeacon('/sent/beacon', 'x'),
                window => window.fetch('/sent/fetch', { method: 'DELETE', keepalive: true }),
            ]) {
                const frame = document.body.appendChild(document.createElement('iframe'))
                try { send(frame.contentWindow) } catch {}
                frame.remove()
            }
        }"""
    )
    # Whatever the frames sent is there once a later request is.
    await page.evaluate("fetch('/later')")
    assert not sent(serve)


async def test_limits_hold_long_after_the_act_and_while_the_page_closes(tabs: PlaywrightTabs, serve: PageServer):
    await tabs.active.page.goto(
        serve("<script>addEventListener('pagehide', () => navigator.sendBeacon('/sent/b'))</script>")
    )
    async with tabs.watch(settle=False, limits=SideEffectLimits(may_send=refused)):
        pass
    fate = await tabs.active.page.evaluate("fetch('/sent/a', { method: 'POST' }).then(() => 'sent', () => 'stopped')")
    assert fate == "stopped"
    first = tabs.active
    other = await tabs.new()
    await tabs.close(first.id)
    await other.page.goto(serve("<h1>Other</h1>"))
    assert not sent(serve)


async def test_an_act_in_one_tab_does_not_lift_the_limits_of_another(tabs: PlaywrightTabs, serve: PageServer):
    first = tabs.active
    await first.page.goto(serve("<iframe src=/inner></iframe>"))
    serve("<h1>Inner</h1>", "/inner")
    async with tabs.watch(settle=True, limits=SideEffectLimits(may_send=refused)):
        pass
    async with tabs.watch(settle=True, opens_tab=True):
        second = await tabs.new(serve("<h1>Free</h1>"))
    send = "fetch('/sent/{}', {{ method: 'POST' }}).then(() => 'sent', () => 'stopped')"
    assert await second.page.evaluate(send.format("free")) == "sent"
    assert await first.page.evaluate(send.format("bound")) == "stopped"
    for frame in first.page.frames:
        assert await frame.evaluate(send.format("frame")) == "stopped"
    assert sent(serve) == ["/sent/free"]


async def test_frames_and_workers_that_were_there_before_handrail_are_held(playwright_: Playwright, serve: PageServer):
    on_message = "onmessage = event => fetch('/sent/' + event.data, { method: 'POST' })"
    serve.put("/worker.js", Reply(on_message.encode(), content_type="text/javascript"))
    serve("<script>worker = new Worker('/worker.js')</script>", "/inner")
    url = serve(f"<iframe src='{serve.origin.replace('127.0.0.1', 'localhost')}/inner'></iframe>")
    async with isolated_browser(playwright_) as browser:
        page = await (await browser.new_context()).new_page()
        await page.goto(url)
        await page.evaluate("navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)")
        tabs = await PlaywrightTabs(page.context, Refs()).start()
        async with tabs.watch(settle=False, limits=SideEffectLimits(may_send=refused)):
            pass
        frame = page.frames[1]
        send = "fetch('/sent/{}', {{ method: 'POST' }}).then(() => 'sent', () => 'stopped')"
        assert await page.evaluate(send.format("page")) == "stopped"
        assert await frame.evaluate(send.format("frame")) == "stopped"
        await frame.evaluate("worker.postMessage('worker')")
        await page.evaluate("navigator.serviceWorker.ready.then(found => found.active.postMessage('service'))")
        names = {"page", "frame", "worker", "service"}
        assert await stopped(tabs, names) == names
    assert not sent(serve)


async def test_a_request_whose_judgement_fails_is_not_sent(tabs: PlaywrightTabs, serve: PageServer):
    async def fails(_: HeldRequest) -> bool:
        raise ZeroDivisionError

    await tabs.active.page.goto(serve("<h1>Page</h1>"))
    async with tabs.watch(settle=False, limits=SideEffectLimits(may_send=fails)):
        fate = "fetch('/sent/a', { method: 'POST' }).then(() => 'sent', () => 'stopped')"
        assert await tabs.active.page.evaluate(fate) == "stopped"
    assert not sent(serve)


async def test_the_limits_of_one_context_do_not_bind_another_in_the_same_browser(
    chromium: Browser, tabs: PlaywrightTabs, serve: PageServer
):
    serve("<h1>Inner</h1>", "/inner")
    page = serve("<iframe src=/inner></iframe><script>new Worker('/worker.js')</script>")
    async with opened(chromium) as others:
        # No act was limited there, nor has any call been made.
        await others.active.page.goto(page)
        await tabs.active.page.goto(page)
        async with tabs.watch(settle=False, limits=SideEffectLimits(may_send=refused)):
            pass
        for of, fate in ((tabs, "stopped"), (others, "sent")):
            for frame in of.active.page.frames:
                send = "fetch('/sent/a', { method: 'POST' }).then(() => 'sent', () => 'stopped')"
                assert await frame.evaluate(send) == fate
    assert sent(serve) == ["/sent/a"] * 2
