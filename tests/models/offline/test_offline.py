"""The offline model as a model: turn by turn, all of its state in the conversation."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from handrail.models.offline import Offline
from handrail.models.protocol import Message, ToolSpec
from handrail.results import Failed, NextCall, Observation, Ok
from tests.models.offline.talk import SIGN_IN, TOOLS, FakeSnapshot, Talk, said, shape


def test_goes_step_by_step_and_says_what_it_did() -> None:
    talk = Talk("type bob into Username, then click Sign in")
    assert shape(talk.turn(SIGN_IN)) == ("fill", {"ref": "e1", "value": "bob"})
    assert shape(talk.turn(SIGN_IN)) == ("click", {"ref": "e3"})
    done = talk.turn(": Welcome")
    assert done.name == "done"
    assert "Sign in" in done.params["result"]


def test_every_call_is_known_again_by_its_id() -> None:
    talk = Talk("click Sign in, click Sign in, click Sign in")
    for _ in range(3):
        talk.turn(SIGN_IN)
    assert talk.turn(SIGN_IN).name == "done"
    assert len({call.id for call in talk.calls}) == len(talk.calls)


def test_what_is_not_understood_is_not_begun() -> None:
    call = Talk("click Sign in and then type the whole gizmo").turn(SIGN_IN)
    assert call.name == "abort"
    for words in ("I understand “click Sign in”", "do not understand “type the whole gizmo”", "type VALUE into NAME",
                  "handrail help offline"):  # fmt: skip
        assert words in call.params["reason"]


def test_two_things_alike_are_named_with_what_they_stand_under() -> None:
    call = Talk("click Delete").turn(DELETES)
    assert call.name == "abort"
    for words in ("2 things on this page are called “Delete”", "at “Shoes”", "at “Hats”", "Nothing was done"):
        assert words in call.params["reason"]


DELETES = """
    heading "Shoes" level=2
    button "Delete"
    heading "Hats" level=2
    button "Delete"
