"""Elements are named without refs: by label, by role and name, by a selector. One is acted on, several or none fail."""

import json

import pytest

from handrail import Session
from handrail.browser.types.element_names import Element
from handrail.errors import UsageError
from tests.conftest import shared_session
from tests.pages import PageServer
from tests.tools.acting import js, ref, shown

session = shared_session

PAGE = """<title>Shop</title><main><h2>Prices</h2><p>Five</p></main>
<button onclick="did('save')">Save</button> <button onclick="did('delete')">Delete account</button>
<label>E-mail <input id=email></label> <button onclick="did('mail')">E-mail</button>
<a href="#one">Details</a> <a href="#two">Details</a>
<label>Size <select id=size><option>S<option>L</select></label> <label><input type=checkbox id=news>News</label>
<iframe srcdoc="<button onclick='top.did(&quot;inside&quot;)'>Inside</button>"></iframe>
<script>window.done = []; function did(what) { done.push(what) }</script>"""


@pytest.fixture
async def shop(session: Session, serve: PageServer) -> Session:
    await shown(session, serve, PAGE)
    assert (await session.wait_for(ref="Inside", timeout=30)).ok
    return session


async def test_each_way_of_naming_an_element_reaches_it(shop: Session):
    results = [
        await shop.click("Save"),
        await shop.click(" save "),
        await shop.click({"role": "button", "name": "Save"}),
        await shop.click({"selector": "main + button"}),
        await shop.call("click", ref='{"role": "button", "name": "Save"}'),
        await shop.click({"label": "Inside"}),
        await shop.send_keys("Enter", ref="Save"),
    ]
    assert [result.code for result in results] == [None] * 7
    assert await js(shop, "done") == ["save"] * 5 + ["inside", "save"]


async def test_a_label_means_what_the_tool_acts_on(shop: Session):
    assert (await shop.fill("E-mail", "a@b.example")).ok
    assert (await shop.select("Size", "L")).ok
    assert (await shop.check("News")).ok
    assert await js(shop, "[email.value, size.value, news.checked, done.length]") == ["a@b.example", "L", True, 0]


async def test_what_cannot_be_operated_is_named_too(shop: Session):
    heading = await shop.element_info({"role": "heading", "name": "Prices"})
    assert heading.data["tag"] == "h2"
    assert (await shop.read_page(within_ref={"role": "main"})).data["text"].raw.split() == ["##", "Prices", "Five"]
    assert (await shop.snapshot(within_ref={"selector": "main"})).text.raw.count("Five") == 1
    assert (await shop.scroll(to={"role": "heading"})).ok
    assert (await shop.scroll(to="bottom")).ok
    assert (await shop.screenshot(ref="Save")).data


async def test_links_of_one_name_that_lead_to_the_same_address_are_one(session: Session, serve: PageServer):
    hidden = "<a href=/help style='position: absolute; left: -9999px'>Support</a>"
    await shown(session, serve, f"{hidden}<header><a href=/help>Support</a></header> <footer><a href=/help>Support</a>")
    found = await session.element_info("Support")
    assert (found.data["visible"], (await session.scroll(to="Support")).ok) == (True, True)
    await shown(session, serve, "<a href=/help>Support</a> <button>Support</button>")
    assert (await session.click("Support")).code == "several_elements"


async def test_several_elements_fail_with_their_refs_and_none_with_the_nearest(shop: Session):
    several: list[tuple[Element, list[str]]] = [
        ("Details", ["Details", "Details"]),
        ("E-mail", ["E-mail", "E-mail"]),
        ({"role": "link"}, ["Details", "Details"]),
        ({"selector": "main ~ button"}, ["Save", "Delete account", "E-mail"]),
    ]
    for element, names in several:
        failed = await shop.click(element)
        assert (failed.code, f"There are {len(names)} elements for " in failed.error) == ("several_elements", True)
        candidates = failed.details["candidates"]
        assert [one["name"].raw for one in candidates] == names
        assert (await shop.element_info(candidates[1]["ref"])).data["name"] == names[1]
    failed = await shop.click("Delete acount")
    assert (failed.code, failed.error) == ("no_such_element", "There is no element for 'Delete acount'.")
    assert [one["name"].raw for one in failed.details["candidates"]] == ["Delete account"]
    assert (await shop.click({"role": "link", "name": "Save"})).error == "There is no element for link 'Save'."
    assert (await shop.click({"selector": "#none"})).code == "no_such_element"
    assert (await shop.click({"selector": "["})).code == "invalid_selector"
    assert (await shop.click("e999")).code == "unknown_ref"
    for wrong in ({"rolle": "button"}, {"role": 5}, {"label": ""}, {}, "", 12):
        assert (await shop.call("click", ref=wrong)).code == "invalid_params", wrong
    with pytest.raises(UsageError, match="names no element"):
        await shop.snapshot(within_ref={"rolle": "main"})  # type: ignore[arg-type]
    assert await js(shop, "done") == []


