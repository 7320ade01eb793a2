"""What an act meets is judged once more at the moment of the press or the drop."""

from __future__ import annotations

import pytest

from handrail import Session
from handrail.policy import Answer, Ask
from tests.pages import PageServer
from tests.tools.acting import js, ref, shown

BOARD = """<style>div { position: absolute; top: 100px; width: 200px; height: 40px; background: #ccc }</style>
<div id=card draggable=true role=listitem>Red card</div>
<div id=done style='left:400px' role=listitem>Done</div>
<div id=bin style='left:380px;top:80px;width:300px;height:90px;display:none' role=button>LABEL</div>
<script>
  card.ondragstart = (event) => {
    event.dataTransfer.setData('text', '1');
    setTimeout(() => (bin.style.display = 'block'), 0);
  };
  for (const place of [bin, done]) {
    place.ondragover = (event) => event.preventDefault();
    place.ondrop = (event) => { event.preventDefault(); document.title = 'on ' + place.id };
  }
</script>"""


@pytest.mark.parametrize(
    ("label", "to", "code", "title"),
    [
        ("Delete forever", {"to_ref": "Done"}, "page_changed", ""),
        ("Send to everybody", {"to_x": 500, "to_y": 120}, "page_changed", ""),
        ("Pay now", {"by_x": 380, "by_y": 0}, "page_changed", ""),
        ("Later", {"to_ref": "Done"}, None, "on bin"),
    ],
)
async def test_what_comes_under_the_pointer_during_a_drag_is_judged_before_the_drop(
    any_session: Session, serve: PageServer, label: str, to: dict[str, object], code: str | None, title: str
) -> None:
    any_session.provenance.words.add_text("Move the red card to Done")
    await shown(any_session, serve, BOARD.replace("LABEL", label))
    result = await any_session.call_as("model", "drag", from_ref="Red card", **to)
    assert (result.code, await js(any_session, "document.title")) == (code, title)


async def press_with_a_yes(session: Session) -> int:
    """Press the button as a model does, while a person says yes to all; return how often they were asked."""
    asked: list[Ask] = []

    async def approve(question: Ask) -> Answer:
        asked.append(question)
        return "once"

    session.approve = approve
    await session.call_as("model", "click", ref=await ref(session, "button"))
    return len(asked)


ROW = """<ul><li id=row><span>Backup</span> <a href=#more style='display:none'>More</a>
<button onclick="document.title = 'deleted ' + row.querySelector('span').textContent">Delete</button></li></ul>
<script>row.onmouseover = () => { CHANGE }</script>"""


@pytest.mark.parametrize(
    ("change", "title"),
    [
        ("row.querySelector('span').textContent = 'Backup and all else of the server'", ""),
        ("row.querySelector('a').style.display = 'inline'", "deleted Backup"),
        ("row.append(document.createElement('button')); row.lastChild.textContent = 'Rename'", "deleted Backup"),
    ],
)
async def test_a_yes_is_for_the_row_that_was_asked_about_with_whatever_shows_in_it_under_the_pointer(
    session: Session, serve: PageServer, change: str, title: str
) -> None:
    await shown(session, serve, ROW.replace("CHANGE", change))
    assert (await press_with_a_yes(session), await js(session, "document.title")) == (1, title)


AROUND = """<div role=dialog aria-label=Files><p id=p>Delete the draft?</p>
<form onsubmit="event.preventDefault(); document.title = 'sent'">
<input id=to value=anna@good.example><button>BUTTON</button></form>
</div><script>document.querySelector('button').onmouseover = () => { CHANGE }</script>"""


@pytest.mark.parametrize(
    ("button", "change", "title"),
    [
        ("Delete", "p.textContent = 'Delete the whole account?'", ""),
        ("Send", "to.value = 'mallory@evil.example'", ""),
        ("Delete", "p.style.color = 'red'", "sent"),
    ],
)
async def test_a_yes_is_for_what_the_question_told_of_what_stands_around(
    session: Session, serve: PageServer, button: str, change: str, title: str
) -> None:
    await shown(session, serve, AROUND.replace("BUTTON", button).replace("CHANGE", change))
    assert (await press_with_a_yes(session), await js(session, "document.title")) == (1, title)


CHECKED = """<label><input type=checkbox id=draft checked>Draft</label><button>Delete</button><script>
const button = document.querySelector('button');
button.onclick = () => (document.title = 'deleted');
button.onmouseover = () => { CHANGE };
</script>"""


@pytest.mark.parametrize(("change", "title"), [("draft.checked = false", ""), ("draft.click = 1", "deleted")])
async def test_a_yes_to_checked_boxes_is_none_to_a_press_beside_none(
    session: Session, serve: PageServer, change: str, title: str
) -> None:
    await shown(session, serve, CHECKED.replace("CHANGE", change))
    assert (await press_with_a_yes(session), await js(session, "document.title")) == (1, title)
