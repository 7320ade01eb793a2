"""wait_for, through a session."""

import asyncio
import threading
from typing import Any

import pytest

from handrail.browser.tabs.wait import matches
from tests.conftest import shared_session
from tests.pages import Reply
from tests.tools.acting import ref, shown

session = shared_session

SOON = 300


def later(script):
    return f"<script>setTimeout(() => {{ {script} }}, {SOON})</script>"


CASES: list[tuple[str, dict[str, Any]]] = [
    ("<p id=p></p>" + later("p.innerHTML = 'All  <b>do</b>ne'"), {"text": "all done"}),
    ("<p id=p hidden>Ready</p>" + later("p.hidden = false"), {"text": "Ready"}),
    ("<p id=p>Loading</p>" + later("p.remove()"), {"text": "Loading", "gone": True}),
    ("<p id=p>Loading</p>" + later("p.hidden = true"), {"selector": "#p", "gone": True}),
    ("<div id=d></div>" + later("d.innerHTML = '<table class=plans><td>x</table>'"), {"selector": ".plans td"}),
    (
        "<div id=d></div>" + later("d.attachShadow({mode: 'open'}).innerHTML = '<i>In the shadow</i>'"),
        {"text": "in the shadow"},
    ),
    (
        "<div style='overflow: hidden; height: 90px'><div style='overflow: auto; height: 90px'><p id=p hidden"
        " style='margin-top: 900px'>Below the edge</p></div></div>" + later("p.hidden = false"),
        {"text": "below the edge", "selector": "#p"},
    ),
    ("<iframe id=f></iframe>" + later("f.srcdoc = '<p>In the frame</p>'"), {"text": "in the frame"}),
    ("x" + later("history.pushState(1, '', '/cart?step=2')"), {"url": "/cart"}),
    ("x" + later("history.pushState(1, '', '/cart?step=2')"), {"url": "*/cart?step=*"}),
    ("x" + later("history.pushState(1, '', '/cart')"), {"url": "wait-here", "gone": True}),
    ("<p id=p></p>" + later("p.innerHTML = '<b>Both</b>'"), {"text": "both", "selector": "b"}),
]


async def test_ends_when_it_holds(session, serve):
    for html, params in CASES:
        assert (await session.call("goto", url=serve(html, path="/wait-here"))).ok
        result = await session.call("wait_for", **params)
        assert (result.ok, result.data) == (True, {"held": True}), params


@pytest.mark.parametrize(
    ("pattern", "holds"),
    [
        ("*", True),
        ("https://*", True),
        ("https://shop.example/*?step=2", True),
        ("*/a/*/c?*", True),
        ("*shop*example*", True),
        ("http://*", False),
        ("https://shop.example/*", True),
        ("https://shop.example/a/b/c?step=2*2", False),
        ("*/c/*/a*", False),
        ("*b[c]*", False),
        ("*A*", False),
    ],
)
def test_a_pattern_of_an_address_is_of_the_whole_address(pattern, holds):
    assert matches("https://shop.example/a/b/c?step=2", pattern) is holds


async def test_what_holds_already_is_not_waited_for(session, serve):
    await shown(session, serve, "<p>Here</p>")
    assert (await session.call("wait_for", text="here", timeout=0)).ok


async def test_what_does_not_come_is_a_time_out_that_says_what_to_do(session, serve):
    await shown(session, serve, "<p hidden>Never</p>")
    result = await session.call("wait_for", text="Never", timeout=0.5)
    assert (result.ok, result.code, result.recoverable) == (False, "timeout", True)
    assert "0.5 s" in result.error
    assert "Never" not in result.error
    assert result.hint


async def test_what_no_scrolling_brings_into_view_is_not_there(session, serve):
    below = "<p style='margin-top: 900px'>Below the edge</p>"
    for box in (below, f"<div style='overflow: auto; height: 90px; margin-top: 200px'>{below}</div>"):
        await shown(session, serve, f"<div style='overflow: hidden; height: 90px'>{box}</div>")
        assert (await session.call("wait_for", text="below the edge", timeout=0)).code == "timeout"


