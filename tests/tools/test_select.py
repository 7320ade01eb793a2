"""select, through a session, in a real browser."""

from __future__ import annotations

import pytest

from handrail import Session
from tests.browser.actions.widgets import SELECT_ONLY
from tests.pages import PageServer
from tests.tools.acting import js, ref, shown

PAGE = "<select id=s><option>Small<option>Large</select><p id=p>x</p>" + SELECT_ONLY


@pytest.fixture
async def sizes(session: Session, serve: PageServer) -> Session:
    return await shown(session, serve, PAGE)


async def test_native_and_custom_lists_and_what_is_wrong_for_them(sizes: Session) -> None:
    native = await sizes.call("select", ref=await ref(sizes, "#s"), values="large")
    custom = await sizes.call("select", ref=await ref(sizes, "#w"), values=["Huge"])
    assert [one.raw for one in (*native.data["chosen"], *custom.data["chosen"])] == ["Large", "Huge"]
    assert await js(sizes, "[s.value, w.textContent]") == ["Large", "Huge"]
    for selector, some in (("#s", "Small"), ("#w", "Extra large")):
        result = await sizes.call("select", ref=await ref(sizes, selector), values=["Tiny"])
        assert (result.code, result.recoverable) == ("no_such_option", True)
        assert some in [one.raw for one in result.details["choices"]]
        assert some not in result.error + result.hint
    assert (await sizes.call("select", ref=await ref(sizes, "#p"), values="x")).code == "wrong_element"
    assert (await sizes.call("select", ref=await ref(sizes, "#s"), values=["Small", "Large"])).code == "invalid_value"
    assert (await sizes.call("select", ref="e1", values=3)).code == "invalid_params"


BLOCKS = """<div id=it role=combobox tabindex=0 aria-haspopup=listbox aria-controls=list aria-expanded=false>Pick</div>
<ul id=list hidden><li><div>sales</div><div>shop - main</div><li><div>orders</div><div>shop - main</div></ul><script>
it.onclick = () => { list.hidden = !list.hidden; it.setAttribute('aria-expanded', !list.hidden) };
list.onclick = (event) => {
  it.textContent = event.target.closest('li').firstElementChild.textContent;
  it.onclick();
};</script>"""


async def test_the_label_of_a_choice_keeps_its_blocks_apart(session: Session, serve: PageServer) -> None:
    await shown(session, serve, BLOCKS)
    chosen = await session.call("select", ref=await ref(session, "#it"), values="sales")
    assert [one.raw for one in chosen.data["chosen"]] == ["sales shop - main"]
    assert await js(session, "it.textContent") == "sales"


ADDS_FIELDS = """<select id=s aria-label=Add><option>Add field<option>Mobile<option>Title</select>
<p style="display:none"><input aria-label=Mobile></p><p style="display:none"><input aria-label=Title></p>
<script>s.onchange = () => {
  const field = document.querySelector(`[aria-label=${s.value}]`);
  field.parentNode.style.display = ''; field.focus();
  s.selectedIndex = 0;
}</script>"""


async def test_a_list_that_shows_a_field_for_each_choice_and_sets_itself_back_has_taken_them(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, ADDS_FIELDS)
    fields = [
        {"ref": "Add", "value": ["Mobile"]},
        {"ref": "Add", "value": ["Title"]},
        {"ref": "Title", "value": "Mate"},
    ]
    assert (await session.call("fill_form", fields=fields)).ok


async def test_ask_mode_chooses_nothing(ask_session: Session, serve: PageServer) -> None:
    await shown(ask_session, serve, PAGE)
    assert (await ask_session.call("select", ref=await ref(ask_session, "#s"), values="Large")).code == "not_permitted"
    assert await js(ask_session, "s.value") == "Small"


SELECT2 = """<!doctype html><label for=c>Category</label>
<select id=c style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)" tabindex=-1
  aria-hidden=true>
  <option value="">---<option value=1 selected>Tours<option value=2>Meals</select><span
  class=select2 style="display:inline-block;width:200px"><span class=selection><span id=box role=combobox
  aria-haspopup=true aria-expanded=false tabindex=0 aria-labelledby=shown style="display:block;border:1px solid"><span
  id=shown role=textbox aria-readonly=true title=Tours style="display:block"><span id=clear title="Remove all items"
  style="float:right;cursor:pointer">×</span>Tours</span></span></span></span>
<span id=place></span>
<script>
let cleared = 0;
clear.onmousedown = (event) => { cleared++; event.stopPropagation(); };
box.onmousedown = () => {
  box.setAttribute('aria-expanded', 'true');
  box.setAttribute('aria-owns', 'list');
  place.innerHTML = '<ul id=list role=listbox><li role=option aria-selected=true>Tours<li role=option>Meals</ul>';
  list.onmouseup = (event) => {
    shown.lastChild.data = shown.title = event.target.textContent;
    c.value = shown.title === 'Meals' ? '2' : '1';
    box.setAttribute('aria-expanded', 'false');
    place.innerHTML = '';
  };
};
</script>"""


async def test_a_list_drawn_over_a_select_is_chosen_from_while_it_shows_a_value_and_is_not_emptied(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, SELECT2)
    text = (await session.call("snapshot")).data["snapshot"].raw
    assert 'combobox "Category"' in text
    assert 'clickable "Remove all items"' in text
    assert "textbox" not in text
    assert (await session.call("fill_form", fields=[{"ref": await ref(session, "#box"), "value": "Meals"}])).ok
    assert (await session.call("fill_form", fields=[{"ref": "Category", "value": "Tours"}])).ok
    assert await js(session, "[c.value, cleared]") == ["1", 0]


ITEMS_WITHOUT_ROLE = """<!doctype html><div role=listbox aria-expanded=false tabindex=0 id=d>Add<div id=m hidden>
<div class=item>Label</div><div class=item>Text field</div></div></div><p id=o></p>
<style>.item { cursor: pointer }</style><script>
  d.onclick = ({ target }) => {
    m.hidden = !m.hidden;
    d.setAttribute('aria-expanded', !m.hidden);
    if (target.matches('.item')) o.textContent = target.textContent;
  };
</script>"""


async def test_boxes_made_alike_are_the_options_of_a_list_that_says_of_none(
    any_session: Session, serve: PageServer
) -> None:
    await shown(any_session, serve, ITEMS_WITHOUT_ROLE)
    field = await ref(any_session, "#d")
    offered = (await any_session.call("dropdown_options", ref=field)).data
    assert [one["label"].raw for one in offered["options"]] == ["Label", "Text field"]
    await any_session.call_as("model", "select", ref=field, values="Text field")
    assert await js(any_session, "o.textContent") == "Text field"


CASCADE = """<div id=c role=combobox tabindex=0 aria-haspopup=menu aria-expanded=true aria-controls=m>Place</div>
<ul id=m role=menu><li role=menuitem STATE>Europe</li><li role=menuitem>Moon</li></ul>"""


async def test_a_list_whose_items_open_others_says_so_where_an_option_is_not_there(
    session: Session, serve: PageServer
) -> None:
    for state, is_said in (("aria-haspopup=true", True), ("", False)):
        await shown(session, serve, CASCADE.replace("STATE", state))
        result = await session.call("select", ref=await ref(session, "#c"), values="Lyon")
        assert (result.code, "open others" in result.hint) == ("no_such_option", is_said)
