"""A question names the place of what is pressed, and none that only stands beside it."""

from __future__ import annotations

import pytest

from handrail import Session
from tests.calls.effects.test_request_judge import Person
from tests.calls.effects.test_taint import opened
from tests.calls.test_pipeline_policy import as_model
from tests.pages import PageServer

GROUPS = """<div class=group><button aria-label=Open>O</button></div>
<div class=group><span aria-label="Cancel query"><button aria-label="Cancel query" disabled><svg/></button></span>
<button aria-label="Run" onclick="fetch('/x', { method: 'DELETE' })"><svg/></button></div>
<div class=group><button aria-label=Explain>E</button></div>"""


async def test_a_button_that_cannot_be_used_is_no_place_of_the_one_beside_it(session: Session, serve: PageServer):
    await opened(session, serve, GROUPS)
    session.approve = person = Person(True)
    assert await as_model(session, "click", ref="Run")
    assert "after the model pressed “Run”" in person.questions[0]
    assert "Cancel query" not in person.questions[0]


async def test_the_name_of_a_row_that_stands_on_its_open_button_stays_its_place(session: Session, serve: PageServer):
    row = "<li><span aria-label=Milk><button><svg/></button></span><button>Drop</button>"
    await opened(session, serve, f"<ul>{row}</ul>")
    session.approve = person = Person(True)
    assert await as_model(session, "click", ref="Drop")
    assert "Milk” on " in person.questions[0]


PANELS = """<div role=tabpanel aria-label=Objects><ul><li>books<li id=stock>old_stock<li>shelves</ul>MORE</div>
<div role=tabpanel aria-label=Preferences><ul role=tree><li role=treeitem aria-selected=true>User Interface</ul>
<label><input type=checkbox onclick="this.dataset.on = 1"> Save the state</label></div>
<ul role=menu id=menu hidden style="position: absolute"><li role=menuitem tabindex=-1>Delete</ul>
<script>stock.oncontextmenu = event => { event.preventDefault(); menu.hidden = false }</script>"""


async def question_of_entry(session: Session, serve: PageServer, more: str = "", clicked: str = "right") -> str:
    await opened(session, serve, PANELS.replace("MORE", more))
    session.approve = person = Person(True)
    assert await as_model(session, "check", ref="Save the state")
    assert await as_model(session, "click", ref="old_stock", button=clicked)
    assert await as_model(session, "click", ref="Delete")
    return person.questions[-1].partition("\n")[0]


async def test_what_is_chosen_in_another_panel_is_no_place_of_an_entry_for_a_thing(session: Session, serve: PageServer):
    asked = await question_of_entry(session, serve)
    assert "press “Delete” in “old_stock” on " in asked


async def test_what_is_chosen_in_the_same_panel_is_told(session: Session, serve: PageServer):
    more = "<ul role=listbox><li role=option aria-selected=true>Mill</ul><input type=checkbox checked aria-label=Hall>"
    asked = await question_of_entry(session, serve, more)
    assert "press “Delete” in “old_stock” in “Mill” (checked: “Hall”) on " in asked


async def test_what_an_act_that_failed_was_to_choose_is_not_told(session: Session, serve: PageServer):
    page = """<button>Tools</button><label>City <input></label>
    <button onclick="fetch('/x', { method: 'DELETE' })">Drop</button>"""
    await opened(session, serve, page, task="Choose Storage in Tools, fill in Lima as the city, and drop it")
    session.approve = person = Person(True)
    assert (await session.call_as("model", "select", ref="Tools", values="Storage")).code == "wrong_element"
    assert await as_model(session, "fill", ref="City", value="Lima")
    assert await as_model(session, "click", ref="Drop")
    assert "Storage" not in person.questions[-1]
    assert "City: Lima" in person.questions[-1]


CLOSING = """<button id=close>Close</button><script>
  close.onclick = () => { for (const id of IDS) fetch(`/file_manager/delete_trans_id/${id}`, { method: 'DELETE' }) };
</script>""".replace("close.", "document.getElementById('close').")


@pytest.mark.parametrize("ids", ["[6160275]", "[6160275, 6160276]"])
async def test_a_question_about_a_deletion_names_others_only_as_far_as_there_are_any(
    session: Session, serve: PageServer, ids: str
):
    await opened(session, serve, CLOSING.replace("IDS", ids))
    session.approve = person = Person(True)
    assert await as_model(session, "click", ref="Close")
    (asked,) = person.questions
    shown = f"“DELETE {serve.origin}/file_manager/delete_trans_id/6160275”, and any others beside it that the same act"
    assert shown in asked
