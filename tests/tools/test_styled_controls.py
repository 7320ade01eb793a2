"""Controls that pages draw their own way: fields for files in buttons, menus of links, editors, sorted lists."""

from __future__ import annotations

from handrail import Session
from handrail.trust import plain
from tests.pages import PageServer
from tests.tools.acting import js, ref, shown

PAGE = """<style>.b { position: relative; overflow: hidden; display: inline-block; cursor: pointer }
.b input { position: absolute; opacity: 0 } #menu { position: absolute; margin-top: -14px } #menu a { display: block }
#area { position: absolute; opacity: 0; height: 1px } .item { cursor: grab; width: 99px;
height: 20px; margin: 0 }</style>
<span class=b>Upload<input type=file multiple></span>
<p><button id=shelf aria-haspopup=true aria-expanded=false>Shelf</button></p>
<div id=menu hidden><h6>Yours</h6><a href=#one>One</a><a href=#two>Two</a></div>
<div id=editor style='margin-top: 90px'><textarea id=area></textarea><div id=lines><pre>old</pre></div></div>
<div id=list><p class=item tabindex=0>Ant</p><p class=item tabindex=0>Bee</p><p class=item tabindex=0>Cat</p></div>
<dialog id=d aria-label=Sure><button onclick='d.close()'>Yes</button></dialog>
<script>const open = on => { menu.hidden = !on; shelf.setAttribute('aria-expanded', on) };
shelf.onclick = () => open(menu.hidden);
menu.onclick = e => { window.chose = e.target.textContent; open(false) };
area.oninput = () => { const texts = area.value.split('\\n');
  if (area.value) lines.innerHTML = texts.map(text => `<pre>${text}</pre>`).join('');
  area.value = '' };
let held;
list.onpointerdown = e => { held = e.target; held.after(held.cloneNode()) };
window.onpointerup = e => { const [from, to] = [held, e.target.closest('.item')]; held = null;
  setTimeout(() => { to?.after(from); for (const one of list.querySelectorAll(':empty')) one.remove() }, 250) };
</script>"""


async def test_what_a_page_draws_its_own_way_is_one_control_and_is_told_as_it_is(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, PAGE)
    text = (await session.tab.reader.snapshot("full")).text.raw
    assert ('clickable "Upload"' in text, "Choose Files" in text) == (True, False)
    assert (await session.call("select", ref="Shelf", values=["Two"])).ok
    assert await js(session, "[chose, menu.hidden]") == ["Two", True]
    filled = await session.call("fill", ref=await ref(session, "#area"), value="a = 1\nb = 2")
    assert (plain(filled.data["value"]), filled.data["mismatch"]) == ("a = 1\nb = 2", False)
    dragged = await session.call("drag", from_ref="Ant", to_ref="Cat")
    stands = {key: plain(value) if key == "after" else value for key, value in dragged.data["stands"].items()}
    assert stands == {"place": 3, "of": 3, "after": "Cat"}
    await js(session, "d.showModal()")
    behind = await session.call("select", ref="Shelf", values=["One"])
    assert (behind.code, "behind the open dialog" in behind.error) == ("no_such_element", True)
