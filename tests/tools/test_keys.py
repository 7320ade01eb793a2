"""hover, focus, enter and send_keys, through a session, in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser

from handrail import Session
from tests.conftest import OpenSession
from tests.pages import PageServer
from tests.tools.acting import js, ref, shown

PAGE = """<style>#m { display: none } #h:hover + #m { display: block }</style><span id=h>Menu</span><i id=m>Item</i>
<form onsubmit="window.sent = q.value; return false"><input id=q value=abc></form><p id=p>x</p>
<dialog id=d open>Hi</dialog><script>addEventListener('keydown', e => { if (e.key === 'Escape') d.close() })</script>"""


@pytest.fixture
async def page(session: Session, serve: PageServer) -> Session:
    return await shown(session, serve, PAGE)


async def test_hover_focus_and_enter(page: Session) -> None:
    assert (await page.call("hover", ref=await ref(page, "#h"))).ok
    assert await js(page, "getComputedStyle(m).display") == "block"
    field = await ref(page, "#q")
    assert (await page.call("focus", ref=field)).ok
    assert await js(page, "document.activeElement.id") == "q"
    assert (await page.call("enter", ref=field)).ok
    assert await js(page, "sent") == "abc"


async def test_send_keys_closes_edits_and_takes_aliases(page: Session) -> None:
    closed = await page.call("send_keys", keys="Esc")
    assert (closed.page_changed, await js(page, "d.open")) == (True, False)
    result = await page.call("send_keys", keys=["Ctrl+a", "x"], ref=await ref(page, "#q"))
    assert result.data["pressed"] == 2
    assert await js(page, "q.value") == "x"


@pytest.mark.parametrize("trusted", [True, False])
async def test_keys_that_press_are_judged_where_nothing_has_the_focus(
    open_session: OpenSession, chromium: Browser, serve: PageServer, tmp_path: Path, trusted: bool
) -> None:
    page = await open_session(chromium, tmp_path / "run", trust=[serve.origin] if trusted else [])
    for keys in ("Enter", "Space", "Control+Enter", ["Tab", "Enter"], ["a", "Enter"]):
        await shown(page, serve, PAGE)
        await js(page, "d.close(), document.activeElement.blur()")
        result = await page.perform("model", "send_keys", {"keys": keys})
        assert (result.ok, result.code) == ((True, None) if trusted else (False, "not_permitted")), keys
        assert (await page.call("send_keys", keys=keys)).ok, keys


async def test_keys_that_press_are_refused_where_nothing_has_the_focus_on_a_site_that_was_not_opened(
    open_session: OpenSession, chromium: Browser, serve: PageServer, tmp_path: Path
) -> None:
    serve(PAGE, "/there")
    there = f"{serve.other_site}/there"
    page = await open_session(chromium, tmp_path / "run", allow_origins=[serve.origin])
    await shown(page, serve, f"<a href={there}>There</a>")
    await page.call("snapshot")
    # The person opens the network to it, and nothing else.
    page.permissions.reachable.add(serve.other_site)
    assert (await page.perform("model", "goto", {"url": there})).ok
    await js(page, "d.close(), document.activeElement.blur()")
    for keys in ("Enter", "Space", "Control+Enter"):
        assert (await page.perform("model", "send_keys", {"keys": keys})).code == "not_permitted"


async def test_failures_and_bad_input(page: Session) -> None:
    text = await ref(page, "#p")
    for tool in ("focus", "enter"):
        assert (await page.call(tool, ref=text)).code == "wrong_element"
    await js(page, "m.remove()")
    assert (await page.call("hover", ref="e99")).code == "unknown_ref"
    assert (await page.call("send_keys", keys=[])).code == "unknown_key"
    assert (await page.call("send_keys", key="Escape")).code == "invalid_params"


async def test_ask_mode_presses_nothing(ask_session: Session, serve: PageServer) -> None:
    await shown(ask_session, serve, PAGE)
    field = await ref(ask_session, "#q")
    for tool in ("hover", "focus", "enter"):
        assert (await ask_session.call(tool, ref=field)).code == "not_permitted"
    assert (await ask_session.call("send_keys", keys="Escape")).code == "not_permitted"
    assert await js(ask_session, "[d.open, window.sent ?? null]") == [True, None]


async def test_send_keys_tells_what_had_them_and_what_it_holds(session: Session, serve: PageServer) -> None:
    inner = serve("<textarea id=t aria-label=Inner></textarea>")
    await shown(
        session, serve, f"<input id=q aria-label=Name value=ab><input aria-label=Next><iframe src='{inner}'></iframe>"
    )
    assert (await session.call("send_keys", keys="F2")).data["on"] == "the page"
    typed = await session.call("send_keys", keys=["End", "c"], ref=await ref(session, "#q"))
    assert (typed.data["on"]["name"].raw, typed.data["value"].raw) == ("Name", "abc")
    moved = await session.call("send_keys", keys="Tab")
    assert (moved.data["on"]["name"].raw, moved.data["focus_now"]["name"].raw) == ("Name", "Next")
    framed = await session.call("send_keys", keys=["x", "y"], ref=await ref(session, "textarea"))
    assert (framed.data["on"]["name"].raw, framed.data["value"].raw) == ("Inner", "xy")


async def test_send_keys_names_an_editor_that_is_the_whole_document_of_a_frame(
    session: Session, serve: PageServer
) -> None:
    pad = "<body contenteditable role=application aria-label=Pad><div>Budget</div></body>"
    await shown(session, serve, f"<iframe srcdoc='{pad}'></iframe>")
    typed = await session.call("send_keys", keys=["Control+End", "x"], ref=await ref(session, "body[role]"))
    assert (typed.data["on"]["name"].raw, typed.data["value"].raw) == ("Pad", "Budgetx")
