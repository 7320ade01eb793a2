"""Selects that a page hides to draw a box of its own, as bootstrap-select (named by what is chosen) and Chosen do."""

from __future__ import annotations

import pytest

from handrail.browser.actions.fields.select_options import NoSuchOption
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


# In the manner of choices.js: the select stands in its own box, with a list of what is chosen and one of the rest.
WRAPPED = """<style>.on::after { content: 'Press to select' } [hidden] { display: none !important }
.drop { position: absolute; background: #fff }</style>
<label for=s>Languages</label><div id=box role=combobox aria-expanded=false aria-haspopup=true><div>
<select id=s multiple hidden><option selected>English<option>German<option>French</select>
<div role=listbox id=had></div><input id=f type=search aria-label=Languages></div>
<div class=drop id=rest hidden><div role=listbox></div></div></div>
<script>const [all, list] = [[...s.options], rest.firstChild]
const draw = () => {
  had.innerHTML = all.filter(o => o.selected).map(o =>
    `<div role=option aria-selected=true>${o.text}<button aria-label='Remove ${o.text}'>Remove</button></div>`).join('')
  list.innerHTML = all.filter(o => !o.selected).map((o, at) =>
    `<div role=option class=${at ? '' : 'on'} aria-selected=${!at}>${o.text}</div>`).join('') }
const open = on => { rest.hidden = !on; box.ariaExpanded = String(on) }
const toggle = text => { const o = all.find(o => o.text === text); o.selected = !o.selected; draw() }
had.onclick = e => { if (e.target.tagName === 'BUTTON') toggle(e.target.parentNode.firstChild.data) }
list.onclick = e => { toggle(e.target.textContent); open(false) }
box.onclick = e => { if (!rest.contains(e.target) && !had.contains(e.target)) open(rest.hidden) }
box.onkeydown = e => { if (e.key === 'Escape') open(false) }; draw()</script>"""


async def test_a_select_in_a_box_of_its_own_is_one_list_that_shows_what_is_chosen(both: Stage) -> None:
    await both.show(WRAPPED)
    lines = (await PlaywrightReader(both.core).snapshot("full")).text.raw.splitlines()
    assert [line for line in lines if "combobox" in line] == ['combobox "Languages" [e1] guessed collapsed = "English"']
    offered = await both.actions.open_options("e1")
    assert [(one.label.raw, one.selected) for one in offered.options] == [("German", False), ("French", False)]
    assert await both.js("rest.hidden")


# In the manner of PrimeReact: the field that the label names is clipped away in the box that takes the presses, and the
# page listens for all at its root.
CLIPPED = """<div id=root><p style='height:300px'>Other</p><div id=box style='cursor:pointer;width:200px;height:30px'>
<div style='position:absolute;clip:rect(0 0 0 0);height:1px;width:1px;overflow:hidden;margin:-1px'>
<label for=w>City</label><input id=w readonly></div><span id=shown>Select</span></div></div>
<ul id=list role=listbox hidden style='position:absolute'><li role=option>Oslo<li role=option>Rome</ul><script>
root.addEventListener('click', e => { if (box.contains(e.target)) list.hidden = !list.hidden })
list.onclick = e => { w.value = shown.textContent = e.target.textContent; list.hidden = true }</script>"""


async def test_a_field_that_is_clipped_away_is_opened_by_the_box_around_it(both: Stage) -> None:
    await both.show(CLIPPED)
    await PlaywrightReader(both.core).snapshot("full")
    assert [one.raw for one in await both.actions.select(await both.ref("#w"), ["Rome"])] == ["Rome"]
    assert await both.js("[w.value, list.hidden]") == ["Rome", True]


# Its list offers nothing before something is typed into a field in it, and gets that from elsewhere.
SEARCHED = """<div id=w role=combobox tabindex=0 aria-label=Films aria-haspopup=true aria-expanded=false
aria-owns=list>None</div><div id=pop hidden><input id=q role=searchbox aria-controls=list>
<ul id=list role=listbox MULTIPLE><li>Type to search</ul></div><script>
const films = ['Alien', 'Brazil', 'Duel'], chosen = [], asked = []
const open = (on) => { pop.hidden = !on; w.ariaExpanded = on; list.innerHTML = '<li>Type to search'
  if (on) { q.value = ''; setTimeout(() => q.focus()) } }
w.onclick = () => open(pop.hidden)
q.onkeydown = (event) => { if (event.key === 'Escape') open(false) }
q.oninput = () => { asked.push(q.value); setTimeout(() => { const found = films.filter(film => film === q.value)
  list.innerHTML = found.map(film => `<li role=option aria-selected=${chosen.includes(film)}>${film}`).join('')
    || '<li>Nothing' }, 50) }
list.onclick = ({target}) => { chosen.push(target.textContent); w.textContent = chosen.join(); open(false) }</script>"""


async def test_a_list_that_is_searched_by_a_field_in_it_is_given_what_to_look_for(both: Stage) -> None:
    await both.show(SEARCHED.replace("MULTIPLE", ""))
    ref = await both.ref("#w")
    assert [label.raw for label in await both.actions.select(ref, ["Duel"])] == ["Duel"]
    with pytest.raises(NoSuchOption):
        await both.hasty.select(ref, ["Zulu"])
    assert await both.js("[chosen, asked, pop.hidden]") == [["Duel"], ["Duel", "Zulu", ""], True]


async def test_each_of_several_is_looked_for(stage: Stage) -> None:
    await stage.show(
        SEARCHED.replace("MULTIPLE", "aria-multiselectable=true").replace("setTimeout(() => q.focus())", "q.focus()")
    )
    chosen = await stage.actions.select(await stage.ref("#w"), ["Duel", "Alien"])
    assert [label.raw for label in chosen] == ["Duel", "Alien"]
    assert await stage.js("[chosen, pop.hidden]") == [["Duel", "Alien"], True]
