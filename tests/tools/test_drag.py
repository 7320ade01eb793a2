"""drag, through a session."""

from __future__ import annotations

from handrail import Session
from handrail.trust import External, plain
from tests.pages import PageServer
from tests.tools.acting import js, ref, shown

NOT_PERMITTED = "not_permitted"

BOARD = """<style>li, #slide { width: 200px; height: 40px; background: #ddd; margin: 4px }</style>
<ul id=list><li id=one draggable=true>One</li><li id=two draggable=true>Two</li><li id=three>Three</li></ul>
<div id=bin style="width:200px;height:80px;background:#fdd">Delete</div><div style="height:1500px"></div>
<div id=far style="width:200px;height:80px;background:#dfd">Done</div>
<div id=track style="position:fixed;right:20px;top:20px;width:300px;height:30px;background:#eee">
<div id=thumb style="position:absolute;left:0;width:30px;height:30px;background:#00f" role=slider
aria-label=Volume tabindex=0></div></div>
<script>
window.log = [];
for (const item of [one, two]) item.addEventListener('dragstart', (e) => e.dataTransfer.setData('text/plain', item.id));
for (const place of [three, bin, far]) {
  place.addEventListener('dragover', (e) => e.preventDefault());
  place.addEventListener('drop', (e) => {
    e.preventDefault(); log.push(e.dataTransfer.getData('text/plain') + '>' + place.id) });
}
let from = null;
thumb.addEventListener('pointerdown', (e) => {
  from = e.clientX - thumb.offsetLeft; thumb.setPointerCapture(e.pointerId) });
thumb.addEventListener('pointermove', (e) => { if (from !== null) thumb.style.left = (e.clientX - from) + 'px' });
thumb.addEventListener('pointerup', () => { from = null });
</script>"""


async def test_elements_are_dragged_with_data_and_by_pointer(any_session: Session, serve: PageServer) -> None:
    await shown(any_session, serve, BOARD)
    one, three = await ref(any_session, "#one"), await ref(any_session, "#three")
    assert (await any_session.call_as("model", "drag", from_ref=one, to_ref=three)).ok
    assert await js(any_session, "log") == ["one>three"]
    thumb = (await any_session.call("element_info", ref=await ref(any_session, "#thumb"))).data
    left, top, width, height = thumb["box"]
    moved = await any_session.call_as(
        "model", "drag", from_ref=thumb["ref"], to_x=left + width // 2 + 100, to_y=top + height // 2
    )
    assert moved.ok
    assert abs(await js(any_session, "thumb.offsetLeft") - 100) <= 2
    # What is dragged onto what holds it is meant to stand in the middle of that: 150 - 30 / 2.
    track = await ref(any_session, "#track")
    assert (await any_session.call_as("model", "drag", from_ref=thumb["ref"], to_ref=track)).ok
    assert abs(await js(any_session, "thumb.offsetLeft") - 135) <= 1


async def test_a_drag_reaches_what_is_out_of_view(any_session: Session, serve: PageServer) -> None:
    await shown(any_session, serve, BOARD)
    two, far = await ref(any_session, "#two"), await ref(any_session, "#far")
    assert (await any_session.call("drag", from_ref=two, to_ref=far)).ok
    assert await js(any_session, "log") == ["two>far"]


SORTED = """<style>ul { float: left; width: 200px; margin: 0 20px; padding: 0 }
li { height: 40px; user-select: none }</style>
<ul id=a><li>One</li><li>Two</li><li>Three</li><li>Four</li></ul><ul id=b><li>Kappa</li><li>Lambda</li></ul><script>
let held = null, busy = 0, last = ''; window.ends = []
const over = (x, y) => {
  const item = document.elementFromPoint(x, y)?.closest('li')
  if (!held || !item || item === held || performance.now() < busy) return
  const box = item.getBoundingClientRect(), middle = box.top + box.height / 2
  const isBelow = item.compareDocumentPosition(held) & Node.DOCUMENT_POSITION_PRECEDING
  if (item.parentNode === held.parentNode ? isBelow : y > middle) item.after(held)
  else if (item.parentNode === held.parentNode || y < middle) item.before(held)
  busy = performance.now() + 100 }
const end = () => { if (held) ends.push(held.textContent); held = null }
if (NATIVE) {
  addEventListener('pointerdown', event => { event.target.draggable = true })
  addEventListener('dragstart', event => setTimeout(() => { held = event.target }))
  addEventListener('dragover', event => { event.preventDefault(); over(event.clientX, event.clientY) })
  addEventListener('dragend', end)
} else {
  let now = [0, 0]
  addEventListener('pointerdown', event => { held = event.target })
  addEventListener('pointermove', event => { now = [event.clientX, event.clientY] })
  setInterval(() => { if (String(now) !== last) over(...now); last = String(now) }, 50)
  addEventListener('pointerup', end)
}
</script>"""
"""Two lists to sort, which make room for what is held over an item, and take nothing more while they do."""
ORDER = "[...document.querySelectorAll('ul')].map(list => [...list.children].map(item => item.textContent).join(' '))"


