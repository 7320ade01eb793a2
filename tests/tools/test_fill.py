"""fill, through a session, in a real browser."""

from __future__ import annotations

import asyncio
import threading

import pytest
from playwright.async_api import Request

from handrail import Session
from tests.pages import PageServer, Reply
from tests.tools.acting import js, ref, shown

SEARCH = """<form onsubmit="window.sent = q.value; return false">
<input id=q name=q autocomplete=off style='width:200px'>
<ul id=list role=listbox style='position:absolute;margin:0' hidden></ul></form><input id=pin type=password maxlength=4>
<input id=n type=number><a id=a href=/>x</a><input id=up oninput='up.value = up.value.toUpperCase()'>
<script>q.oninput = () => setTimeout(() => {
  list.innerHTML = ['kettle blue', 'kettle red'].map(s => `<li role=option>${s}</li>`).join('');
  list.style.top = q.getBoundingClientRect().bottom + 'px'; list.hidden = false; }, 150);
list.onclick = e => { q.value = e.target.textContent; list.hidden = true; }</script>"""


@pytest.fixture
async def search(session: Session, serve: PageServer) -> Session:
    return await shown(session, serve, SEARCH)


async def test_reads_the_value_back_and_lists_suggestions_that_can_be_clicked(search: Session) -> None:
    result = await search.call("fill", ref=await ref(search, "#q"), value="kettle")
    assert (result.data["value"], result.data["mismatch"]) == ("kettle", False)
    assert [one["name"].raw for one in result.data["suggestions"]] == ["kettle blue", "kettle red"]
    assert (await search.call("click", ref=result.data["suggestions"][1]["ref"])).ok
    assert await js(search, "q.value") == "kettle red"


async def test_submits_and_clears_but_not_a_mismatch_and_says_what_is_wrong(search: Session) -> None:
    field = await ref(search, "#q")
    result = await search.call("fill", ref=field, value="kettle", submit=True)
    assert (result.data["submitted"], await js(search, "sent")) == (True, "kettle")
    assert (await search.call("fill", ref=field, value="")).data["value"] == ""
    result = await search.call("fill", ref=await ref(search, "#up"), value="abc", submit=True)
    assert (result.data["value"], result.data["mismatch"], result.data["submitted"]) == ("ABC", True, False)
    number = await search.call("fill", ref=await ref(search, "#n"), value="many")
    assert (number.code, number.recoverable) == ("invalid_value", True)
    assert "12.5" in number.hint
    link = await search.call("fill", ref=await ref(search, "#a"), value="x")
    assert (link.code, link.hint.startswith("Use `click`.")) == ("wrong_element", True)
    assert (await search.call("fill", ref="e1")).code == "invalid_params"
    assert (await search.call("fill", ref="e99", value="x")).code == "unknown_ref"


async def test_a_secret_is_in_no_result(search: Session) -> None:
    result = await search.call("fill", ref=await ref(search, "#pin"), value="12345")
    assert result.data["mismatch"]
    assert "1234" not in str(result.to_dict())


async def test_a_dialog_of_the_page_does_not_hang(session: Session, serve: PageServer) -> None:
    await shown(session, serve, "<input oninput=\"alert('Stop')\">")
    result = await session.call("fill", ref=await ref(session, "input"), value="x", submit=True)
    assert (result.ok, result.data["value"], result.data["submitted"]) == (True, None, False)
    assert result.followed["dialog"]["message"] == "Stop"


async def test_ask_mode_types_nothing(ask_session: Session, serve: PageServer) -> None:
    await shown(ask_session, serve, "<input>")
    result = await ask_session.call("fill", ref=await ref(ask_session, "input"), value="x")
    assert result.code == "not_permitted"
    assert await js(ask_session, "document.querySelector('input').value") == ""


BESIDE = """<ul style='position:absolute;top:0;margin:0'><li>Files</li><li>Edit</li></ul>
<ul style='position:absolute;top:0;left:300px;margin:0' role=tablist><li role=tab>a.py</li><li role=tab>b.py</li></ul>
<div id=e contenteditable aria-label=Editor style='position:absolute;top:40px;width:200px;height:40px'></div>
<input id=s type=search style='position:absolute;top:200px'>
<ul id=l role=listbox style='position:absolute;top:230px;margin:0' hidden></ul><script>
s.oninput = async () => { l.innerHTML = await (await fetch('/names')).text(); l.hidden = false }</script>"""


