"""Scrolling: what moves, how far, and what comes into view."""

from __future__ import annotations

import pytest

from handrail.browser.types.errors import StaleRef, WrongElement
from tests.browser.actions.widgets import ROWS_BY_SCROLLING
from tests.browser.stage import Stage

LONG = "<h2>Top</h2><div style='height:3000px;width:3000px'></div><h2 id=end>End</h2><a id=a href=/x>Link</a>"
PANE = """<p id=p>Fixed</p><div id=pane style='height:200px;overflow:auto;border:1px solid'>
<div style='height:900px'></div><button id=b>Deep</button></div>"""
APP = """<body style='margin:0;height:100vh;overflow:hidden'><div id=main style='height:100%;overflow:auto'>
<div style='height:4000px'>x</div></div>"""


async def test_by_most_of_a_window_to_the_ends_and_to_an_element(both: Stage) -> None:
    await both.show(LONG)
    bottom = await both.actions.scroll(to="bottom")
    assert bottom.below <= 1
    assert [name.raw for name in bottom.in_view] == ["End", "Link"]
    top = await both.actions.scroll(to="top")
    assert (top.above, [name.raw for name in top.in_view]) == (0, ["Top"])
    height = await both.js("document.scrollingElement.clientHeight")
    down = await both.actions.scroll(direction="down")
    assert (down.container, down.moved_y, down.above) == ("page", round(height * 0.8), round(height * 0.8))
    up = await both.actions.scroll(direction="up", amount=100)
    assert (up.moved_y, up.above) == (-100, down.above - 100)
    right = await both.actions.scroll(direction="right", amount=50)
    assert (right.moved_x, right.moved_y) == (50, 0)
    await both.show(LONG + PANE)
    await both.actions.scroll(to=await both.ref("#b"))
    box = await both.js("(({top, bottom}) => [top >= 0, bottom <= innerHeight])(b.getBoundingClientRect())")
    assert box == [True, True]


async def test_at_the_end_nothing_moves_and_what_does_not_scroll_or_is_gone_is_refused(stage: Stage) -> None:
    await stage.show("<p id=p>Short</p>")
    moved = await stage.actions.scroll(direction="down")
    assert (moved.moved_y, moved.above, moved.below) == (0, 0, 0)
    ref = await stage.ref("#p")
    with pytest.raises(WrongElement):
        await stage.actions.scroll(direction="down", ref=ref)
    await stage.js("p.remove()")
    with pytest.raises(StaleRef):
        await stage.actions.scroll(to=ref)


async def test_a_container_by_the_ref_of_something_in_or_around_it_and_an_app_by_its_middle(both: Stage) -> None:
    await both.show(PANE)
    pane = await both.ref("#pane")
    moved = await both.actions.scroll(direction="down", ref=await both.ref("#b"), amount=300)
    assert (moved.container, moved.moved_y) == (pane, 300)
    moved = await both.actions.scroll(to="bottom", ref=pane)
    assert [name.raw for name in moved.in_view] == ["Deep"]
    assert await both.js("scrollY") == 0
    await both.show(APP)
    moved = await both.actions.scroll(direction="down", amount=500)
    assert (moved.container, moved.moved_y) == (await both.ref("#main"), 500)
    rows = "".join(f"<div role=row>Row {at}</div>" for at in range(90))
    grid = f"<div role=grid id=g><div>Head</div><div id=rows style='height:200px;overflow:auto'>{rows}</div></div>"
    await both.show(LONG + grid)
    moved = await both.actions.scroll(direction="down", ref=await both.ref("#g"), amount=150)
    assert (moved.container, moved.moved_y) == (await both.ref("#rows"), 150)


async def test_smooth_scrolling_has_moved_when_it_returns(both: Stage) -> None:
    await both.show("<style>html { scroll-behavior: smooth }</style>" + LONG)
    assert (await both.actions.scroll(direction="down", amount=700)).moved_y == 700


async def test_the_rows_that_a_list_makes_once_it_was_scrolled_are_in_view(both: Stage) -> None:
    await both.show(ROWS_BY_SCROLLING)
    moved = await both.actions.scroll(to="bottom", ref=await both.ref("#list"))
    assert [name.raw for name in moved.in_view] == [f"{at} 0 Order {at}" for at in range(53, 61)]
