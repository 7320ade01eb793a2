"""Questions about forms with boxes that give access, and that stand as their page came with them."""

from __future__ import annotations

import pytest

from handrail import Session
from handrail.policy import Ask
from handrail.policy.permissions import Grant, Refusal
from tests.calls.effects.test_request_judge import changed
from tests.calls.test_pipeline_policy import refs
from tests.pages import PageServer

SETTINGS = """<title>Settings</title>
<label><input type=checkbox name=paid checked> Only paid orders</label><a href=/settings>Settings</a>
<form method=post action=/save><label>Maximum <input name=max value=10></label>
<label><input type=checkbox name=is_public value=on checked> Show in lists</label>
<label><input type=checkbox name=is_admin value=on> Administrator</label>
<label>Level <select name=role><option value=reader>Reader<option value=admin>Chief</select></label>
<button>Save</button><button type=button onclick="form.is_admin.checked = true">Next</button>
<button type=button onclick="form.is_public.outerHTML = `<input type=checkbox name=is_public value=on checked>`">
New</button>
</form>"""
CAME = ", and the page came with “is_public=on”"
AT_STAKE = ", which may change who has access."


class Person:
    """Says yes once to every question, and keeps them."""

    def __init__(self) -> None:
        self.asked: list[Ask] = []

    async def __call__(self, question: Ask) -> bool:
        self.asked.append(question)
        return True


async def saved(session: Session, serve: PageServer, *acts: tuple[str, str, str], page: str = SETTINGS) -> list[Ask]:
    """Return the questions about a form that is sent after acts (tool, name of the element, value)."""
    serve(page, "/settings")
    serve("<title>Saved</title>", "/save")
    await session.call("goto", url=serve.origin + "/settings")
    session.approve = person = Person()
    for tool, name, value in (*acts, ("click", "Save", "")):
        given = {"value": value} if tool == "fill" else {"values": value} if tool == "select" else {}
        assert (await session.call_as("model", tool, ref=(await refs(session))[name], **given)).ok
    assert changed(serve) == ["POST /save"]
    return person.asked


async def test_a_box_that_was_unchecked_on_a_page_before_is_told_as_of_earlier(session: Session, serve: PageServer):
    acts = (("uncheck", "Only paid orders", ""), ("click", "Settings", ""), ("uncheck", "Show in lists", ""))
    (asked,) = await saved(session, serve, *acts)
    assert ", after the model unchecked “Show in lists”" in asked.question
    assert "pressed “Only paid orders” on this site earlier" in asked.question


@pytest.mark.parametrize("is_granted", [False, True])
async def test_a_box_that_the_page_came_with_is_told_and_is_no_change_of_access(
    session: Session, serve: PageServer, is_granted: bool
):
    session.permissions.grants |= {Grant("submit", serve.origin)} if is_granted else set()
    (asked,) = await saved(session, serve, ("fill", "Maximum", "6"))
    assert asked.question.endswith(f"after the model wrote “6”{CAME}{AT_STAKE}")
    # The next form may give another access.
    assert not asked.grants
    assert [one.verb for one in asked.refusals] == ["submit"]


async def test_a_choice_of_a_list_that_the_page_came_with_is_told_likewise(session: Session, serve: PageServer):
    page = SETTINGS.replace(" value=on checked> Show", " value=on> Show").replace("=admin", "=admin selected")
    (asked,) = await saved(session, serve, ("fill", "Maximum", "6"), page=page)
    assert asked.question.endswith(f", and the page came with “role=admin”{AT_STAKE}")
    assert not asked.grants


TWICE = SETTINGS.replace("is_admin value=on", "is_public value=on")
BY_SCRIPT = SETTINGS.replace("method=post", "method=post onsubmit='is_admin.checked = true'")


@pytest.mark.parametrize(
    ("act", "page"),
    [
        (("check", "Administrator", ""), SETTINGS),
        (("select", "Level", "Chief"), SETTINGS),
        (("click", "Next", ""), SETTINGS),
        (("click", "New", ""), SETTINGS),
        (("check", "Administrator", ""), TWICE),
        (("uncheck", "Show in lists", ""), TWICE.replace("> Administrator", " checked> Administrator")),
        (("fill", "Maximum", "6"), BY_SCRIPT),
    ],
)
async def test_what_the_model_or_the_page_changed_since_is_a_change_of_access(
    session: Session, serve: PageServer, act: tuple[str, str, str], page: str
):
    session.permissions.grants.add(Grant("submit", serve.origin))
    (asked,) = await saved(session, serve, act, page=page)
    assert [grant.verb for grant in asked.grants] == ["access"]
    assert CAME not in asked.question


async def test_an_address_that_names_access_is_asked_as_such(session: Session, serve: PageServer):
    page = SETTINGS.replace("/save", "/members/7/permissions")
    serve("<title>Saved</title>", "/members/7/permissions")
    serve(page, "/settings")
    await session.call("goto", url=serve.origin + "/settings")
    session.permissions.grants.add(Grant("submit", serve.origin))
    session.approve = person = Person()
    assert (await session.call_as("model", "click", ref=(await refs(session))["Save"])).ok
    assert [grant.verb for grant in person.asked[0].grants] == ["access"]
    assert CAME not in person.asked[0].question


async def test_what_the_user_refused_for_good_stays_stopped(session: Session, serve: PageServer):
    serve(SETTINGS, "/settings")
    session.permissions.grants.add(Grant("submit", serve.origin))
    session.permissions.refusals.add(Refusal("access", serve.origin))
    await session.call("goto", url=serve.origin + "/settings")
    session.approve = person = Person()
    await session.call_as("model", "click", ref=(await refs(session))["Save"])
    assert changed(serve) == []
    assert person.asked == []
