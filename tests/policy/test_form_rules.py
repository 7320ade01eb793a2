"""The rules for forms that a model would send."""

from dataclasses import replace

from handrail.policy import Allow, Ask, TypedText, decide
from tests.policy.judged import BUTTON, EVIL, FILL, SHOP, element, facts, form, request, text


def test_a_form_that_posts_needs_the_users_words_its_name_or_a_grant():
    assert isinstance(decide(request(), facts(BUTTON)), Ask)
    assert isinstance(decide(request(), facts(BUTTON, named=True)), Allow)
    assert isinstance(decide(request(), facts(BUTTON, typed=TypedText(own=True))), Allow)
    assert isinstance(decide(request(), facts(BUTTON, typed=TypedText(own=True, other=True))), Ask)
    assert isinstance(decide(request(grants=[f"submit@{SHOP}"]), facts(BUTTON)), Allow)
    assert isinstance(decide(request(), facts(element("submit", form=form("get")))), Allow)
    assert isinstance(decide(request(), facts(element("submit", form=form("dialog")))), Allow)


def test_a_field_that_is_sent_by_enter_is_judged_like_its_form():
    field = element("text", "Name", form=form())
    assert isinstance(decide(FILL, facts(field, text=text("Ada", own=True), submits=True)), Allow)
    assert isinstance(decide(request("enter", "press"), facts(field, keys=("Enter",))), Ask)
    pays = element("text", "Card", form=form(submitter="Pay now"))
    assert decide(FILL, facts(pays, text=text("4111", own=True), submits=True)).remedy == f"--trust {SHOP}"


def test_a_form_that_leads_to_another_origin_is_asked_whatever_stands_in_it():
    away = element("submit", "Save", form=form(action=f"{EVIL}/collect"))
    decision = decide(request(grants=[f"submit@{SHOP}"]), facts(away, typed=TypedText(own=True)))
    assert decision.remedy == f"--allow-origin {EVIL}"
    search = element("submit", "Search", form=form("get", f"{EVIL}/find"))
    assert isinstance(decide(request(), facts(search)), Ask)


def test_a_form_that_a_made_up_address_filled_in_is_asked_even_where_its_button_is_named():
    assert isinstance(decide(request(), facts(BUTTON, named=True, made_up=True)), Ask)
    assert isinstance(decide(request(), facts(BUTTON, typed=TypedText(own=True), made_up=True)), Ask)
    assert isinstance(decide(request(grants=[f"submit@{SHOP}"]), facts(BUTTON, made_up=True)), Allow)


def test_what_was_not_judged_as_sending_may_send_no_form():
    def lets_forms(of, tool="click", **more) -> bool:
        answer = decide(request(tool), facts(of, **more))
        assert isinstance(answer, Allow)
        return not answer.no_forms

    saves_at_once = element("select", "Who sees it", form=form())
    assert not lets_forms(saves_at_once, "select", chosen=("a",))
    assert lets_forms(saves_at_once, "select", chosen=("a",), user_chose=True)
    assert not lets_forms(element("checkbox", "All", form=form()), "check", chosen=("All",))
    assert not lets_forms(element("button", "Go on", form=form()))
    assert lets_forms(element("button", "Go on", form=form()), named=True)
    assert lets_forms(element("button", "Menu"))
    assert not lets_forms(element("button", "🗑"))
    again = replace(request("reload", effect="navigate"), capability="reload")
    assert decide(again, facts()).no_forms


def test_enter_in_a_field_without_a_form_sends_what_it_holds():
    chat = element("editable", "Quick note")
    assert isinstance(decide(request("enter", "press"), facts(chat, keys=("Enter",))), Ask)
    assert isinstance(decide(request("enter", "press"), facts(chat, keys=("Enter",), typed=TypedText(own=True))), Allow)
    search = element("text", "Search", input_type="search")
    assert isinstance(decide(request("enter", "press"), facts(search, keys=("Enter",))), Allow)


def test_apply_on_a_form_that_only_asks_sends_nothing():
    assert isinstance(decide(request(), facts(element("submit", "Apply filters", form=form("get")))), Allow)
