"""Selects that a page hides to draw a box of its own, as bootstrap-select (named by what is chosen) and Chosen do."""

from __future__ import annotations

from handrail.browser.reading.page_reader import PlaywrightReader
from tests.browser.stage import Stage

PICKERS = """<style>.gone { position: absolute; width: 1px; height: 1px; opacity: 0 } .drop { position: absolute;
top: 30px; left: 0; width: 200px; background: #fff; clip: rect(0, 0, 0, 0) } .box { position: relative;
display: inline-block; width: 200px; height: 30px }
.open + .drop { clip: auto } li, a { cursor: pointer } .active { font-weight: bold }</style>
<p><label for=a>Tags</label>
<select id=a class=gone multiple tabindex=-1><option>Crime<option>Drama<option>Essay</select>
<button class=box role=combobox aria-haspopup=listbox aria-expanded=false aria-owns=L title=None>None</button></p>
<div id=L role=listbox style='position:absolute;background:#fff' hidden></div>
<div style='margin-top: 120px'><label for=b>Place</label><select id=b style='display:none'><option>Bern<option>Oslo
</select><span class=box><a class=single><i>Bern</i></a><span class=drop><ul></ul></span></span></div>
<script>const [button, single, ul] = ['button', '.single', 'ul'].map(of => document.querySelector(of));
const names = () => [...a.selectedOptions].map(o => o.value).join(', ') || 'None';
const tell = of => of.dispatchEvent(new Event('change', {bubbles: true}));
const draw = () => { L.innerHTML = [...a.options].map(o =>
  `<p role=option aria-selected=${o.selected}>${o.value}`).join('');
  button.title = button.textContent = names() };
button.onclick = () => { L.hidden = !L.hidden; button.setAttribute('aria-expanded', !L.hidden); draw() };
L.onclick = e => { const o = [...a.options].find(o => o.value === e.target.textContent); o.selected = !o.selected;
  tell(a); draw() };
single.onclick = () => { single.classList.toggle('open');
  ul.innerHTML = [...b.options].map(o => `<li class=${o.selected ? 'active' : 'x'}>${o.value}`).join('') };
ul.onclick = e => { b.value = e.target.textContent; single.firstChild.textContent = b.value; tell(b);
  single.classList.remove('open') };</script>"""


async def test_a_hidden_select_and_what_is_drawn_for_it_are_one_control_that_is_chosen_in(both: Stage) -> None:
    await both.show(PICKERS)
    reader = PlaywrightReader(both.core)
    assert (await reader.snapshot("full")).text.raw.splitlines() == [
        'combobox "Tags" [e1] guessed collapsed',
        'combobox "Place" [e2] guessed = "Bern"',
    ]
    for ref, values in (("e1", ["Crime", "Essay"]), ("e2", ["Oslo"])):
        assert [one.raw for one in await both.actions.select(ref, values)] == values
    assert await both.js("[names(), b.value, L.hidden]") == ["Crime, Essay", "Oslo", True]
    assert (await reader.snapshot("full")).text.raw.splitlines() == [
        'combobox "Tags" [e1] guessed collapsed = "Crime, Essay"',
        'combobox "Place" [e2] guessed = "Oslo"',
    ]
    # By the label, or the select itself, too.
    await both.actions.select(await both.ref("#b"), ["Bern"])
    await both.actions.select(await both.ref("label[for=a]"), ["Drama"])
    assert await both.js("[names(), b.value]") == ["Drama", "Bern"]


FIELD_IN_BOX = """<style>#box { position: relative; width: 160px; height: 36px } [role=listbox] { display: none }
#f { position: absolute; inset: 0; width: 100%; background: none }
.open [role=listbox] { display: block; position: absolute; top: 40px }</style>
<div id=box role=combobox aria-expanded=false>
<input id=f aria-autocomplete=list value='00:00'>
<div role=listbox><div role=option>06:00</div><div role=option>09:00</div></div></div><script>
const open = on => { box.classList.toggle('open', on); box.ariaExpanded = on };
box.onclick = e => { const option = e.target.closest('[role=option]'); if (option) f.value = option.textContent;
  open(!option) };</script>"""


async def test_a_box_that_is_a_combobox_is_chosen_from_by_the_field_that_takes_its_presses(both: Stage) -> None:
    await both.show(FIELD_IN_BOX)
    chosen = await both.actions.select(await both.ref("#box"), ["09:00"])
    assert ([label.raw for label in chosen], await both.js("f.value")) == (["09:00"], "09:00")
