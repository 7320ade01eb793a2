"""What questions to the person say first: what the act sends, and what it is about."""

from __future__ import annotations

import pytest

from handrail import Session
from handrail.policy import Grant
from handrail.vault.secret import GivenValue
from tests.calls.effects.test_request_judge import Person
from tests.calls.effects.test_taint import opened, posted
from tests.calls.test_consent import Yes
from tests.calls.test_pipeline_policy import as_model, refs
from tests.pages import PageServer
from tests.tools.acting import ref

CHAT = """<label>Name <input id=name></label>
<button onclick="profile.textContent = name.value; name.value = ''">Keep</button><p id=profile></p><div id=log></div>
<form id=chat><label>Message <input id=message></label><button>Send message</button></form><script>
chat.onsubmit = (event) => {
  event.preventDefault();
  fetch('/chat/0d9f7a52-7c1c-4a9e/messages?session=' + 'a1b2c3d4'.repeat(20),
        {method: 'POST', body: JSON.stringify({text: message.value})});
};</script>"""


async def test_a_question_says_what_stands_in_the_form_before_what_was_written_earlier(
    session: Session, serve: PageServer
):
    at = await opened(session, serve, CHAT, "Look around")
    session.approve = person = Yes()
    session.permissions.grants.add(Grant("press", serve.origin))
    assert await as_model(session, "fill", ref=at["Name"], value="Maria")
    assert await as_model(session, "send_keys", ref=at["Name"], keys="Control+b")
    assert await as_model(session, "click", ref=at["Keep"])
    assert await as_model(session, "fill", ref=at["Message"], value="Please read until Friday")
    assert not await as_model(session, "click", ref=at["Send message"])
    said = person.asked[-1].question.split("\n")
    assert said[1:] == [
        "It wrote “Please read until Friday”, which are not your words.",
        "Earlier on this site it wrote, chose or pressed “Control+b / Maria / Keep”.",
    ]


async def test_a_question_about_a_request_says_what_it_holds_before_what_it_does_not(
    session: Session, serve: PageServer
):
    at = await opened(session, serve, CHAT.replace("Send message", "Go"), "Look around")
    session.approve = person = Yes()
    assert await as_model(session, "fill", ref=at["Name"], value="Maria")
    assert await as_model(session, "click", ref=at["Keep"])
    assert await as_model(session, "fill", ref=at["Message"], value="Please read until Friday")
    await as_model(session, "click", ref=at["Go"])
    [asked] = person.asked
    assert asked.question == (
        f"The page wants to send “POST {serve.origin}/chat/0d9f7a52…/messages?session=a1b2c3d4a1b2c3d4a1b2c3d4a1b2c3d4"
        "a1b2c3d4a1b2c3d4a1b2…”, after the model pressed “Go”, after the model wrote “Please read until Friday”, "
        "which are not your words, "
        "and after it wrote, chose or pressed “Maria” on this site earlier."
    )
    assert posted(serve) == []


async def test_a_list_shows_its_choice_where_the_form_sends_a_code_for_it(session: Session, serve: PageServer):
    page = """<form method=post action=/order><select name=size aria-label=Size><option value=1>Small</option>
    <option value=2>Extra large</option></select><button>Go on</button></form>"""
    at = await opened(session, serve, page, "Look around")
    session.approve = person = Yes()
    assert await as_model(session, "select", ref=at["Size"], values="Extra large")
    await as_model(session, "click", ref=at["Go on"])
    assert "after the model chose “Extra large”, pressed it, or put it into an address." in person.asked[0].question
    assert "earlier" not in person.asked[0].question


MENU = """<button id=more onclick="menu.hidden = false; menu.firstElementChild.focus()">More</button>
<div id=menu role=menu hidden><div role=menuitem tabindex=0>Add a tag</div></div><button>Delete</button>
<script>menu.onkeydown = (event) => { if (event.key == 'Escape') { menu.hidden = true; more.focus() } }</script>"""


async def test_what_had_the_focus_when_escape_was_pressed_was_not_chosen(session: Session, serve: PageServer):
    at = await opened(session, serve, MENU, "Look around")
    session.approve = person = Yes()
    assert await as_model(session, "click", ref=at["More"])
    assert await as_model(session, "send_keys", keys="Escape")
    assert not await as_model(session, "click", ref=at["Delete"])
    assert "Add a tag" not in person.asked[-1].question


