"""A text without a ref is named by itself: it is dragged, has a menu, or stands in what listens for its parts."""

from handrail import Session
from tests.conftest import shared_session
from tests.pages import PageServer
from tests.tools.acting import js, shown

session = shared_session

TEXTS = """<ul><li draggable=true>☰ Red<li draggable=true>☰ Dark red</ul><div id=area>Press here.</div>
<div id=box><table><tr><td>Ada<td>Rome<tr><td>Bob<td>Oslo</table></div>
<script>done = []; oncontextmenu = event => { event.preventDefault(); done.push(event.target.id) }
box.addEventListener('click', ({target}) => { if (target.matches('td')) done.push(target.textContent) })</script>"""


async def test_a_text_is_pressed_where_something_may_come_of_it(session: Session, serve: PageServer):
    await shown(session, serve, TEXTS)
    await session.snapshot()
    assert (await session.click("Press here.", button="right")).ok
    assert (await session.click("Bob")).ok
    assert await js(session, "done") == ["area", "Bob"]
    assert (await session.click("Press here.")).code == "no_such_element"


async def test_signs_beside_a_text_need_not_be_said(session: Session, serve: PageServer):
    await shown(session, serve, TEXTS)
    dragged = await session.call("drag", from_ref="Red", to_ref="Dark red")
    assert (dragged.code, dragged.data["from_ref"] != dragged.data["to_ref"]) == (None, True)
