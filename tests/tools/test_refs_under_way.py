"""Acts during which a page changes what the elements that they come upon stand for."""

from __future__ import annotations

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