ORDER = """<form method=post action=/order><label>City <input name=city></label>
<label><input type=radio name=speed>Express</label>
<label><input type=checkbox name=news checked>News</label><button>Place order</button></form>"""


async def test_a_question_says_wrote_only_of_what_the_model_wrote(session: Session, serve: PageServer):
    at = await opened(session, serve, ORDER, "Look around")
    session.approve = person = Yes()
    assert await as_model(session, "fill", ref=at["City"], value="Lima")
    assert await as_model(session, "check", ref=at["Express"])
    assert await as_model(session, "uncheck", ref=at["News"])
    assert not await as_model(session, "click", ref=at["Place order"])
    assert person.asked[0].question.split("\n")[1:] == [
        "It unchecked “News”.",
        "It wrote “Lima”, which are not your words.",
        "It chose “Express”, pressed it, or put it into an address.",
    ]


async def test_a_question_about_a_dialog_tells_what_the_model_unchecked(session: Session, serve: PageServer):
    page = """<label><input type=checkbox checked> News</label>
    <button onclick="setTimeout(() => confirm('Go on?'))">Go</button>"""
    at = await opened(session, serve, page, "Look around")
    session.approve = person = Yes()
    assert await as_model(session, "uncheck", ref=at["News"])
    await as_model(session, "click", ref=at["Go"])
    assert not await as_model(session, "dialog", accept=True)
    assert "It unchecked “News”." in person.asked[-1].question.split("\n")


async def test_enter_in_a_field_is_called_that_and_not_a_press_of_its_label(session: Session, serve: PageServer):
    page = """<label>Wiki title <input id=title></label><script>
    title.onkeydown = event => event.key === 'Enter' && fetch('/api/delete', { method: 'POST' });
    </script>"""
    at = await opened(session, serve, page, "Look around")
    session.approve = person = Yes()
    await as_model(session, "enter", ref=at["Wiki title"])
    [asked] = person.asked
    assert "after the model pressed Enter in “Wiki title”" in asked.question


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("fill", {"value": "beans"}),
        ("send_keys", {"keys": "b"}),
        ("send_keys", {"keys": "ArrowDown"}),
        ("fill_secret", {"name": "pin"}),
    ],
)
async def test_what_goes_into_a_field_is_called_filled_in_and_no_press(
    session: Session, serve: PageServer, tool: str, given: dict[str, str]
):
    page = """<label>Note <input onkeydown="save(this)" oninput="save(this)"></label>
    <script>const save = field => fetch('/log', { method: 'POST', body: field.value })</script>"""
    at = await opened(session, serve, page, "Look around")
    session.permissions.grants.add(Grant("press", serve.origin))
    session.state.keep_value(GivenValue("pin", lambda: [serve.origin]), "4711-pin")
    session.approve = person = Person(True)
    await as_model(session, tool, ref=at["Note"], **given)
    sent = [one for one in person.questions if "The page wants to send" in one]
    assert sent
    assert all("after the model filled in “Note”" in one for one in sent), sent


async def test_a_question_calls_what_has_no_name_and_was_filled_in_a_field(session: Session, serve: PageServer):
    page = "<div contenteditable oninput=\"fetch('/log', {method: 'POST', body: this.textContent})\"><br></div>"
    await opened(session, serve, page, "Look around")
    session.approve = person = Person(True)
    await as_model(session, "fill", ref=await ref(session, "div"), value="beans")
    assert "after the model filled in a field without a name" in person.questions[0]


async def test_a_model_writes_nothing_that_a_question_does_not_show(session: Session, serve: PageServer):
    session.approve = person = Person(True)
    serve("sent", "/send")
    await session.call(
        "goto", url=serve("<form method=post action=/send><input name=text aria-label=Text><button>Send")
    )
    at = await refs(session)
    hidden = "".join(chr(0xE0000 + ord(char)) for char in "account 4711")
    # A tag block, zero width spaces, a joiner between plain letters, the sign that turns what follows.
    await session.call_as("model", "fill", ref=at["Text"], value=f"Th\u200ban\u200dks{hidden}\u202e!")
    assert (await session.call_as("model", "click", ref=at["Send"])).ok
    assert "“Thanks!”" in person.questions[0]
    assert [request.body for request in serve.requests if request.method == "POST"] == [b"text=Thanks%21"]


