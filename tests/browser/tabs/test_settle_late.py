"""Settling where a page reacts late, or shows that it loads in a part of itself."""

import asyncio
import threading

import pytest

from handrail.browser.tabs import settle
from tests.browser.openings import ref_of
from tests.browser.tabs.test_settle import act, button, said
from tests.pages import Reply


async def act_and_look(tabs, name, how):
    """Act on an element for a caller who looks at the page next; how long that took."""
    ref = await ref_of(tabs, name)
    clock = asyncio.get_running_loop().time
    started = clock()
    async with tabs.watch(settle=True, ahead=True):
        await how(ref)
    return clock() - started


# As pgAdmin's tree tells one click from two; what a node holds is fetched then.
TREE = """<div role=tree><div role=treeitem tabindex=0 onclick=count()>Servers</div><div id=rows></div></div><script>
  let clicks = 0, timer = 0;
  const load = async () => { rows.textContent = await (await fetch('/nodes')).text() };
  const count = () => { clicks++; clearTimeout(timer); timer = setTimeout(load, 250) };
</script>"""


@pytest.mark.parametrize("count", [1, 2])
async def test_what_a_page_does_once_it_knows_how_often_was_clicked_is_waited_for(both_tabs, serve, count):
    answer = threading.Event()
    serve.put("/nodes", Reply(b"Toolshed", 200, "text/plain", hold=answer))
    await both_tabs.active.goto(serve(TREE))
    both_tabs.active.page.on("request", lambda _: asyncio.get_running_loop().call_later(0.3, answer.set))
    await act_and_look(both_tabs, "Servers", lambda ref: both_tabs.active.actions.click(ref, count=count))
    assert "Toolshed" in await said(both_tabs)


MENU = """<div role=menuitem aria-haspopup=menu onmouseenter="setTimeout(() => sub.hidden = false, %s)">Create</div>
<div id=sub role=menu hidden><div role=menuitem>Table</div></div>"""


async def test_what_opens_a_while_after_the_pointer_came_is_waited_for(tabs, serve):
    for delay in (300, 700):
        await tabs.active.goto(serve(MENU % delay))
        await act_and_look(tabs, "Create", tabs.active.actions.hover)
        assert "Table" in await said(tabs), delay


async def test_a_press_on_a_field_or_one_that_changes_the_page_is_not_watched_for_more(tabs, serve, monkeypatch):
    monkeypatch.setattr(settle, "REACTION", 4.0)
    page = "<input aria-label=Name><button onclick='this.after(1)'>Add</button><a href='#there'>There</a><p id=there>"
    await tabs.active.goto(serve(page))
    for name in ("Name", "Add", "There"):
        assert await act_and_look(tabs, name, tabs.active.actions.click) < settle.REACTION


SIGN = "<i class='toggle loading' style='display: block; height: 9px'></i>"


async def test_a_sign_in_a_row_is_waited_for_though_another_one_stays(tabs, serve):
    hidden = "<i class=loader hidden></i>" * 40
    script = f"row.innerHTML = `{SIGN}`; setTimeout(() => {{ row.textContent = 'Here' }}, 500)"
    page = f"{hidden}<i aria-busy=true>Wait</i><p id=row></p><button onclick='stay.after(1)' id=stay>Stay</button>"
    await tabs.active.goto(serve(page + button(script)))
    assert [(await act(tabs, "Stay"))[0].settled for _ in range(2)] == [False, True]
    after, _ = await act(tabs, "Go")
    assert after.settled
    assert "Here" in await said(tabs)


INSIDE = f"{SIGN}<script>setTimeout(() => document.body.textContent = 'Inside', 700)</script>"


async def test_a_sign_in_a_frame_of_the_page_is_waited_for(both_tabs, serve):
    inner = serve(
        f"<button onclick='document.body.innerHTML = box.innerHTML; eval(late)'>Go</button>"
        f"<template id=box>{SIGN}</template>"
        "<script>const late = `setTimeout(() => document.body.textContent = 'Acted', 700)`</script>"
    )
    outer = f"<iframe src='{inner}'></iframe>"
    await both_tabs.active.goto(
        serve(outer + button(f"out.innerHTML = `<iframe src={serve(INSIDE)}>`").replace("Go", "Open"))
    )
    for name, words in (("Open", "Inside"), ("Go", "Acted")):
        after, _ = await act(both_tabs, name)
        assert after.settled
        assert words in await said(both_tabs)


async def test_a_page_that_is_busy_with_what_an_act_brings_is_waited_for(tabs, serve):
    busy = "const end = performance.now() + 900; while (performance.now() < end); out.textContent = 'Late'"
    later = f"out.textContent = 1; setTimeout(() => {{ out.textContent = 2; setTimeout(() => {{ {busy} }}, 60) }}, 60)"
    await tabs.active.goto(serve(button(later)))
    after, _ = await act(tabs, "Go")
    assert after.settled
    assert "Late" in await said(tabs)


CLOCK = """<p id=clock></p><button onclick="clearInterval(ticks)">Stop</button>
<script>const ticks = setInterval(() => clock.textContent = performance.now(), 20)</script>"""
FETCHES = "fetch('/answer').then((r) => r.text()).then((t) => out.textContent = t)"


async def test_a_page_that_never_stops_changing_is_waited_for_while_the_acts_own_request_is_open(
    tabs, serve, monkeypatch
):
    monkeypatch.setitem(settle.Settler.settle.__kwdefaults__, "cap", 1.5)
    answer = threading.Event()
    serve.put("/answer", Reply(b"Answered", 200, "text/plain", hold=answer))
    await tabs.active.goto(serve(button(FETCHES, CLOCK) + "<button onclick='clock.after(1)'>Add</button>"))
    assert not (await act(tabs, "Add"))[0].settled
    loop = asyncio.get_running_loop()
    tabs.active.page.on("request", lambda _: loop.call_later(2 * settle.RESTLESS_CAP, answer.set))
    await act(tabs, "Go")
    assert "Answered" in await said(tabs)
    # It has stopped, so the next act is waited for like one of any other page.
    assert (await act(tabs, "Stop"))[0].settled
    steps = (
        "let n = 0; const step = () => { out.textContent = 'step ' + ++n; if (n < 15) setTimeout(step, 40) }; step()"
    )
    await tabs.active.page.evaluate(f"document.querySelector('button').onclick = () => {{ {steps} }}")
    await act(tabs, "Go")
    assert "step 15" in await said(tabs)
