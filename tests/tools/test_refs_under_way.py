"""Acts during which a page changes what the elements that they come upon stand for."""

from __future__ import annotations

import pytest

from handrail import Session
from tests.pages import PageServer
from tests.tools.acting import js, ref, shown

ROWS = """<title>Rows</title><style>tr { height: 48px; cursor: move } td { width: 200px }</style>
<div><article><h2>Boats</h2><table><thead><tr><th>Title<th>State</thead><tbody></tbody></table></article></div><script>
const b = document.querySelector('tbody'); let held = null;
['Albatros', 'Brisk', 'Curlew', 'Dunlin'].forEach((name) => {
  const row = document.createElement('tr');
  row.id = name;
  row.innerHTML = '<td><a href="/' + name + '">' + name + '</a></td><td>private</td>';
  b.append(row);
  row.onmousedown = (e) => { e.preventDefault(); held = row; row.style.pointerEvents = 'none' } });
document.onmousemove = (e) => {
  if (!held) return;
  const over = document.elementFromPoint(e.clientX, e.clientY)?.closest('tbody tr');
  if (over && over !== held) over.compareDocumentPosition(held) & 4 ? over.before(held) : over.after(held) };
document.onmouseup = () => { if (held) { held.style.pointerEvents = ''; held = null } };
</script>"""

LIST = """<title>Type</title><style>#lb { width: 200px } #lb div { height: 32px; cursor: pointer }</style>
<ul><li><b id=head>Column</b> <button id=t role=combobox aria-haspopup=listbox aria-expanded=false aria-controls=lb
aria-label=Type>JSON</button></li><li><b>Other</b></li></ul><div id=lb role=listbox hidden></div><script>
let made = 0;
const draw = () => { lb.innerHTML = '';
  for (const word of ['Text', 'Number', 'Date']) { const o = document.createElement('div');
    o.setAttribute('role', 'option'); o.textContent = word;
    o.onclick = () => { t.textContent = word; lb.hidden = true; t.setAttribute('aria-expanded', 'false') };
    lb.append(o) } };
// As a virtual list that is scrolled under the pointer, it makes its options anew once.
lb.onmousemove = () => { if (!made++) draw() };
t.onclick = () => { lb.hidden = false; t.setAttribute('aria-expanded', 'true'); head.textContent = 'Choose'; draw() };
</script>"""


async def test_what_lies_at_the_drop_is_judged_though_the_drag_itself_changed_its_rows(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, ROWS)
    await session.call("snapshot")
    first, last = await ref(session, "#Albatros"), await ref(session, "#Dunlin")
    result = await session.call_as("model", "drag", from_ref=first, to_ref=last)
    assert result.ok, result
    names = "[...document.querySelectorAll('tbody tr')].map((row) => row.id).join()"
    assert await js(session, names) == "Brisk,Curlew,Dunlin,Albatros"


async def test_a_list_is_chosen_from_though_its_row_changes_and_its_options_are_made_anew(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, LIST)
    await session.call("snapshot")
    result = await session.call_as("model", "select", ref=await ref(session, "#t"), values=["Date"])
    assert result.ok, result
    assert await js(session, "t.textContent") == "Date"


CARRIED = """<style>.carried { position: absolute } td { padding: 10px; width: 140px }</style>
<table><tbody></tbody></table><script>
const list = document.querySelector('tbody');
let held = null, gap = null;
for (const name of ['Striped', 'Small', 'Copper']) {
  const row = list.insertRow();
  row.innerHTML = `<td>${name}</td><td><a href=#>Remove</a> <a id=${name} style='cursor: move'>Reorder</a></td>`;
  row.onmousedown = (event) => { event.preventDefault(); held = row };
}
onmousemove = ({ pageX, pageY, clientY }) => {
  if (!held) return;
  if (!gap) {
    gap = document.createElement('tr');
    gap.innerHTML = '<td>&nbsp;</td>';
    held.before(gap);
    held.classList.add('carried');
  }
  [held.style.left, held.style.top] = [`${pageX - 300}px`, `${pageY - 15}px`];
  for (const row of list.rows) {
    const { top, bottom } = row.getBoundingClientRect();
    if (row !== held && row !== gap && clientY > top && clientY < bottom)
      clientY < (top + bottom) / 2 ? row.before(gap) : row.after(gap);
  }
};
onmouseup = () => {
  gap?.replaceWith(held);
  held?.removeAttribute('class');
  held = gap = null;
  document.title = Array.from(list.rows, (row) => row.cells[0].textContent).join();
};
</script>"""


async def test_a_row_that_the_pointer_carries_by_a_handle_is_not_what_takes_the_drop(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, CARRIED)
    first, last = await ref(session, "#Striped"), await ref(session, "#Copper")
    result = await session.call_as("model", "drag", from_ref=first, to_ref=last)
    assert (result.code, await js(session, "document.title")) == (None, "Small,Copper,Striped")


# Each move of the pointer to another row swaps an item with one neighbour; over the last one a button shows.
SWAPS = """<style>li { height: 40px; width: 200px } #bin { position: fixed; left: 0; width: 300px; height: 60px }
</style><ul><li id=a>Anna<li>Berta<li>Cora<li id=d>Dora</ul><button id=bin hidden>Delete forever</button>
<script>
const list = document.querySelector('ul');
let y = null;
const shown = () => Array.from(list.children, (item) => item.textContent.trim()[0]).join('');
onmousedown = (event) => { event.preventDefault(); y = event.clientY };
onmousemove = ({ clientY }) => {
  if (y === null) return;
  const [next, previous] = [a.nextElementSibling, a.previousElementSibling];
  if (clientY > y + 38 && next) { next.after(a); y += 40 }
  else if (clientY < y - 38 && previous && BACK) { previous.before(a); y -= 40 }
  bin.style.top = `${d.getBoundingClientRect().top + 10}px`;
  bin.hidden = a.nextElementSibling !== null && !a.nextElementSibling.matches('#d');
};
onmouseup = () => { y = null; bin.hidden = true; document.title = shown() };
</script>"""


@pytest.mark.parametrize(("back", "order", "tells"), [("true", "ABCD", False), ("false", "BCDA", True)])
async def test_what_may_not_be_dropped_goes_back_the_way_that_it_came_and_what_stays_elsewhere_is_told(
    session: Session, serve: PageServer, back: str, order: str, tells: bool
) -> None:
    await shown(session, serve, SWAPS.replace("BACK", back))
    result = await session.call_as("model", "drag", from_ref=await ref(session, "#a"), to_ref=await ref(session, "#d"))
    assert (result.code, await js(session, "document.title")) == ("page_changed", order)
    assert ("another place of its list" in result.error) is tells
