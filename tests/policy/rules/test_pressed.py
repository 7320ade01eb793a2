"""How a question calls what is pressed, so that a person knows what a yes is about."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from handrail.browser.types.facts import ElementFacts, Surroundings
from handrail.policy import Ask, decide
from handrail.policy.facts import Opener
from handrail.policy.rules.earlier import is_same_thing, row_of
from handrail.policy.rules.pressed import called
from tests.policy.judged import SHOP, element, facts, form, outside, request


def around(**what: Any) -> Surroundings:
    """Surroundings of plain texts."""
    outer: dict[str, Any] = {
        name: outside(one) if isinstance(one, str) else one if isinstance(one, bool) else tuple(map(outside, one))
        for name, one in what.items()
    }
    return Surroundings(**outer)


def button(name: str = "Delete", **more: Any) -> ElementFacts:
    """A button, in a row where an ``item`` is given, with plain texts around it."""
    if "item" in more:
        more["item"] = outside(more["item"])
    return element("button", name, around=around(**more.pop("about", {})), **more)


def told(of: ElementFacts, tool: str = "click", **more: Any) -> str:
    """What the question about a press says that is pressed, and what was before it, without what it may do."""
    asked = decide(request(tool), facts(of, **more))
    assert isinstance(asked, Ask)
    first = asked.question.partition("\n")[0]
    pressed, _, rest = first.removeprefix("The model wants to press ").partition(f" on {SHOP}, which may ")
    _, after, before = rest.removesuffix(".").partition(", after the model ")
    return f"{pressed}{after}{before}"


def invoice(number: int) -> ElementFacts:
    """The button of one of several rows."""
    row = {"alike": True, "first": f"Invoice {number}"}
    return button(item=f"Invoice {number} Delete", item_content=f"9 {number}", about=row)


def day(name: str, week: str) -> ElementFacts:
    """A day of a calendar, in the row of its week."""
    return element("button", name, item=outside(week), item_content="0 1")


@pytest.mark.parametrize(
    ("pressed", "expected"),
    [
        (day("12", "8 9 10 11 12 13 14"), "“12”"),
        (day("14", "8 9 10 11 12 13 14"), "“14”"),
        (day("2", "29 30 31 1 2 3 4"), "“2”"),
        (day("Tuesday, 12 May 2026", "8 9 10 11 12 13 14"), "“Tuesday, 12 May 2026”"),
        (day("3", "7 1 2 3 4 5"), "“3” in “7 1 2 3 4 5”"),
        (day("3", "Row 7 1 2 3"), "“3” in “Row 7 1 2”"),
        (day("Open", "8 9 Open"), "“Open” in “8 9”"),
        (day("Open", "8 9"), "“Open” in “8 9”"),
        (day("9", "1 2 3 9"), "“9” in “1 2 3”"),
    ],
)
def test_a_day_of_a_calendar_is_called_without_its_week(pressed: ElementFacts, expected: str):
    assert called(pressed) == expected
    assert row_of(Opener(pressed))


PEOPLE = replace(form(), values=(outside("Anna Smith"), outside("8f3a91"), outside("ann@shop.example")))
YES = button("Delete it")
SURE = outside("Are you sure?")
OF_ROW = (Opener(invoice(7)),)


@pytest.mark.parametrize(
    ("pressed", "expected"),
    [
        (button(), "“Delete”"),
        (invoice(7), "“Delete” in “Invoice 7”"),
        (button(about={"menu": ["Order 5"], "apart": "of May"}), "“Delete” in “Order 5”"),
        (button(about={"menu": ["Order 5", "Order 6"]}), "“Delete” in “Order 5 / Order 6”"),
        (button(about={"apart": "of May", "heading": "Orders"}), "“Delete” in “of May”"),
        (button(about={"heading": "Orders"}), "“Delete” in “Orders”"),
        (button(about={"selected": ["Mail 1", "Mail 2"]}), "“Delete” in “Mail 1 / Mail 2”"),
        (button(item="Mail 1", about={"selected": ["Mail 2"]}), "“Delete” in “Mail 1”"),
        (button(about={"words": "Your session ends in 4:59"}), "“Delete” in “Your session ends in …”"),
        (button(about={"words": "Your order", "apart": "of May"}), "“Delete” in “of May”"),
        (button(about={"value": "draft 3"}), "“Delete” in “draft 3”"),
        (element("link", "Delete", href=outside(f"{SHOP}/x/7")), f"“Delete” → “{SHOP}/x/7”"),
        (element("submit", "", form=form(action=f"{SHOP}/x/delete", submitter="")), "a control without a name"),
        (
            element("submit", "", near=outside("bin"), form=form(action=f"{SHOP}/x/delete", submitter="")),
            "a control near “bin”",
        ),
        (element("button", "", labels=(outside("Delete"),)), "“Delete”"),
        (button("Send", about={"addressed": ["a@x.example", "b@x.example"]}), "“Send” → “a@x.example / b@x.example”"),
        (button(about={"addressed": ["a@x.example"]}), "“Delete”"),
    ],
)
def test_a_question_says_what_a_press_is_about_by_what_stands_around_it(pressed: ElementFacts, expected: str):
    assert told(pressed) == expected


@pytest.mark.parametrize(
    ("pressed", "expected"),
    [
        (button(about={"chosen": ["Drafts"]}), "“Delete” in “Drafts”"),
        (button(about={"chosen": ["Drafts", "Anna"], "standing": ["Anna"]}), "“Delete” in “Anna / Drafts”"),
        (button(about={"chosen": ["Drafts"], "standing": ["Anna"]}, form=form()), "“Delete” in “Anna”"),
        (button(about={"chosen": ["Drafts"]}, form=form()), "“Delete” in “Drafts”"),
        (button(about={"chosen": ["Drafts"]}, form=PEOPLE), "“Delete” in “Anna Smith / ann@shop.example”"),
        (button(about={"chosen": ["Drafts"], "apart": "of May"}), "“Delete” in “of May”"),
        (button(about={"chosen": ["Drafts"], "menu": ["Order 5"]}), "“Delete” in “Order 5”"),
        (button("Send", about={"chosen": ["Drafts"]}), "“Send”"),
        (button(about={"searched": ["draft"]}), "“Delete” in “draft”"),
        (button(about={"searched": ["draft"]}, form=form()), "“Delete”"),
        (button("Delete all", about={"searched": ["draft"]}, form=form()), "“Delete all” in “draft”"),
        (button(about={"searched": ["draft"], "apart": "of May"}), "“Delete” in “of May”"),
        (button(about={"heading": "Files", "standing": ["a.txt"]}), "“Delete” in “Files / a.txt”"),
        (button(about={"heading": "Files", "standing": ["Files: a.txt"]}), "“Delete” in “Files: a.txt”"),
    ],
)
def test_of_what_deletes_a_question_says_what_is_chosen_held_or_found(pressed: ElementFacts, expected: str):
    assert told(pressed) == expected


def test_a_question_names_the_boxes_that_are_checked_and_counts_those_of_one_name():
    boxes = tuple(map(outside, ("Mail of Ann", "Newsletter", "Newsletter")))
    assert told(button(), checked=boxes) == "“Delete” (checked: “Mail of Ann / Newsletter (×2)”)"
    many = tuple(outside(f"Mail {number}") for number in range(23))
    assert told(button(), checked=many).endswith("Mail 18 / Mail 19 / … (+3)”)")


def test_boxes_that_are_checked_do_not_stand_for_what_a_form_asks():
    sure = {"words": "Really? DELETE FROM orders WHERE id = 101", "standing": ["Check keys"]}
    assert told(button(about=sure, form=form()), checked=(outside("Check keys"),)) == (
        "“Delete” in “Really? DELETE FROM orders WHERE id = 101” (checked: “Check keys”)"
    )
    mails = {"words": "Inbox Mail of Ann … 40 mails", "standing": ["Mail of Ann"]}
    assert told(button(about=mails, form=form()), checked=(outside("Mail of Ann"),)) == (
        "“Delete” (checked: “Mail of Ann”)"
    )
    people = {"words": "Ann Ash Ben Brecht Cleo Kern"}
    assert told(button(about=people, form=form()), checked=(outside("Select row: Ben Brecht"),)) == (
        "“Delete” (checked: “Select row: Ben Brecht”)"
    )


def test_a_question_about_a_dialog_says_in_which_row_the_model_opened_it():
    assert told(YES, in_dialog=SURE, openers=OF_ROW) == (
        "“Delete it” in “Are you sure?”, after the model pressed “Delete” in “Invoice 7”"
    )
    address = Opener(None, f"{SHOP}/#/delete/7")
    assert told(YES, in_dialog=SURE, openers=(address,)) == (
        f"“Delete it” in “Are you sure?”, after the model opened “{SHOP}/#/delete/7”"
    )


@pytest.mark.parametrize(
    ("pressed", "dialog", "expected"),
    [
        (YES, "Delete Invoice 7?", "“Delete it” in “Delete Invoice 7?”"),
        (button("Delete it", item="Invoice 7 Sure? Delete it"), "Sure?", "“Delete it” in “Invoice 7 Sure?”"),
        (button("Delete it", about={"menu": ["Invoice 7"]}), "More", "“Delete it” in “Invoice 7” in “More”"),
    ],
)
def test_a_row_that_the_dialog_or_its_own_row_or_menu_says_is_not_told_twice(pressed, dialog, expected):
    assert told(pressed, in_dialog=outside(dialog), openers=OF_ROW) == expected


def test_a_question_names_four_presses_that_came_before_and_counts_the_others():
    presses = tuple(Opener(invoice(number)) for number in range(7))
    question = told(YES, in_dialog=SURE, openers=presses)
    assert question.count("after the model pressed") == 4
    assert question.endswith("in “Invoice 3”, … (+3)")
    assert told(YES, in_dialog=SURE, openers=presses[:5]).endswith("in “Invoice 3”, … (+1)")
    assert "(+" not in told(YES, in_dialog=SURE, openers=presses[:4])


def test_a_question_says_first_what_may_happen_and_shows_less_of_the_rows_of_earlier_presses():
    def row(number: int) -> Opener:
        text = f"{number} {'word ' * 100}"
        return Opener(button(item=f"{text}Delete", item_content=f"9 {number}", about={"alike": True}))

    asked = decide(request("click"), facts(YES, in_dialog=SURE, openers=(row(1), row(2))))
    assert isinstance(asked, Ask)
    pressed, first, second = asked.question.split(", after the model pressed ")
    assert pressed.endswith(f" on {SHOP}, which may delete or revoke something")
    assert 300 < len(first) < 330
    assert 100 < len(second) < 130


def test_what_stands_in_no_row_is_told_with_the_rows_that_the_model_pressed_before_but_boxes_there():
    box = replace(invoice(8), kind="checkbox")
    before = (Opener(box), *OF_ROW)
    after = ", after the model pressed “Delete” in “Invoice 7”"
    assert told(button(), openers=before) == f"“Delete”{after}"
    assert told(button("Publish"), openers=before) == f"“Publish”{after}"
    assert told(invoice(1), openers=before) == "“Delete” in “Invoice 1”"
    assert told(button(), openers=(replace(OF_ROW[0], agreed=frozenset({"delete"})),)) == "“Delete”"
    assert told(button(), openers=(replace(OF_ROW[0], agreed=frozenset({"send"})),)) == f"“Delete”{after}"


def test_a_toolbar_with_words_in_it_is_no_row():
    toolbar = button(item="2 chosen Delete", item_content="8 2")
    assert told(toolbar, openers=OF_ROW).endswith(", after the model pressed “Delete” in “Invoice 7”")


def test_a_page_that_only_asks_is_told_with_what_led_to_it_unless_that_says_which_one():
    assert told(button(), led_here=(invoice(7),)) == "“Delete”, after the model pressed “Delete” in “Invoice 7”"
    assert told(button(), led_here=tuple(map(invoice, range(5)))) == (
        "“Delete”, after the model pressed “Delete” in “Invoice 0” / “Delete” in “Invoice 1” / “Delete” in “Invoice 2”"
        " / …"
    )
    assert "…" not in told(button(), led_here=tuple(map(invoice, range(3))))
    assert told(invoice(7), led_here=(invoice(7),)) == "“Delete” in “Invoice 7”"
    assert told(button("Delete Bill 4"), led_here=(button("Bill 4"),)) == "“Delete Bill 4”"
    assert told(button(about={"menu": ["Order 5"]}), led_here=(invoice(7),)) == "“Delete” in “Order 5”"
    assert told(button(about={"selected": ["Mail 1"]}), led_here=(invoice(7),)) == "“Delete” in “Mail 1”"
    assert told(button("Publish"), led_here=(invoice(7),)) == "“Publish”"
    mail = (outside("Mail"),)
    assert told(button(), led_here=(button("More"),), checked=mail) == "“Delete” (checked: “Mail”)"
    assert told(button(), led_here=(invoice(7),), checked=mail) == (
        "“Delete” (checked: “Mail”), after the model pressed “Delete” in “Invoice 7”"
    )


def test_a_question_says_how_often_it_is_pressed():
    assert told(button(), times=3) == "“Delete”, 3 times"
    assert told(button(), times=1) == "“Delete”"


def test_a_drag_is_told_with_both_headings_and_does_what_another_heading_says():
    task = replace(button("Task"), around=around(heading="Open"))
    place = replace(button("Card"), around=around(heading="Delete"))
    assert told(task, "drag", drop=place) == "“Task” in “Open” → “Card” in “Delete”"
    same = replace(task, around=around(heading="Delete"))
    assert not isinstance(decide(request("drag"), facts(same, drop=place)), Ask)


MENU = button("Delete", about={"menu": ["Invoice 7"]})


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (invoice(7), invoice(7), True),
        (invoice(7), invoice(8), False),
        (button(item="Invoice 7 Delete"), button(item="Invoice 7 Edit"), False),
        (replace(invoice(7), item_content="7"), button("Edit", item="Invoice 7 Edit", item_content="7"), True),
        (replace(invoice(7), item_content="7"), button("Edit", item="Invoice 8 Edit", item_content="8"), False),
        (MENU, button("Edit", about={"menu": ["Invoice 7"]}), True),
        (MENU, button("Edit", about={"menu": ["Invoice 8"]}), False),
        (MENU, invoice(7), True),
        (invoice(7), MENU, True),
        (MENU, invoice(8), False),
        (button("Edit", about={"apart": "of May"}), button(about={"apart": "of May"}), True),
        (button("Edit", about={"apart": "of May"}), button(about={"apart": "of June"}), False),
        (button("Edit", about={"apart": "of May"}), button(item="Order 5", about={"apart": "of May"}), True),
        (button(item="Order 5", about={"apart": "of May"}), button("Edit", about={"apart": "of May"}), True),
        (button("Edit"), button("Edit"), True),
        (button("Edit"), button("Save"), False),
        (button("Edit"), invoice(7), False),
    ],
)
def test_two_presses_are_about_one_thing_in_one_row_or_menu_or_on_one_control(one, other, same: bool):
    assert is_same_thing(Opener(one), Opener(other)) is same


def test_two_addresses_are_one_thing_where_they_are_the_same():
    assert is_same_thing(Opener(None, "#/7"), Opener(None, "#/7"))
    assert not is_same_thing(Opener(None, "#/7"), Opener(None, "#/8"))
    assert not is_same_thing(Opener(None, "#/7"), Opener(invoice(7)))
    assert not is_same_thing(Opener(invoice(7)), Opener(None, "#/7"))


def test_the_row_that_led_to_a_page_is_told_beside_others_though_the_page_says_it():
    openers = (Opener(invoice(7)), Opener(invoice(8)))
    pressed = button("Delete Invoice 7")
    assert told(pressed, led_here=(invoice(7),), openers=openers[:1]) == "“Delete Invoice 7”"
    assert told(pressed, led_here=(invoice(7),), openers=openers).endswith(
        ", after the model pressed “Delete” in “Invoice 7”, after the model pressed “Delete” in “Invoice 8”"
    )
