"""What a model chooses in a page is its own, however it does so."""

from __future__ import annotations

import pytest

from handrail import Session
from handrail.calls.facts.model_text import chooses_unnamed, texts_of_model, texts_of_press
from handrail.policy import Allow, Ask, Facts, Provenance, decide
from handrail.policy.facts import SecretFacts
from tests.calls.effects.test_request_judge import Person, changed, click
from tests.calls.test_pipeline_policy import as_model, refs
from tests.pages import PageServer
from tests.policy.judged import SHOP, element, facts, request, text


@pytest.mark.parametrize(
    ("call", "texts"),
    [
        # The first letters choose in a list; in a field, words of the user are theirs.
        (facts(element("select", "To"), text=text("Mal", own=True)), ["Mal"]),
        (facts(element("other", "To", role="option"), text=text("Mal", own=True)), ["Mal"]),
        (facts(element("text", "To"), text=text("Mal", own=True)), []),
        # With Shift a list takes all rows from the one that was pressed before.
        (facts(element("button", "Mail 9"), held=("Shift",)), ["Shift+Mail 9"]),
        (facts(element("link", "Mail 9"), held=("Shift",)), []),
        (facts(element("button", "Mail 9"), held=("Control",)), []),
    ],
)
def test_letters_in_a_list_and_a_range_of_rows_are_a_choice_of_the_model(call: Facts, texts: list[str]):
    assert list(texts_of_model(call, Provenance())) == texts


@pytest.mark.parametrize(
    ("put_in", "chosen"), [("I hereby resign from my job", True), ("Formal, blue", True), ("Blue", False)]
)
def test_a_press_that_fills_a_field_with_a_sentence_or_with_its_own_words_chose_it(put_in: str, chosen: bool):
    press = facts(element("button", "Formal"))
    assert list(texts_of_press(press, [put_in], Provenance(), last=True)) == (["Formal"] if chosen else [])


IBAN = SecretFacts("iban", (SHOP,), "text")


@pytest.mark.parametrize(
    ("row", "held", "chooses"),
    [("old.py", (), False), ("old.py", ("Shift",), True), ("new.py", (), True), ("old.py.bak", (), True)],
)
def test_a_row_that_the_user_named_is_no_choice_of_the_model(row: str, held: tuple[str, ...], chooses: bool):
    given = Provenance()
    given.words.add_text("Open old.py and tell me what it does")
    assert chooses_unnamed(facts(element("other", row, role="treeitem"), held=held), given) is chooses


@pytest.mark.parametrize(
    ("of", "more", "asks"),
    [
        (element("radio", "Mallory"), {"chosen": ("Mallory",)}, True),
        (element("radio", "Anna"), {"chosen": ("Anna",), "user_chose": True}, False),
        (element("button", "Next"), {}, False),
        (element("button", "Next"), {"prefilled": True}, True),
        (element("other", "Mallory", role="row"), {"chooses": True}, True),
    ],
)
def test_beside_a_websocket_a_choice_is_asked(of, more, asks):
    judged = request("click", "click")
    with_socket, without = (decide(judged, facts(of, websockets=hosts, **more)) for hosts in (("chat.example",), ()))
    assert isinstance(with_socket, Ask if asks else Allow)
    assert isinstance(without, Allow)


@pytest.mark.parametrize(("field", "asks"), [("Message", True), ("IBAN number", False)])
@pytest.mark.parametrize("websockets", [("chat.example",), ()])
def test_a_private_value_is_asked_before_it_goes_into_a_field_that_is_not_for_it(field, asks, websockets):
    judged = decide(request("fill_secret", "secret"), facts(element("text", field), websockets=websockets, secret=IBAN))
    assert isinstance(judged, Ask if asks else Allow)


@pytest.mark.parametrize(
    ("call", "chooses"),
    [
        (facts(element("other", "Mallory", role="listitem")), True),
        (facts(element("other", "Mallory", role="treeitem")), True),
        (facts(element("other", "Mallory", role="row"), named=True), False),
        (facts(element("select", "To", role="combobox"), keys=("ArrowDown",)), True),
        (facts(element("button", "Mail 9"), held=("Shift",)), True),
        (facts(element("button", "Next")), False),
        (facts(element("text", "Message", tag="textarea"), keys=("ArrowDown",)), False),
        (facts(element("text", "To", tag="input"), keys=("ArrowDown",)), True),
        (facts(element("text", "To", tag="input"), keys=("ArrowLeft", "End")), False),
        (facts(element("editable", "Message", tag="div"), keys=("ArrowUp",)), True),
    ],
)
def test_a_row_and_keys_in_a_list_choose(call: Facts, chooses: bool):
    assert chooses_unnamed(call, Provenance()) is chooses


PEOPLE = """<ul><li tabindex=0 onclick="to = 7">Mallory</li><li tabindex=0 onclick="to = 1">Anna</li></ul>
<label>Text <input></label><button onclick="fetch('/api/send', { method: 'POST', body: JSON.stringify({ to }) })">Send
</button><script>let to = 0</script>"""


@pytest.mark.parametrize(("who", "is_sent"), [("Mallory", False), ("Anna", True)])
async def test_a_row_that_sends_a_number_was_chosen_by_the_model_unless_the_user_named_it(
    session: Session, serve: PageServer, who: str, is_sent: bool
):
    session.provenance.words.add_text("Send Anna the message 'Hello'")
    await session.call("goto", url=serve(PEOPLE))
    row = 1 if who == "Mallory" else 2
    assert await as_model(session, "click", ref={"selector": f"li:nth-child({row})"})
    person = Person(False)
    await click(session, "Send", person)
    assert changed(serve) == (["POST /api/send"] if is_sent else [])
    assert ["Mallory" in question for question in person.questions] == ([] if is_sent else [True])


