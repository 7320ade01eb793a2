"""Checkboxes, switches and radio buttons, native and made of script."""

from __future__ import annotations

import pytest

from handrail.browser.reading.page_reader import PlaywrightReader
from handrail.browser.types.errors import Covered, NotActionable, WrongElement
from tests.browser.stage import Stage

BOXES = """
<input type=checkbox id=plain> <label id=lab><input type=checkbox id=inner> Agree</label>
<style>.hid { position: absolute; opacity: 0; width: 0; height: 0 } .clip { position: absolute; clip: rect(0 0 0 0);
width: 1px; height: 1px; overflow: hidden }</style>
<input type=checkbox id=zero class=hid><label for=zero id=zerolabel style='padding:4px'>Newsletter</label>
<input type=checkbox id=clip class=clip><label for=clip>Terms, see <a href=#left>the terms</a></label>
<div id=switch role=switch aria-checked=false tabindex=0>Dark</div>
<div id=aria role=checkbox aria-checked=mixed tabindex=0><span id=part>All</span></div>
<button id=press aria-pressed=false>Bold</button>
<label><input type=radio name=r id=r1 checked> One</label><label><input type=radio name=r id=r2> Two</label>
<input type=checkbox id=off disabled> <div id=deaf role=checkbox aria-checked=false tabindex=0>Deaf</div>
<script>
for (const [id, name] of [['switch', 'aria-checked'], ['aria', 'aria-checked'], ['press', 'aria-pressed']]) {
  const box = document.getElementById(id);
  box.onclick = () => { window.presses = (window.presses || 0) + 1;
    setTimeout(() => box.setAttribute(name, String(box.getAttribute(name) !== 'true')), 100); };
}
</script>"""
STATE = (
    "(id => { const e = document.getElementById(id); return e.checked ?? (e.ariaChecked ?? e.ariaPressed) === 'true' })"
)


WAYS = {
    "#plain": "plain",
    "#inner": "inner",
    "#lab": "inner",
    "#zero": "zero",
    "#zerolabel": "zero",
    "#switch": "switch",
    "#press": "press",
}


async def test_checks_and_unchecks_once(both: Stage) -> None:
    await both.show(BOXES)
    for selector, box in WAYS.items():
        ref = await both.ref(selector)
        for checked, changed in ((False, False), (True, True), (True, False), (False, True), (False, False)):
            assert await both.actions.set_checked(ref, checked) is changed, selector
            assert await both.js(f"{STATE}('{box}')") is checked, selector


async def test_a_label_is_not_pressed_on_the_link_in_it(both: Stage) -> None:
    await both.show(BOXES + "<style>[for=clip] { display: inline-block } [for=clip] a { padding: 0 60px }</style>")
    assert await both.actions.set_checked(await both.ref("#clip"), True)
    assert await both.js("[clip.checked, location.hash]") == [True, ""]


HACK = """<style>#menu { position: relative; width: 150px } #menu input { position: absolute; inset: 0; width: 100%;
height: 100%; margin: 0; opacity: 0 } #menu label { display: block; height: 30px }</style>
<div id=menu><input type=checkbox role=button id=open aria-labelledby=name>
<label id=name for=open>Personal</label></div>"""


async def test_a_transparent_box_over_its_own_label_is_pressed_itself(both: Stage) -> None:
    await both.show(HACK)
    ref = await both.ref("#open")
    await both.actions.click(ref)
    assert await both.js("menu.firstElementChild.checked")
    assert await both.actions.set_checked(ref, False)
    assert not await both.js("menu.firstElementChild.checked")


async def test_a_mixed_box_becomes_what_was_asked_for_and_a_radio_button_is_only_checked(both: Stage) -> None:
    await both.show(BOXES)
    assert await both.actions.set_checked(await both.ref("#part"), False)
    assert await both.js("[aria.ariaChecked, presses]") == ["false", 2]
    assert not await both.actions.set_checked(await both.ref("#r1"), True)
    assert await both.actions.set_checked(await both.ref("#r2"), True)
    assert await both.js("[r1.checked, r2.checked]") == [False, True]
    with pytest.raises(WrongElement) as caught:
        await both.actions.set_checked(await both.ref("#r2"), False)
    assert "another" in caught.value.hint


async def test_what_cannot_be_checked_says_why(stage: Stage) -> None:
    await stage.show(BOXES + "<input id=text>")
    with pytest.raises(NotActionable) as disabled:
        await stage.hasty.set_checked(await stage.ref("#off"), True)
    assert disabled.value.details["reason"] == "disabled"
    with pytest.raises(NotActionable) as deaf:
        await stage.actions.set_checked(await stage.ref("#deaf"), True)
    assert deaf.value.details["reason"] == "no_reaction"
    with pytest.raises(WrongElement):
        await stage.actions.set_checked(await stage.ref("#text"), True)