async def test_a_user_writes_every_character(session: Session, serve: PageServer):
    await session.call("goto", url=serve("<input aria-label=Text>"))
    await session.call("fill", ref=(await refs(session))["Text"], value="co\u00adop\u200b")
    assert await session.tab.page.evaluate("document.querySelector('input').value") == "co\u00adop\u200b"


BUY = """<form method=post action=/buy><label>Quantity: <input name=n type=number value=1></label>
<label>Colour <select name=c><option value=1>Red<option value=2>Blue</select></label>
<label>PIN <input name=pin type=password></label><button>Buy now</button></form>"""


async def test_a_question_shows_the_users_own_words_too_by_the_names_of_the_fields(session: Session, serve: PageServer):
    at = await opened(session, serve, BUY, "Buy one kettle in red or blue, at most 30 euros; the PIN is 4711")
    session.approve = person = Yes()
    assert await as_model(session, "fill", ref=at["Quantity:"], value="30")
    assert await as_model(session, "select", ref=at["Colour"], values="Blue")
    assert await as_model(session, "fill", ref=at["PIN"], value="4711")
    await as_model(session, "click", ref=at["Buy now"])
    said = person.asked[0].question.split("\n")
    assert said[1:] == ["The model filled in or chose “Quantity: 30 / Colour: Blue / PIN: ••••••••”."]


async def test_a_question_about_a_request_shows_the_users_own_words_in_it(session: Session, serve: PageServer):
    page = """<label>User <input id=user></label><button onclick="fetch('/api/users/delete',
    {method: 'POST', body: JSON.stringify({user: user.value})})">Go</button>"""
    at = await opened(session, serve, page, "Press Go for user 17 and tell me how many of the 42 users are left")
    session.approve = person = Yes()
    assert await as_model(session, "fill", ref=at["User"], value="42")
    await as_model(session, "click", ref=at["Go"])
    assert person.asked[0].question.split("\n")[1:] == ["The model filled in or chose “User: 42”."]


async def test_a_question_before_paying_says_what_an_earlier_page_of_the_form_was_told(
    session: Session, serve: PageServer
):
    session.approve = person = Person(False)
    session.provenance.words.add_text("Buy one kettle, at most 30 euros")
    serve("<form method=post action=/pay><button>Pay now</button></form>", "/second")
    await session.call("goto", url=serve("<form action=/second><label>Quantity <input name=n></label><button>Next"))
    at = await refs(session)
    assert await as_model(session, "fill", ref=at["Quantity"], value="30")
    assert await as_model(session, "click", ref=at["Next"])
    assert not await as_model(session, "click", ref=(await refs(session))["Pay now"])
    assert "Quantity: 30" in person.questions[-1]


FOLDERS = """<ul role=tree><li role=treeitem aria-selected=true>Old letters <input type=checkbox checked title=Show>
<ul role=group><li role=treeitem>1999</li></ul></li>
<li role=treeitem>Archive <input type=checkbox checked title=Show></li></ul>
<i><input type=checkbox checked title=Dim></i><b><input type=checkbox checked title=Dim></b>
<ul role=menu><li role=menuitem><button onclick="document.title = 'Deleted'">Delete</button></li></ul>"""


async def test_a_question_about_a_deletion_names_what_is_selected_and_boxes_called_alike_once(
    session: Session, serve: PageServer
):
    await opened(session, serve, FOLDERS)
    session.approve = person = Person(True)
    assert await as_model(session, "click", ref="Delete")
    assert (await session.tab.title()).raw == "Deleted"
    assert "“Delete” in “Old letters” (checked: “Show: Old letters / Show: Archive / Dim (×2)”)" in person.questions[0]


@pytest.mark.parametrize(
    ("says", "told"), [("", "press “Delete” on"), ("Old letter?", "press “Delete” in “Old letter?” on")]
)
async def test_a_question_about_a_button_of_a_dialog_says_nothing_of_the_other_buttons(
    session: Session, serve: PageServer, says: str, told: str
):
    await opened(session, serve, f"<div role=dialog>{says}<button>Copy</button><button>Delete</button></div>")
    session.approve = person = Person(False)
    assert not await as_model(session, "click", ref="Delete")
    assert told in person.questions[0]


