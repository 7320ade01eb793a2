"""Navigation, below the session: addresses, whatever can go wrong with one, and history."""

import asyncio
import socket
import threading

import pytest
from playwright.async_api import Error as PlaywrightError

from handrail.browser.page.page_context import PageContext
from handrail.browser.types.errors import NavigationFailed
from handrail.browser.types.network.addresses import web_address
from tests.browser.openings import ref_of, visit
from tests.pages import Reply

GIF = bytes.fromhex("47494638396101000100800000ffffff00000021f90401000000002c00000000010001000002024401003b")


@pytest.mark.parametrize(
    ("given", "opened_as"),
    [
        ("example.org", "https://example.org"),
        ("example.org:8443/a?b#c", "https://example.org:8443/a?b#c"),
        ("//example.org/x", "https://example.org/x"),
        ("  https://example.org/  ", "https://example.org/"),
        ("HTTP://example.org", "HTTP://example.org"),
        ("localhost:8000/x", "http://localhost:8000/x"),
        ("127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("[::1]:8000/", "http://[::1]:8000/"),
        ("192.168.1.1", "http://192.168.1.1"),
        ("shop.localhost", "http://shop.localhost"),
        ("printer.local", "http://printer.local"),
        ("myhost:3000", "https://myhost:3000"),
        ("about:blank", "about:blank"),
    ],
)
def test_what_people_write_as_an_address(given, opened_as):
    assert web_address(given) == opened_as


@pytest.mark.parametrize(
    "given",
    ["javascript:alert(1)", "javascript:1", "JavaScript:1", "data:text/html,x", "file:///etc/hostname", "about:config",
     "blob:https://example.org/x", "view-source:https://example.org", "chrome://version", "ftp://a.example",
     "mailto:a@b.example"],
)  # fmt: skip
def test_other_schemes_are_not_opened(given):
    with pytest.raises(NavigationFailed, match="Only http and https"):
        web_address(given)


@pytest.mark.parametrize(
    "given", ["search for cats", "http://", "https://a b/", "http://[::1/", "a\x00b", "https:///x"]
)
def test_text_that_is_no_address_is_rejected(given):
    with pytest.raises(NavigationFailed, match="not a web address"):
        web_address(given)


def closed_port():
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        return bound.getsockname()[1]


@pytest.fixture
def rude():
    """A server that hangs up without a word."""
    server = socket.create_server(("127.0.0.1", 0))

    def hang_up():
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            connection.recv(1000)
            connection.close()

    threading.Thread(target=hang_up, daemon=True).start()
    yield f"http://127.0.0.1:{server.getsockname()[1]}/"
    server.shutdown(socket.SHUT_RDWR)
    server.close()


async def test_each_way_of_not_opening_has_a_sentence_and_the_next_address_opens(both_tabs, serve, rude):
    loop = serve.put("/loop", Reply(b"", 302, headers={"location": "/loop"}))
    fine = serve("<title>Fine</title>")
    failures = {
        "https://no-such-host.invalid/": "No server has that name",
        f"http://127.0.0.1:{closed_port()}/": "refused the connection",
        serve.origin.replace("http:", "https:"): "No secure connection",
        "http://127.0.0.1:1/": "does not open that address",
        "http://a.example:99999/": "not a web address",
        "https://999.1.1.1/": "does not open that address",
        loop: "redirects without end",
        rude: "closed the connection",
        serve.put("/204", Reply(b"", 204)): "HTTP 204",
    }
    for url, sentence in failures.items():
        with pytest.raises(NavigationFailed, match=sentence):
            await both_tabs.active.goto(url)
        # A late error page of the browser would stop this one.
        assert await both_tabs.active.goto(fine) == 200
        assert (await both_tabs.active.title()).raw == "Fine"


async def test_a_step_along_the_history_waits_for_the_browsers_own_error_page(tabs, serve):
    url = serve("<title>Fine</title>")
    for _ in range(4):
        await tabs.active.goto(url)
        for again in (tabs.active.forward, tabs.active.back):
            with pytest.raises(PlaywrightError, match="UNSAFE_PORT"):
                await tabs.active.page.goto("http://127.0.0.1:1/", wait_until="commit")
            assert await again() is (again == tabs.active.back)
        assert tabs.active.url.raw == url


async def test_a_page_that_answers_with_an_error_is_a_page(both_tabs, serve):
    for status in (200, 404, 500, 503):
        url = serve(f"<title>Sorry {status}</title>", status=status)
        assert await both_tabs.active.goto(url) == status
        assert both_tabs.active.core.status == status
        assert (await both_tabs.active.title()).raw == f"Sorry {status}"


async def test_a_redirect_has_the_status_of_where_it_ends(both_tabs, serve):
    end = serve("<title>End</title>", status=404)
    start = serve.put("/start", Reply(b"", 302, headers={"location": end}))
    assert await both_tabs.active.goto(start) == 404
    assert both_tabs.active.url.raw == end


async def test_what_is_not_html_opens_and_answers(both_tabs, serve):
    for number, (kind, body) in enumerate(
        [
            ("application/json", b'{"a": 1}'),
            ("text/plain", b"plain words"),
            ("image/gif", GIF),
            ("application/xml", b"<?xml version='1.0'?><a><b>x</b></a>"),
            ("image/svg+xml", b"<svg xmlns='http://www.w3.org/2000/svg'><text>drawn</text></svg>"),
            ("text/html", b""),
        ]
    ):
        url = serve.put(f"/file{number}", Reply(body, 200, kind))
        after = await visit(both_tabs, url)
        assert (both_tabs.active.core.status, both_tabs.active.url.raw, after.settled) == (200, url, True), kind
        assert await both_tabs.active.pin(), kind


async def test_a_server_that_does_not_answer_leaves_the_page_that_is_open(both_tabs, serve):
    await visit(both_tabs, serve("<title>Open</title><a href=/held>held</a>"))
    held = serve.put("/held", Reply(hold=threading.Event()))
    with pytest.raises(NavigationFailed, match="did not answer within 1 s"):
        await both_tabs.active.goto(held, timeout=1)
    assert (await both_tabs.active.title()).raw == "Open"
    assert "held" in (await both_tabs.active.reader.snapshot("full")).text


async def test_a_page_whose_scripts_never_end_loading_can_still_be_read(tabs, serve):
    serve.put("/slow.js", Reply(hold=threading.Event()))
    url = serve("<title>Half</title><h1>Above</h1><script src=/slow.js></script>")
    assert await tabs.active.goto(url, timeout=1) == 200
    assert "Above" in (await tabs.active.reader.snapshot("full")).text


# History


async def test_a_page_whose_connection_is_cut_is_there_once_it_is(tabs, serve):
    # Chromium reports no end of such a document; Firefox shows none of it.
    async with asyncio.timeout(60):
        assert await tabs.active.goto(serve("<h1>Begun</h1>", cut=True), timeout=600) == 200
    assert "Begun" in (await tabs.active.reader.snapshot()).text


async def test_back_and_forward_go_there_and_say_when_there_is_nowhere_to_go(both_tabs, serve):
    first, second = serve("<title>1</title>"), serve("<title>2</title>")
    await visit(both_tabs, first)
    await visit(both_tabs, second)
    assert not await both_tabs.active.forward()
    assert await both_tabs.active.back()
    assert both_tabs.active.url.raw == first
    assert await both_tabs.active.forward()
    assert both_tabs.active.url.raw == second


async def test_pushstate_entries_are_pages_of_the_history_with_their_documents_status(both_tabs, serve):
    url = serve("<button onclick=\"history.pushState(1, '', '#two')\">Push</button>", status=404)
    await visit(both_tabs, url)
    async with both_tabs.watch(settle=True) as after:
        await both_tabs.active.actions.click(await ref_of(both_tabs, "Push"))
    assert after.navigated_to.raw == url + "#two"
    assert both_tabs.active.core.status == 404
    assert await both_tabs.active.back()
    assert both_tabs.active.url.raw == url
    assert await both_tabs.active.forward()
    assert both_tabs.active.url.raw == url + "#two"


async def test_reload_loads_again(both_tabs, serve):
    url = serve("<title>Old</title>")
    await visit(both_tabs, url)
    serve("<title>New</title>", path=url.removeprefix(serve.origin), status=404)
    assert await both_tabs.active.reload() == 404
    assert (await both_tabs.active.title()).raw == "New"


async def test_an_answer_that_a_move_within_the_page_overtook_says_not_where_it_is(tabs, serve, monkeypatch):
    tab, here = tabs.active, serve("<title>Here</title>")
    await tab.goto(here)
    ask = PageContext.ask

    async def overtaken(core, *args, **kwargs):
        answer = await ask(core, *args, **kwargs)
        if not tab.page.url.endswith("/there"):
            async with tab.page.expect_event("framenavigated"):
                await tab.page.evaluate("history.pushState(0, '', '/there')")
        return answer

    monkeypatch.setattr(PageContext, "ask", overtaken)
    await tab.core.ask(tab.page.main_frame, "activity")
    assert tab.url.raw == f"{serve.origin}/there"


async def test_a_server_that_wants_the_browser_to_sign_in_is_told_from_one_that_does_not(both_tabs, serve):
    plain, fine = Reply(b"No", 401), serve("<title>Fine</title>")
    asks = Reply(b"No", 401, headers={"www-authenticate": 'Basic realm="x"'})
    token = Reply(b"No", 401, headers={"www-authenticate": "Bearer"})
    for reply, wants in ((asks, True), (plain, False), (asks, True), (token, False)):
        await both_tabs.active.goto(serve.put("/closed", reply))
        assert both_tabs.active.core.traffic.wants_sign_in == wants
    await both_tabs.active.goto(fine)
    assert not both_tabs.active.core.traffic.wants_sign_in
