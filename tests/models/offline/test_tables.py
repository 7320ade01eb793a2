"""What belongs to a table: a row that sums the others up is none of what it lists."""

from __future__ import annotations

import pytest

from tests.models.offline.talk import Talk

HEAD = """
table "Members"
 row
  columnheader "Name"
  columnheader "Role"
  columnheader "Salary"
"""


def row(*cells: str, kind: str = "cell") -> str:
    first, *others = cells
    return "\n".join([" row", f'  {kind} "{first}"', *(f'  cell "{cell}"' for cell in others)])


TWO = [row("Ada", "Lead", "20"), row("Bob", "Cook", "10")]


def answered(question: str, *rows: str) -> object:
    return Talk(question).turn("\n".join([HEAD, *rows])).params["data"]


@pytest.mark.parametrize(
    "last",
    [
        row("Total", "", "30"),
        row("", "Total:", "30"),
        row("Total", "30"),
        row("Sum", "2 roles", "30", kind="rowheader"),
    ],
)
def test_a_last_row_that_sums_up_is_no_member(last: str) -> None:
    assert answered("how many members are there?", *TWO, last) == {"count": 2, "counted": "members"}
    assert answered("list Name", *TWO, last) == {"items": ["Ada", "Bob"]}
    assert answered("list Salary", *TWO, last) == {"items": ["20", "10"]}
    assert answered("how many rows are there?", *TWO, last) == {"count": 3, "counted": "rows"}


@pytest.mark.parametrize(
    "rows",
    [
        [*TWO, row("Total", "Oil", "30")],
        [row("Total", "", "30"), *TWO],
        [row("Shell", "Gas", "5", kind="rowheader"), row("Total", "Oil", "30", kind="rowheader"), TWO[0]],
        [*(row(name, "Oil", "5", kind="rowheader") for name in ("Shell", "BP", "Total"))],
    ],
)
def test_a_member_may_be_called_total(rows: list[str]) -> None:
    assert answered("how many members are there?", *rows) == {"count": 3, "counted": "members"}