async def test_an_item_takes_the_place_of_the_one_that_it_is_dropped_on_and_the_result_says_where_that_is(
    any_session: Session, serve: PageServer
) -> None:
    for native in ("true", "false"):
        for item, place, order, stands in (
            ("One", "Three", "Two Three One Four", {"place": 3, "of": 4, "after": "Three", "before": "Four"}),
            ("One", "Four", "Two Three Four One", {"place": 4, "of": 4, "after": "Four"}),
            ("Four", "One", "Four One Two Three", {"place": 1, "of": 4, "before": "One"}),
            ("Four", "Kappa", "One Two Three|Four Kappa Lambda", {"place": 1, "of": 3, "before": "Kappa"}),
        ):
            await shown(any_session, serve, SORTED.replace("NATIVE", native))
            dragged = await any_session.call("drag", from_ref=item, to_ref=place)
            lists = [*order.split("|"), "Kappa Lambda"][:2]
            assert await js(any_session, f"[{ORDER}, ends]") == [lists, [item]], native
            assert (dragged.to_dict()["data"]["moved"], _plain(dragged.data["stands"])) == (True, stands), native


CARDS = "".join(f"<div class=card>{name}</div>" for name in ("One", "Two", "Three", "Four"))
TABLE = f"""<style>.card {{ height: 40px; width: 200px; user-select: none }}</style>
<table><tr><td id=column>{CARDS}<td>{"Late " * 250}</table>"""


async def test_a_card_of_a_board_that_is_a_table_and_drawn_anew_is_told_where_it_stands(
    session: Session, serve: PageServer
) -> None:
    script = SORTED.partition("</ul><script>")[2].replace("'li'", "'.card'").replace("NATIVE", "false")
    again = "<script>addEventListener('pointerup', () => { column.innerHTML = column.innerHTML })</script>"
    await shown(session, serve, f"{TABLE}<script>{script}{again}")
    dragged = await session.call("drag", from_ref="One", to_ref="Three")
    assert (dragged.data.get("moved"), _plain(dragged.data["stands"])) == (
        True,
        {"place": 3, "of": 4, "after": "Three", "before": "Four"},
    )


async def test_a_drag_that_moved_nothing_says_so(any_session: Session, serve: PageServer) -> None:
    await shown(any_session, serve, "<ul><li>One</li><li>Two</li></ul>")
    dragged = await any_session.call("drag", from_ref="One", to_ref="Two")
    assert (dragged.data["moved"], dragged.data["stands"]["place"]) == (False, 1)
    # An item without a box of its own stands where that stands which is in it.
    await shown(any_session, serve, "<ul><li><b>One</b></li><li><b>Two</b></li></ul><style>li { display: contents }")
    dragged = await any_session.call("drag", from_ref="One", to_ref="Two")
    assert (dragged.data["moved"], dragged.data["stands"]["place"]) == (False, 1)


INDENTED = """<ul><li>One</li><li id=two style="user-select: none">Two</li><li>Three</li></ul><script>
let from = null
addEventListener('pointerdown', event => { from = event.clientX })
addEventListener('pointerup', event => { if (event.clientX - from > 20) two.style.marginLeft = '30px' })</script>"""


async def test_an_item_that_a_drag_indents_in_its_place_counts_as_moved(session: Session, serve: PageServer) -> None:
    await shown(session, serve, INDENTED)
    dragged = await session.call("drag", from_ref=await ref(session, "#two"), by_x=40)
    assert dragged.data["stands"]["place"] == 2
    assert (dragged.data["moved"], dragged.data["indented"]) == (True, 30)
    again = await session.call("drag", from_ref=await ref(session, "#two"), by_x=5)
    assert (again.data["moved"], "indented" in again.data) == (False, False)


ALONE = """<style>ul { float: left; width: 200px; height: 90px; margin: 0 20px; padding: 0 }
li { height: 40px; user-select: none }</style><ul id=a><li id=one>One</li></ul><ul id=b></ul>
<script>addEventListener('pointerup', event => { if (event.target === b) b.append(one) })</script>"""


