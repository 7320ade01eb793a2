"""goto, through a session."""

import threading

from tests.pages import Reply


async def test_returns_where_it_came_to_and_the_status(session, serve):
    url = serve("<title>Plans</title>")
    result = await session.call("goto", url=url)
    assert result.ok
    assert (result.data["url"].raw, result.data["title"].raw, result.data["status"]) == (url, "Plans", 200)
    assert result.data["title"].origin == serve.origin
    assert result.page_changed


async def test_a_redirect_says_where_it_ended(session, serve):
    end = serve("<title>End</title>")
    result = await session.call("goto", url=serve.put("/start", Reply(b"", 302, headers={"location": end})))
    assert result.data["url"].raw == end
    assert result.followed["navigated_to"].raw == end


async def test_a_page_that_answers_with_an_error_is_a_page(session, serve):
    for status in (404, 500):
        result = await session.call("goto", url=serve(f"<h1>Sorry {status}</h1>", status=status))
        assert (result.ok, result.data["status"]) == (True, status)
        assert f"Sorry {status}" in (await session.snapshot()).text


async def test_what_does_not_open_is_one_sentence_in_our_own_words(session):
    for url, word in (
        ("https://no-such-host.invalid/", "name"),
        ("http://127.0.0.1:1/", "does not open"),
        ("javascript:alert(1)", "http and https"),
        ("file:///etc/hostname", "http and https"),
        ("data:text/html,<h1>x", "http and https"),
        ("two words", "not a web address"),
        ("/products", "no page is open"),
    ):
        result = await session.call("goto", url=url)
        assert (result.ok, result.code, result.recoverable) == (False, "navigation_failed", True), url
        assert word in result.error
        assert result.error.endswith(".")
        assert "javascript:alert" not in result.error
        assert not result.page_changed


async def test_an_address_as_outlines_write_it_belongs_to_the_open_page(session, serve):
    serve("<title>Plans</title>", "/plans/all")
    await session.call("goto", url=serve("<a href='/plans/all'>Plans</a>", "/start/"))
    assert "-> /plans/all" in (await session.snapshot()).text
    for address in ("/plans/all", "../plans/all", "./all"):
        opened = await session.call_as("model", "goto", url=address)
        assert opened.data["url"].raw == f"{serve.origin}/plans/all"
    # A model's own is judged as the whole address that it is.
    session.permissions.origins.clear()
    assert (await session.call_as("model", "goto", url="/plans/none?d=1")).code == "not_permitted"


async def test_a_file_is_not_a_page_but_is_kept_and_says_what_reads_it(session, serve):
    reply = Reply(b"%PDF-1.4", 200, "application/octet-stream", {"content-disposition": "attachment; filename=a.pdf"})
    result = await session.call("goto", url=serve.put("/a", reply))
    came = result.data["document"]
    assert (came["id"], came["state"], came["read_with"]) == ("d1", "saved", "read_pdf")
    assert (session.run_dir / "downloads" / "a.pdf").read_bytes() == b"%PDF-1.4"


async def test_a_dialog_on_the_way_is_reported_and_the_page_is_there(session, serve):
    result = await session.call("goto", url=serve("<title>Loud</title><script>alert('Hi')</script>"))
    assert result.ok
    assert (result.data["status"], "title" in result.data) == (200, False)
    assert result.followed["dialog"]["message"].raw == "Hi"


async def test_an_open_dialog_is_in_the_way(session, serve):
    await session.call("goto", url=serve("<script>alert('Hi')</script>"))
    result = await session.call("goto", url=serve("elsewhere"))
    assert (result.ok, result.code) == (False, "dialog_open")


async def test_a_page_with_a_frame_that_never_comes_opens_all_the_same(session, serve):
    serve.put("/held", Reply(hold=threading.Event()))
    result = await session.call("goto", url=serve(f"<h1>Above</h1><iframe src='{serve.other_site}/held'></iframe>"))
    assert result.ok
    assert "Above" in (await session.snapshot()).text


async def test_what_is_not_html_can_be_read_where_the_browser_shows_it(session, serve):
    result = await session.call("goto", url=serve.put("/file", Reply(b'{"price": 19}', 200, "application/json")))
    assert (result.ok, result.data["status"]) == (True, 200)
    assert (await session.call("search_page", pattern="price")).data["total"] >= 1


async def test_a_page_that_hangs_is_reported_then_replaced_and_the_session_goes_on(session, serve):
    serve.put("/held", Reply(hold=threading.Event()))
    await session.call("goto", url=serve("<title>Hung</title>"))
    # As an endless loop, but without work for the machine.
    ask = "const held = new XMLHttpRequest(); held.open('GET', '/held', false); held.send()"
    await session.tab.page.evaluate(f"setTimeout(() => {{ {ask} }})")
    codes = []
    while "tab_lost" not in codes:
        result = await session.call("page_info")
        assert result.error
        codes.append(result.code)
    assert set(codes) <= {"timeout", "tab_lost"}
    assert (await session.call("goto", url=serve("<title>Fine</title>"))).data["title"].raw == "Fine"


async def test_in_firefox(firefox_session, serve):
    url = serve("<title>Plans</title>", status=404)
    result = await firefox_session.call("goto", url=url)
    assert (result.data["url"].raw, result.data["title"].raw, result.data["status"]) == (url, "Plans", 404)
    result = await firefox_session.call("goto", url="https://no-such-host.invalid/")
    assert (result.ok, result.code) == (False, "navigation_failed")