async def test_suggestions_are_what_comes_of_the_text_however_late_not_what_stood_there(
    session: Session, serve: PageServer
) -> None:
    answer = threading.Event()
    serve.put("/names", Reply(b"<li role=option>Bern</li>", 200, "text/plain", hold=answer))
    await shown(session, serve, BESIDE)
    editor = await session.call("fill", ref=await ref(session, "#e"), value="def f(): pass")
    assert editor.data["suggestions"] == []

    def answer_late(_: Request) -> None:
        asyncio.get_running_loop().call_later(0.7, answer.set)

    session.tab.page.on("request", answer_late)
    found = await session.call("fill", ref=await ref(session, "#s"), value="Be")
    assert [one["name"].raw for one in found.data["suggestions"]] == ["Bern"]


REPLACED = """<div id=page><p contenteditable id=first aria-label=Text></p><p contenteditable>meet</p></div><script>
const make = (tag, text) =>
  Object.assign(document.createElement(tag), { contentEditable: true, textContent: text, ariaLabel: tag })
first.addEventListener('paste', event => {
  event.preventDefault()
  const lines = event.clipboardData.getData('text/plain').split('\\n')
  first.replaceWith(...lines.map(line => line[0] === '#' ? make('h2', line.slice(3)) : make('p', line)))
})</script>"""


async def test_a_field_that_its_editor_replaced_is_told_with_the_fields_that_hold_the_text(
    any_session: Session, serve: PageServer
) -> None:
    await shown(any_session, serve, REPLACED)
    filled = await any_session.call(
        "fill", ref=await ref(any_session, "#first"), value="We meet.\n## Bring\na pen", submit=True
    )
    assert (filled.ok, filled.data["mismatch"], filled.data["value"].raw) == (True, False, "We meet.\nBring\na pen")
    assert [one["name"].raw for one in filled.data["replaced_by"]] == ["p", "h2", "p"]
    assert filled.data["replaced_by"][1]["ref"] == await ref(any_session, "h2")
    assert not filled.data["submitted"]


async def test_a_wrong_element_fails_with_the_nearest_that_fits_and_has_a_word_of_its_name(
    session: Session, serve: PageServer
) -> None:
    html = """<input aria-label=Other><form><p><button type=button>Name</button></p><p>x</p>
    <input aria-label='Your name'><input hidden><select aria-label='Name of size'><option>S</select>
    <input type=checkbox aria-label='Gift with name'></form><a href=/>Home</a>"""
    await shown(session, serve, html)
    button = await ref(session, "button")
    near = {}
    for tool, values in (("fill", {"value": "x"}), ("select", {"values": "S"}), ("check", {})):
        result = await session.call(tool, ref=button, **values)
        assert (result.code, result.details["nearest"]["ref"] in result.hint) == ("wrong_element", True)
        near[tool] = result.details["nearest"]["name"].raw
    assert near == {"fill": "Your name", "select": "Name of size", "check": "Gift with name"}
    other = await session.call("fill", ref=await ref(session, "a"), value="x")
    assert (other.code, "nearest" in other.details) == ("wrong_element", False), "another field was not meant"


PASSES_ON = """<input id=t aria-label=Amount><input id=n aria-label=Amount type=number hidden><script>
t.onfocus = () => { t.hidden = true; n.hidden = false; n.focus() }
n.onblur = () => { t.value = n.value; n.hidden = true; t.hidden = false }</script>"""


async def test_a_field_that_hands_the_focus_to_another_is_filled_where_that_one_holds_the_text(
    any_session: Session, serve: PageServer
) -> None:
    await shown(any_session, serve, PASSES_ON)
    filled = await any_session.call("fill", ref=await ref(any_session, "#t"), value="2500")
    assert (filled.data["value"].raw, filled.data["mismatch"]) == ("2500", False)
    assert [one["ref"] for one in filled.data["replaced_by"]] == [await ref(any_session, "#n")]


LATE_FILTER = """<input ATTRIBUTES id=q placeholder=Filter><ul id=list><li>Apple<li>Pear<li>Plum</ul><script>
let due; q.oninput = () => { clearTimeout(due); due = setTimeout(() => {
  for (const item of list.children) item.hidden = !item.textContent.includes(q.value) }, 600) }
</script>"""


async def test_the_page_after_a_fill_shows_a_list_that_is_filtered_after_a_pause(
    any_session: Session, serve: PageServer
) -> None:
    for attributes in ("type=search", ""):
        await shown(any_session, serve, LATE_FILTER.replace("ATTRIBUTES", attributes))
        filled = await any_session.perform(
            "model", "fill", {"ref": await ref(any_session, "#q"), "value": "Pear"}, observe=True
        )
        assert filled.observation is not None, attributes
        seen = filled.observation.snapshot_text
        assert seen is not None, attributes
        assert ("Pear" in seen.raw, "Plum" in seen.raw) == (True, False), attributes