"""


def test_a_place_or_a_number_says_which() -> None:
    assert shape(Talk("click Delete in Hats").turn(DELETES)) == ("click", {"ref": "e4"})
    assert shape(Talk("click the second Delete").turn(DELETES)) == ("click", {"ref": "e4"})


def test_what_an_open_dialog_covers_is_not_meant() -> None:
    page = """
        button "Close" covered
        dialog "News"
         button "Close"
    """
    assert shape(Talk("click Close").turn(page)) == ("click", {"ref": "e3"})


def test_a_name_that_is_not_there_is_refused_with_the_nearest() -> None:
    call = Talk("click Sing in").turn(SIGN_IN)
    assert call.name == "abort"
    assert "called “Sing in”. The nearest are: “Sign in”" in call.params["reason"]


def test_nothing_is_left_out_of_what_is_asked() -> None:
    boxes = """
        checkbox "Mustard" unchecked
        checkbox "Ketchup" unchecked
    """
    for task in ("check all condiments except mustard", "check everything but Mustard", "check Mustard and Relish"):
        assert [call.name for call in [Talk(task).turn(boxes)]] == ["abort"], task


def test_two_values_for_two_fields_are_two() -> None:
    page = """
        spinbutton "Adults"
        spinbutton "Kids"
    """
    talk = Talk("Set Adults to 3 and Kids to 2")
    assert shape(talk.turn(page)) == ("fill", {"ref": "e1", "value": "3"})
    held = page.replace('"Adults"', '"Adults" = "3"')
    assert shape(talk.turn(held, Ok(data={"value": said("3")}))) == ("fill", {"ref": "e2", "value": "2"})


def test_what_can_be_read_in_two_ways_on_the_page_is_refused_with_both() -> None:
    page = """
        checkbox "Terms" unchecked
        checkbox "Conditions" unchecked
        checkbox "Terms and Conditions" unchecked
    """
    call = Talk("check Terms and Conditions").turn(page)
    assert (call.name, "several ways" in call.params["reason"]) == ("abort", True)
    assert shape(Talk('check "Terms and Conditions"').turn(page)) == ("check", {"ref": "e3"})


def test_one_name_with_an_and_or_two_things_as_the_page_has_them() -> None:
    one = 'checkbox "Terms and Conditions" unchecked'
    assert shape(Talk("tick Terms and Conditions").turn(one)) == ("check", {"ref": "e1"})
    two = """
        checkbox "Red" unchecked
        checkbox "Green" unchecked
    """
    talk = Talk("tick Red and Green, then press Enter")
    checked = two.replace('"Red" unchecked', '"Red" checked')
    assert shape(talk.turn(two)) == ("check", {"ref": "e1"})
    assert shape(talk.turn(checked)) == ("check", {"ref": "e2"})
    assert talk.turn(checked.replace("unchecked", "checked")).name == "send_keys"


def test_what_the_page_does_not_show_afterwards_is_not_called_done() -> None:
    talk = Talk("check Red")
    talk.turn('checkbox "Red" unchecked')
    call = talk.turn('checkbox "Red" unchecked')
    assert (call.name, call.params["reason"].startswith("I did check “Red”, but the page shows")) == ("abort", True)
    talk = Talk("type bob into Name")
    talk.turn('textbox "Name"')
    call = talk.turn('textbox "Name" = "BOB!"', Ok(data={"value": said("bob"), "mismatch": False}))
    assert (call.name, "holds “BOB!” now" in call.params["reason"]) == ("abort", True)
    talk = Talk("select Blue from Colour")
    talk.turn('combobox "Colour" = "Red"')
    talk.turn('combobox "Colour" = "Red"', Ok(data={"options": options("Red", "Blue")}))
    call = talk.turn('combobox "Colour" = "Red"', Ok(data={"chosen": [said("Red")]}))
    assert (call.name, "Red is chosen now" in call.params["reason"]) == ("abort", True)


def options(*names: str) -> list[dict[str, Any]]:
    return [{"value": said(name), "label": said(name), "selected": False, "disabled": False} for name in names]


def test_an_option_is_chosen_as_the_list_spells_it_and_one_that_is_not_there_is_refused() -> None:
    page = 'combobox "Colour" = "Red"'
    talk = Talk("choose blue from the colour dropdown")
    assert shape(talk.turn(page)) == ("dropdown_options", {"ref": "e1"})
    call = talk.turn(page, Ok(data={"options": options("Red", "Blue", "Blue and white")}))
    assert shape(call) == ("select", {"ref": "e1", "values": ["Blue"]})
    talk = Talk("set Colour to Green")
    talk.turn(page)
    call = talk.turn(page, Ok(data={"options": options("Red", "Blue")}))
    assert (call.name, "The list offers: Red, Blue" in call.params["reason"]) == ("abort", True)


def test_a_field_that_takes_only_choices_is_chosen_from() -> None:
    page = 'combobox "Country" = "France"'
    talk = Talk("type Germany into Country")
    assert shape(talk.turn(page)) == ("fill", {"ref": "e1", "value": "Germany"})
    assert shape(talk.turn(page, Failed("wrong_element", "e1 is a list."))) == ("dropdown_options", {"ref": "e1"})


def test_what_is_open_already_is_not_closed() -> None:
    page = """
        button "Menu" expanded
        link "Cookies" -> /cookies
    """
    talk = Talk("open Menu, click Cookies")
    assert shape(talk.turn(page)) == ("click", {"ref": "e2"})
    done = talk.turn('heading "Cookies" level=1', Ok(page_changed=True))
    assert done.params["result"] == "Done: open “Menu” (it was already); click “Cookies”."
    talk = Talk("expand Menu")
    talk.turn('button "Menu" collapsed')
    assert talk.turn('button "Menu" collapsed').name == "abort"


def test_a_part_that_is_folded_is_shown_by_its_name() -> None:
    talk = Talk("show the house rules")
    assert shape(talk.turn('group "Stay"\n         button "House rules" collapsed')) == ("click", {"ref": "e2"})


def test_what_an_act_may_still_bring_is_waited_for_and_then_given_up() -> None:
    talk = Talk("click Sign in, then click Inbox")
    assert talk.turn(SIGN_IN).name == "click"
    assert [talk.turn(SIGN_IN).name for _ in range(3)] == ["wait"] * 3
    last = talk.turn(SIGN_IN)
    assert (last.name, "Before that: click “Sign in”" in last.params["reason"]) == ("abort", True)


def test_what_comes_late_is_found() -> None:
    talk = Talk("click Sign in, then click Inbox")
    talk.turn(SIGN_IN)
    assert talk.turn(SIGN_IN).name == "wait"
    assert shape(talk.turn('link "Inbox" -> /inbox')) == ("click", {"ref": "e1"})
    assert talk.turn(": Mail").name == "done"


def test_a_failed_call_ends_the_task_with_its_reason_and_a_stale_ref_is_looked_for_once_more() -> None:
    talk = Talk("click Sign in, then go back")
    talk.turn(SIGN_IN)
    call = talk.turn(SIGN_IN, Failed("covered", "Something lies over e3.", "Close it first."))
    assert (call.name, "lies over the element. Close it first." in call.params["reason"]) == ("abort", True)
    talk = Talk("click Sign in")
    talk.turn(SIGN_IN)
    assert talk.turn(SIGN_IN, Failed("stale_ref", "It is gone.")).name == "click"
    assert talk.turn(SIGN_IN).name == "done"


def test_a_press_that_changes_nothing_and_a_download_that_does_not_begin_are_told() -> None:
    talk = Talk("click Sign in")
    talk.turn(SIGN_IN)
    assert talk.turn(SIGN_IN, Ok()).params["result"] == "Done: click “Sign in” (nothing on the page changed)."
    talk = Talk("download Invoice")
    talk.turn('link "Invoice" -> /a.pdf')
    assert talk.turn('link "Invoice" -> /a.pdf', Ok(page_changed=True)).name == "abort"


def test_it_gives_up_for_a_refusal_only_where_its_last_call_was_refused() -> None:
    stopped = Ok(followed={"stopped_requests": ["DELETE /a"]})
    for came, refused in ((Failed("not_permitted", "No."), True), (stopped, True), (Ok(), None)):
        talk = Talk("click Sign in, then click Inbox")
        talk.turn(SIGN_IN)
        call = talk.turn(SIGN_IN, came)
        while call.name == "wait":
            call = talk.turn(SIGN_IN)
        assert (call.name, call.params.get("not_permitted")) == ("abort", refused)


def test_signs_in_with_a_named_secret() -> None:
    talk = Talk("sign in as mara with shop")
    assert shape(talk.turn(SIGN_IN)) == ("fill", {"ref": "e1", "value": "mara"})
    assert shape(talk.turn(SIGN_IN)) == ("fill_secret", {"ref": "e2", "name": "shop"})
    assert shape(talk.turn(SIGN_IN)) == ("click", {"ref": "e3"})
    assert talk.turn(": Welcome").params["result"] == "Done: sign in as mara."


def test_searches_in_the_only_search_field_or_the_one_named() -> None:
    one = 'searchbox "Search products"'
    assert shape(Talk("search for lamp").turn(one)) == ("fill", {"ref": "e1", "value": "lamp", "submit": True})
    two = f'{one}\nsearchbox "Orders"'
    assert Talk("search for lamp").turn(two).name == "abort"
    assert shape(Talk("search for lamp in Orders").turn(two)) == (
        "fill",
        {"ref": "e2", "value": "lamp", "submit": True},
    )


def test_of_two_search_fields_the_one_called_search_is_meant_unless_another_is_named() -> None:
    two = 'searchbox "Search"\nsearchbox "Search products"'
    for task, ref in (("search for lamp", "e1"), ("search for lamp in Search products", "e2"),
                      ("search for lamp in Search", "e1")):  # fmt: skip
        assert shape(Talk(task).turn(two)) == ("fill", {"ref": ref, "value": "lamp", "submit": True})
    same = 'searchbox "Search"\nsearchbox "Search"'
    assert "in the first NAME" in Talk("search for lamp").turn(same).params["reason"]
    assert Talk("search for lamp in the second Search").turn(same).params["ref"] == "e2"


def test_of_several_rows_of_one_name_an_ordinal_says_which() -> None:
    row = ' row\n  cell "Ada"\n  cell\n   button "Edit"\n'
    page = f'table "Users"\n{row}{row}'
    assert (
        "2 things on this page are called “Edit” beside “Ada”"
        in Talk("click Edit next to Ada").turn(page).params["reason"]
    )
    pressed = [Talk(f"click the {which} Edit next to Ada").turn(page).params.get("ref") for which in ("first", "last")]
    assert pressed == ["e5", "e9"]
    assert Talk("click the third Edit next to Ada").turn(page).name == "abort"


def test_an_ordinal_counts_over_rows_of_one_name_only_where_each_row_has_one_thing_of_that_name() -> None:
    row = ' row\n  cell "Ada"\n  cell\n   button "Edit"\n   button "Edit"\n'
    page = f'table "Users"\n{row}{row}'
    assert Talk("click the second Edit next to Ada").turn(page).name == "abort"
    fields = ' row\n  cell "Ada"\n  cell\n   textbox "Last name"\n   textbox "Name"\n'
    page = f'table "Users"\n{fields}{fields}'
    assert Talk("type Bo into Last name next to Ada").turn(page).name == "abort"


def test_several_answers_are_all_given_each_from_its_own_page() -> None:
    talk = Talk("how many links are there? Click Sign in. How many links are there now?")
    note = talk.turn('link "A" -> /a\nbutton "Sign in"')
    assert note.name == "note"
    assert talk.turn('link "A" -> /a\nbutton "Sign in"').name == "click"
    done = talk.turn('link "A" -> /a\nlink "B" -> /b')
    assert done.name == "done"
    assert done.params["result"].startswith("1 link on")
    assert "2 links on" in done.params["result"]


def test_an_article_before_the_name_that_is_asked_for_need_not_stand_on_the_page() -> None:
    for question in ("is the Field Mug mentioned?", "does the page mention a Field Mug?"):
        assert shape(Talk(question).turn(": x")) == ("search_page", {"pattern": "Field Mug"})
    assert shape(Talk('does the page say "the End"?').turn(": x")) == ("search_page", {"pattern": "the End"})


def test_text_is_searched_for_and_the_options_of_a_list_are_read_by_tools() -> None:
    talk = Talk("does the page say sold out?")
    assert shape(talk.turn(": x")) == ("search_page", {"pattern": "sold out"})
    assert talk.turn(": x", Ok(data={"total": 0})).params["data"] == {"value": False, "count": 0}
    talk = Talk("list the options of Colour")
    assert shape(talk.turn('combobox "Colour" = "Red"')) == ("dropdown_options", {"ref": "e1"})
    done = talk.turn('combobox "Colour" = "Red"', Ok(data={"options": options("Red", "Blue")}))
    assert done.params["data"] == {"count": 2, "items": ["Red", "Blue"]}


def test_a_page_that_was_read_in_part_is_said_to_be() -> None:
    done = Talk("how many links are there?").turn('link "A" -> /a', left_out="About 90 nodes were not read in time.")
    assert "Only a part of this page" in done.params["result"]


@pytest.mark.parametrize(
    ("task", "tool", "verbs", "option"),
    [
        (
            "upload cv.pdf to Username",
            "upload_file",
            "upload files",
            "--upload-dir FOLDER or --upload-url URL (in a program: upload_dir",
        ),
        (
            "sign in with the secret pass",
            "fill_secret",
            "fill in secrets",
            "--secret NAME=env:VARIABLE@ORIGIN (in a program: secret",
        ),
    ],
)
def test_a_tool_that_an_option_turns_on_is_reported_as_missing_with_that_option(task, tool, verbs, option) -> None:
    talk = Talk(task, tools=[name for name in TOOLS if name != tool])
    call = talk.turn(SIGN_IN)
    assert call.name == "abort"
    assert f"This session cannot {verbs}. Turn it on with {option}" in call.params["reason"]


def test_without_a_page_it_asks_for_an_address() -> None:
    blank = FakeSnapshot([], url=said("about:blank"))
    specs = [ToolSpec(name, "", {}) for name in TOOLS]
    for task in ("click Sign in", "how many links are there?"):
        messages = [Message("system", ["..."]), Message("user", [task], pinned=True)]
        reply = asyncio.run(Offline().respond(messages, specs, observation=Observation(blank, [], None)))  # type: ignore[arg-type]
        assert "--url" in reply.calls[0].params["reason"]


def test_it_costs_nothing() -> None:
    reply = asyncio.run(Offline().respond([Message("user", ["go back"], pinned=True)], [ToolSpec("back", "", {})]))
    assert (reply.usage.calls, reply.usage.input_tokens, reply.usage.output_tokens) == (0, 0, 0)


@pytest.mark.parametrize("number", ["9" * 5_000, "²", "9" * 5_000 + "th"])
@pytest.mark.parametrize(
    "task",
    [
        "click Delete {} times",
        "press Tab {} times",
        "scroll down {} px",
        "click {}",
        "click the {} button",
        "how many headings of level {} are there?",
        "how many seats are there?",
    ],
)
def test_a_number_that_nothing_counts_to_does_not_end_a_run(task: str, number: str) -> None:
    page = f'heading "Seats" level=2\n: {number} seats\nbutton "Delete"\nbutton "Go"\nlink "Go {number}" -> /'
    talk = Talk(task.format(number))
    first = talk.turn(page)
    assert first.name in TOOLS
    talk.turn(page, Ok({"total": 0, "matches": [], "elements": []}))


def matches(*visible: bool, total: int = 0, following: NextCall | None = None) -> Ok:
    """What a search finds: whether each match can be seen, and how many there are in all."""
    return Ok(data={"total": total or len(visible), "matches": [{"visible": one} for one in visible]}, next=following)


def test_text_that_cannot_be_seen_is_not_said() -> None:
    for found, value, count in (
        (matches(False), False, 0),
        (matches(False, True), True, 1),
        (matches(True, True, total=40), True, 40),
    ):
        talk = Talk("does the page say sold out?")
        talk.turn(": x")
        assert talk.turn(": x", found).params["data"] == {"value": value, "count": count}
    talk = Talk("does the page say sold out?")
    talk.turn(": x")
    rest = NextCall("search_page", {"pattern": "sold out", "cursor": "1"})
    assert shape(talk.turn(": x", matches(False, total=2, following=rest))) == (rest.tool, rest.params)
    assert talk.turn(": x", matches(True, total=2)).params["data"] == {"value": True, "count": 1}


def test_that_an_address_gave_a_file_is_said() -> None:
    talk = Talk("open https://shop.example/a.pdf")
    assert talk.turn(": x").name == "goto"
    done = talk.turn(": x", Ok(data={"document": {"read_with": "read_pdf"}}))
    assert "a file and no page; the tool read_pdf reads it" in done.params["result"]


def test_what_is_said_against_a_value_is_told() -> None:
    for fault, told in (("Value must be 9 or less.", "Value must be 9 or less."), ("", "marked as invalid")):
        talk = Talk("set Quantity to 12")
        page = 'spinbutton "Quantity" = "{}"'
        assert talk.turn(page.format("1")).name == "fill"
        done = talk.turn(page.format("12"), Ok(data={"value": said("12"), "invalid": said(fault)}))
        assert (done.name, told in done.params["result"]) == ("done", True)


def test_a_request_in_another_language_is_told_that_only_english_is_understood() -> None:
    for task, foreign in (
        ("Klicke auf In den Warenkorb", True),
        ("Wie viele Produkte gibt es?", True),
        ("Combien de produits y a-t-il ?", True),
        ("¿Cuántos productos hay?", True),
        ("Haz clic en Cart", True),
        ("What does the Bread Knife cost?", False),
    ):
        reason = Talk(task).turn(SIGN_IN).params["reason"]
        assert ("only English is understood" in reason) == foreign, task
