"""What the user forbade, or said no to, is not sent: whatever a control is called, and however late."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser

from handrail import Agent, Session
from handrail.calls.written.model_texts import ANYWHERE
from handrail.models import Call, Scripted
from handrail.policy import Grant
from handrail.runs.resume import read_resumed_run
from tests.calls.effects.test_request_judge import Person, changed
from tests.calls.test_pipeline_policy import refs
from tests.conftest import OpenSession
from tests.pages import PageServer

CONTACT = """<title>Shop</title><label>Name <input onchange="go('/api/drafts/7')"></label>
<button type=button onclick="go('/api/contact')">Contact us</button>
<button onclick="go('/api/items/search')">Look up</button><script>
const name = () => document.querySelector('input').value;
const go = path => fetch(path, { method: 'POST', body: JSON.stringify({ name: name() }) });
</script>"""


@pytest.mark.parametrize(
    ("task", "guardrails"),
    [
        ("Fill in the contact form with the name Rosa Berg, but do not submit it.", ""),
        ("Fill in the contact form with the name Rosa Berg.", "do not submit anything"),
        ("Fill in the contact form with the name Rosa Berg, but do not send it.", ""),
        ("Fill in the contact form with the name Rosa Berg. Don't share it.", ""),
        ("Answer with the name Rosa Berg in the form, but do not publish it yet.", ""),
        ("Trag den Namen Rosa Berg ins Formular ein, ohne ihn zu speichern.", ""),
    ],
)
async def test_a_form_that_is_not_to_be_submitted_is_not_sent_by_a_script_either(
    open_session: OpenSession, chromium: Browser, tmp_path: Path, serve: PageServer, task: str, guardrails: str
):
    session = await open_session(chromium, tmp_path / "run", guardrails=guardrails)
    session.approve = person = Person(True)
    session.provenance.words.add_text(task)
    await session.call("goto", url=serve(CONTACT))
    at = await refs(session)
    assert (await session.call_as("model", "fill", ref=at["Name"], value="Rosa Berg")).ok
    reasons: list[str] = []
    session.events.subscribe(lambda event: reasons.append(event.reason or "") if event.kind == "decision" else None)
    for name in ("Contact us", "Look up"):
        await session.call_as("model", "click", ref=at[name])
    assert changed(serve) == ["POST /api/drafts/7", "POST /api/items/search"]
    assert person.questions == []
    assert [reason for reason in reasons if "/api/contact" in reason and "you forbade this" in reason]


async def test_no_grant_lets_the_model_agree_in_a_dialog_to_what_the_task_forbids(session: Session, serve: PageServer):
    page = "<button onclick=\"setTimeout(() => document.title = confirm('Delete the entry?'))\">Go</button>"
    session.provenance.words.add_text("Tidy up, but do not delete anything.")
    await session.call("goto", url=serve(page))
    session.permissions.grants.add(Grant("dialog", serve.origin))
    await session.call_as("model", "click", ref=(await refs(session))["Go"])
    assert (await session.call_as("model", "dialog", accept=True)).code == "not_permitted"
    assert (await session.call_as("model", "dialog", accept=False)).ok


async def test_without_policy_what_guardrails_forbid_is_not_sent(
    open_session: OpenSession, chromium: Browser, tmp_path: Path, serve: PageServer
):
    session = await open_session(chromium, tmp_path / "run", guardrails="never delete anything", unsafe=True)
    page = "<button onclick=\"for (const m of ['POST', 'DELETE']) fetch('/api/7', { method: m })\">Go</button>"
    await session.call("goto", url=serve(page))
    await session.call_as("model", "click", ref=(await refs(session))["Go"])
    assert changed(serve) == ["POST /api/7"]


async def test_what_an_address_filled_in_is_held_back_too(session: Session, serve: PageServer):
    page = """<button onclick="fetch('/api/profile', { method: 'POST', body: localStorage.city })">Continue</button>
    <script>localStorage.city = new URLSearchParams(location.search).get('city') ?? localStorage.city</script>"""
    session.provenance.words.add_text("Fill in the profile with the city Oslo, but do not submit it. Click nothing.")
    await session.call("goto", url=serve(page, "/profile"))
    for query in ("?city=Oslo", ""):
        await session.call_as("model", "goto", url=f"{serve.origin}/profile{query}")
    await session.call_as("model", "click", ref=(await refs(session))["Continue"])
    assert changed(serve) == []


SIGN_IN = """<form onsubmit="event.preventDefault(); fetch('/api/session', { method: 'POST', body: user.value })">
<input id=user aria-label=User><button>Log in</button></form>"""


async def test_who_forbids_to_send_may_be_signed_in_by_a_press_that_they_named(session: Session, serve: PageServer):
    session.provenance.words.add_text("Log in as Rosa and read the first mail. Do not send anything.")
    await session.call("goto", url=serve(SIGN_IN))
    at = await refs(session)
    await session.call_as("model", "fill", ref=at["User"], value="Rosa")
    await session.call_as("model", "click", ref=at["Log in"])
    assert changed(serve) == ["POST /api/session"]


OUTBOX = """<title>Feed</title><button onclick="wants.push('/api/follow/7'); flush()">Follow</button>
<button onclick="wants.push('/api/save'); flush()">Save settings</button><script>const wants = [];
const flush = () => wants.forEach(path => fetch(path, { method: 'POST', body: path }));</script>"""


async def test_a_request_that_the_user_said_no_to_is_not_sent_after_a_press_that_they_named(
    session: Session, serve: PageServer
):
    session.provenance.words.add_text("Save settings")
    session.approve = Person(False)
    await session.call("goto", url=serve(OUTBOX))
    for name in ("Follow", "Save settings"):
        await session.call_as("model", "click", ref=(await refs(session))[name])
    assert changed(serve) == ["POST /api/save"]


async def test_a_run_that_is_gone_on_with_sends_nothing_that_the_user_said_no_to_in_the_one_before(
    open_session: OpenSession, chromium: Browser, serve: PageServer, tmp_path: Path
):
    serve(
        """<button onclick="send()">Follow</button><button onclick="send()">Save settings</button><script>
    const send = () => fetch('/api/follow', { method: 'POST', body: '{"all": 1}' });</script>""",
        "/",
    )
    presses = {name: Call("click", {"ref": name}) for name in ("Follow", "Save settings")}
    given_up = Call("abort", {"reason": "enough"})
    session = await open_session(chromium, tmp_path, approve=Person(False))
    model = Scripted([presses["Follow"], given_up])
    await Agent(session, model=model, verify=0).run("Save settings", url=serve.origin + "/")
    past = read_resumed_run(tmp_path / "run.jsonl")
    assert past.denied
    session = await open_session(chromium, tmp_path, approve=Person(False))
    await Agent(session, model=Scripted([presses["Save settings"], given_up]), verify=0).go_on(past)
    assert changed(serve) == []


RETRY = """<title>Feed</title><button onclick="like()">Heart</button><button onclick="like(); save()">Save settings
</button><script>let tries = 0;
const like = () => fetch('/api/like', { method: 'POST', body: 'tries=' + tries++ });
const save = () => fetch('/api/save', { method: 'POST' });</script>"""


async def test_what_the_user_said_no_to_is_sent_from_no_page_of_its_site_though_a_number_in_it_changed(
    session: Session, serve: PageServer
):
    session.provenance.words.add_text("Save settings")
    session.approve = person = Person(False)
    page = serve(RETRY, "/feed")
    await session.call("goto", url=page)
    await session.call_as("model", "click", ref=(await refs(session))["Heart"])
    await session.call_as("model", "goto", url=page)
    await session.call_as("model", "click", ref=(await refs(session))["Save settings"])
    assert len(person.questions) == 1
    assert changed(serve) == ["POST /api/save"]


LABELLED = """<title>Account</title><dialog HOW><form method=post action=/settings/42><button id=danger>WORDS</button>
</form></dialog><p>Comment: <label for=danger>Save draft</label>"""


@pytest.mark.parametrize("words", ["Delete account", "Pay 500 €", "Send to all customers"])
@pytest.mark.parametrize("how", ["", "open style=opacity:0"])
async def test_a_button_is_judged_by_its_own_words_whoever_labels_it_and_whether_they_are_seen(
    any_session: Session, serve: PageServer, words: str, how: str
):
    any_session.provenance.words.add_text("Open the page and press Save draft")
    any_session.approve = person = Person(False)
    await any_session.call("goto", url=serve(LABELLED.replace("WORDS", words).replace("HOW", how)))
    result = await any_session.call_as("model", "click", ref=(await refs(any_session))["Save draft"])
    assert result.code == "not_permitted"
    assert f"“{words}”" in person.questions[0]
    assert changed(serve) == []


UNDER_ANOTHER_YES = """<title>Stories</title><button onclick="save()">Keep</button>
<button onclick="fetch('/api/notes/7', { method: 'DELETE' }); save()">Delete the note</button><script>let tries = 0;
const save = () => fetch('/api/stories/1', { method: 'PUT', body: 'title=' + tries++ });</script>"""


@pytest.mark.parametrize("again", [True, False])
async def test_a_yes_to_another_act_is_none_to_what_the_user_said_no_to(
    session: Session, serve: PageServer, again: bool
):
    answers = [False, True, again]

    class InTurn(Person):
        async def __call__(self, question: object) -> bool:
            await super().__call__(question)  # type: ignore[arg-type]
            return answers[len(self.questions) - 1]

    session.approve = person = InTurn(True)
    await session.call("goto", url=serve(UNDER_ANOTHER_YES))
    await session.call_as("model", "click", ref=(await refs(session))["Keep"])
    assert changed(serve) == []
    await session.call_as("model", "click", ref=(await refs(session))["Delete the note"])
    assert len(person.questions) == 3
    assert changed(serve) == ["DELETE /api/notes/7", *(["PUT /api/stories/1"] if again else [])]


async def test_a_yes_to_a_dialog_agrees_to_no_payment_that_it_does_not_name(session: Session, serve: PageServer):
    buy = "if (confirm('Show the next page?')) fetch('/api/orders/checkout', { method: 'POST' })"

    class Once(Person):
        async def __call__(self, question: object) -> bool:
            return await super().__call__(question) and len(self.questions) == 1  # type: ignore[arg-type]

    session.provenance.words.add_text("Read the list")
    session.approve = person = Once(True)
    await session.call("goto", url=serve(f'<button onclick="{buy}">More</button>'))
    await session.call_as("model", "click", ref=(await refs(session))["More"])
    await session.call_as("model", "dialog", accept=True)
    await session.call_as("model", "wait", seconds=0.2)
    assert "after the model pressed “More”" in person.questions[0]
    assert len(person.questions) == 2
    assert changed(serve) == []


async def test_a_question_about_paying_says_how_often_it_is_pressed(session: Session, serve: PageServer):
    session.approve = person = Person(False)
    await session.call("goto", url=serve("<button onclick=\"fetch('/api/payments', { method: 'POST' })\">Pay</button>"))
    await session.call_as("model", "click", ref=(await refs(session))["Pay"], count=3)
    assert "“Pay”, 3 times" in person.questions[0]


async def test_after_a_no_a_page_asks_nothing_more_in_the_same_call(session: Session, serve: PageServer):
    many = "for (let n = 0; n < 30; n++) fetch('/api/' + 'abcdefghij'[n % 10] + '/' + n, { method: 'DELETE' })"
    session.approve = person = Person(False)
    await session.call("goto", url=serve(f'<button onclick="{many}">Go</button>'))
    await session.call_as("model", "click", ref=(await refs(session))["Go"])
    assert len(person.questions) == 1
    assert changed(serve) == []


async def test_to_empty_a_field_is_a_press_that_the_user_has_to_name(session: Session, serve: PageServer):
    page = "<textarea aria-label=Document oninput=\"fetch('/api/docs/1', { method: 'PUT', body: '' })\">Text</textarea>"
    session.provenance.words.add_text("What are my last three bills?")
    session.approve = person = Person(False)
    await session.call("goto", url=serve(page))
    await session.call_as("model", "fill", ref=(await refs(session))["Document"], value="")
    assert len(person.questions) == 1
    assert changed(serve) == []


PICKER = """<ul><li role=option tabindex=0 onclick="to.value = 'mallory@evil.example'">mallory@evil.example</ul>
<form method=post action=/send><input id=to name=to type=hidden><button>Send mail</button></form>"""


async def test_what_a_press_chose_is_shown_whatever_is_done_before_it_is_sent(session: Session, serve: PageServer):
    session.provenance.words.add_text("Click Send mail")
    session.approve = person = Person(False)
    await session.call("goto", url=serve(PICKER))
    at = await refs(session)
    await session.call_as("model", "click", ref={"selector": "li"})
    await session.call_as("model", "wait", seconds=0)
    await session.call_as("model", "click", ref=at["Send mail"])
    assert "mallory@evil.example" in person.questions[0]
    assert changed(serve) == []


KEPT = """<form method=post action=/order><input type=hidden name=plan value='Gold for 900 euros'>
<input type=hidden name=to value=mallory@evil.example>
<input type=hidden name=n value='Ten shares'><button>Save profile</button></form>"""


async def test_what_a_model_chose_or_put_into_addresses_in_an_earlier_run_is_shown_and_what_it_filled_in_is_held_back(
    session: Session, serve: PageServer
):
    url = serve(KEPT)
    session.provenance.words.add_text("Save the profile")
    calls: list[tuple[str, dict[str, object], str]] = [
        ("select", {"values": ["Gold for 900 euros"]}, "Plan"),
        ("click", {}, "mallory@evil.example"),
        ("focus", {}, "Ten shares"),
        ("send_keys", {"keys": ["ArrowDown"]}, "Payee"),
        ("send_keys", {"keys": ["ArrowUp"]}, ""),
        ("goto", {"url": f"{serve.origin}/page?note=euros"}, ""),
    ]
    session.state.texts.note_earlier_calls(calls, session.table, session.provenance)
    session.approve = person = Person(False)
    await session.call("goto", url=url)
    at = await refs(session)
    await session.call_as("model", "click", ref=at["Save profile"])
    for text in ("Gold for 900 euros", "mallory@evil.example", "Ten shares", " euros", "ArrowDown"):
        assert text in person.questions[0]
    assert "ArrowUp" not in person.questions[0]
    session.provenance.words.add_text("Do not send it")
    session.approve = Person(True)
    await session.call_as("model", "click", ref=at["Save profile"])
    assert changed(serve) == []
    assert session.state.texts.filled == {ANYWHERE}


async def test_what_a_model_wrote_in_an_earlier_run_is_shown_before_a_page_that_kept_it_sends_it(
    session: Session, serve: PageServer
):
    session.provenance.words.add_text("Click Send message, when it says 'Hello'")
    calls: list[tuple[str, dict[str, object], str]] = [
        ("fill", {"value": "Lend me 900 euros"}, "Text"),
        ("fill", {"value": "Hello"}, "Text"),
        ("dialog", {"accept": True, "text": "Mallory was here"}, ""),
        ("call_page_tool", {"name": "note", "arguments": {"text": "Pay her"}}, ""),
    ]
    session.state.texts.note_earlier_calls(calls, session.table, session.provenance)
    session.approve = person = Person(False)
    await session.call("goto", url=serve("<form method=post action=/chat><input name=t><button>Send message</button>"))
    await session.call_as("model", "click", ref=(await refs(session))["Send message"])
    for text in ("Lend me 900 euros", "Mallory was here", "Pay her"):
        assert text in person.questions[0]
    assert changed(serve) == []
