"""Grids: what is known late of a cell, or moves with the focus, leaves its row as it was."""

from __future__ import annotations

from tests.browser.reading.test_snapshot import outline
from tests.browser.stage import Stage

GRID = """<style>[role=row] { display: flex } [role=columnheader], [role=gridcell] { width: 120px; height: 28px }
.short { width: 20px }</style><div role=grid aria-label=Books><div role=row>
<div role=columnheader tabindex=0><div onclick=1>Id</div></div><div role=columnheader><div onclick=1>Title</div></div>
<div role=columnheader tabindex=0><div onclick=1 class=short>Shelf</div></div></div>
<div role=row><div role=gridcell tabindex=-1 aria-readonly=true><div onclick=1>1</div></div>
<div role=gridcell tabindex=-1>Stone</div><div role=gridcell tabindex=-1><div onclick=1 class=short>S1</div></div>
</div>"""


async def test_a_cell_is_the_same_whether_or_not_its_words_listen(both: Stage) -> None:
    row = (await outline(both, GRID)).splitlines()[2]
    assert row == ' row > "1" [e5] readonly | "Stone" [e6] | clickable "S1" [e7]'


async def test_the_head_that_the_tab_key_reaches_has_no_second_mark(both: Stage) -> None:
    head = (await outline(both, GRID)).splitlines()[1]
    assert head == ' row header > clickable "Id" [e2] | clickable "Title" [e3] | clickable "Shelf" [e4]'