async def test_of_several_the_one_that_shows_and_the_one_in_the_same_letters_is_meant(
    session: Session, serve: PageServer
) -> None:
    await shown(
        session,
        serve,
        """<button onclick="done.push('small')">restore</button><button onclick="done.push('large')">Restore</button>
        <button style='position:absolute;left:-9999px'>Order</button><button onclick="done.push('order')">Order</button>
        <div role=menu><div role=menuitem onclick="done.push('rename')"><span>Rename</span> <span>F2</span></div>
        <div role=menuitem onclick="done.push('copy')"><span>Copy</span> <span>Ctrl+C</span></div></div>
        <ul><li onclick="done.push('text')">Text Classification</li></ul>
        <table><tr><th onclick="done.push('price')">price</table><script>done = []</script>""",
    )
    for name in ("Restore", "Order", "Rename", "Copy", "Text Classification", "price"):
        assert (await session.click(name)).ok, name
    assert await js(session, "done") == ["large", "order", "rename", "copy", "text", "price"]
    assert (await session.click("RESTORE")).code == "several_elements"


NODES = """<svg width=300 height=100><g id=inject><rect width=90 height=30 fill=#ddd /><text y=20>Inject</text>
<rect id=port x=90 width=9 height=9 /></g>
<g transform="translate(150)"><rect width=90 height=30 fill=#ddd /><text y=20>Debug</text></g></svg><script>
inject.addEventListener('mousedown', () => { window.chosen = 'inject' })
port.addEventListener('mousedown', event => event.stopPropagation())</script>"""


async def test_what_listens_in_a_drawing_is_clicked_by_the_text_in_it(session: Session, serve: PageServer) -> None:
    await shown(session, serve, NODES)
    assert (await session.click("Debug")).code == "no_such_element"
    assert (await session.click("Inject")).ok
    assert await js(session, "chosen") == "inject"


ROWS = """<title>x</title><table><tr><td>Ann<td>Berlin<tr><td>Bob<td>Rome</table><table id=t><tr><td>Carl</table>
<script>for (const row of document.querySelectorAll('table:first-of-type tr'))
row.addEventListener('click', () => { document.title = row.textContent })</script>"""


async def test_a_row_that_listens_is_clicked_by_the_text_of_a_cell_and_another_is_not(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, ROWS)
    await session.snapshot()
    assert (await session.click("Rome")).ok
    assert await js(session, "document.title") == "BobRome"
    assert (await session.click("Carl")).code == "no_such_element"


async def test_what_stands_in_brackets_behind_a_label_need_not_be_said(session: Session, serve: PageServer) -> None:
    await shown(
        session, serve, "<label>Name (required) <input id=a></label><label>First name <input id=b></label>"
        "<button>Save (and close)</button>",
    )  # fmt: skip
    assert (await session.fill("Name", "Ann")).ok
    assert await js(session, "[a.value, b.value]") == ["Ann", ""]
    assert (await session.click("Save")).code == "no_such_element"


async def test_behind_a_dialog_nothing_is_named(shop: Session):
    await js(shop, "document.body.insertAdjacentHTML('beforeend', '<dialog id=d><button>Save</button></dialog>')")
    await js(shop, "d.showModal()")
    clicked = await shop.click("Save")
    assert (clicked.ok, await js(shop, "done")) == (True, [])


async def test_an_element_is_waited_for_by_its_name(shop: Session):
    await js(shop, "void setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<button>Late</button>'), 300)")
    assert (await shop.wait_for(ref="Late", timeout=20)).ok
    assert (await shop.wait_for(ref={"role": "button", "name": "Never"}, timeout=0)).code == "timeout"
    assert (await shop.wait_for(ref="Never", gone=True, timeout=0)).ok
    assert (await shop.wait_for(ref="Details", timeout=0)).code == "several_elements"


