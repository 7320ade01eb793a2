"""Controls of component libraries: what takes the press of one stands in a shadow tree, or has no box of its own."""

from __future__ import annotations

from handrail import Session
from tests.pages import PageServer
from tests.tools.acting import hasty, js, shown

IN_SHADOW = """<!doctype html><title>Trip</title><x-radio role=radio aria-checked=false tabindex=0>One way</x-radio>
<x-radio role=radio aria-checked=false tabindex=-1>Return</x-radio>
<x-check role=checkbox aria-checked=false tabindex=0>I agree</x-check><x-part>Favourites</x-part>
<x-item>Pineapple</x-item><x-item>Orange</x-item><script>
window.done = [];
const define = (name, html, press) => customElements.define(name, class extends HTMLElement {
  constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = html; press(this, this.shadowRoot) } });
define('x-radio', `<style>:host { display: block } label { display: flex } i { width: 20px; height: 20px }</style>
  <label><div><slot></slot></div><div><i></i></div></label>`, radio => radio.onclick = () => {
  for (const one of document.querySelectorAll('x-radio')) one.setAttribute('aria-checked', one === radio) });
define('x-check', `<style>:host { display: block } label { display: flex } input { display: none }</style>
  <label for=c><input type=checkbox id=c><div><slot></slot></div></label>`, box => box.onclick = event => {
  event.preventDefault(); box.setAttribute('aria-checked', box.getAttribute('aria-checked') != 'true') });
define('x-part', `<style>:host { display: inline-block } button { pointer-events: none }</style>
  <button role=tab aria-selected=false><slot></slot></button>`, part => part.onclick = () => done.push('part'));
define('x-item', `<style>li { cursor: pointer } b { position: absolute; clip: rect(0 0 0 0); width: 1px; height: 1px;
  overflow: hidden }</style><li role=listitem aria-labelledby='c i' tabindex=0><div id=c><span><slot></slot></span>
  </div><b id=i>Is active</b></li>`, (item, root) =>
  root.querySelector('li').onclick = () => done.push(item.textContent));
</script>"""


async def test_radios_boxes_and_tabs_of_shadow_trees_are_operated_as_one_control(
    any_session: Session, serve: PageServer
) -> None:
    await shown(any_session, serve, IN_SHADOW)
    for name in ("Return", "I agree"):
        checked = await any_session.call("check", ref=name)
        assert (checked.ok, checked.data.get("checked")) == (True, True), checked
    assert (await any_session.call("click", ref="Favourites")).ok
    states = "[...document.querySelectorAll('[role]')].map(one => one.getAttribute('aria-checked'))"
    assert await js(any_session, states) == ["false", "true", "true"]
    assert await js(any_session, "done") == ["part"]


async def test_a_slotted_text_is_pressed_where_it_stands(session: Session, serve: PageServer) -> None:
    await shown(session, serve, IN_SHADOW)
    clicked = await session.call("click", ref="Orange")
    assert clicked.ok, clicked
    assert await js(session, "done") == ["Orange"]


INNER = """<!doctype html><div role=radio aria-checked=false tabindex=0 onclick="this.ariaChecked = 'true'"
style='width: 200px'>%s</div>"""


async def test_a_label_without_a_control_in_a_radio_is_a_part_of_it(session: Session, serve: PageServer) -> None:
    await shown(session, serve, INNER % "<label style='display: block'>Visa</label>")
    assert (await session.call("check", ref={"role": "radio"})).data["checked"]


async def test_another_control_that_fills_a_radio_takes_its_press_still(session: Session, serve: PageServer) -> None:
    await shown(
        session,
        serve,
        INNER % "<input type=checkbox aria-label=Delete style='display: block; width: 200px; margin: 0'>",
    )
    with hasty(session):
        assert (await session.call("check", ref={"role": "radio"})).code == "covered"
    assert not await js(session, "document.querySelector('input').checked")


CELL = """<!doctype html><style>[role=gridcell] { display: contents } #row { position: relative; width: 160px }</style>
<div role=grid><div role=row id=row tabindex=0 onclick='window.pressed = event.target.role'>
<div role=gridcell>News%s</div></div></div>"""