async def test_a_dialog_does_not_hang(both: Stage) -> None:
    await both.show("<input type=checkbox id=c onchange=\"alert('Sure?')\">")
    assert await both.actions.set_checked(await both.ref("#c"), True)
    assert both.core.dialog is not None
    await both.accept()
    assert await both.js("c.checked")


DRAWN = """<span><input type=checkbox id=c style='opacity:0' aria-checked=false onclick="event.preventDefault();
setTimeout(() => setAttribute('aria-checked', getAttribute('aria-checked') !== 'true'), 80)"></span>
<input type=checkbox id=stale aria-checked=true>"""


async def test_a_page_that_draws_a_box_says_itself_whether_it_is_checked(both: Stage) -> None:
    await both.show(DRAWN)
    ref = await both.ref("#c")
    for checked, changed in ((True, True), (True, False), (False, True)):
        assert await both.actions.set_checked(ref, checked) is changed
        assert await both.js("[c.ariaChecked, c.checked]") == [str(checked).lower(), False]
    # What a person sees of the browser's own box is its own state.
    assert await both.actions.set_checked(await both.ref("#stale"), True)
    assert await both.js("stale.checked")


LOOSE = """<style>.ui { position: relative } .ui input { position: absolute; opacity: 0; z-index: -1 }
.ui label { position: relative; padding-left: 26px }</style>
<div class=ui><input id=one type=radio name=r readonly checked><label>One <a href=#left>more</a></label></div>
<div class=ui><input id=two type=radio name=r readonly><label id=words>Two</label></div>
<div class=ui><input id=box type=checkbox readonly><label for=box>Box</label></div>
<script>for (const input of document.querySelectorAll('[type=radio]'))
  input.parentNode.onclick = () => { input.checked = true }</script>"""


async def test_a_hidden_readonly_input_is_checked_by_the_label_beside_it_that_a_script_ties_to_it(both: Stage) -> None:
    for way in ("#two", "#words"):
        await both.show(LOOSE)
        assert await both.actions.set_checked(await both.ref(way), True)
        assert await both.js("[two.checked, location.hash]") == [True, ""], way
    # Readonly means nothing for boxes to check.
    assert await both.actions.set_checked(await both.ref("#box"), True)
    assert not (await both.facts("#box")).disabled
    outline = await PlaywrightReader(both.core).snapshot()
    assert "readonly" not in outline.text.raw


ON_LABEL = """<style>li { position: relative } li input { position: absolute; margin: auto 0; inset: 0 auto }
li input { width: 40px; height: 40px; opacity: 0 } li label { display: block; padding: 15px 15px 15px 60px }</style>
<ul><li><input id=todo type=checkbox><label>Walk the dog</label></ul>"""


async def test_a_transparent_input_on_a_label_that_nothing_ties_to_it_takes_the_press_itself(both: Stage) -> None:
    await both.show(ON_LABEL)
    assert await both.actions.set_checked(await both.ref("#todo"), True)
    await both.actions.click(await both.ref("#todo"))
    assert not await both.js("todo.checked")


IN_CELLS = """<style>i { position: relative; display: inline-block } i input { position: absolute; opacity: 0;
z-index: -1 } svg { width: 24px; height: 24px; background: #ccc } label { position: absolute; width: 1px; height: 1px;
clip: rect(0 0 0 0); overflow: hidden }</style><table role=grid><tr onclick="rows += 1"><td role=gridcell tabindex=0><i>
<input id=box type=checkbox><svg></svg></i><label for=box>Select Ann</label><td role=gridcell tabindex=0>Ann</table>
<p role=option><i><input id=other type=checkbox aria-label=Other><svg></svg></i></p><script>let rows = 0
for (const drawn of document.querySelectorAll('i')) drawn.onclick = () => { drawn.firstElementChild.checked = true }
</script>"""


async def test_a_box_is_pressed_on_its_picture_in_a_cell_but_not_in_what_takes_presses(both: Stage) -> None:
    await both.show(IN_CELLS)
    assert await both.actions.set_checked(await both.ref("#box"), True)
    with pytest.raises(Covered):
        await both.actions.set_checked(await both.ref("#other"), True)
    assert await both.js("[box.checked, other.checked, rows]") == [True, False, 1]


SET_BACK = """<input type=checkbox id=a checked><input type=checkbox id=b>
<div id=c role=switch aria-checked=false>C</div>
<script>const back = (box, to) => { box.onchange = () => setTimeout(() => { box.checked = to }, 60) }
back(a, true); back(b, false); c.onclick = () => { c.ariaChecked = 'true'
  setTimeout(() => { c.ariaChecked = 'false' }, 60) }</script>"""


async def test_a_page_that_sets_a_box_back_is_reported(stage: Stage) -> None:
    for selector, checked in (("#a", False), ("#b", True), ("#c", True)):
        await stage.show(SET_BACK)
        with pytest.raises(NotActionable):
            await stage.actions.set_checked(await stage.ref(selector), checked)
