"""What an outline makes of a grid whose rows stand in parts, as where some columns stay while others scroll."""

from __future__ import annotations

from tests.browser.conftest import Read
from tests.pages import PageServer


def part(number: int, *cells: tuple[int, str]) -> str:
    """Return a part of a row, with cells by their columns."""
    inside = "".join(f"<div role=gridcell aria-colindex={column}>{html}</div>" for column, html in cells)
    return f"<div role=row aria-rowindex={number} style='height: 30px'>{inside}</div>"


def grid(*boxes: str) -> str:
    parts = "".join(f"<div>{box}</div>" for box in boxes)
    return f"<!doctype html><div role=grid aria-label=Runs style='display:flex'>{parts}</div>"


STAYING = part(2, (1, "<a href=/a>Ann</a>")) + part(3, (1, "<a href=/b>Ben</a>"))
SCROLLED = part(2, (2, "<button>Stop 10</button>")) + part(3, (2, "<button>Stop 20</button>"))


async def test_the_parts_of_a_row_are_one_row_in_the_order_of_their_columns(read: Read, serve: PageServer):
    for boxes in [(STAYING, SCROLLED), (SCROLLED, STAYING)]:
        reader = await read(serve(grid(*boxes)))
        text = (await reader.snapshot("full")).text.raw
        rows = [line for line in text.splitlines() if line.strip().startswith("row")]
        assert len(rows) == 2, text
        for row, name, stop in zip(rows, ("Ann", "Ben"), ("Stop 10", "Stop 20"), strict=True):
            assert row.index(f'link "{name}"') < row.index(f'button "{stop}"')


async def test_rows_that_may_be_no_parts_of_one_stay_apart(read: Read, serve: PageServer):
    for boxes, apart in [
        ((part(2, (1, "Ann"), (2, "10")), part(2, (1, "Copy"))), ("10", "Copy")),
        ((part(2, (1, "Ann")), "<div role=row aria-rowindex=2><span>Ten</span></div>"), ("Ann", "Ten")),
        ((part(2, (1, "Ann")), part(3, (2, "Ten"))), ("Ann", "Ten")),
        ((part(2, (1, "Ann")) + grid(part(2, (2, "Ten"))),), ("Ann", "Ten")),
        ((part(2, (1, "Ann")) + part(2, (2, "Ten")),), ("Ann", "Ten")),
    ]:
        reader = await read(serve(grid(*boxes)))
        lines = (await reader.snapshot("full")).text.raw.splitlines()
        assert [sum(word in line for line in lines) for word in apart] == [1, 1]
        assert not any(all(word in line for word in apart) for line in lines)


async def test_the_rows_of_one_part_are_shown_where_only_that_is_looked_at(read: Read, serve: PageServer):
    named = f"<div role=rowgroup aria-label=Scrolled tabindex=0>{SCROLLED}</div>"
    reader = await read(serve(grid(STAYING, named)))
    whole = await reader.snapshot("full")
    group = next(line for line in whole.text.raw.splitlines() if '"Scrolled"' in line)
    ref = group.split("[")[1].split("]")[0]
    inside = await reader.snapshot("full", within_ref=ref)
    assert [word for word in ("Stop 10", "Stop 20") if word not in inside.text.raw] == []


async def test_the_parts_that_show_are_there_where_the_first_is_hidden(read: Read, serve: PageServer):
    reader = await read(serve(grid(f"<div hidden>{STAYING}</div>", SCROLLED)))
    text = (await reader.snapshot("full")).text.raw
    assert [word for word in ("Stop 10", "Stop 20") if word not in text] == []