async def test_an_item_that_is_alone_in_one_list_and_then_in_another_is_not_indented(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, ALONE)
    dragged = await session.call("drag", from_ref=await ref(session, "#one"), to_ref=await ref(session, "#b"))
    assert await js(session, "b.textContent") == "One"
    assert (dragged.data["moved"], "indented" in dragged.data) == (True, False)


def _plain(stands: dict[str, object]) -> dict[str, object]:
    return {key: plain(value) if isinstance(value, External) else value for key, value in stands.items()}


PLACES = """<style>div { width: 200px; height: 60px; background: #ddd }</style><p style="height: 500px"></p>
<div id=card style="user-select: none">Card</div><p style="height: 300px"></p>
<div class=place id=near>Near</div><div class=place id=next>Next</div><p style="height: 1500px"></p>
<div class=place id=far>Far</div><p style="height: 900px"></p><script>
let rects = null
addEventListener('mousedown', () => {
  rects = [...document.querySelectorAll('.place')].map(place => [place.id, place.getBoundingClientRect(), scrollY]) })
addEventListener('mousemove', event => { if (rects && AUTO && event.clientY > innerHeight - 80) scrollBy(0, 15) })
addEventListener('mouseup', event => {
  const inside = ([id, box, top]) => event.clientY > box.top - PAGE && event.clientY < box.bottom - PAGE
  window.dropped = rects.filter(inside).map(([id]) => id)[0]; rects = null })
</script>"""
AT_PRESS = PLACES.replace("AUTO", "false").replace("PAGE", "0")
"""Takes places to stay in the window as they were at the press."""
SCROLLING = PLACES.replace("AUTO", "true").replace("PAGE", "(scrollY - top)")
"""Scrolls while something is held near its edge."""


async def test_a_drag_ends_where_it_was_meant_though_its_place_is_out_of_the_window(
    any_session: Session, serve: PageServer
) -> None:
    for html, place in ((AT_PRESS, "near"), (AT_PRESS, "next"), (SCROLLING, "near"), (SCROLLING, "far")):
        await shown(any_session, serve, html)
        card, there = await ref(any_session, "#card"), await ref(any_session, f"#{place}")
        assert (await any_session.call("drag", from_ref=card, to_ref=there)).ok, html
        assert await js(any_session, "dropped") == place, html


async def test_what_is_dragged_may_be_named_by_its_whole_text_though_nothing_else_says_what_it_is(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, BOARD + "<p>Some words of three</p>")
    assert (await session.call("drag", from_ref="One", to_ref="three")).ok
    assert await js(session, "log") == ["one>three"]
    for name in ("Some words", "Nowhere"):
        assert (await session.call("drag", from_ref="One", to_ref=name)).code == "no_such_element"
    # A press on mere text would do nothing.
    assert (await session.call("click", ref="Some words of three")).code == "no_such_element"


async def test_what_is_dragged_may_be_named_by_a_line_of_it(session: Session, serve: PageServer) -> None:
    notes = "<script>for (const at of [one, two]) at.innerHTML = 'Wheels<div>All see it</div>'</script>"
    await shown(session, serve, BOARD + notes.replace("[one, two]", "[one]"))
    assert (await session.call("drag", from_ref="Wheels", to_ref="three")).ok
    assert await js(session, "log") == ["one>three"]
    await shown(session, serve, BOARD + notes)
    assert (await session.call("drag", from_ref="Wheels", to_ref="three")).code == "several_elements"


ZONES = """<h3>Metrics</h3><div>Put it here</div><h3>Filters</h3><div id=filter>Put it here</div><script>
document.addEventListener('dragover', (e) => { if (e.target == filter) e.preventDefault() });
document.addEventListener('drop', (e) => { if (e.target == filter) log.push('filter') })</script>"""


async def test_of_several_elements_that_have_the_text_none_is_taken_and_what_tells_them_apart_is_told(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, BOARD + ZONES)
    failed = await session.call("drag", from_ref="One", to_ref="put it here")
    assert (failed.code, failed.error) == ("several_elements", "There are 2 elements for 'put it here'.")
    candidates = failed.details["candidates"]
    assert [one["name"].raw for one in candidates] == ["Put it here"] * 2
    assert ["Metrics" in candidates[0]["near"], "Filters" in candidates[1]["near"]] == [True, True]
    beyond = await session.call("drag", from_ref="One", to_ref={"label": "Put it here", "near": "Filters", "nth": 2})
    assert beyond.code == "no_such_element"
    for to_ref in ({"label": "Put it here", "nth": 2}, {"label": "Put it here", "near": "Filters"}):
        assert (await session.call("drag", from_ref="One", to_ref=to_ref)).ok
    assert (await session.call("drag", from_ref="One", to_ref=candidates[1]["ref"])).ok
    assert await js(session, "log") == ["filter"] * 3


