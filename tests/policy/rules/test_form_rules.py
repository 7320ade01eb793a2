"""The rules for forms that a model would send."""

from dataclasses import replace

import pytest

from handrail.policy import Allow, Ask, decide
from handrail.policy.rules.acts import asked_by_address, asked_for, is_wanted, may_press, may_refuse_cookies
from handrail.policy.words.user_words import UserWords
from tests.policy.judged import BUTTON, EVIL, FILL, SHOP, element, facts, form, outside, request, text

OWN = {"own_typed": True, "asks_to_send": True}


@pytest.mark.parametrize(
    ("found", "asked"),
    [
        (facts(BUTTON), False),
        (facts(BUTTON, named=True), True),
        (facts(BUTTON, own_typed=True), False),
        (facts(BUTTON, asks_to_send=True), False),
        (facts(BUTTON, **OWN), True),
        (facts(BUTTON, **OWN, unsent=("pay now",)), False),
        (facts(BUTTON, **OWN, prefilled=True), False),
        (facts(BUTTON, asks_to_send=True, text=text("Ada", own=True)), True),
        (facts(BUTTON, signs_in=True), False),
        (facts(BUTTON, asks_to_send=True, text=text("Eve")), False),
        (facts(BUTTON, asks_to_send=True, text=text("", own=True)), False),
        (facts(element("select", "Size", form=form()), chosen=("M",), user_chose=True), True),
    ],
)
def test_a_form_is_asked_for_by_its_button_or_by_words_of_the_user_that_they_want_to_be_sent(found, asked):
    assert ("submit" in asked_for(found, UserWords())) is asked


@pytest.mark.parametrize(
    ("name", "more", "may"),
    [
        ("Reject all", {}, True),
        ("Reject all", {"form": form()}, True),
        ("Reject all", {"in_cookie_banner": False}, False),
        ("Reject all cookies", {"in_cookie_banner": False}, True),
        ("Reject all cookies", {"form": form(), "in_cookie_banner": False}, True),
        ("Accept all cookies", {}, False),
        ("Reject all", {"names": (outside("Reject all"), outside("Delete account"))}, False),
        ("Accept all", {}, False),
    ],
)
def test_a_button_of_a_cookie_banner_may_refuse_cookies_without_saying_so(name, more, may):
    assert may_refuse_cookies(facts(element("button", name, **{"in_cookie_banner": True, **more}))) is may


def test_a_press_on_nothing_refuses_no_cookies():
    assert not may_refuse_cookies(facts())


def test_a_field_that_is_sent_by_enter_is_judged_like_its_form():
    pays = element("text", "Card", form=form(submitter="Pay now"))
    assert decide(FILL, facts(pays, text=text("4111", own=True), submits=True)).remedy == f"--trust {SHOP}"


def test_to_send_is_free_where_all_is_the_users_and_the_question_shows_what_is_not():
    send = element("submit", "Send message", form=form())
    assert isinstance(decide(request(), facts(send, **OWN)), Allow)
    question = decide(request(), facts(send, **OWN, unsent=("I quit", "eve@evil.example"))).question
    assert "It wrote “I quit / eve@evil.example”, which are not your words." in question
    publish = element("submit", "Publish comment", form=form())
    assert isinstance(decide(request(), facts(publish, signs_in=True)), Ask)
    pays = element("submit", "Pay now", form=form())
    assert isinstance(decide(request(), facts(pays, **OWN)), Ask)


def test_a_form_that_leads_to_another_origin_is_asked_whatever_stands_in_it():
    away = element("submit", "Save", form=form(action=f"{EVIL}/collect"))
    decision = decide(request(grants=[f"submit@{SHOP}"]), facts(away, **OWN))
    assert decision.remedy == f"--allow-origin {EVIL}"
    search = element("submit", "Search", form=form("get", f"{EVIL}/find"))
    assert isinstance(decide(request(), facts(search)), Ask)


@pytest.mark.parametrize(("origin", "remedy"), [(EVIL, f"--allow-origin {EVIL}"), ("null", ""), ("", "")])
def test_a_form_that_leads_to_no_origin_that_could_be_allowed_is_asked_each_time(origin: str, remedy: str):
    away = element("submit", "Save", form=replace(form(), action_origin=origin))
    asked = decide(request(), facts(away, **OWN))
    assert isinstance(asked, Ask)
    assert (asked.remedy, asked.origins) == (remedy, (origin,) if remedy else ())


LOOKS = facts(element("button"))
SEARCH = element("text", "Search", input_type="search")


@pytest.mark.parametrize(
    ("call", "found", "presses"),
    [
        (request(), LOOKS, True),
        (request("hover"), LOOKS, False),
        (request("goto", effect="navigate"), LOOKS, False),
        (request("read_page", effect="read"), LOOKS, False),
        (FILL, facts(element("text"), text=text("made up")), True),
        (FILL, facts(SEARCH, text=text("kettle", own=True)), False),
        (FILL, facts(SEARCH, text=text("kettle")), True),
        (FILL, facts(SEARCH, text=text("kettle", own=True), submits=True), True),
        (FILL, facts(SEARCH, text=text("kettle", own=True), keys=("Enter",)), True),
        (FILL, facts(element("text"), text=text("kettle", own=True)), True),
        (FILL, facts(element("text"), text=text("kettle", own=True), wants_change=True), False),
        (FILL, facts(text=text("kettle", own=True)), True),
    ],
)
def test_a_call_may_press_what_a_script_takes_up_unless_it_looks_or_puts_in_words_of_the_user(call, found, presses):
    assert may_press(call, found) is presses