async def test_a_name_permits_a_model_no_more_than_the_ref_of_its_element(shop: Session):
    named = [await ref(shop, "main ~ button:nth-of-type(2)"), "Delete account", {"selector": "main ~ button + button"}]
    results = [await shop.call_as("model", "click", ref=one) for one in named]
    assert [result.code for result in results] == ["not_permitted"] * 3
    assert {result.target.name.raw for result in results} == {"Delete account"}
    assert await js(shop, "done") == []


async def test_what_changed_is_still_told_after_an_element_was_named(shop: Session):
    await shop.observe()
    await js(shop, "document.querySelector('main p').innerText = 'Six'")
    result = await shop.perform("model", "hover", {"ref": "Save"}, observe=True)
    assert "Six" in json.dumps(result.observation.snapshot_text.raw)


async def test_marks_behind_a_label_count_for_nothing_and_landmarks_are_no_candidates(
    session: Session, serve: PageServer
):
    html = "<label>User name * <input></label><label>City: <input></label><nav aria-label=Populations><a href=/>x</a>"
    await session.call("goto", url=serve(html + "</nav><table><tr><th>Population</table>"))
    assert (await session.call("fill", ref="User name", value="Ada")).ok
    assert (await session.call("fill", ref="city", value="Rome")).ok
    assert "candidates" not in (await session.call("click", ref="Population")).details
    assert (await session.call("click", ref={"role": "columnheader", "name": "Population"})).ok


async def test_a_selector_finds_an_element_that_stands_for_another_thing_by_now(
    any_session: Session, serve: PageServer
) -> None:
    rows = "".join(
        f"<li><b>{name}</b> <button class=r{at}>Open</button></li>" for at, name in enumerate(("One", "Two"))
    )
    await any_session.call(
        "goto",
        url=serve(
            f"<ul>{rows}</ul><script>let opened = []; onclick = (event) =>"
            " opened.push(event.target.parentNode.firstChild.textContent)</script>"
        ),
    )
    before = await ref(any_session, ".r1")
    await any_session.call("snapshot")
    await js(any_session, "document.querySelectorAll('li b')[1].textContent = 'Three apples'")
    by_selector = await any_session.call_as("model", "click", ref='{"selector": ".r1"}')
    assert by_selector.ok, by_selector
    assert by_selector.data["ref"] != before
    assert await js(any_session, "opened") == ["Three apples"]
    assert (await any_session.call_as("model", "click", ref=before)).code == "stale_ref"


CELLS = "<table><tr><td>Bakery<td><input id=cell value=Food><td><input value=12><td><input value=12></table>"


async def test_a_text_box_without_a_name_is_named_by_what_it_holds(session: Session, serve: PageServer) -> None:
    await shown(session, serve, CELLS)
    filled = await session.call("fill", ref="Food", value="Bills")
    assert (filled.code, await js(session, "cell.value")) == (None, "Bills")
    assert (await session.call("fill", ref="12", value="13")).code == "several_elements"
    await shown(session, serve, f"{CELLS}<button>Food</button><label>Kind <input value=Fun></label>")
    for name in ("Food", "Fun"):
        assert (await session.call("fill", ref=name, value="Bills")).code in ("wrong_element", "no_such_element")


WRAPPED = """<ul role=tree><li role=treeitem><a href="#" onclick="window.pressed = 'a'; return false">2026</a></li>
<li role=treeitem><a href="#" onclick="window.pressed = 'b'">Old</a>
<button onclick="window.pressed = 'c'">Old</button></li></ul>
<ul role=menu><li role=menuitem><button onclick="window.pressed = 'd'">Rename</button></li></ul>"""


async def test_an_item_and_the_one_control_in_it_of_the_same_name_are_one(session: Session, serve: PageServer):
    await session.call("goto", url=serve(WRAPPED))
    for name, pressed in (("2026", "a"), ("Rename", "d")):
        assert (await session.call("click", ref=name)).ok
        assert await js(session, "window.pressed") == pressed
    assert (await session.call("click", ref="Old")).code == "several_elements"


SAME = """<table><tr><td>Ada<td><button>Edit</button><tr><td>Bob<td><button>Edit</button></table>
<p>Kettle</p><button>Add</button><p>Mug</p><button>Add</button>
<ul><li><button>Drop</button> One<li><button>Drop</button> Two</ul>
<script>window.done = []; onclick = ({target}) => done.push([...document.querySelectorAll('button')].indexOf(target));
</script>"""