async def test_a_cell_without_a_box_is_pressed_where_its_text_stands(session: Session, serve: PageServer) -> None:
    for beside in ("", " <button id=remove>x</button>"):
        await shown(session, serve, CELL % beside)
        clicked = await session.call("click", ref={"role": "gridcell"})
        assert clicked.ok, clicked
        assert await js(session, "pressed") == "gridcell", beside


async def test_what_lies_over_the_text_of_a_cell_without_a_box_covers_it(session: Session, serve: PageServer) -> None:
    over = "<span style='position: absolute; inset: 0; background: #fff' id=over></span>"
    await shown(session, serve, CELL.replace("</div></div></div>", f"</div>{over}</div></div>") % "")
    with hasty(session):
        assert (await session.call("click", ref={"role": "gridcell"})).code == "covered"


RATING = """<!doctype html><style>.cut { border: 0; clip: rect(0 0 0 0); height: 1px; margin: -1px; overflow: hidden;
padding: 0; position: absolute; width: 1px } .star { display: inline-block; cursor: pointer }</style><p>Review</p>
<div id=all></div><script>for (const n of [1, 2, 3]) { const star = document.createElement('div');
star.className = 'star'; star.innerHTML = `<span class=cut><input type=radio name=r value=${n} aria-label='${n} stars'>
</span><svg width=30 height=30><circle cx=15 cy=15 r=12 /></svg>`;
star.onclick = () => star.querySelector('input').checked = true; all.append(star) }</script>"""


async def test_a_star_of_a_rating_is_chosen_whose_radio_is_cut_away(session: Session, serve: PageServer) -> None:
    await shown(session, serve, RATING)
    assert (await session.call("check", ref="2 stars")).data["checked"]
    assert await js(session, "document.querySelector(':checked').value") == "2"


async def test_a_radio_that_is_cut_away_is_covered_by_what_lies_over_its_picture(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, f"{RATING}<div style='position: fixed; inset: 0; background: #fff'>Wait</div>")
    with hasty(session):
        assert not (await session.call("check", ref="2 stars")).ok
    assert await js(session, "document.querySelector(':checked')") is None


async def test_a_field_stays_one_whatever_role_of_a_message_it_is_given(session: Session, serve: PageServer) -> None:
    await shown(session, serve, "<label for=n>Count</label><input id=n type=number value=1 role=alert>")
    assert (await session.call("fill", ref="Count", value="7")).ok
    assert await js(session, "n.value") == "7"


BRANCH = """<!doctype html><style>[role=treeitem] > div { cursor: pointer }</style>
<div role=tree><div role=treeitem aria-expanded=true tabindex=0 id=top><div id=row>
<label><input type=checkbox id=box></label><span>Documents</span></div><div role=group id=group></div></div></div>
<script>window.done = [];
for (let n = 0; n < 20; n++) group.insertAdjacentHTML('beforeend',
  `<div role=treeitem>File ${n}</div>`);
group.onclick = event => done.push(event.target.textContent);
row.onclick = event => event.target.closest('label') || done.push('row');</script>"""


async def test_a_press_of_a_branch_is_one_of_its_own_words_and_not_of_its_box_or_items(
    any_session: Session, serve: PageServer
) -> None:
    await shown(any_session, serve, BRANCH)
    assert (await any_session.call("click", ref="Documents")).ok
    assert await js(any_session, "[done, box.checked]") == [["row"], False]
    assert (await any_session.call("check", ref="Documents")).ok
    assert await js(any_session, "box.checked")


SORTED = """<!doctype html><div role=grid id=g></div><script>for (const name of ['Ant', 'Bee', 'Cat'])
g.insertAdjacentHTML('beforeend', `<div role=row draggable=true style='width: 200px; padding: 8px'>
<div role=gridcell style='display: contents'><button aria-label='Drag ${name}'>=</button>${name}</div></div>`);
g.ondragstart = event => { window.held = event.target.closest('[role=row]');
  event.dataTransfer.setData('text/plain', 'x') };
g.ondragover = event => event.preventDefault();
g.ondrop = event => event.target.closest('[role=row]').before(held);</script>"""


async def test_the_place_of_a_row_is_told_where_its_only_cell_holds_the_handle(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, SORTED)
    dragged = await session.call("drag", from_ref="Drag Cat", to_ref="Drag Ant")
    assert dragged.ok, dragged
    assert (dragged.data["moved"], dragged.data["stands"]["place"], dragged.data["stands"]["of"]) == (True, 1, 3)
