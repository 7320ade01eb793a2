"""What a question says of who named what, and of where the page came from, is true."""

from __future__ import annotations

import pytest

from handrail import Session
from tests.calls.effects.test_request_judge import Person
from tests.calls.effects.test_taint import opened
from tests.calls.test_pipeline_policy import as_model
from tests.pages import PageServer

WIKI = """<a href=#x onclick="save()">HelloThere</a><button onclick="save()">Keep</button><p id=text><script>
const save = () => fetch('/tiddlers/StoryList', {method: 'PUT', body: '{"list": ["1"]}'});
addEventListener('hashchange', () => { text.textContent = location.hash; save() });</script>"""


@pytest.mark.parametrize("name", ["HelloThere", "Keep"])
async def test_a_question_says_that_the_user_did_not_name_a_press_only_where_their_words_do_not(
    session: Session, serve: PageServer, name: str
):
    at = await opened(session, serve, WIKI.replace("href=#x", "href=javascript:"), "What does HelloThere say?")
    session.approve = person = Person(False)
    await as_model(session, "click", ref=at[name])
    [asked] = person.questions
    assert f"after the model pressed “{name}”" in asked
    assert ("which you did not name" in asked) is (name == "Keep")


async def given(session: Session, serve: PageServer) -> tuple[str, Person]:
    """The wiki at an address that the user gave, and who says no."""
    url = serve(WIKI)
    session.provenance.words.add_text("What does HelloThere say?")
    session.provenance.words.add_address(url)
    session.approve = person = Person(False)
    await session.call("goto", url=url)
    return url, person


async def test_another_part_of_the_users_page_is_told_as_an_end_of_its_address(session: Session, serve: PageServer):
    url, person = await given(session, serve)
    await as_model(session, "goto", url=f"{url}#Tide%20Table")
    [asked] = person.questions
    assert asked.endswith(
        f"StoryList”, after the model opened “{url}#Tide%20Table”, on a page that may have been filled in by "
        "“#Tide Table”, an end of your address."
    )


async def test_a_page_that_the_user_did_not_give_is_told_as_such_whatever_its_end(session: Session, serve: PageServer):
    url, person = await given(session, serve)
    await as_model(session, "goto", url=f"{url}?text=Tide#Tide%20Table")
    await as_model(session, "click", ref="Keep")
    assert "filled in by an address that you did not give" in person.questions[-1]
    assert "end of" not in person.questions[-1]


MENU = """<a href="/state?action=publish&_authenticator=9995114292f610686d3fe202660d679874627053">Publish</a>
<label>Text <input></label>"""


async def test_codes_against_forgery_of_links_are_not_told_beside_what_the_model_chose(
    session: Session, serve: PageServer
):
    serve(MENU, "/state")
    url = serve(MENU, "/news")
    await opened(session, serve, MENU, "Look around")
    session.approve = person = Person(True)
    await as_model(session, "goto", url=f"{url}?draft=Seed%20swap")
    await as_model(session, "click", ref="Publish")
    await as_model(session, "send_keys", ref="Text", keys="Control+b")
    assert "publish" in person.questions[-1]
    assert "9995114292f6" not in person.questions[-1]