async def test_a_text_that_stands_in_many_places_names_the_only_element_of_it_or_none(
    session: Session, serve: PageServer
) -> None:
    for others, code in ((12, None), (40, "no_such_element")):
        await shown(session, serve, BOARD + f"{'<p>Not three</p>' * others}<p>The end</p>")
        assert (await session.call("drag", from_ref="One", to_ref="three")).code == code, others
        await shown(session, serve, BOARD + f"{'<p>Not three</p>' * others}<p>three</p>")
        assert (await session.call("drag", from_ref="One", to_ref="three")).code == (code or "several_elements"), others


async def test_what_is_dropped_on_something_that_deletes_is_asked(session: Session, serve: PageServer) -> None:
    await shown(session, serve, BOARD)
    one = await ref(session, "#one")
    dropped = await session.call_as("model", "drag", from_ref=one, to_ref=await ref(session, "#bin"))
    assert (dropped.code, await js(session, "log")) == (NOT_PERMITTED, [])
    down = await js(session, "bin.getBoundingClientRect().top - one.getBoundingClientRect().top + 20")
    for to_ref, by in ((None, down), (await ref(session, "#two"), down - 44)):
        place = {"from_ref": one, "by_y": round(by)} | ({"to_ref": to_ref} if to_ref else {})
        assert (await session.call_as("model", "drag", **place)).code == NOT_PERMITTED, place
    session.permissions.origins.clear()
    elsewhere = await session.call_as("model", "drag", from_ref=one, to_ref=await ref(session, "#three"))
    assert (elsewhere.code, await js(session, "log")) == (NOT_PERMITTED, [])


async def test_nothing_is_dropped_on_a_frame_of_another_site(any_session: Session, serve: PageServer) -> None:
    serve("<input id=theirs>", "/theirs")
    frames = f"<iframe src='{serve.other_site}/theirs'></iframe><iframe srcdoc='<input id=ours>'></iframe>"
    await shown(any_session, serve, f"<p id=one draggable=true>One</p>{frames}")
    one = await ref(any_session, "#one")
    box = await js(any_session, "(({x, y}) => [x, y])(document.querySelector('iframe').getBoundingClientRect())")
    on_theirs = {"to_x": round(box[0]) + 40, "to_y": round(box[1]) + 20}
    for place in ({"to_ref": await ref(any_session, "#theirs")}, on_theirs):
        dropped = await any_session.call("drag", from_ref=one, **place)
        assert dropped.code == "wrong_element", place
    assert (await any_session.call("drag", from_ref=one, to_ref=await ref(any_session, "#ours"))).ok


async def test_a_drag_has_one_place_to_go(session: Session) -> None:
    for params in ({}, {"to_x": 1}, {"to_ref": "e1", "to_x": 1, "to_y": 1}, {"to_x": -1, "to_y": 0}):
        assert (await session.call("drag", from_ref="e1", **params)).code == "invalid_params"


MENU = """<style>li { width: 300px; height: 40px; position: relative } .handle { cursor: move; padding: 8px }</style>
<ul id=menu>
<li><div class=handle><label><input id=box type=checkbox disabled>One</label></div></li>
<li><div class=handle>Two</div></li><li><div class=handle>Three</div></li></ul><script>
let held = null, from = 0
const handle = event => event.target.closest('.handle')
menu.addEventListener('mousedown', event => { held = handle(event)?.parentNode; from = event.clientX })
addEventListener('mousemove', event => { if (held) held.style.left = Math.max(0, event.clientX - from) + 'px' })
addEventListener('mouseup', event => {
  const item = event.target.closest('li')
  if (held && item && item !== held) item.after(held)
  held = null })
</script>"""
"""A list that is sorted by its handles, which are dragged to the right to indent them."""


async def test_what_is_disabled_is_dragged_by_its_row_and_a_row_by_a_distance(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, MENU)
    dragged = await session.call_as("model", "drag", from_ref=await ref(session, "#box"), to_ref="Two")
    assert dragged.ok, dragged
    assert (await js(session, "menu.innerText")).split() == ["Two", "One", "Three"]
    row = await ref(session, "li:last-child .handle")
    assert (await session.call_as("model", "drag", from_ref=row, by_x=30)).ok
    assert abs(await js(session, "parseInt(menu.lastElementChild.style.left)") - 30) <= 2
    # What lies there is judged, so it has to be in the window.
    assert (await session.call_as("model", "drag", from_ref=row, by_x=5_000)).code == "wrong_element"
    assert (await session.call("drag", from_ref=row)).code == "invalid_params"


