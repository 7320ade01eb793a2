"""What an outline says of the parts of component libraries."""

from __future__ import annotations

from tests.browser.reading.test_snapshot import outline
from tests.browser.stage import Stage

OUTLINES = {
    "a bar that nobody sees is left out and one that tells something is not": (
        """<style>.off { height: 0; overflow: hidden; opacity: 0 }</style>
<div class=off role=progressbar aria-valuemin=0 aria-valuemax=100><div style='height: 4px'></div></div>
<div role=progressbar style='height: 0'><div></div></div>
<div role=progressbar aria-label=Upload style='height: 4px'></div>
<div role=progressbar style='height: 8px'></div><div role=progressbar aria-valuenow=40 style='height: 0'></div>""",
        ['progressbar "Upload"', "progressbar", 'progressbar = "40"'],
    ),
    "a handle is called by its end and not by its library": (
        """<div class=noUi-base>
<div class='noUi-handle noUi-handle-lower' role=slider tabindex=0 aria-valuenow=20></div>
<div class='noUi-handle noUi-handle-upper' role=slider tabindex=0 aria-valuenow=80></div></div>
<section><div class=ant-slider-handle role=slider tabindex=0 aria-valuenow=5></div></section>""",
        [
            'slider "handle lower" [e1] guessed = "20"',
            'slider "handle upper" [e2] guessed = "80"',
            'slider "slider handle" [e3] guessed = "5"',
        ],
    ),
    "an empty field shows a placeholder that its name does not say": (
        """<input aria-label=Birthday placeholder="YYYY-MM-DD">
<input aria-label=Start placeholder="YYYY-MM-DD" value=2026-01-02><input placeholder=Search>
<label>Your name <input placeholder="your  name"></label>""",
        [
            'textbox "Birthday" [e1] placeholder="YYYY-MM-DD"',
            'textbox "Start" [e2] = "2026-01-02"',
            'textbox "Search" [e3]',
            'textbox "Your name" [e4]',
        ],
    ),
    "a cell is the same whether or not its words listen, and the head that the tab key reaches has no second mark": (
        """<style>[role=row] { display: flex } [role=columnheader], [role=gridcell] { width: 120px; height: 28px }
.short { width: 20px }</style><div role=grid aria-label=Books><div role=row>
<div role=columnheader tabindex=0><div onclick=1>Id</div></div><div role=columnheader><div onclick=1>Title</div></div>
<div role=columnheader tabindex=0><div onclick=1 class=short>Shelf</div></div></div>
<div role=row><div role=gridcell tabindex=-1 aria-readonly=true><div onclick=1>1</div></div>
<div role=gridcell tabindex=-1>Stone</div><div role=gridcell tabindex=-1><div onclick=1 class=short>S1</div></div>
</div>""",
        [
            'grid "Books" [e1]',
            ' row header > clickable "Id" [e2] | clickable "Title" [e3] | clickable "Shelf" [e4]',
            ' row > "1" [e5] readonly | "Stone" [e6] | clickable "S1" [e7]',
        ],
    ),
}


async def test_an_outline_says_of_components_what_a_person_sees(both: Stage) -> None:
    for case, (html, lines) in OUTLINES.items():
        assert (case, (await outline(both, html)).splitlines()) == (case, lines)