TAGS = """<div><label for=t>Tags</label><div id=box><span id=made></span><input id=t></div></div><p id=elsewhere></p>
<script>t.oninput = () => { const parts = t.value.split(','); t.value = parts.pop();
for (const part of parts) INTO.append(Object.assign(document.createElement('b'), {textContent: part})) }</script>"""


async def test_a_field_that_makes_items_of_a_text_beside_itself_took_it(session: Session, serve: PageServer) -> None:
    for into, is_kept in (("made", True), ("elsewhere", False)):
        await shown(session, serve, TAGS.replace("INTO", into))
        filled = await session.call("fill", ref="Tags", value="fruit trees,pruning,")
        assert (filled.data["mismatch"], filled.data.get("as_items", False)) == (not is_kept, is_kept), into
        # What stands there already is not what was put in now.
        await js(session, "t.oninput = () => { t.value = '' }")
        assert (await session.call("fill", ref="Tags", value="pruning,")).data["mismatch"], into


CLICKED = """<input id=f aria-label=Title><script>let on = false
f.onclick = () => { on = true }
f.oninput = () => { if (!on) f.value = '' }</script>"""


async def test_a_field_that_takes_text_only_after_a_click_is_clicked(any_session: Session, serve: PageServer) -> None:
    await shown(any_session, serve, CLICKED)
    filled = await any_session.call_as("model", "fill", ref=await ref(any_session, "#f"), value="Sales")
    assert (filled.data["value"].raw, filled.data["mismatch"]) == ("Sales", False)


TIME_PICKER = """<!doctype html>
<style>#panel { position: absolute; width: 200px; height: 160px; background: white }</style>
<p><span id=root><input id=f aria-label=Start></span><p><button id=b>Save</button><script>
  let kept = '';
  const hide = () => document.querySelector('#panel')?.remove();
  f.oninput = () => { f.value = kept };
  f.onclick = () => {
    const panel = Object.assign(document.createElement('div'), { id: 'panel' });
    panel.innerHTML = '<input id=inner><p>09 10 11';
    const box = f.getBoundingClientRect();
    panel.style.left = box.left + 'px';
    panel.style.top = box.top + 'px';
    document.body.append(panel);
    inner.oninput = () => { if (/^\\d\\d:\\d\\d$/.test(inner.value)) f.value = kept = inner.value };
  };
  document.addEventListener('mousedown', ({ target }) => { if (!target.closest('#panel, #root')) hide() });
</script>"""


async def test_a_text_goes_into_the_field_of_the_panel_that_a_press_opens_over_one_which_takes_none(
    any_session: Session, serve: PageServer
) -> None:
    await shown(any_session, serve, TIME_PICKER)
    filled = await any_session.call_as("model", "fill", ref=await ref(any_session, "#f"), value="14:00")
    assert (filled.data["value"].raw, filled.data["mismatch"]) == ("14:00", False)


async def test_a_panel_of_a_field_closes_for_what_it_covers_or_is_told_with_its_field(
    any_session: Session, serve: PageServer
) -> None:
    for closes in (True, False):
        page = TIME_PICKER if closes else TIME_PICKER.replace("?.remove()", "")
        await shown(any_session, serve, page)
        field = await ref(any_session, "#f")
        assert (await any_session.call_as("model", "click", ref=field)).ok
        saved = await any_session.call_as("model", "click", ref=await ref(any_session, "#b"))
        assert saved.ok == closes
        assert closes or saved.details["opened_by"]["ref"] == field


GRID = """<input aria-label=Search><div role=grid><div role=row><div role=gridcell tabindex=-1 id=date>2024-03-28</div>
<div role=gridcell tabindex=-1 id=number aria-readonly=true>3</div>
<div role=gridcell tabindex=-1 id=check><select><option>Yes</select></div></div></div>
<script>date.ondblclick = () => { date.innerHTML = '<input aria-label=Date>' }</script>"""


async def test_a_cell_of_a_grid_in_which_nothing_is_typed_yet_is_said_to_open_by_a_double_click(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, GRID)
    cells = [await ref(session, f"#{cell}") for cell in ("date", "number", "check")]
    hints = [(await session.call("fill", ref=cell, value="2024-03-29")).hint for cell in cells]
    assert ["double click" in hint for hint in hints] == [True, False, False]
    assert "nearest" not in hints[0]
    assert (await session.call("click", ref=cells[0], count=2)).ok
    assert (await session.call("fill", ref="Date", value="2024-03-29")).ok
