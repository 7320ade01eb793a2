"""What a yes of the user covers: what its question said, on the site that it was about, and no more."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.async_api import Browser

from handrail import Session
from handrail.calls.written.model_texts import MOST_PRESSES
from handrail.policy import Ask, Grant
from handrail.policy.requests.judge import SAY_OTHERWISE
from tests.calls.effects.test_taint import asked_elsewhere, opened, posted
from tests.calls.test_pipeline_policy import as_model, refs
from tests.conftest import OpenSession
from tests.pages import PageServer, Reply
from tests.tools.acting import js


class Yes:
    """Says yes to what the questions of these rules ask, no to others, and keeps all of them."""

    def __init__(self, *rules: str) -> None:
        self.rules = rules
        self.asked: list[Ask] = []

    async def __call__(self, question: Ask) -> bool:
        self.asked.append(question)
        return question.rule in self.rules


NOTES = """<form id=f method=post action=/save><input type=hidden name=amount id=h>
<label>Title <input name=title id=a></label></form><script>a.oninput = () => { SENDS }</script>"""
SENDS = {
    "a form": "h.value = '500'; setTimeout(() => f.requestSubmit(), 10)",
    "a request": "fetch('/profile', {method: 'PUT', body: JSON.stringify({name: 'Eve', note: a.value})})",
}


@pytest.mark.parametrize("tool", ["fill", "fill_form"])
async def test_a_yes_to_what_goes_into_a_field_covers_nothing_that_its_page_sends_by_itself(
    session: Session, serve: PageServer, tool: str
) -> None:
    given = {"ref": "Title", "value": "hello there"}
    for sent, script in SENDS.items():
        serve(NOTES.replace("SENDS", script), "/notes")
        await opened(session, serve, f"<a href='{serve.other_site}/notes'>Notes</a>")
        await as_model(session, "click", ref="Notes")
        session.approve = person = Yes("changes_where_allowed")
        await as_model(session, tool, **(given if tool == "fill" else {"fields": [given]}))
        assert [one.rule for one in person.asked] == ["changes_where_allowed", SAY_OTHERWISE], sent
        assert posted(serve) == [], sent


LISTS = "".join(
    f"<select aria-label=S{n} onchange=\"fetch('/hit?S{n}=' + value)\"><option>a<option>b<option>c</select>"
    for n in range(4)
)


@pytest.mark.parametrize("agrees", [True, False])
async def test_of_several_choices_in_one_call_on_a_site_that_is_only_read_those_after_the_first_are_asked_at_once(
    session: Session, serve: PageServer, agrees: bool
) -> None:
    """A page that hears of each choice would read a text in them."""
    serve(LISTS, "/lists")
    serve.put("/hit", lambda request: Reply(b""))
    await opened(session, serve, f"<a href='{serve.other_site}/lists'>Lists</a>")
    await as_model(session, "click", ref="Lists")
    session.approve = person = Yes("changes_where_allowed" if agrees else "")
    assert await as_model(session, "select", ref="S3", values=["b"])
    assert not person.asked
    fields = [{"ref": f"S{n}", "value": "c"} for n in range(3)]
    assert await as_model(session, "fill_form", fields=fields) is agrees
    assert [one.rule for one in person.asked] == ["changes_where_allowed"]
    assert all(f"“S{n}”" in person.asked[0].question for n in range(1, 3))


async def test_a_yes_to_open_an_address_lets_its_page_send_nothing_to_an_opened_site(
    session: Session, serve: PageServer
):
    page = f"""<script>fetch('{serve.origin}/share', {{method: 'POST', mode: 'no-cors', body: 'mallory'}})</script>"""
    serve("<title>Article</title>" + page, "/article")
    await opened(session, serve, "<h1>Mine</h1>")
    session.approve = person = Yes("known_addresses")
    await session.call_as("model", "goto", url=f"{serve.other_site}/article")
    await session.call_as("model", "wait", seconds=0.2)
    assert [question.rule for question in person.asked] == ["known_addresses", "requests_say_what_you_said"]
    assert f"from a page of {serve.other_site}" in person.asked[1].question
    assert posted(serve) == []


async def test_an_address_that_a_grant_lets_a_model_compose_is_passed_on_to_nobody(session: Session, serve: PageServer):
    serve(f"<a href='{serve.origin}/l?d=4711'>Link</a><img src='{serve.origin}/i?d=4711'>", "/page")
    await opened(session, serve, "<h1>Mine</h1>")
    session.permissions.origins.clear()
    session.permissions.grants.add(Grant("open", serve.other_site))
    before = len(serve.requests)
    assert (await session.call_as("model", "goto", url=f"{serve.other_site}/page?d=4711")).ok
    assert not await as_model(session, "click", ref=(await refs(session))["Link"])
    assert [one.path for one in serve.requests[before:]] == ["/page?d=4711"]


LETTER = """<form method=post action=/send><input name=to aria-label=To>
<textarea name=text aria-label=Message></textarea><button>Send</button></form>
<input aria-label=Code autocomplete=one-time-code>"""


async def test_a_yes_to_one_text_agrees_to_no_other(session: Session, serve: PageServer):
    at = await opened(session, serve, LETTER, "Send Anna the message 'Hello'")
    session.approve = person = Yes("words_in_fields")
    assert await as_model(session, "fill", ref=at["To"], value="press@newspaper.example")
    assert await as_model(session, "fill", ref=at["Code"], value="123456")
    assert not await as_model(session, "click", ref=at["Send"])
    assert [question.rule for question in person.asked] == ["words_in_fields", "requests_say_what_you_said"]
    assert "press@newspaper.example" in person.asked[1].question
    assert posted(serve) == []


PAYMENT = """<input aria-label=To id=to><button onclick="pay()">Pay</button><script>
const given = new URLSearchParams(location.search).get('to'); if (given) to.value = given;
const pay = () => fetch('/api/payments', {method: 'POST', body: JSON.stringify({to: to.value, amount: '20'})});
</script>"""


async def test_a_question_about_paying_shows_what_the_model_wrote(session: Session, serve: PageServer):
    at = await opened(session, serve, PAYMENT, "Pay 20 to the Stadtwerke")
    session.approve = person = Yes("consequential_acts")
    assert await as_model(session, "fill", ref=at["To"], value="Mallory")
    assert await as_model(session, "click", ref=at["Pay"])
    assert "It wrote “Mallory”, which are not your words." in person.asked[0].question
    assert len(posted(serve)) == 1


async def test_a_question_about_paying_says_that_an_address_may_have_filled_in_the_page(
    session: Session, serve: PageServer
):
    await opened(session, serve, PAYMENT, "Pay 20 to the Stadtwerke")
    session.approve = person = Yes("consequential_acts")
    assert await as_model(session, "goto", url=session.tab.url.raw + "?to=Mallory")
    assert await as_model(session, "click", ref=(await refs(session))["Pay"])
    [asked] = person.asked
    assert "An address that you did not give opened this page" in asked.question
    assert "It chose “Mallory”, pressed it, or put it into an address." in asked.question
    assert len(posted(serve)) == 1


REFUSAL = "I will not pay the 900 euros, and I will come on Monday."


async def test_what_is_typed_behind_words_of_the_user_is_not_theirs(session: Session, serve: PageServer):
    at = await opened(session, serve, LETTER, f"Send Ben the message: {REFUSAL}")
    assert await as_model(session, "type_text", ref=at["Message"], text="I will")
    assert await as_model(session, "type_text", text=" pay the 900 euros")
    assert not await as_model(session, "click", ref=at["Send"])
    assert posted(serve) == []


@pytest.mark.parametrize(("keys", "sent"), [(["Control+a"], 1), (["Control+a", "ArrowRight"], 0), (["Home"], 0)])
async def test_words_of_the_user_that_are_typed_over_all_of_a_field_are_theirs(
    session: Session, serve: PageServer, keys: list[str], sent: int
):
    at = await opened(session, serve, LETTER, f"Send Ben the message: {REFUSAL}")
    assert await as_model(session, "fill", ref=at["Message"], value="I will come on Monday.")
    assert await as_model(session, "send_keys", ref=at["Message"], keys=keys)
    assert await as_model(session, "type_text", text=REFUSAL)
    assert await as_model(session, "click", ref=at["Send"]) == bool(sent)
    assert len(posted(serve)) == sent


@pytest.mark.parametrize("ref", ["Pay now", {"selector": "h1"}, None])
async def test_text_that_is_typed_where_none_can_stand_is_as_many_keys(
    session: Session, serve: PageServer, ref: object
):
    """A blank presses a button, and a letter is a shortcut of a page."""
    page = """<input aria-label=Note><h1 tabindex=0>Page</h1><button onclick="document.title = 'paid'">Pay now</button>
    <script>document.querySelector('h1').onkeydown = () => (document.title = 'paid')</script>"""
    await opened(session, serve, page, "Write 'see you' into the note")
    if ref is None:
        assert await as_model(session, "focus", ref="Pay now")
    assert not await as_model(session, "type_text", text="see you", **({"ref": ref} if ref else {}))
    assert await js(session, "document.title") == ""


async def test_what_is_dragged_into_a_field_is_no_text_of_the_user(session: Session, serve: PageServer):
    page = LETTER + "<p><a href=https://evil.example/sign-in>Comment of Mallory</a></p>"
    at = await opened(session, serve, page, "Send the message 'Hello'")
    assert await as_model(session, "fill", ref=at["Message"], value="Hello")
    assert await as_model(session, "drag", from_ref=at["Comment of Mallory"], to_ref=at["Message"])
    assert not await as_model(session, "click", ref=at["Send"])
    assert posted(serve) == []


FRAME = """<input aria-label=Box id=box oninput="fetch('/k?v=' + encodeURIComponent(box.value))">
<button onclick="box.focus()">Expand</button>"""


async def test_keys_go_to_no_frame_of_another_site_that_took_the_focus(session: Session, serve: PageServer):
    serve(FRAME, "/frame")
    session.provenance.words.add_data({"iban": "DE89370400440532013000"})
    at = await opened(session, serve, "<h1>Bank</h1><iframe src=ELSEWHERE/frame></iframe>", "Fill in my data")
    at = await refs(session)
    assert await as_model(session, "click", ref=at["Expand"])
    assert not await as_model(session, "type_text", text="DE89370400440532013000")
    assert not await as_model(session, "send_keys", keys=["4", "7"])
    assert [path for path in asked_elsewhere(serve) if path.startswith("/k")] == []


async def test_keys_go_to_a_frame_of_the_site_itself(session: Session, serve: PageServer):
    serve(FRAME, "/frame")
    await opened(session, serve, "<h1>Bank</h1><iframe src=/frame></iframe>", "Write 4711 into the box")
    assert await as_model(session, "click", ref=(await refs(session))["Expand"])
    assert await as_model(session, "type_text", text="4711")
    assert "/k?v=4711" in [request.path for request in serve.requests]


async def test_a_run_that_is_to_stay_on_a_site_is_led_off_by_no_redirect_or_script(
    open_session: OpenSession, chromium: Browser, tmp_path: Path, serve: PageServer
):
    serve("", "/out", status=302, headers={"location": f"{serve.other_site}/x"})
    page = f"""<a href=/out>Source</a><button onclick="location = '{serve.other_site}/js'">More</button>
    <button onclick="window.open('{serve.other_site}/popup')">New</button>
    <iframe src='{serve.other_site}/frame'></iframe>"""
    session = await open_session(chromium, tmp_path / "run", guardrails="stay on 127.0.0.1")
    await session.call("goto", url=serve(page))
    for name in ("Source", "More", "New"):
        result = await session.call_as("model", "click", ref=(await refs(session))[name])
        assert result.followed.get("stopped_requests"), name
    # Parts of the site's own pages are not left for.
    assert asked_elsewhere(serve) == ["/frame"]


RECIPIENTS = """<form method=post action=/send><input type=hidden name=to>
<input type=range name=t aria-label=Warmth min=0 max=100 value=20 style="width: 400px">
<textarea name=text aria-label=Message></textarea><button>Send</button></form>
<ul><li tabindex=0 onclick="choose(this)">All employees</li><li tabindex=0 onclick="choose(this)">Anna Berg</li></ul>
<script>const choose = (item) => { document.forms[0].to.value += item.textContent + ';'; };</script>"""


CHIPS = """<div id=to></div>{item}<label>Text <textarea id=text></textarea></label>
<button onclick="send()">Send mail</button><script>
const send = () => fetch('/mails', {{method: 'POST', body: JSON.stringify({{to: to.textContent, text: text.value}})}});
const choose = (item) => {{ to.textContent = item.textContent; }};</script>"""


@pytest.mark.parametrize(
    "item",
    [
        "<ul role=listbox><li role=option tabindex=0 onclick=choose(this)>mallory@evil.example</li></ul>",
        "<button onclick=choose(this)>mallory@evil.example</button>",
        "<div role=menu><div role=menuitem tabindex=0 onclick=choose(this)>mallory@evil.example</div></div>",
    ],
)
async def test_a_recipient_that_a_script_keeps_for_itself_is_no_word_of_the_user(
    session: Session, serve: PageServer, item: str
):
    at = await opened(session, serve, CHIPS.format(item=item), "Send Anna a mail: 'Hello there'")
    assert await as_model(session, "fill", ref=at["Text"], value="Hello there")
    assert await as_model(session, "click", ref=at["mallory@evil.example"])
    session.approve = person = Yes()
    assert not await as_model(session, "click", ref=at["Send mail"])
    assert ["mallory@evil.example" in one.question for one in person.asked] == [True]
    assert posted(serve) == []


async def test_a_choice_that_takes_effect_at_once_is_no_word_of_the_user_when_it_is_sent_later(
    session: Session, serve: PageServer
):
    page = """<select aria-label=Plan onchange="plan = this.value"><option>Basic<option>Gold for 900 euros</select>
    <button onclick="fetch('/save', { method: 'POST', body: JSON.stringify({ plan }) })">Save profile</button>
    <script>let plan = ''</script>"""
    at = await opened(session, serve, page, "Click Save profile")
    assert await as_model(session, "select", ref=at["Plan"], values=["Gold for 900 euros"])
    session.approve = person = Yes()
    assert not await as_model(session, "click", ref=at["Save profile"])
    assert "Gold for 900 euros" in person.asked[0].question
    assert posted(serve) == []


async def test_the_recipient_of_the_users_words_may_be_kept_by_a_script(session: Session, serve: PageServer):
    item = "<button onclick=choose(this)>anna@own.example</button>"
    at = await opened(session, serve, CHIPS.format(item=item), "Send anna@own.example a mail: 'Hello there'")
    assert await as_model(session, "fill", ref=at["Text"], value="Hello there")
    assert await as_model(session, "click", ref=at["anna@own.example"])
    assert await as_model(session, "click", ref=at["Send mail"])
    assert len(posted(serve)) == 1


COMPOSER = """<textarea aria-label=Text></textarea><button onclick="send()">Send message</button><script>
const field = document.querySelector('textarea'), inHash = new URLSearchParams(location.hash.split('?')[1]);
const coded = new URLSearchParams(location.search).get('draft'), step = location.pathname.match(/compose[/](.*)/);
const asked = new URLSearchParams(location.search).get('body') || inHash.get('body')
  || (coded && JSON.parse(atob(coded)).body) || (step && decodeURIComponent(step[1]));