async def test_a_question_says_the_words_of_a_dialog_once(session: Session, serve: PageServer):
    button = "<button>Delete</button>"
    await opened(session, serve, f"<p>Anna's mail {button}</p><div role=dialog>Delete it?{button}</div>")
    session.approve = person = Person(False)
    assert not await as_model(session, "click", ref=await ref(session, "[role=dialog] button"))
    assert "to press “Delete” in “Delete it?” on" in person.questions[0]


async def test_a_question_about_a_deletion_says_what_its_form_is_about_where_no_row_does(
    session: Session, serve: PageServer
):
    fields = "<label>Item <input name=n value='Birch bench'></label><input type=hidden name=t value=token>"
    await opened(session, serve, f"<form method=post>{fields}<button>Save</button><button>Delete</button></form>")
    session.approve = person = Person(False)
    assert not await as_model(session, "click", ref="Delete")
    assert "to press “Delete” in “Birch bench” on" in person.questions[0]


AMOUNT = "<label>Amount <input value='900 EUR'></label><select><option>Ben<option selected>Mallory</select>"


@pytest.mark.parametrize(
    ("page", "told"),
    [
        (f"<form method=post>{AMOUNT}<button>Pay</button></form>", "“Pay” in “Orders / 900 EUR / Mallory”"),
        (
            f"<form method=post>{AMOUNT}<button>Make admin</button></form>",
            "“Make admin” in “Orders / 900 EUR / Mallory”",
        ),
        (
            "<form method=post><label>Text <textarea>All of it</textarea></label><button>Send</button></form>",
            "“Send” in “Orders / All of it”",
        ),
        (
            f"<dialog open><p>Sure?</p><form method=post>{AMOUNT}<button>Pay</button></form></dialog>",
            "“Pay” in “Sure? Amount” in “900 EUR / Mallory”",
        ),
        (
            "<dialog open>Delete which?<input value=Birch><button>Delete</button></dialog>",
            "“Delete” in “Delete which?” in “Birch”",
        ),
        ("<div><input value=Birch><p><button>Delete</button></p></div>", "“Delete” in “Orders / Birch”"),
        ("<form method=post><output>Birch</output><button>Delete</button></form>", "“Delete” in “Orders / Birch”"),
        ("<form method=post><p>Total: 900 EUR</p><button>Pay</button></form>", "“Pay” in “Orders / Total: 900 EUR”"),
        ("<form method=post><h2>Pay 900 EUR</h2><button>Pay</button></form>", "“Pay” in “Pay 900 EUR”"),
        # The fields of a whole page are about anything.
        ("<main><input value=Birch><input><button>Delete</button></main>", "“Delete” in “Orders”"),
    ],
)
async def test_a_question_says_what_a_page_filled_in_around_the_button(
    session: Session, serve: PageServer, page: str, told: str
):
    await opened(session, serve, f"<h1>Orders</h1>{page}")
    session.approve = person = Person(False)
    assert not await as_model(session, "click", ref=told[1:].partition("”")[0])
    assert f"to press {told} on" in person.questions[0]


ANSWER = """<form><textarea name=to style="display:none">Tomas &lt;tomas@weller.example></textarea><span>Tomas</span>
<input type=hidden name=cc value=anna@weller.example><textarea aria-label=Text>Write to
info@weller.example</textarea><button>Send</button></form>"""


async def test_a_question_about_sending_says_to_whom(session: Session, serve: PageServer):
    await opened(session, serve, ANSWER)
    session.approve = person = Person(True)
    assert await as_model(session, "click", ref="Send")
    assert "to=Tomas" in serve.requests[-1].path
    assert (
        "“Send” in “Write to info@weller.example” → “Tomas ‹tomas@weller.example> / anna@weller.example”"
        in person.questions[0]
    )


PINS = "<ul><li>Anna <input type=password aria-label=PIN></li><li>Jonas <input type=password aria-label=PIN></li></ul>"


async def test_a_question_about_a_field_names_its_row_alone_and_among_others(session: Session, serve: PageServer):
    await opened(session, serve, PINS)
    session.approve = person = Person(False)
    fields = [await ref(session, f"li:nth-child({row}) input") for row in (1, 2)]
    assert not await as_model(session, "fill", ref=fields[1], value="1234")
    values = [{"ref": field, "value": "1234"} for field in fields]
    assert not await as_model(session, "fill_form", fields=values)
    alone, joint = person.questions
    assert "into the field “PIN” in “Jonas” on" in alone
    assert "“PIN” in “Anna”: ••••••••; “PIN” in “Jonas”: ••••••••" in joint