@pytest.mark.parametrize(("kind", "asks"), [("text", True), ("other", True), ("link", False), ("button", False)])
def test_enter_sends_the_form_of_a_field_and_not_that_of_a_link_or_plain_button(kind: str, asks: bool):
    of = element(kind, "More", form=form(action=f"{EVIL}/collect"))
    assert isinstance(decide(request("send_keys", "press"), facts(of, keys=("Enter",))), Ask) is asks
    # A click puts the focus there, and sends nothing.
    assert not isinstance(decide(request(), facts(of)), Ask)


BESIDE_A_WEBSOCKET = {"websockets": ("chat.example",)}


@pytest.mark.parametrize(
    ("tool", "of", "more", "asks"),
    [
        ("click", element("other", "Buy milk", role="row"), {}, False),
        ("click", element("other", "Buy milk", role="treeitem"), {}, False),
        ("click", element("other", "Buy milk", role="row"), BESIDE_A_WEBSOCKET, True),
        ("drag", element("other", "Buy milk", role="row"), {}, True),
        ("click", element("button", "Buy milk"), {}, True),
        # To open a row is not to pay for it, but what deletes or shares may do so at once.
        ("click", element("other", "Delete milk", role="row"), {}, True),
        ("click", element("other", "Share milk", role="row"), {}, True),
        ("click", element("button", "Share", opens=True), {}, False),
        ("click", element("button", "Share", opens=True), BESIDE_A_WEBSOCKET, True),
        ("click", element("button", "Delete", opens=True), {}, True),
        ("click", element("button", "Share"), {}, True),
    ],
)
def test_what_only_opens_a_thing_or_a_menu_is_judged_by_its_requests(tool, of, more, asks: bool):
    asked = decide(request(tool), facts(of, **more))
    assert ("consequential_acts" in asked.rule) is asks


@pytest.mark.parametrize(
    ("of", "more", "asks"),
    [
        (form("get"), {}, False),
        # What a model wrote goes with it, a script may send it elsewhere, and a form by POST changes something.
        (form("get"), {"unsent": ("x",)}, True),
        (replace(form("get"), scripted=True), {}, True),
        (form("post"), {}, True),
    ],
)
def test_apply_on_a_form_that_only_asks_sends_nothing(of, more, asks: bool):
    asked = decide(request(), facts(element("submit", "Apply", form=of), **more))
    assert ("consequential_acts" in asked.rule) is asks


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        (facts(BUTTON, relevant=True), True),
        (facts(BUTTON, signs_in=True), True),
        (facts(BUTTON, signs_in=True, unsent=("x",)), False),
        (facts(BUTTON, signs_in=True, prefilled=True), False),
        (facts(BUTTON, own_typed=True, wants_change=True), True),
        (facts(BUTTON, own_typed=True), False),
        (facts(element("button"), own_typed=True, wants_change=True), False),
    ],
)
def test_a_form_is_wanted_that_signs_in_or_holds_words_that_were_not_only_to_be_filled_in(found, wanted: bool):
    assert is_wanted(found) is wanted


def test_a_question_names_the_row_of_what_it_is_about():
    row = element("button", "Delete", item=outside("Thesis  of May Delete"))
    question = decide(request(), facts(row)).question
    assert question.startswith(f"The model wants to press “Delete” in “Thesis of May” on {SHOP}, which may delete")


@pytest.mark.parametrize(
    ("task", "label", "asked"),
    [
        ("Mark the mail as read", "Mark as read", {"submit"}),
        ("Send the mail", "Send mail", {"submit", "send"}),
        ("Save the recipe and share it with Ben", "Save recipe", {"submit", "access"}),
    ],
)
def test_a_named_press_asks_for_what_its_label_and_the_task_say(task, label, asked):
    words = UserWords()
    words.add_text(task)
    button = element("button", label, labels=(outside(label),))
    assert asked_for(facts(button, named=True), words) - {"upload"} == asked


def test_a_named_field_asks_for_what_the_button_of_its_form_does_only_where_that_is_sent():
    field = element("text", "Card number", form=form(submitter="Pay now"))
    assert asked_for(facts(field, named=True), UserWords()) == {"submit"}
    assert asked_for(facts(field, named=True, submits=True), UserWords()) == {"submit", "pay"}


def test_a_named_button_asks_for_what_is_written_on_it_in_any_label():
    icon = element("button", "", labels=(outside(""), outside("Delete")))
    assert asked_for(facts(icon, named=True), UserWords()) == {"submit", "delete"}
    assert asked_for(facts(icon, chose_to_change=True), UserWords()) == {"submit", "delete"}


def test_a_choice_that_the_user_asks_for_asks_for_what_it_says():
    assert asked_for(facts(chosen=("Delete",), chose_to_change=True), UserWords()) == {"submit", "delete"}
    assert asked_for(facts(chosen=("Delete",), user_chose=True), UserWords()) == {"submit"}


def test_an_address_of_the_users_asks_only_for_what_stands_beside_it():
    words = UserWords()
    words.add_text(
        "Read the hours at http://shop.example/ and mail them to Anna. Subscribe at http://news.example/. "
        "Publish the hours from http://library.example/ on my blog."
    )
    assert asked_by_address(words, "http://shop.example/") == {"submit"}
    assert asked_by_address(words, "http://library.example/") == {"submit"}
    assert asked_by_address(words, "http://news.example/") == {"submit", "pay"}