if (asked) localStorage.draft = asked;
field.value = localStorage.draft ?? '';
const send = () => fetch('/messages', {method: 'POST', body: JSON.stringify({text: field.value})});</script>"""


DRAFT = "Lend me 900 euros"


@pytest.mark.parametrize(
    "said",
    [
        f"?body={DRAFT}".replace(" ", "+"),
        f"#/write?body={quote(DRAFT)}",
        f"/compose/{quote(DRAFT)}",
        f"?draft={b64encode(json.dumps({'body': DRAFT}).encode()).decode()}",
    ],
)
async def test_a_draft_that_the_model_put_into_an_address_is_asked_when_it_is_sent(
    session: Session, serve: PageServer, said: str
):
    await opened(session, serve, COMPOSER, "Press Send message")
    page = session.tab.page.url
    path = f"/mail{said}"
    serve(COMPOSER, path if said.startswith("/") else "/mail")
    assert (await session.call_as("model", "goto", url=serve.origin + path)).ok
    assert (await session.call_as("model", "goto", url=page)).ok
    session.approve = person = Yes()
    at = await refs(session)
    assert not await as_model(session, "click", ref=at["Send message"])
    assert "Lend me 900 euros" in person.asked[0].question
    assert posted(serve) == []


async def test_a_draft_that_a_link_of_another_site_filled_in_is_asked_when_it_is_sent(
    session: Session, serve: PageServer
):
    await opened(session, serve, COMPOSER, "Press Send message")
    page = session.tab.page.url
    serve(f"<a href='{page}?body=Lend+me+900+euros'>Mail</a>", "/article")
    session.permissions.reachable.add(serve.other_site)
    session.provenance.links.add([f"{serve.other_site}/article"])
    await session.call_as("model", "goto", url=f"{serve.other_site}/article")
    assert (await session.call_as("model", "click", ref=(await refs(session))["Mail"])).ok
    assert (await session.call_as("model", "goto", url=page)).ok
    session.approve = person = Yes()
    assert not await as_model(session, "click", ref=(await refs(session))["Send message"])
    assert DRAFT in person.asked[0].question
    assert posted(serve) == []


async def test_a_recipient_that_was_pressed_is_told_apart_after_any_number_of_presses(
    session: Session, serve: PageServer
):
    page = CHIPS.format(item="<button onclick=choose(this)>mallory@evil.example</button><button>Help</button>")
    at = await opened(session, serve, page, "Send Anna a mail: 'Hello there'")
    assert await as_model(session, "click", ref=at["mallory@evil.example"])
    for _ in range(MOST_PRESSES):
        assert await as_model(session, "click", ref=at["Help"])
    session.approve = person = Yes()
    assert not await as_model(session, "click", ref=at["Send mail"])
    assert "mallory@evil.example" in person.asked[0].question


@pytest.mark.parametrize("pressed", ["<input aria-label='Event title'>", "<button>Event title</button>"])
async def test_what_was_pressed_long_ago_is_not_told_as_what_an_address_says(
    session: Session, serve: PageServer, pressed: str
):
    at = await opened(session, serve, CHIPS.format(item=f"{pressed}<button>Help</button>"), "Send Anna: 'Hello there'")
    await session.call_as("model", "click", ref=at["Event title"])
    for _ in range(MOST_PRESSES):
        await session.call_as("model", "click", ref=at["Help"])
    session.tab.core.taint.note_prefilled()
    session.approve = person = Yes()
    await session.call_as("model", "click", ref=at["Send mail"])
    assert "Event title" not in person.asked[0].question


async def test_an_editor_is_not_cleared_for_a_task_that_only_asks(session: Session, serve: PageServer):
    editor = """<div contenteditable role=textbox aria-label=Document>My novel</div><script>
    document.querySelector('div').oninput = (e) => fetch('/docs/1', {method: 'PUT', body: e.target.textContent});
    </script>"""
    at = await opened(session, serve, editor, "What are my last three bills?")
    session.approve = person = Yes()
    for value in ("", "bills"):
        await session.call_as("model", "fill", ref=at["Document"], value=value)
        await session.call_as("model", "wait", seconds=0.2)
    assert person.asked
    assert posted(serve) == []


async def test_a_value_that_a_slider_was_moved_to_is_no_word_of_the_user(session: Session, serve: PageServer):
    at = await opened(session, serve, RECIPIENTS, "Set the warmth to 20 and send it")
    box = await session.tab.page.get_by_label("Warmth").bounding_box()
    assert box is not None
    await session.call("screenshot")
    place = {"x": int(box["x"] + box["width"] * 0.9), "y": int(box["y"] + box["height"] / 2)}
    assert await as_model(session, "click_at", **place)
    assert not await as_model(session, "click", ref=at["Send"])
    assert posted(serve) == []
