"""What an act sent, and what was answered: told with the act, and again when an answer comes late."""

import socket
import threading

import pytest

from handrail.browser.tabs import effects
from tests.browser.openings import click, opened
from tests.pages import Reply


@pytest.fixture
async def tabs(any_browser, tmp_path):
    async with opened(any_browser, tmp_path) as tabs:
        yield tabs


def reported(sent):
    return [(one.method, one.url.raw.rpartition("/")[2], one.status) for one in sent]


async def test_a_form_is_reported_with_its_answer_and_the_page_it_led_to(tabs, serve):
    serve.put("/send", Reply(b"", 303, headers={"location": "/gone"}))
    await tabs.active.goto(serve("<form method=post action=/send><button>Send</button></form>"))
    after = await click(tabs, "Send")
    assert reported(after.sent) == [("POST", "send", 303)]
    assert (after.navigated_to.raw, after.status) == (serve.origin + "/gone", 404)


async def test_requests_of_scripts_are_reported_unless_they_only_read_or_count(tabs, serve):
    serve.put("/save", Reply(b"", 422))
    sending = "fetch('/save', {method: 'PUT'}); fetch('/read'); navigator.sendBeacon('/count')"
    await tabs.active.goto(serve(f'<button onclick="{sending}">Save</button>'))
    after = await click(tabs, "Save")
    assert reported(after.sent) == [("PUT", "save", 422)]
    assert tabs.sent() == []


async def test_a_request_that_reaches_nobody_has_status_0(tabs, serve):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    script = f"fetch('http://127.0.0.1:{port}/x', {{method: 'POST'}})"
    await tabs.active.goto(serve(f'<button onclick="{script}">Save</button>'))
    assert reported((await click(tabs, "Save")).sent) == [("POST", "x", 0)]


async def test_a_request_whose_page_is_left_before_its_answer_comes_has_no_status(tabs, serve):
    answer, next_page = threading.Event(), serve("<p>Next", "/next")
    serve.put("/save", Reply(b"", 201, hold=answer))
    leaving = f"fetch('/save', {{method: 'POST'}}); setTimeout(() => {{ location = '{next_page}' }}, 50)"
    await tabs.active.goto(serve(f'<button onclick="{leaving}">Save</button>'))
    after = await click(tabs, "Save")
    answer.set()
    assert after.navigated_to.raw == next_page
    assert reported(after.sent) == [("POST", "save", None)]
    assert tabs.sent() == []


async def test_a_late_answer_is_reported_later(tabs, serve, monkeypatch):
    monkeypatch.setattr("handrail.browser.tabs.settle.CAP", 0.2)
    answer = threading.Event()
    serve.put("/save", Reply(b"", 201, hold=answer))
    await tabs.active.goto(serve("<button onclick=\"fetch('/save', {method: 'POST'})\">Save</button>"))
    page = tabs.active.page
    assert reported((await click(tabs, "Save")).sent) == [("POST", "save", None)]
    assert tabs.sent() == []
    async with page.expect_response("**/save"):
        answer.set()
    assert reported(tabs.sent()) == [("POST", "save", 201)]
    assert tabs.sent() == []


async def test_an_unfinished_download_is_reported_again_once_saved(tabs, serve, monkeypatch):
    monkeypatch.setattr(effects, "ARRIVAL_TIMEOUT", 0)
    headers = {"content-disposition": "attachment; filename=report.csv"}
    serve.put("/report", Reply(b"a,b\n" * 100, 200, "text/csv", headers))
    await tabs.active.goto(serve("<a href=/report>Get</a>"))
    states = [one["state"] for one in (await click(tabs, "Get")).downloads]
    while not states or states[-1] == "arriving":
        async with tabs.watch(settle=True) as after:
            pass
        states += [one["state"] for one in after.downloads]
    assert states[-1] == "saved"
    async with tabs.watch(settle=False) as after:
        pass
    assert after.downloads == []
