"""Which of several items a class alone says is the current one."""

from __future__ import annotations

from tests.browser.reading.test_snapshot import outline
from tests.browser.stage import Stage

ITEMS = """<ul><li class=file onclick=1>a<li class="file current-file" onclick=1>b<li class=file onclick=1>c</ul>
<ul><li class="page-item page-item-1" tabindex=0>1<li class="page-item page-item-2 page-item-active" tabindex=0>2</ul>
<ul><li class="menu-item current-menu-item"><a href=/a>Home</a><li class=menu-item><a href=/b>News</a></ul>
<nav><a class=current href=/1>1</a><a href=/2>2</a></nav>
<div><div class=item onclick=1>One</div><div class="item is-current" onclick=1>Two</div></div>"""


async def test_the_one_of_its_kind_that_a_class_calls_current_says_so(both: Stage) -> None:
    lines = [line.strip() for line in (await outline(both, ITEMS)).splitlines()]
    assert [line for line in lines if "current" in line or "selected" in line] == [
        "listitem [e2] current clickable: b",
        "listitem [e5] selected clickable: 2",
        'link "Home" [e6] current -> /a',
        'link "1" [e9] current -> /1',
        'clickable "Two" [e12] current',
    ]


OTHERS = """<div><div class="card card-active" onclick=1>A</div><div class="card card-active" onclick=1>B</div>
<div class=card onclick=1>C</div></div><div><div class="panel panel-active" onclick=1>P</div>
<div onclick=1>Q</div></div><table><tr><td class="day current" onclick=1>1<td class=day onclick=1>31</table>
<ul><li class="not-current item" onclick=1>X<li class=item onclick=1>Y</ul>"""


async def test_a_class_that_several_have_or_that_is_of_no_kind_or_of_a_day_marks_none(both: Stage) -> None:
    shown = await outline(both, OTHERS)
    assert "current" not in shown
    assert "selected" not in shown
