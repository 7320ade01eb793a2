"""Dialogs stay open until they are answered, and hold nothing else up, in Chromium and Firefox."""

import pytest

from handrail.browser.types.errors import DialogOpen, NoDialog
from tests.browser.openings import opened, ref_of


@pytest.fixture
async def tabs(any_browser):
    async with opened(any_browser) as tabs:
        yield tabs


async def show(tabs, serve, script):
    """A page with a button that runs a script; returns its address and what came of a click on the button."""
    url = serve(f'<title>Asks</title><button onclick="{script}">Go</button><p id=out></p>')
    await tabs.active.goto(url)
    return url, await click(tabs, "Go")


async def click(tabs, name):
    ref = await ref_of(tabs, name)
    async with tabs.watch(settle=True) as after:
        await tabs.active.actions.click(ref)
    return after


async def said(tabs):
    return (await tabs.active.reader.snapshot("full")).text.raw


async def test_a_dialog_is_reported_and_stays_open(tabs, serve):
    with pytest.raises(NoDialog):
        await tabs.active.answer_dialog(True)
    _, after = await show(tabs, serve, "alert('Careful')")
    assert (after.dialog.kind, after.dialog.message.raw, after.dialog.message.label) == ("alert", "Careful", "dialog")
    assert tabs.active.dialog is after.dialog


async def test_while_it_is_open_everything_else_says_so_at_once(tabs, serve):
    await show(tabs, serve, "alert(1)")
    tab = tabs.active
    for call in (tab.pin, tab.screenshot, tab.reload, tab.back, lambda: tab.goto(serve("elsewhere"))):
        with pytest.raises(DialogOpen, match="A dialog \\(alert\\) is open"):
            await call()
    assert [tab.id for tab in await tabs.list()] == ["t1"]


async def test_a_confirm_is_accepted_or_dismissed(tabs, serve):
    _, after = await show(tabs, serve, "out.textContent = 'was ' + confirm('Sure?')")
    for accept, answer in ((True, "true"), (False, "false")):
        assert (await tabs.active.answer_dialog(accept)).message.raw == after.dialog.message.raw == "Sure?"
        assert tabs.active.dialog is None
        assert f"was {answer}" in await said(tabs)
        after = await click(tabs, "Go")
    await tabs.active.answer_dialog(True)


async def test_a_prompt_takes_a_text_its_default_or_nothing(tabs, serve):
    _, after = await show(tabs, serve, "out.textContent = 'name=' + prompt('Name?', 'you') + ';'")
    for accept, text, answer in ((True, "Ada", "Ada"), (True, "", ""), (True, None, "you"), (False, None, "null")):
        assert after.dialog.default.raw == "you"
        await tabs.active.answer_dialog(accept, text)
        assert f"name={answer};" in await said(tabs)
        after = await click(tabs, "Go")
    await tabs.active.answer_dialog(False)


async def test_an_answer_can_open_the_next_dialog(tabs, serve):
    await show(tabs, serve, "alert('one'); alert('two')")
    async with tabs.watch(settle=True) as after:
        await tabs.active.answer_dialog(True)
    assert after.dialog.message.raw == "two"
    assert (await tabs.active.answer_dialog(True)).message.raw == "two"
    assert tabs.active.dialog is None


async def test_a_dialog_that_opens_while_a_page_loads_holds_nobody_up(tabs, serve):
    url = serve("<title>Loud</title><h1>Hello</h1><script>alert('Welcome')</script><p>Rest</p>", status=404)
    async with tabs.watch(settle=True) as after:
        assert await tabs.active.goto(url) == 404
    assert after.dialog.message.raw == "Welcome"
    assert after.navigated_to.raw == url
    await tabs.active.answer_dialog(True)
    assert await tabs.active.wait_for(text="Rest")


LEAVE = '<title>Asks</title><button onclick="onbeforeunload = (e) => e.preventDefault()">Edit</button>'


async def test_a_page_that_asks_before_it_is_left_stays_when_dismissed_and_is_left_when_accepted(tabs, serve):
    here, there = serve(LEAVE), serve("<title>There</title>")
    await tabs.active.goto(here)
    await click(tabs, "Edit")
    for accept, url, title in ((False, here, "Asks"), (True, there, "There")):
        with pytest.raises(DialogOpen, match="beforeunload"):
            await tabs.active.goto(there)
        async with tabs.watch(settle=True) as after:
            await tabs.active.answer_dialog(accept)
        assert (tabs.active.url.raw, (await tabs.active.title()).raw) == (url, title)
        assert (after.navigated_to is not None) is accept


async def test_a_tab_that_opens_with_a_dialog_is_known_and_its_dialog_can_be_answered(tabs, serve):
    popup = serve("<title>Popup</title><script>alert('From the popup')</script><p>Rest</p>")
    _, after = await show(tabs, serve, f"window.open('{popup}')")
    assert [tab.id for tab in after.opened] == ["t2"]
    assert after.dialog is None
    tab = await tabs.switch("t2")
    assert tab.dialog.message.raw == "From the popup"
    await tab.answer_dialog(True)
    assert await tab.wait_for(text="Rest")


async def test_a_dialog_goes_with_its_tab(tabs, serve):
    await show(tabs, serve, "alert(1)")
    now = await tabs.close()
    assert now.id == "t2"
    assert tabs.active.dialog is None
