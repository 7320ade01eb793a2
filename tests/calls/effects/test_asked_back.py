"""What a yes to a press covers of the dialog that asks whether it is meant, and what that must say to be asked."""

from __future__ import annotations

import pytest

from handrail import Session
from tests.calls.effects.test_confirmed_presses import Yes, covers, opened, refs
from tests.calls.test_pipeline_policy import as_model
from tests.pages import PageServer

DIALOG = """<ul><li>Draft 5<button onclick=asks.showModal()>Delete</button><li>Other</ul>
<dialog id=asks>ASKS<button onclick=asks.close()>Cancel</button></dialog>"""
YES = "<button onclick=asks.close()>Delete now</button>"
NAMED = (
    *("”Customers”", "»Customers«", "‹Customers›", "›Customers‹", "「Customers」", "'Customers'", "＂Customers＂"),
    *("“Draft 5” «in “Customers” of» «Draft 5»", "⑯ drafts"),
)
SAME = ("”Draft 5”", "»Draft 5«", "«Draft 5» and no more «Draft 5»", "Ann’s draft, it’s Ben’s", "'Draft 5'")


def test_a_thing_in_any_quotes_that_the_question_did_not_name_is_asked_about() -> None:
    asked = {message: not covers(f"Delete {message}?", "Draft 5", by_page=False) for message in (*NAMED, *SAME)}
    assert asked == dict.fromkeys(NAMED, True) | dict.fromkeys(SAME, False)


@pytest.mark.parametrize(
    ("asks", "asked"),
    [
        (f"<p>Delete?</p>{YES}", 1),
        (f"<p>Delete?</p>{YES.replace('>Delete now', ' aria-label=Delete>Delete all 500 customers')}", 2),
    ],
    ids=["plain", "another label"],
)
async def test_a_dialog_whose_button_says_more_than_its_name_is_asked_about(
    session: Session, serve: PageServer, asks: str, asked: int
) -> None:
    at = await opened(session, serve, DIALOG.replace("ASKS", asks), "Tidy up")
    session.approve = person = Yes("consequential_acts")
    assert await as_model(session, "click", ref=at["Delete"])
    at = await refs(session)
    await as_model(session, "click", ref=at["Delete now" if "Delete now" in asks else "Delete"])
    assert len(person.asked) == asked, person.asked
