"""request_user_data, through a session, in real browsers: what the user gives goes into the page, and nowhere else."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

from handrail import Session
from handrail.errors import UsageError
from handrail.tools.core.context import ValueRequest
from tests.conftest import OpenSession
from tests.pages import PageServer
from tests.tools.acting import js, ref, shown

IBAN = "DE02120300000000202051"
FORM = """<title>Pay</title><form method=post action=/pay><label>IBAN <input id=iban></label>
<label>Password <input id=pw type=password></label><label>Owner <input id=owner></label>
<label>Agree <input id=box type=checkbox></label><button>Pay</button></form>
<input id=search type=search aria-label=Search><p id=echo></p>
<script>iban.oninput = () => { echo.textContent = iban.value }</script>"""


class Giving:
    """A user who gives values, and remembers what they were asked."""

    def __init__(self, **values: str) -> None:
        self.values: Mapping[str, str] | None = values
        self.asked: list[ValueRequest] = []

    async def __call__(self, request: ValueRequest) -> Mapping[str, str] | None:
        self.asked.append(request)
        return self.values


@pytest.fixture(params=["chromium", "firefox"])
def any_browser(request: pytest.FixtureRequest) -> Browser:
    return request.getfixturevalue(request.param)


@pytest.fixture
def giving() -> Giving:
    return Giving(iban=IBAN)


@pytest.fixture
async def asking(
    any_browser: Browser, open_session: OpenSession, tmp_path: Path, serve: PageServer, giving: Giving
) -> Session:
    session = await open_session(any_browser, tmp_path / "run", give_values=giving)
    return await shown(session, serve, FORM)


async def request(session: Session, *fields: tuple[str, str], **more: Any) -> Any:
    given = [{"name": name, "ref": target} for name, target in fields]
    params = {"reason": "To pay", "form_description": "Bank details", "fields": given, **more}
    return await session.call_as("model", "request_user_data", **params)


async def test_what_the_user_gives_is_in_the_page_and_in_nothing_that_a_model_reads(
    asking: Session, giving: Giving, serve: PageServer
) -> None:
    events: list[Any] = []
    asking.events.subscribe(events.append)
    result = await request(asking, ("iban", await ref(asking, "#iban")), ("owner", "Owner"))
    assert result.ok, result
    assert result.data == {"filled": ["iban"], "not_given": ["owner"]}
    assert await js(asking, "iban.value + ' ' + echo.textContent") == f"{IBAN} {IBAN}"
    question = giving.asked[0]
    assert (question.origin, question.form) == (serve.origin, "Bank details")
    assert [(one.name, one.label, one.hidden) for one in question.fields] == [
        ("iban", "IBAN", True), ("owner", "Owner", False)
    ]  # fmt: skip
    read = [await asking.call_as("model", name) for name in ("snapshot", "read_page")]
    read.append(await asking.call_as("model", "search_page", pattern="DE02", context_chars=80))
    told = json.dumps([one.to_dict() for one in (result, *read)], default=str) + str([one.to_dict() for one in events])
    assert IBAN not in told
    assert "[secret:iban]" in told
    assert read[2].data["total"] == 0


async def test_what_was_given_for_one_field_goes_into_no_other(asking: Session) -> None:
    assert (await request(asking, ("iban", "IBAN"))).ok
    again = await asking.call_as("model", "fill_secret", ref=await ref(asking, "#owner"), name="iban")
    assert again.code == "not_available"
    assert await js(asking, "owner.value") == ""


async def test_a_password_is_asked_for_as_one_that_is_not_shown(asking: Session, giving: Giving) -> None:
    giving.values = {"pw": "cor2rect-Horse!"}
    assert (await request(asking, ("pw", "Password"))).ok
    assert giving.asked[0].fields[0].hidden
    assert await js(asking, "pw.value") == "cor2rect-Horse!"


async def test_fields_of_other_kinds_and_sites_are_not_asked_for(
    asking: Session, giving: Giving, serve: PageServer
) -> None:
    box = await request(asking, ("agree", await ref(asking, "#box")))
    assert box.code == "wrong_element"
    away = f"<form method=post action='{serve.other_site}/take'><label>IBAN <input id=iban></label></form>"
    await shown(asking, serve, away)
    assert (await request(asking, ("iban", "IBAN"))).code == "wrong_element"
    assert giving.asked == []


async def test_values_that_cannot_be_hidden_or_are_not_given_fill_in_nothing(asking: Session, giving: Giving) -> None:
    giving.values = {"iban": "42"}
    short = await request(asking, ("iban", "IBAN"))
    assert (short.code, "fewer than 4 characters" in short.error) == ("no_value", True)
    giving.values = None
    assert (await request(asking, ("iban", "IBAN"))).code == "not_answered"
    assert await js(asking, "iban.value") == ""


async def test_nothing_is_asked_for_in_ask_mode_or_without_a_person(
    any_browser: Browser, open_session: OpenSession, tmp_path: Path, serve: PageServer, giving: Giving
) -> None:
    session = await open_session(any_browser, tmp_path / "ask", mode="ask", give_values=giving)
    await shown(session, serve, FORM)
    assert (await request(session, ("iban", "IBAN"))).code == "not_permitted"
    assert giving.asked == []
    session = await open_session(any_browser, tmp_path / "alone")
    await shown(session, serve, FORM)
    alone = await request(session, ("iban", "IBAN"))
    assert alone.error == "request_user_data is off: nobody is there to give values."


async def test_what_the_user_gave_for_a_field_is_sent_without_a_question_about_its_words(
    chromium: Browser, open_session: OpenSession, tmp_path: Path, serve: PageServer
) -> None:
    asked: list[str] = []

    async def approve(question: Any) -> bool:
        asked.append(question.question)
        return True

    session = await open_session(chromium, tmp_path / "run", give_values=Giving(owner="Ada Lovelace"), approve=approve)
    await shown(session, serve, FORM)
    session.provenance.words.add_text("Pay with my data, click Pay")
    assert (await request(session, ("owner", "Owner"))).ok
    await session.call_as("model", "click", ref=await ref(session, "button"))
    assert not any("not your words" in one for one in asked), asked


async def test_private_data_goes_where_things_may_be_changed_and_is_masked(
    any_browser: Browser, open_session: OpenSession, tmp_path: Path, serve: PageServer
) -> None:
    session = await open_session(any_browser, tmp_path / "run")
    session.state.keep_data({"iban": IBAN})
    await shown(session, serve, FORM)
    filled = await session.call_as("model", "fill_secret", ref=await ref(session, "#iban"), name="iban")
    assert filled.ok, filled
    assert IBAN not in json.dumps((await session.call_as("model", "snapshot")).to_dict(), default=str)
    serve(FORM, "/elsewhere")
    session.provenance.links.add([f"{serve.other_site}/elsewhere"])
    assert (await session.call_as("model", "goto", url=f"{serve.other_site}/elsewhere")).ok
    away = await session.call_as("model", "fill_secret", ref=await ref(session, "#iban"), name="iban")
    assert away.code == "not_permitted"
    assert await js(session, "iban.value") == ""


def test_too_short_private_data_is_refused_before_a_run(tmp_path: Path) -> None:
    session = Session(run_dir=tmp_path)
    with pytest.raises(UsageError, match="fewer than 4"):
        session.state.keep_data({"age": "42"})