async def test_a_drag_during_which_another_page_came_fails(any_session: Session, serve: PageServer) -> None:
    serve("<p>Other", "/other")
    go = "<script>addEventListener('mousemove', event => { if (event.buttons) location = '/other' })</script>"
    for place in ({"to_ref": "Two"}, {"to_x": 300, "to_y": 300}, {"by_y": 100}):
        await shown(any_session, serve, f"<ul><li>One<li>Two</ul>{go}")
        dragged = await any_session.call("drag", from_ref="One", **place)
        assert dragged.code in ("document_changed", "not_actionable"), place


COPIED = """<ul><li draggable=true>region</li><li draggable=true>amount</li></ul><p>Drop here</p><p>Or here</p><script>
const [into] = document.querySelectorAll('p')
for (const item of document.querySelectorAll('li'))
  item.ondragstart = event => event.dataTransfer.setData('text', item.textContent)
into.ondragover = event => event.preventDefault()
into.ondrop = event => { event.preventDefault(); into.textContent = event.dataTransfer.getData('text') }</script>"""


async def test_of_an_item_that_is_copied_it_is_not_said_that_it_went_back(session: Session, serve: PageServer) -> None:
    for by_ref in (True, False):
        await shown(session, serve, COPIED)
        left, top = (await js(session, "[into.getBoundingClientRect()].map(box => [box.left, box.top])"))[0]
        place = {"to_ref": "Drop here"} if by_ref else {"to_x": round(left + 40), "to_y": round(top + 8)}
        taken = await session.call("drag", from_ref="region", **place)
        assert (await js(session, "into.textContent"), {"moved", "stands"} & taken.data.keys()) == ("region", set())
        assert (await session.call("drag", from_ref="amount", to_ref="Or here")).data["moved"] is False, by_ref


ASKED = """<ul><li draggable=true>photo.png</li></ul><ul id=other><li>..</li></ul>
<div id=ask hidden><p>Copy to /reports?</p><button>OK</button></div>
<style>#ask { position: fixed; inset: 0; background: #0008 } [hidden] { display: none !important }</style><script>
document.querySelector('li').ondragstart = event => event.dataTransfer.setData('text', 'x')
other.ondragover = event => event.preventDefault()
other.ondrop = event => { event.preventDefault(); ask.hidden = false }</script>"""


async def test_of_an_item_about_which_the_page_asks_first_it_is_not_said_that_it_went_back(
    any_session: Session, serve: PageServer
) -> None:
    await shown(any_session, serve, ASKED)
    asked = await any_session.call("drag", from_ref="photo.png", to_ref="..")
    assert (await js(any_session, "ask.hidden"), {"moved", "stands"} & asked.data.keys()) == (False, set())


CANVAS = """<style>#pane { position: relative; width: 700px; height: 400px }
#node { position: absolute; left: 50px; top: 50px; width: 90px; height: 60px; background: silver; user-select: none }
#node.chosen { outline: 4px solid; transform: scale(1.1) } #node.back { transition: left .4s }</style>
<div id=pane><div id=node tabindex=0 role=group aria-label=Node>N</div></div><script>
let from = null, snap = false
node.onpointerdown = event => { from = [event.clientX - node.offsetLeft, event.clientY - node.offsetTop] }
addEventListener('pointermove', event => { if (from && !window.fixed) {
  node.style.left = event.clientX - from[0] + 'px'; node.style.top = event.clientY - from[1] + 'px' } })
addEventListener('pointerup', () => { from = null; node.classList.add('chosen')
  if (window.snaps) { node.classList.add('back'); node.style.left = '50px' } })</script>"""


async def test_how_far_a_drag_moved_what_stands_in_no_list_is_told(session: Session, serve: PageServer) -> None:
    await shown(session, serve, CANVAS)
    moved = await session.call("drag", from_ref="Node", by_x=120, by_y=-20)
    left, top = await js(session, "[node.offsetLeft - 50, node.offsetTop - 50]")
    assert (moved.data["moved_by"], abs(left - 120) < 3) == ({"x": left, "y": top}, True)
    # It is only drawn larger, since it is chosen.
    await shown(session, serve, CANVAS)
    await js(session, "window.fixed = true")
    assert "moved_by" not in (await session.call("drag", from_ref="Node", by_x=120)).data
    await shown(session, serve, CANVAS)
    await js(session, "window.snaps = true")
    assert "moved_by" not in (await session.call("drag", from_ref="Node", by_x=120)).data