async def test_one_of_several_is_named_by_its_number_or_by_words_near_it(session: Session, serve: PageServer):
    await shown(session, serve, SAME)
    elements: list[Element] = [
        {"label": "Edit", "nth": 2},
        {"label": "Edit", "near": "ada"},
        {"role": "button", "name": "Add", "near": "Mug"},
        {"label": "Drop", "near": "Two"},
        {"selector": "li button", "nth": 1},
        '{"name": "Edit", "nth": 1}',
    ]
    for element in elements:
        assert (await session.click(element)).ok, element
    assert await js(session, "done") == [1, 0, 3, 5, 4, 0]
    failed = await session.click("Edit")
    assert failed.hint == "Use the ref of one of the candidates."
    assert [one["near"].raw for one in failed.details["candidates"]] == ["Ada", "Bob"]
    assert (await session.click({"label": "Edit", "nth": 3})).code == "no_such_element"
    assert (await session.click({"label": "Edit", "near": "Eve"})).code == "several_elements"
    assert (await session.click({"label": "Edit", "nth": 0})).code == "invalid_params"
    await shown(
        session, serve, f"<p>{'Menu ' * 30}</p><p>Topics</p><button>Edit</button><p>Posts</p><button>Edit</button>"
    )
    failed = await session.click("Edit")
    nears = [one["near"].raw for one in failed.details["candidates"]]
    assert [nears[0].endswith("Menu Topics"), nears[0].count("Menu") < 15, nears[1]] == [True, True, "Posts"]
    await shown(session, serve, "<p><button>More</button></p>" * 11)
    assert "near" in str((await session.call_as("model", "click", ref="More")).hint)


ICON = """<style>@font-face { font-family: Icons; src: url(data:font/woff2;base64,AAAA) }
.i { font: 24px Icons; display: inline-block; width: 24px; overflow: hidden; white-space: nowrap }</style>
<button onclick="this.title = 'pressed'"><b class=i>event</b> Create</button>"""


async def test_a_name_with_the_word_of_its_icon_still_finds_the_element_that_the_outline_calls_without_it(
    session: Session, serve: PageServer
):
    await shown(session, serve, ICON)
    assert (await session.click("event Create")).ok
    assert await js(session, "document.querySelector('button').title") == "pressed"


async def test_a_link_is_meant_rather_than_the_box_beside_it_that_the_page_does_not_call_so(
    session: Session, serve: PageServer
):
    rows = "".join(
        f"<tr><td><input type=checkbox><td><a href='#{name}'>{name}</a><td>Today" for name in ("prices", "churn")
    )
    await shown(session, serve, f"<table><tr><th>Pick<th>Name<th>Created{rows}</table>")
    assert (await session.click("churn")).ok
    assert await js(session, "location.hash") == "#churn"
    assert (await session.check("churn")).ok
    assert await js(session, "document.querySelectorAll('input')[1].checked") is True
    # What nobody can see is not meant in its place.
    await js(
        session, "[...document.links].forEach(one => { one.style.position = 'absolute'; one.style.left = '-9999px' })"
    )
    assert (await session.click("churn")).ok


async def test_what_other_words_name_by_now_is_found_by_its_own_label_if_nothing_else_is_called_so(
    session: Session, serve: PageServer
):
    button = "<button aria-label='Run script' aria-labelledby=now onclick=done.push('run')>▶</button>"
    button = f"<script>done = []</script>{button}"
    await shown(session, serve, f"<p id=now>Runs since 9:15</p>{button}")
    assert (await session.click("Run script")).ok
    assert await js(session, "done") == ["run"]
    assert (await session.fill("Run script", "x")).code == "no_such_element"
    await shown(session, serve, f"<p id=now>Runs</p>{button}<button onclick=done.push('other')>Run script</button>")
    assert (await session.click("Run script")).ok
    assert await js(session, "done") == ["other"]


async def test_a_group_without_a_ref_is_named_to_read_it_and_is_nothing_to_press(session: Session, serve: PageServer):
    group = "<fieldset><legend>{} <i>Optional</i></legend><input aria-label=Date value={}></fieldset>"
    closed = "<section hidden aria-label='Until Optional'><input></section>"
    await shown(session, serve, group.format("From", 1) + closed + group.format("Until", 2))
    assert '"2"' in (await session.call("snapshot", within_ref="Until Optional")).data["snapshot"].raw
    assert '"2"' in (await session.snapshot(within_ref="until optional")).text.raw
    found = await session.find_elements("input", attributes=["value"], within_ref="Until Optional")
    assert [one["attributes"]["value"].raw for one in found.data["elements"]] == ["2"]
    assert (await session.click("Until Optional")).code == "no_such_element"
