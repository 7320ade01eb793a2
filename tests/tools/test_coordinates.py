"""click_at, drag_at and move_to, through a session: what lies at the place is what is judged."""

from __future__ import annotations

from handrail import Session
from tests.pages import PageServer
from tests.tools.acting import js, ref, shown

NOT_PERMITTED = "not_permitted"
PAGE = """<body style="margin:0"><canvas id=c width=300 height=200></canvas>
<form method=post action=/buy style="position:absolute;left:10px;top:250px"><button id=b>Buy now</button></form>
<iframe style="position:absolute;left:400px;top:100px;border:0" srcdoc="<body style='margin:0'><canvas id=f width=200
height=100></canvas><script>f.onclick = (e) => parent.log.push(['frame', e.offsetX, e.offsetY])</script>"></iframe>
<script>window.log = [];
for (const kind of ['click', 'mousedown', 'mouseup', 'mousemove'])
  c.addEventListener(kind, (e) => log.push([kind, e.offsetX, e.offsetY]));
</script>"""


async def test_places_of_a_canvas_are_clicked_and_dragged(any_session: Session, serve: PageServer) -> None:
    await shown(any_session, serve, PAGE)
    clicked = await any_session.call_as("model", "click_at", x=120, y=40)
    assert clicked.data["on"]["ref"] == await ref(any_session, "#c")
    assert ["click", 120, 40] in await js(any_session, "log")
    await js(any_session, "void (log.length = 0)")
    assert (await any_session.call_as("model", "drag_at", from_x=20, from_y=30, to_x=200, to_y=150)).ok
    log = await js(any_session, "log")
    assert [one for one in log if one[0] in ("mousedown", "mouseup")] == [["mousedown", 20, 30], ["mouseup", 200, 150]]
    assert (await any_session.call_as("model", "move_to", x=50, y=60)).ok
    assert (await js(any_session, "log"))[-1] == ["mousemove", 50, 60]
    await any_session.call("click_at", x=450, y=120)
    assert (await js(any_session, "log"))[-1] == ["frame", 50, 20]


async def test_what_lies_at_a_place_is_judged_as_if_it_was_named(session: Session, serve: PageServer) -> None:
    await shown(session, serve, PAGE)
    left, top, *_ = (await session.call("element_info", ref=await ref(session, "#b"))).data["box"]
    result = await session.call_as("model", "click_at", x=left + 4, y=top + 4)
    assert result.code == NOT_PERMITTED
    assert not [one for one in serve.requests if one.method == "POST"]
    session.permissions.origins.clear()
    assert (await session.call_as("model", "drag_at", from_x=5, from_y=5, to_x=9, to_y=9)).code == NOT_PERMITTED


async def test_without_pictures_there_are_no_places(session: Session, serve: PageServer) -> None:
    session.state.vision = False
    await shown(session, serve, PAGE)
    assert "click_at" not in [record.name for record in session.offered()]
    assert (await session.call("click_at", x=1, y=1)).code == "not_available"


async def test_what_lies_at_a_place_is_told_with_its_role_and_name(session: Session, serve: PageServer) -> None:
    await shown(session, serve, "<body style='margin:0'><button style='width:90px;height:40px'>Next</button>")
    places = {"click_at": {"x": 9, "y": 9}, "drag_at": {"from_x": 9, "from_y": 9, "to_x": 30, "to_y": 9}}
    for tool, place in places.items():
        there = (await session.call_as("model", tool, **place)).data["on"]
        assert (there["role"], there["name"].raw) == ("button", "Next")


async def test_a_box_around_controls_is_not_called_by_all_the_text_in_it(session: Session, serve: PageServer) -> None:
    html = """<body style='margin:0'><div id=pane tabindex=-1 style='height:300px'><p tabindex=0>One</p><p>Two</p></div>
    <div id=card style='height:99px'><b>Card</b></div>"""
    await shown(session, serve, html)
    for y, name in ((200, None), (350, "Card")):
        there = (await session.call_as("model", "click_at", x=300, y=y)).data["on"]
        assert (("name" in there and there["name"].raw) or None) == name
