"""Pointer and focus: real input lands on the element that was meant, once, or not at all."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import TimeoutError as PlaywrightTimeout

from handrail.browser.types.errors import (
    Covered,
    DialogOpen,
    DocumentChanged,
    NotActionable,
    PageChanged,
    StaleRef,
    UnknownRef,
    WrongElement,
)
from tests.browser.stage import Stage
from tests.pages import PageServer

COUNT = (
    "<script>window.got = []; addEventListener('click', e => got.push([e.target.id, e.isTrusted, e.detail]))</script>"
)


async def test_a_click_is_real_input_on_the_element_scrolled_into_view(both: Stage) -> None:
    await both.show(f"{COUNT}<div style='height:3000px'></div><button id=b>Save</button>")
    await both.actions.click(await both.ref("#b"))
    assert await both.js("got") == [["b", True, 1]]


async def test_button_count_and_modifiers(both: Stage) -> None:
    await both.show("<button id=b>Save</button>")
    await both.js(
        "window.got = []; for (const type of ['dblclick', 'contextmenu', 'click']) "
        "b.addEventListener(type, e => got.push([type, e.button, e.shiftKey]))"
    )
    ref = await both.ref("#b")
    await both.actions.click(ref, count=2)
    await both.actions.click(ref, button="right")
    await both.actions.click(ref, modifiers=["Shift"])
    assert await both.js("got") == [
        ["click", 0, False], ["click", 0, False], ["dblclick", 0, False], ["contextmenu", 2, False], ["click", 0, True],
    ]  # fmt: skip


async def test_a_covered_element_names_what_covers_it(both: Stage) -> None:
    await both.show(
        f"{COUNT}<button id=b>Save</button><div role=dialog aria-label='Cookies' "
        "style='position:fixed;inset:0;background:#fff'><p>We use them</p><button id=ok>Accept</button></div>"
    )
    with pytest.raises(Covered) as caught:
        await both.actions.click(await both.ref("#b"))
    by = caught.value.details["by"]
    assert (by["role"], by["name"].raw) == ("dialog", "Cookies")
    assert both.core.target(by["ref"]).local
    assert await both.js("got") == []


async def test_a_cover_that_goes_away_in_time_is_waited_for(stage: Stage) -> None:
    await stage.show(f"{COUNT}<button id=b>Save</button><div id=veil style='position:fixed;inset:0'></div>")
    await stage.js("setTimeout(() => veil.remove(), 300)")
    await stage.actions.click(await stage.ref("#b"))
    assert await stage.js("got.length") == 1


async def test_a_sticky_header_and_a_half_covered_link_are_got_around(both: Stage) -> None:
    await both.show(
        f"{COUNT}<div style='position:sticky;top:0;height:60vh;background:#eee'>Head</div>"
        "<div style='height:2000px'></div>"
        "<a id=a style='display:block;width:400px;height:40px'>Go</a><div style='height:2000px'></div>"
        "<div id=half style='position:absolute;left:0;width:260px;height:60px'></div>"
    )
    await both.js(
        "half.style.top = (a.getBoundingClientRect().top + scrollY) + 'px'; a.href = '#there'; scrollTo(0, 2500)"
    )
    await both.actions.click(await both.ref("#a"))
    assert await both.js("location.hash") == "#there"


OBSTACLES = [
    ("<button id=b disabled>Save</button>", "disabled"),
    ("<div aria-disabled=true><button id=b>Save</button></div>", "disabled"),
    ("<button id=b style='visibility:hidden'>Save</button>", "hidden"),
    ("<div style='display:none'><button id=b>Save</button></div>", "hidden"),
    ("<div inert><button id=b>Save</button></div>", "inert"),
    ("<button id=b style='position:fixed;left:-500px'>Save</button>", "out_of_reach"),
]


async def test_what_cannot_be_acted_on_says_why(stage: Stage) -> None:
    for html, reason in OBSTACLES:
        await stage.show(COUNT + html)
        with pytest.raises(NotActionable) as caught:
            await stage.hasty.click(await stage.ref("#b"))
        assert caught.value.details["reason"] == reason, html
        assert caught.value.hint
        assert "Timeout" not in caught.value.message
        assert await stage.js("got") == [], html


async def test_what_a_pointer_cannot_use_names_the_right_tool(both: Stage) -> None:
    await both.show("<select><option id=a>A</select><label id=b>CV<input type=file></label>")
    for selector, tool in (("#a", "select"), ("#b", "upload_file")):
        with pytest.raises(NotActionable) as caught:
            await both.actions.click(await both.ref(selector))
        assert tool in caught.value.hint


async def test_an_element_that_becomes_enabled_in_time_is_waited_for(both: Stage) -> None:
    await both.show(f"{COUNT}<button id=b disabled>Save</button>")
    await both.js("setTimeout(() => b.disabled = false, 300)")
    await both.actions.click(await both.ref("#b"))
    assert await both.js("got.length") == 1


async def test_an_element_that_never_keeps_still_is_not_clicked(stage: Stage) -> None:
    await stage.show(
        f"{COUNT}<style>@keyframes go {{ to {{ transform: translateX(300px) }} }}</style>"
        "<button id=b style='animation: go 0.7s infinite alternate linear'>Catch me</button>"
    )
    with pytest.raises(NotActionable) as caught:
        await stage.hasty.click(await stage.ref("#b"))
    assert caught.value.details["reason"] == "moving"


async def test_stale_and_unknown_refs_fail_at_once(both: Stage) -> None:
    await both.show("<button id=b>Save</button>")
    ref = await both.ref("#b")
    await both.js("b.remove()")
    with pytest.raises(StaleRef):
        await both.actions.click(ref)
    with pytest.raises(UnknownRef):
        await both.actions.click("e999")


async def test_a_pending_click_never_presses_a_button_of_the_next_page(both: Stage, serve: PageServer) -> None:
    """The button waits to be enabled while the page is replaced by one with another button at the same place."""
    await both.page.goto(serve("<button id=b disabled>Save</button>"))
    next_page = serve(f"{COUNT}<button id=b>Delete</button>")
    waiting = both.asked("reach")
    pending = asyncio.ensure_future(both.actions.click(await both.ref("#b")))
    await asyncio.wait_for(waiting.wait(), 10)
    await both.page.goto(next_page)
    with pytest.raises((StaleRef, DocumentChanged)):
        await pending
    assert await both.js("got") == []


async def test_playwrights_own_pending_click_does_not_meet_the_next_page(both: Stage, serve: PageServer) -> None:
    """What is left of a cancelled attempt is tied to its document by the nonce in its selector or key."""
    await both.page.goto(serve("<button id=b>Save</button><div style='position:fixed;inset:0'></div>"))
    target = both.core.target(await both.ref("#b"))
    pending = asyncio.ensure_future((await both.core.locator(target)).click(timeout=2000))
    await both.page.goto(serve(f"{COUNT}<button id=b>Delete</button>"))
    with pytest.raises(PlaywrightTimeout):
        await pending
    assert await both.js("got") == []


async def test_a_click_that_opens_a_dialog_returns(both: Stage) -> None:
    for call in ("alert('Hi')", "confirm('Sure?')", "prompt('Name?', 'Ann')"):
        await both.show(f"<button id=b>Ask</button><script>b.onclick = () => {{ window.done = [{call}] }}</script>")
        await both.js("window.done = null")
        await both.actions.click(await both.ref("#b"))
        assert both.core.dialog is not None, call
        await both.accept()
        await both.page.wait_for_function("window.done")


async def test_an_act_while_a_dialog_is_open_says_so_and_does_nothing(stage: Stage) -> None:
    await stage.show(f"{COUNT}<button id=b>Ask</button>")
    ref = await stage.ref("#b")
    await stage.js("void setTimeout(() => alert('Hi'), 0)")
    await asyncio.wait_for(stage.core.dialog_opened.wait(), 5)
    with pytest.raises(DialogOpen):
        await stage.actions.click(ref)
    await stage.accept()
    assert await stage.js("got") == []


async def test_a_busy_page_is_not_clicked_twice(stage: Stage) -> None:
    await stage.show(
        "<button id=b>Work</button><script>window.n = 0; b.onclick = () => "
        "{ n++; const end = Date.now() + 3500; while (Date.now() < end); }</script>"
    )
    await stage.actions.click(await stage.ref("#b"))
    assert await stage.js("n") == 1


async def test_a_click_that_closes_its_own_window_returns(stage: Stage) -> None:
    async with stage.page.expect_popup() as popup:
        await stage.js("void window.open('about:blank')")
    child = Stage(await popup.value)
    await child.show("<button id=b onclick='window.close()'>Close</button>")
    await child.actions.click(await child.ref("#b"))
    if not child.page.is_closed():
        await child.page.wait_for_event("close")


async def test_in_an_other_site_frame_and_in_a_shadow_tree(both: Stage, serve: PageServer) -> None:
    inner = """<div style='height:900px'></div><my-box></my-box><script>
      class Box extends HTMLElement { connectedCallback() { this.attachShadow({mode: 'open'}).innerHTML =
        '<button onclick="document.title = event.isTrusted">In</button>'; } }
      customElements.define('my-box', Box)</script>"""
    address = serve(inner, "/inner").replace(serve.origin, serve.other_site)
    await both.page.goto(
        serve(f"<div style='height:1500px'></div><iframe src='{address}' style='margin:40px'></iframe>")
    )
    frame = both.page.frames[1]
    await both.actions.click(await both.ref("button", frame))
    assert await frame.evaluate("document.title") == "true"


async def test_what_covers_a_frame_covers_what_is_in_it(both: Stage, serve: PageServer) -> None:
    serve("<button onclick='document.title = 1'>Pay</button>", "/inner")
    cover = "<div role=region aria-label=Banner style='position:fixed;inset:0;background:#fff'>Offer</div>"
    await both.page.goto(serve(f"<iframe src='/inner'></iframe>{cover}"))
    frame = both.page.frames[1]
    with pytest.raises(Covered) as caught:
        await both.actions.click(await both.ref("button", frame))
    assert caught.value.details["by"]["name"].raw == "Banner"
    assert await frame.evaluate("document.title") == ""


async def test_a_field_under_its_own_label_is_clicked_through_the_label(both: Stage) -> None:
    await both.show(
        "<div style='position:relative'><input id=i style='width:200px;height:30px'>"
        "<label for=i style='position:absolute;left:0;top:0;width:210px;height:40px'>Name</label></div>"
    )
    await both.actions.click(await both.ref("#i"))
    assert await both.js("document.activeElement.id") == "i"


async def test_a_click_points_at_the_row_or_item_that_shows_its_target(both: Stage) -> None:
    await both.show(
        """<style>td span { position: relative; left: -9999em } tr:hover span { left: 0 }
        li { width: 90px } ul ul { position: absolute; top: -1000em } li:hover ul { top: auto }</style>
        <table><tr><td>One <span><button onclick="document.title += 'row'">Edit</button></span></table>
        <ul><li>Media<ul><li><button id=add onclick="document.title += 'menu'">Add</button></ul></ul>"""
    )
    await both.actions.click(await both.ref("button"))
    await both.actions.click(await both.ref("#add"))
    assert await both.js("document.title") == "rowmenu"


async def test_hover_focus_and_what_does_not_take_it(both: Stage) -> None:
    await both.show(
        "<style>#m { visibility: hidden } #t:hover + #m { visibility: visible }</style><b id=t>Menu</b><i id=m>Item</i>"
    )
    await both.actions.hover(await both.ref("#t"))
    assert await both.js("getComputedStyle(m).visibility") == "visible"
    await both.show("<input id=i><p id=p>Text</p>")
    await both.actions.focus(await both.ref("#i"))
    assert await both.js("document.activeElement.id") == "i"
    with pytest.raises(WrongElement):
        await both.actions.focus(await both.ref("#p"))


CHECKED_ON_LEAVING = (
    (
        f"{COUNT}<input id=field aria-label=Name><p id=error hidden style='height:80px'>Too short</p>"
        "<br><button id=b>Save</button><script>field.onchange = () => {{ error.hidden = false }}</script>"
    )
    .replace("{{", "{")
    .replace("}}", "}")
)


async def test_a_click_that_a_page_moves_away_from_as_a_field_is_left_is_reported_as_missed(both: Stage) -> None:
    await both.show(CHECKED_ON_LEAVING)
    button = await both.ref("#b")
    await both.actions.fill(await both.ref("#field"), "A")
    with pytest.raises(PageChanged, match="moved away as it was pressed"):
        await both.actions.click(button)
    await both.actions.click(button)
    assert [one[0] for one in await both.js("got")] == ["", "b"]


@pytest.mark.parametrize(
    "page",
    [
        CHECKED_ON_LEAVING.replace("height:80px", "position:absolute;right:0"),
        CHECKED_ON_LEAVING.replace("<button id=b>Save</button>", "").replace(
            "<input", "<button id=b>Save</button><input"
        ),
        CHECKED_ON_LEAVING.replace("error.hidden = false", "b.outerHTML = b.outerHTML"),
        CHECKED_ON_LEAVING.replace("error.hidden = false", "location.hash = 'changed'"),
        CHECKED_ON_LEAVING.replace(
            "error.hidden = false", "b.addEventListener('click', () => document.createElement('a').click())"
        ),
        CHECKED_ON_LEAVING.replace(
            "error.hidden = false", "b.addEventListener('click', () => { document.body.style.pointerEvents = 'none' })"
        ),
    ],
    ids=["nothing moves", "above what moves", "made anew", "another address", "clicks another thing", "covers itself"],
)
async def test_a_click_that_leaves_a_field_and_arrives_is_none_that_was_missed(both: Stage, page: str) -> None:
    await both.show(page)
    button = await both.ref("#b")
    await both.actions.fill(await both.ref("#field"), "A")
    await both.actions.click(button)