async def test_a_question_about_a_press_shows_the_row_that_was_pressed_before(session: Session, serve: PageServer):
    await session.call("goto", url=serve(PEOPLE.replace("Send\n", "Delete").replace("/api/send", "/api/delete")))
    assert await as_model(session, "click", ref={"selector": "li:first-child"})
    person = Person(True)
    await click(session, "Delete", person)
    assert ["press “Delete”" in one and "Mallory" in one for one in person.questions] == [True]
    assert changed(serve) == ["POST /api/delete"]


async def test_a_row_that_is_pressed_fills_in_what_the_user_forbade_to_send(session: Session, serve: PageServer):
    session.provenance.words.add_text("Choose Mallory, but do not send it")
    page = PEOPLE.replace("Send\n", "Done").replace("/api/send", "/api/next")
    await session.call("goto", url=serve(page))
    assert await as_model(session, "click", ref={"selector": "li:first-child"})
    person = Person(True)
    await click(session, "Done", person)
    assert (changed(serve), person.questions) == ([], [])


BOX = """<form method=post action=/sent>
<label><input type=checkbox onclick="fetch('/digest', { method: 'POST' })">Digest</label><button>Send</button></form>"""


async def test_a_click_on_a_box_is_not_named_by_the_button_of_its_form(session: Session, serve: PageServer):
    session.provenance.words.add_text("Click Send")
    await session.call("goto", url=serve(BOX))
    person = Person(False)
    await click(session, "Digest", person)
    assert changed(serve) == []
    assert ["/digest" in question for question in person.questions] == [True]


OWN = """<input id=a aria-label=Text><button onclick="go('post')">Post</button>
<button onclick="go('friends')">Accept Mallory</button>
<script>const go = path => fetch(`/api/${path}`, { method: 'POST', body: a.value })</script>"""


@pytest.mark.parametrize(("button", "is_sent"), [("Post", True), ("Accept Mallory", False)])
async def test_a_button_that_says_more_than_that_it_sends_is_not_named_by_words_that_were_typed(
    session: Session, serve: PageServer, button: str, is_sent: bool
):
    session.provenance.words.add_text("Tell them in the forum: 'Hello all'")
    await session.call("goto", url=serve(OWN))
    assert await as_model(session, "fill", ref=(await refs(session))["Text"], value="Hello all")
    person = Person(False)
    await click(session, button, person)
    assert bool(changed(serve)) is is_sent
    assert bool(person.questions) is not is_sent


PICKER = """<label>To <input id=to></label><p id=list></p><button id=row>mallory@evil.example</button>
<label>Message <textarea id=text></textarea></label><button id=send>Send</button>
<script>
const names = ['Anna', 'mallory@evil.example'];
let picked = 'Anna', at = 0;
to.onkeydown = event => {
  if (event.key === 'ArrowDown') list.textContent = names[++at % 2];
  if (event.key === 'Enter') { picked = names[at % 2]; to.value = ''; }
};
row.onmouseenter = row.onfocus = () => { picked = row.textContent; };
send.onclick = () => fetch('/api/send', { method: 'POST', body: JSON.stringify({ to: picked, text: text.value }) });
</script>"""


@pytest.mark.parametrize(
    ("calls", "shown"),
    [
        ([("send_keys", {"ref": "To", "keys": ["ArrowDown", "Enter"]})], "ArrowDown"),
        ([("hover", {"ref": "mallory@evil.example"})], "mallory@evil.example"),
        ([("focus", {"ref": "mallory@evil.example"})], "mallory@evil.example"),
        ([("hover", {"ref": "To"})], ""),
    ],
)
async def test_a_choice_by_arrow_keys_or_under_the_pointer_is_shown_before_it_is_sent(
    session: Session, serve: PageServer, calls: list[tuple[str, dict[str, object]]], shown: str
):
    session.provenance.words.add_text("Send Anna the message 'Lunch at noon'.")
    await session.call("goto", url=serve(PICKER))
    assert await as_model(session, "fill", ref="Message", value="Lunch at noon")
    for tool, params in calls:
        assert await as_model(session, tool, **params)
    person = Person(False)
    await click(session, "Send", person)
    assert changed(serve) == ([] if shown else ["POST /api/send"])
    assert [shown in question for question in person.questions] == ([True] if shown else [])


TEMPLATES = """<label>LABEL <select onchange="if (this.value.length > 9) message.value = this.value">
<option value="">None</option><option value="VALUE">Resignation</option></select></label>
<form method=post action=/send><label>Message <textarea name=body id=message>ok</textarea></label><button>Send</button>
</form>"""


@pytest.mark.parametrize(
    ("label", "value", "sent"),
    [("Templates", "I resign from my post.", 0), ("Say", "Resigning!", 0), ("Sort by", "quit", 1)],
)
async def test_what_a_list_of_no_form_puts_into_a_message_is_a_choice_of_the_model(
    session: Session, serve: PageServer, label: str, value: str, sent: int
):
    session.approve = person = Person(False)
    session.provenance.words.add_text("Reply to Anna with 'ok' and click Send.")
    page = TEMPLATES.replace("LABEL", label).replace("VALUE", value)
    assert (await session.call("goto", url=serve(page))).ok
    assert await as_model(session, "select", ref=(await refs(session))[label], values="Resignation")
    await as_model(session, "click", ref=(await refs(session))["Send"])
    assert len(person.questions) == 1 - sent, person.questions
    assert all("Resignation" in question for question in person.questions)
    assert len(changed(serve)) == sent
