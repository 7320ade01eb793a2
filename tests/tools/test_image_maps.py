"""Areas of image maps: they lie on a picture, and have no box of their own."""

from __future__ import annotations

from handrail import Session
from tests.pages import PageServer
from tests.tools.acting import js, shown

PICTURE = """<p style="height: 1500px"></p><img width=200 height=100 usemap=#plan alt=Plan style="padding: 20px"
src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='200' height='100'/>">
<map name=plan><area shape=rect coords=0,0,100,100 href=#left alt=Left>
<area shape=circle coords=150,50,40 href=#right alt=Right>
<area shape=poly coords=100,0,199,0,100,99 alt=Corner href=#corner></map>"""


async def test_an_area_of_a_picture_is_pressed_where_it_lies(session: Session, serve: PageServer) -> None:
    await shown(session, serve, PICTURE)
    for name in ("Right", "Left", "Corner"):
        (await session.call("click", ref=name)).unwrap()
        assert await js(session, "location.hash") == f"#{name.lower()}"


async def test_an_area_of_a_hidden_or_covered_picture_is_not_pressed(session: Session, serve: PageServer) -> None:
    await shown(session, serve, PICTURE.replace("padding: 20px", "visibility: hidden"))
    assert (await session.call("click", ref="Left")).code == "not_actionable"
    cover = "<div style='position: fixed; inset: 0; background: #fff'>Cover</div>"
    await shown(session, serve, PICTURE.replace("height: 1500px", "height: 9px") + cover)
    assert (await session.call("click", ref="Left")).code == "covered"
    assert await js(session, "location.hash") == ""
