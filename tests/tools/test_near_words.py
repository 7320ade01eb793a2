"""An element is told by words near it, before what shows or is called so; nothing else is taken in its place."""

from handrail import Session
from handrail.browser.types.element_names import Element
from tests.conftest import shared_session
from tests.pages import PageServer
from tests.tools.acting import js, shown

session = shared_session

BOXES = """<label><input type=checkbox id=share>Share</label>
<table><tr><th><input type=checkbox id=all><th>Name
<tr><td><input type=checkbox id=one><td>Item one<tr><td><input type=checkbox id=two style="opacity:0"><td>Item two
<tr><td><td>Item three</table>"""
CHECKED = "[...document.querySelectorAll(':checked')].map(one => one.id).join()"


async def test_the_box_of_a_row_is_told_by_the_words_of_the_row_and_no_other_box_is_checked(
    session: Session, serve: PageServer
):
    await shown(session, serve, BOXES)
    for words in ("Item three", "No such words"):
        assert not (await session.check({"role": "checkbox", "near": words})).ok
    assert await js(session, CHECKED) == ""
    for words, checked in (("Item one", "one"), ("item two", "one,two")):
        assert (await session.check({"role": "checkbox", "near": words})).ok
        assert await js(session, CHECKED) == checked


NEAR = """<style>.row button{opacity:0}.row:hover button{opacity:1}</style>
<h1>Folder <button>Rename</button></h1><ul><li class=row>Report <button>Rename</button><li class=row>Invoice
<button>Rename</button><li>Archive</ul><h2>Address</h2><label>Town <input></label><button>Save</button>
<p>Saved is what you see.</p><ul><li>Ada <button>Edit</button><button style="position:absolute;left:-99px">Edit</button>
<li>Bob <button>Edit</button><button style="position:absolute;left:-99px">Edit</button></ul>
<table><tr onclick="done.push('row')"><td>Kettle<td>5</table>
<script>done = []; onclick = ({target}) => done.push(target.closest('li, h1, body').firstChild.data.trim())</script>"""


async def test_a_button_that_only_the_pointer_shows_is_told_by_its_row(session: Session, serve: PageServer):
    await shown(session, serve, NEAR)
    assert (await session.click({"label": "Rename", "near": "Invoice"})).ok
    assert (await session.click({"label": "Rename", "near": "Folder"})).ok
    assert (await session.click({"label": "Edit", "near": "Bob"})).ok
    assert (await session.click({"selector": "button", "near": "Report"})).ok
    assert await js(session, "done") == ["Invoice", "Folder", "Bob", "Report"]
    elements: list[Element] = [
        {"label": "Rename", "near": "Archive"},
        {"label": "Save", "near": "Ada"},
        {"selector": "h2 ~ button", "near": "Eve"},
        {"label": "Kettle", "near": "Eve"},
    ]
    for element in elements:
        assert (await session.click(element)).code in ("several_elements", "no_such_element"), element
    assert await js(session, "done.length") == 4


async def test_the_one_element_of_a_name_is_near_what_stands_around_it_outside_of_items(
    session: Session, serve: PageServer
):
    await shown(session, serve, NEAR)
    for words in ("Address", "Town", "Saved is"):
        assert (await session.click({"label": "Save", "near": words})).ok, words
    missing = await session.click({"label": "Save", "near": "Invoice"})
    assert [one["name"].raw for one in missing.details["candidates"]] == ["Save"]
    assert (await session.click({"role": "row", "near": "Kettle"})).ok
    assert (await session.click({"role": "cell", "name": "Kettle"})).ok
