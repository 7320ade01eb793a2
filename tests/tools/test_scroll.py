"""scroll, through a session, in a real browser."""

from __future__ import annotations

from handrail import Session
from tests.pages import PageServer
from tests.tools.acting import js, ref, shown

PAGE = """<h2>Top</h2><div style='height:3000px'></div><h2 id=end>End</h2><p id=p style='position:fixed'>x</p>
<script>addEventListener('scroll', () => { if (!window.more) { more = 1;
  document.body.insertAdjacentHTML('beforeend', '<h2>Loaded</h2>'); } })</script>"""


async def test_says_what_moved_and_what_is_in_view(session: Session, serve: PageServer) -> None:
    await shown(session, serve, PAGE)
    down = await session.call("scroll")
    assert down.data["container"] == "page"
    assert 0 < down.data["moved_y"] == down.data["above"]
    assert down.page_changed
    end = await session.call("scroll", to=await ref(session, "#end"))
    assert "End" in [name.raw for name in end.data["in_view"]]
    top = await session.call("scroll", to="top")
    assert (top.data["above"], [name.raw for name in top.data["in_view"]]) == (0, ["Top"])


async def test_failures_and_bad_input(session: Session, serve: PageServer) -> None:
    await shown(session, serve, "<p id=p>Short</p>")
    still = await session.call("scroll", direction="down")
    assert (still.ok, still.data["moved_y"]) == (True, 0)
    assert (await session.call("scroll", ref=await ref(session, "#p"), direction="down")).code == "wrong_element"
    assert (await session.call("scroll", to="e99")).code == "unknown_ref"
    for params in ({"direction": "north"}, {"to": "top", "direction": "down"}, {"amount": 0}):
        assert (await session.call("scroll", **params)).code == "invalid_params"


async def test_ask_mode_scrolls_nothing(ask_session: Session, serve: PageServer) -> None:
    await shown(ask_session, serve, PAGE)
    assert (await ask_session.call("scroll")).code == "not_permitted"
    assert await js(ask_session, "scrollY") == 0


async def test_in_firefox(firefox_session: Session, serve: PageServer) -> None:
    await shown(firefox_session, serve, PAGE)
    bottom = await firefox_session.call("scroll", to="bottom")
    assert bottom.data["moved_y"] > 1000
