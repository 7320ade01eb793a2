"""A question names the rows whose boxes are checked, also where all boxes are called alike."""

from __future__ import annotations

import pytest

from handrail import Session
from tests.calls.effects.test_request_judge import Person
from tests.calls.effects.test_taint import opened
from tests.calls.test_pipeline_policy import as_model
from tests.pages import PageServer
from tests.tools.acting import ref

DELETE = "<button id=go>Delete selected</button>"


def rows(box: str, row: str = "<tr><td>BOX<td>NAME") -> str:
    return "".join(row.replace("BOX", box).replace("NAME", name) for name in ("Ann Ash", "Ben Brecht", "Cleo Kern"))


BOX = "<input type=checkbox>"
LABELLED = "<input type=checkbox aria-label='Select row'>"
CELLS = "<div role=row><div role=gridcell>BOX</div><div role=gridcell>NAME</div></div>"
DRAWN = "<button role=checkbox aria-checked=false aria-label='Select row' onclick='ariaChecked = true'>x</button>"
ALIKE = {
    "labelled": f"<table>{rows(LABELLED)}</table>",
    "drawn": f"<table>{rows(DRAWN)}</table>",
    "a label in each row": f"<table>{rows(f'<label>{BOX} Select</label>')}</table>",
    "boxes of rows": rows(LABELLED, "<div class=row><div>BOX</div><div>NAME</div></div>"),
    "selected rows": f"<table>{rows(LABELLED, '<tr role=row aria-selected=false><td>BOX<td>NAME')}</table>",
    "cells": f"<div role=grid>{rows(LABELLED, CELLS)}</div>",
    "numbers": f"<table>{rows(LABELLED, '<tr><td>1<td>BOX<td>NAME')}</table>",
    "a table of one": f"<table><tr><td>{LABELLED}<td>Ben Brecht</table>",
    "in a form": f"<form method=post><table>{rows(LABELLED)}</table>",
}


async def checked(session: Session, serve: PageServer, *pages: str) -> str:
    """Return the question about a deletion after the second box of each page was checked, or the only one."""
    html = "".join(f"<main>{page}</main>" for page in pages)
    await opened(session, serve, f"{html}{DELETE}", "Delete Ann Ash")
    session.approve = person = Person(False)
    for at in range(1, len(pages) + 1):
        selector = f"main:nth-of-type({at}) input, main:nth-of-type({at}) [role=checkbox]"
        boxes = (await session.call("find_elements", selector=selector)).data["elements"]
        assert await as_model(session, "check", ref=boxes[:2][-1]["ref"])
    assert not await as_model(session, "click", ref=await ref(session, "#go"))
    return person.questions[-1]


async def test_a_question_names_the_row_of_a_box_whose_name_does_not_say_which_it_is(
    session: Session, serve: PageServer
):
    question = await checked(session, serve, *(ALIKE[one].replace("Brecht", one.title()) for one in ALIKE))
    assert [one for one in ALIKE if f"Ben {one.title()}" not in question] == []
    assert "Ann" not in question


NAMED = {
    "Ben Brecht": f"<ul>{rows(BOX, '<li><label>BOX NAME</label> <button>Edit</button>')}</ul>",
    "Ben": f"<table>{rows('<input type=checkbox title=NAME>')}</table>",
    "Select Ben Brecht": rows("<input type=checkbox aria-label='Select NAME'>", "<div><div>BOX</div><p>NAME</p></div>"),
    "Pictures": "<p><label><input type=checkbox> Sound</label> plays</p>"
    "<p><label><input type=checkbox> Pictures</label> show",
    "Docs": "<div><div class=pane><p>Label<textarea></textarea></div>"
    "<div class=pane><label><input type=checkbox> Introducer <p>Adds others</label><p>Shared"
    "<p><label><input type=checkbox> Docs</label><label><input type=checkbox> Pictures</label></div>"
    "<div class=pane><p>Address<textarea></textarea></div></div>",
    "Sound": "<ul><li><label><input type=checkbox> Sound</label> plays at each mail</ul>",
}


@pytest.mark.parametrize("name", NAMED)
async def test_a_question_calls_a_box_by_its_name_alone_where_that_says_which_it_is(
    session: Session, serve: PageServer, name: str
):
    assert f"(checked: “{name}”)" in await checked(session, serve, NAMED[name])


MATRIX = rows(BOX, "<div class=row><label>BOX NAME</label> <label>BOX Admin</label></div>")


async def test_a_right_is_told_with_the_row_that_begins_with_another_box(session: Session, serve: PageServer):
    assert "(checked: “Admin: Ann Ash”)" in await checked(session, serve, MATRIX)


PAGES = (
    """<table id=rows></table><button id=next onclick="show(1)">Next page</button>"""
    + f"""{DELETE}<script>
const box = "<td><input type=checkbox aria-label='Select row'><td>";
const show = (page) => rows.innerHTML = page ? `<tr>${{box}}Ann Ash` : `<tr>${{box}}Ben Brecht`;
show(0);
</script>"""
)


async def test_a_question_names_a_row_that_was_checked_on_an_earlier_page_of_its_table(
    session: Session, serve: PageServer
):
    await opened(session, serve, PAGES, "Delete Ann Ash")
    session.approve = person = Person(False)
    assert await as_model(session, "check", ref=await ref(session, "input"))
    assert await as_model(session, "click", ref=await ref(session, "#next"))
    assert await as_model(session, "check", ref=await ref(session, "input"))
    assert not await as_model(session, "click", ref=await ref(session, "#go"))
    assert "(checked: “Select row: Ann Ash”)" in person.questions[-1]
    assert "Earlier on this site the model filled in or chose “Select row: Ben Brecht”" in person.questions[-1]
