"""Comboboxes whose lists hold only a part of their options, each with a second line, as those of Vaadin do."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from handrail.browser.actions.fields.select_options import NoSuchOption
from handrail.browser.reading.page_reader import PlaywrightReader
from handrail.browser.types.errors import WrongElement
from tests.browser.stage import Stage

AREAS = """<input id=w role=combobox aria-autocomplete=list aria-expanded=false aria-controls=L aria-label=Area><br>
<div id=L role=listbox style='display:none;position:absolute;top:30px;width:200px;height:220px;overflow:auto'>
<div id=rows style='height:240px;position:relative'></div></div>
<script>
const names = [...'ABCDEFGHIJK'].map(letter => 'Area ' + letter).concat('Add new');
let shown = names;
const draw = () => { const first = L.scrollTop > 10 ? 1 : 0;
  rows.innerHTML = shown.slice(first, first + 11).map((name, at) => `<div role=option aria-setsize=${shown.length}
    aria-posinset=${first + at + 1} style='position:absolute;height:20px;width:100%;top:${(first + at) * 20}px'>
    <b>${name}</b> <small>area.${first + at}</small></div>`).join('')
    + '<div role=option hidden aria-setsize=12 aria-posinset=12>Old</div>' };
const open = on => { w.setAttribute('aria-expanded', on); L.style.display = on ? '' : 'none'; if (on) draw() };
w.onclick = () => open(L.style.display === 'none');
w.oninput = () => { open(true); shown = names.filter(name => name.includes(w.value)); draw(); setTimeout(draw, 20) };
w.onkeydown = event => { if (event.key === 'Escape') { shown = names; open(false) } };
L.onscroll = () => setTimeout(draw, 20);
rows.onmousedown = event => { const item = event.target.closest('[role=option]');
  w.value = item.firstElementChild.textContent; open(false) };
</script>"""


async def test_the_option_that_a_list_has_not_made_is_scrolled_to_and_found_by_its_first_line(both: Stage) -> None:
    await both.show(AREAS)
    field = await both.ref("#w")
    assert (await both.actions.open_options(field)).part == "1-11/12"
    for name, label in (("Add new", "Add new area.11"), ("area b", "Area B area.1")):
        assert [one.raw for one in await both.actions.select(field, [name])] == [label]
        assert (await both.js("w.value")).casefold() == name.casefold()


async def test_a_list_that_may_not_be_typed_into_says_what_it_offers(stage: Stage) -> None:
    await stage.show(AREAS)
    stage.core.judge = SimpleNamespace(may_type=lambda _: False, press=lambda _: None, looks_around=False)
    with pytest.raises(NoSuchOption) as caught:
        await stage.actions.select(await stage.ref("#w"), ["On"])
    assert [one.raw for one in caught.value.details["choices"]][-1] == "Add new area.11"
    assert "`fill`" in caught.value.hint


async def test_suggestions_have_the_refs_of_the_list_that_stands_there_then(both: Stage) -> None:
    """And what is left in the page of a longer list does not count as a part of it."""
    await both.show(AREAS)
    field = await both.ref("#w")
    await both.actions.fill(field, "Area")
    offered = await both.actions.suggestions(field)
    assert (len(offered), offered[0].ref) == (11, await both.ref("[role=option]"))
    lines = (await PlaywrightReader(both.core).snapshot("full")).text.raw.splitlines()
    assert [line for line in lines if "listbox" in line] == ["listbox [e13] scrolls"]


SEARCHED = """<label for=w>City</label> <input id=w role=combobox aria-expanded=false aria-controls=L>
<div id=L role=listbox hidden></div><script>
const cities = ['Paris', 'Prague'], open = on => { L.hidden = !on; w.ariaExpanded = String(on) }
w.onclick = () => { L.innerHTML = '<p>Type to search'; open(true) }
w.onkeydown = e => { if (e.key === 'Escape') open(false) }
w.oninput = () => setTimeout(() => { open(true)
  L.innerHTML = cities.filter(c => w.value && c.startsWith(w.value)).map(c => `<p role=option>${c}`).join('') }, 80)
L.onclick = e => { w.value = e.target.textContent; open(false) }</script>"""


async def test_a_list_that_is_empty_before_something_is_typed_is_searched(stage: Stage) -> None:
    await stage.show(SEARCHED)
    ref = await stage.ref("#w")
    assert [one.raw for one in await stage.actions.select(ref, ["Prague"])] == ["Prague"]
    with pytest.raises(WrongElement):
        await stage.actions.select(ref, ["Rome"])
    assert await stage.js("[w.value, L.hidden]") == ["Prague", True]