async def test_a_ref_that_shows_and_one_that_goes(session, serve):
    await shown(session, serve, "<button id=b style='visibility:hidden'>Go</button>" + later("b.style.visibility = ''"))
    button = await ref(session, "button")
    assert (await session.call("wait_for", ref=button)).ok
    await session.tab.page.evaluate("setTimeout(() => b.remove(), 200)")
    assert (await session.call("wait_for", ref=button, gone=True)).ok


async def test_a_ref_that_is_gone_is_reported_at_once(session, serve):
    await shown(session, serve, "<button id=b>Go</button>")
    button = await ref(session, "button")
    await session.tab.page.evaluate("b.remove()")
    result = await session.call("wait_for", ref=button, timeout=60)
    assert (result.ok, result.code) == (False, "stale_ref")


async def test_stable_is_when_nothing_changes_any_more(session, serve):
    step = "let n = 0; const t = setInterval(() => { p.textContent = ++n; if (n == 12) clearInterval(t) }, 60)"
    await session.tab.page.goto(serve(f"<p id=p></p><script>{step}</script>"))
    assert (await session.call("wait_for", state="stable")).ok
    assert "12" in (await session.snapshot()).text


async def test_a_page_that_never_stops_is_not_stable(session, serve):
    await session.tab.page.goto(
        serve("<p id=p></p><script>setInterval(() => p.textContent = Math.random(), 30)</script>")
    )
    result = await session.call("wait_for", state="stable", timeout=1)
    assert (result.ok, result.code) == (False, "timeout")


async def test_load_is_when_the_pictures_are_there(session, serve):
    arrive = threading.Event()
    serve.put("/picture", Reply(b"", 200, "image/gif", hold=arrive))
    await shown(session, serve, "<img src=/picture>")
    assert (await session.call("wait_for", state="load", timeout=0.3)).code == "timeout"
    asyncio.get_running_loop().call_later(0.2, arrive.set)
    assert (await session.call("wait_for", state="load")).ok


async def test_the_next_page_can_be_waited_for_from_this_one(session, serve):
    there = serve("<p>Welcome</p>")
    await session.tab.page.goto(serve(later(f"location = '{there}'")))
    assert (await session.call("wait_for", text="welcome")).ok


async def test_bad_parameters_are_named(session):
    for params, word in (
        ({}, "what to wait for"),
        ({"gone": True}, "what to wait for"),
        ({"text": ""}, "text"),
        ({"text": "x", "timeout": 61}, "timeout"),
        ({"text": "x", "timeout": -1}, "timeout"),
        ({"state": "done"}, "state"),
        ({"ref": ""}, "ref"),
    ):
        result = await session.call("wait_for", **params)
        assert (result.ok, result.code) == (False, "invalid_params"), params
        assert word in result.error


async def test_a_selector_that_is_none_and_an_unknown_ref_are_reported_at_once(session, serve):
    await shown(session, serve, "x")
    for params, code in (({"selector": "]["}, "invalid_selector"), ({"ref": "e999"}, "unknown_ref")):
        result = await session.call("wait_for", **params, timeout=60)
        assert (result.ok, result.code) == (False, code)


async def test_a_dialog_that_opens_ends_it(session, serve):
    await shown(session, serve, "x" + later("alert(1)"))
    result = await session.call("wait_for", text="never", timeout=60)
    assert (result.ok, result.code) == (False, "dialog_open")


async def test_in_firefox(firefox_session, serve):
    await shown(firefox_session, serve, "<p id=p></p>" + later("p.textContent = 'Done'"))
    assert (await firefox_session.call("wait_for", text="done")).ok
    assert (await firefox_session.call("wait_for", selector="#p", state="load")).ok
    assert (await firefox_session.call("wait_for", text="done", gone=True, timeout=0.3)).code == "timeout"
