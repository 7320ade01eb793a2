"""Rows: what stands in one, on one line, with a ref for each control."""

from __future__ import annotations

from handrail.browser.reading.page_reader import PlaywrightReader
from tests.browser.reading.test_snapshot import outline
from tests.browser.stage import Stage


async def test_a_row_with_six_controls_is_one_line(both: Stage) -> None:
    cells = "".join(f"<td><a href=#place-{number}-of-it>Add a child page to Note {number}</a>" for number in range(6))
    lines = (await outline(both, f"<table><tr>{cells}</table>")).splitlines()
    assert len(lines) == 2
    assert 300 < len(lines[1]) < 400


DAYS = """<table role=grid aria-label=May><tr><td role=gridcell><button>1</button>
<td role=gridcell aria-selected=true><button>2</button><td role=gridcell tabindex=-1>3</table>"""


async def test_a_week_of_a_calendar_is_one_line_with_a_ref_a_day(both: Stage) -> None:
    assert (await outline(both, DAYS)).splitlines() == [
        'grid "May" [e1]',
        ' row > button "1" [e2] | button "2" [e3] selected | "3" [e4]',
    ]


ROWS = """<table><tr onclick='1'><td>Ann<td>Berlin<tr onclick='1'><td>Bob<td><button>Edit</button>
<tr onclick='1' aria-label='Row of Carl'><td>3<td>Rome</table>"""


async def test_a_row_that_takes_presses_keeps_its_cells_apart(both: Stage) -> None:
    assert (await outline(both, ROWS)).splitlines() == [
        "table [e1]",
        " row [e2] clickable: Ann | Berlin",
        ' row [e3] clickable > "Bob" | button "Edit" [e4]',
        ' row "Row of Carl" [e5] clickable: 3 | Rome',
    ]
    nodes = (await PlaywrightReader(both.core).snapshot("full")).nodes
    assert next(node.name.raw for node in nodes if node.role == "row") == "Ann Berlin"


CELLS_WITH_KEYS = """<table role=grid aria-label=Users><tr>
<td role=gridcell tabindex=0><input type=checkbox aria-label='Pick Ada'><td role=gridcell tabindex=0>Ada
<td role=gridcell tabindex=0><dfn title='All letters'>utf8</dfn><td role=gridcell tabindex=0><button>Go</button>
</table><table><tr><td><a href=#bo>Bo</a><td><dfn title='All letters'>utf8</dfn><td>two <b>texts</b></table>"""


async def test_cells_with_a_ref_of_their_own_and_terms_leave_a_row_one_line(both: Stage) -> None:
    assert (await outline(both, CELLS_WITH_KEYS)).splitlines() == [
        'grid "Users" [e1]',
        ' row > checkbox "Pick Ada" [e2] unchecked | "Ada" [e3] | "utf8" [e4] + term "All letters" | button "Go" [e5]',
        "table [e6]",
        ' row > link "Bo" [e7] -> #bo | term "All letters" + "utf8" | "two texts"',
    ]


async def test_a_link_that_holds_nothing_leaves_its_row_one_line(both: Stage) -> None:
    cells = "<td style='cursor: pointer'>Ada<td style='cursor: pointer'><a href=#></a><td style='cursor: pointer'>0.00"
    assert (await outline(both, f"<table><tr><th>Name<th>Language<th>Due<tr>{cells}</table>")).splitlines()[-1] == (
        ' row > "Ada" [e2] clickable | [e3] clickable | "0.00" [e4] clickable'
    )


async def test_a_wide_row_with_controls_is_one_line(both: Stage) -> None:
    cells = "".join(f"<td>{'words of a cell ' * 8}<a href=#{number}>Go</a>" for number in range(4))
    lines = (await outline(both, f"<table><tr>{cells}</table>")).splitlines()
    assert len(lines) == 2
    assert 500 < len(lines[1]) < 800


# A drawer that was pushed out of the window, and a panel without a shade, say that they keep the page from presses.
