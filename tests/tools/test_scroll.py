"""scroll, through a session, in a real browser."""

from __future__ import annotations

import threading

from handrail import Session
from tests.pages import PageServer, Reply
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


async def test_an_end_is_none_where_a_list_goes_on(session: Session, serve: PageServer) -> None:
    for at_the_end, more in (
        ("fetch('/more').then(() => document.body.append(tall()))", "loaded"),
        ("fetch('/held')", "loading"),
        ("document.querySelector('p').ariaBusy = 'true'", "loading"),
        ("void 0", None),
    ):
        held = threading.Event()
        serve.replies["/more"], serve.replies["/held"] = Reply(), Reply(hold=held)
        script = f"""function tall() {{
            const one = document.createElement('div'); one.style.height = '3000px'; return one }}
        document.body.prepend(tall());
        new IntersectionObserver(([seen]) => seen.isIntersecting && !window.once && (once = 1, {at_the_end}))
            .observe(document.querySelector('p'))"""
        await shown(session, serve, f"<p>The end</p><script>{script}</script>")
        assert "more" not in (await session.call("scroll", direction="down")).data, at_the_end
        end = (await session.call("scroll", to="bottom")).data
        held.set()
        assert (end.get("more"), end["below"] > 1000) == (more, more == "loaded"), at_the_end


PARTS = """<div role=grid id=g style='width:500px;height:200px;display:flex'><div style='width:350px'>Kept</div>
<div style='width:150px;overflow-x:auto'><div style='width:900px;height:200px'>Far</div></div></div>"""


async def test_a_grid_scrolls_sideways_by_the_narrow_part_beside_the_columns_that_stay(
    session: Session, serve: PageServer
) -> None:
    await shown(session, serve, PARTS)
    moved = await session.call("scroll", ref=await ref(session, "#g"), direction="right")
    assert (moved.ok, moved.data["moved_x"]) == (True, 120)


async def test_ask_mode_scrolls_nothing(ask_session: Session, serve: PageServer) -> None:
    await shown(ask_session, serve, PAGE)
    assert (await ask_session.call("scroll")).code == "not_permitted"
    assert await js(ask_session, "scrollY") == 0
