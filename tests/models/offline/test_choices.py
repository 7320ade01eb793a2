"""The offline model and lists: several values of one list are chosen together, or it says that they are not."""

from __future__ import annotations

import pytest

from handrail.models.offline.language import read_clause
from handrail.results import Failed, Ok, Result
from tests.models.offline.talk import Talk, said, shape


def colours(*chosen: str) -> str:
    """A list of several, as a page shows it."""
    value = f' = "{", ".join(chosen)}"' if chosen else ""
    options = [f' option "{name}"{" selected" * (name in chosen)}' for name in ("Red", "Green", "Blue")]
    return "\n".join([f'listbox "Colour"{value}', *options])


def took(*names: str) -> Result:
    return Ok(data={"chosen": [said(name) for name in names]})


@pytest.mark.parametrize(
    "task", ["select Red and Blue from Colour", "select Red, Blue from Colour", "choose Red and Blue in Colour"]
)
def test_several_values_of_one_list_are_one_choice(task: str) -> None:
    talk = Talk(task)
    assert shape(talk.turn(colours())) == ("select", {"ref": "e1", "values": ["Red", "Blue"]})
    assert talk.turn(colours("Red", "Blue"), took("Red", "Blue")).name == "done"


def test_a_second_clause_about_a_list_keeps_what_the_first_chose() -> None:
    talk = Talk("select Red from Colour, then select Blue from Colour")
    assert shape(talk.turn(colours())) == ("select", {"ref": "e1", "values": ["Red"]})
    call = talk.turn(colours("Red"), took("Red"))
    assert shape(call) == ("select", {"ref": "e1", "values": ["Red", "Blue"]})
    assert talk.turn(colours("Red", "Blue"), took("Red", "Blue")).name == "done"


def test_a_choice_after_a_press_is_a_new_one() -> None:
    talk = Talk("choose Red in Colour, click Add, then choose Blue in Colour")
    page = f'{colours("Red")}\nbutton "Add"'
    talk.turn(page)
    assert talk.turn(page, took("Red")).name == "click"
    assert shape(talk.turn(page)) == ("select", {"ref": "e1", "values": ["Blue"]})


def test_a_list_that_takes_one_value_is_not_called_done_with_two() -> None:
    talk = Talk("select Red and Blue from Colour")
    talk.turn(colours())
    call = talk.turn(colours(), Failed("invalid_value", "e1 takes one option, not 2.", hint="Give one value."))
    assert (call.name, "takes one option" in call.params["reason"]) == ("abort", True)
    talk = Talk("set Colour to Red and set Colour to Blue")
    listed = Ok(data={"multiple": False, "options": [{"value": said(n), "label": said(n)} for n in ("Red", "Blue")]})
    field = 'combobox "Colour" = "{}"'
    talk.turn(field.format("Red"))
    talk.turn(field.format("Red"), listed)
    talk.turn(field.format("Red"), took("Red"))
    assert shape(talk.turn(field.format("Red"), listed)) == ("select", {"ref": "e1", "values": ["Blue"]})
    call = talk.turn(field.format("Blue"), took("Blue"))
    assert (call.name, "“Red” is not chosen" in call.params["reason"]) == ("abort", True)


def test_the_list_is_read_again_before_it_is_called_done() -> None:
    talk = Talk("select Red and Blue from Colour")
    talk.turn(colours())
    call = talk.turn(colours("Blue"), took("Red", "Blue"))
    assert (call.name, "“Red” is not chosen" in call.params["reason"]) == ("abort", True)


def test_a_verb_that_is_said_again_begins_a_clause_and_is_no_part_of_the_value() -> None:
    for clause, rule, times in (
        ("type bob into Name and type 3 May into Date", "fill", 1),
        ("select Red from Colour and select Small from Size", "select", 1),
        ('type bob into Name and "type 3 May" into Date', "fill", 2),
        ("fill Name with bob and Note with type 3 May", "fill", 2),
    ):
        found = [len(reading.items) for reading in read_clause(clause) if reading.rule == rule]
        assert max(found, default=0) == times, clause
