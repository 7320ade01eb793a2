"""The offline model as a model: turn by turn, all of its state in the conversation."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

import pytest

from handrail.browser.types.tabs import DialogInfo, TabInfo
from handrail.models.offline import Offline
from handrail.models.protocol import Call, Message, ToolSpec
from handrail.results import Failed, Observation, Ok, Result
from handrail.trust import External
from tests.models.offline.fakes import ORIGIN, outline

TOOLS = [
    "goto",
    "new_tab",
    "click",
    "fill",
    "select",
    "check",
    "uncheck",
    "send_keys",
    "scroll",
    "wait",
    "wait_for",
    "search_page",
    "find_elements",
    "dropdown_options",
    "note",
    "done",
    "abort",
    "dialog",
    "back",
    "reload",
    "upload_file",
    "switch_tab",
    "close_tab",
    "hover",
    "focus",
    "screenshot",
]


@dataclass
class FakeSnapshot:
    nodes: Any
    title: External = field(default_factory=lambda: said("Shop"))
    url: External = field(default_factory=lambda: said(ORIGIN))
    left_out: str = ""
    mode: str = "full"


def said(text: str) -> External:
    return External(text, ORIGIN, "page-info")


@dataclass
class Talk:
    """A conversation with the offline model about one task."""

    task: str
    tools: list[str] = field(default_factory=lambda: list(TOOLS))
    messages: list[Message] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)

    def turn(
        self, page: str, result: Result | None = None, *, dialog: str = "", tabs: int = 1, left_out: str = ""
    ) -> Call:
        """What it calls now: ``result`` is what came of its last call, ``page`` the page as it is then."""
        if not self.messages:
            self.messages = [Message("system", ["..."]), Message("user", [self.task], pinned=True)]
        else:
            last = self.calls[-1]
            self.messages.append(Message("tool", ["..."], call_id=last.id, name=last.name, result=result or Ok()))
        info = [TabInfo(f"t{n}", said(ORIGIN), said(f"Tab {n}"), n == 1) for n in range(1, tabs + 1)]
        shown = None if dialog else FakeSnapshot(outline(page).nodes, left_out=left_out)
        asked = DialogInfo(dialog, said("Sure?"), said("")) if dialog else None
        specs = [ToolSpec(name, "", {}) for name in self.tools]
        model = Offline()
        reply = asyncio.run(model.respond(self.messages, specs, observation=Observation(shown, info, asked)))  # type: ignore[arg-type]
        self.messages.append(Message("assistant", [], calls=reply.calls))
        self.calls += reply.calls
        return reply.calls[0]


def shape(call: Call) -> tuple[str, dict[str, Any]]:
    return call.name, call.params


SIGN_IN = """
    textbox "Username"
    textbox "Password"
    button "Sign in"
"""


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
    call = Talk("click Sign in and then frobnicate the whole gizmo thoroughly").turn(SIGN_IN)
    assert call.name == "abort"
    for words in ("do not understand", "frobnicate", "click, type X into Y", "--model"):
        assert words in call.params["reason"]


def test_two_things_alike_are_named_with_what_they_stand_under() -> None:
    page = """
        heading "Shoes" level=2
        button "Delete"
        heading "Hats" level=2
        button "Delete"
    """
    call = Talk("click Delete").turn(page)
    assert call.name == "abort"
    for words in ("2 things match", "under “Shoes”", "under “Hats”"):
        assert words in call.params["reason"]


def test_of_two_alike_the_button_of_the_form_in_use_is_meant() -> None:
    page = """
        button "Sign in"
        textbox "Username"
        button "Sign in"
    """
    talk = Talk("type bob into Username, click Sign in")
    talk.turn(page)
    assert shape(talk.turn(page)) == ("click", {"ref": "e3"})


def test_what_an_open_dialog_covers_is_not_meant() -> None:
    page = """
        button "Close" covered
        dialog "News"
         button "Close"
    """
    assert shape(Talk("click Close").turn(page)) == ("click", {"ref": "e3"})


def test_what_is_missing_on_the_first_page_is_reported_at_once() -> None:
    call = Talk("click Checkout").turn(SIGN_IN)
    assert call.name == "abort"
    assert "nothing called “Checkout”" in call.params["reason"]


def test_what_an_act_may_still_bring_is_waited_for_and_then_given_up() -> None:
    talk = Talk("click Sign in, then click Inbox")
    assert talk.turn(SIGN_IN).name == "click"
    assert [talk.turn(SIGN_IN).name for _ in range(3)] == ["wait"] * 3
    assert talk.turn(SIGN_IN).name == "abort"


def test_what_comes_late_is_found() -> None:
    talk = Talk("click Sign in, then click Inbox")
    talk.turn(SIGN_IN)
    assert talk.turn(SIGN_IN).name == "wait"
    assert shape(talk.turn('link "Inbox" -> /inbox')) == ("click", {"ref": "e1"})
    assert talk.turn(": Mail").name == "done"


def test_a_failed_call_ends_the_task_with_its_reason() -> None:
    talk = Talk("click Sign in, then go back")
    talk.turn(SIGN_IN)
    call = talk.turn(SIGN_IN, Failed("covered", "Something lies over e3.", "Close it first."))
    assert call.name == "abort"
    assert "Something lies over e3. Close it first." in call.params["reason"]


def test_a_stale_ref_is_looked_for_once_more() -> None:
    talk = Talk("click Sign in")
    talk.turn(SIGN_IN)
    assert talk.turn(SIGN_IN, Failed("stale_ref", "It is gone.")).name == "click"
    assert talk.turn(SIGN_IN).name == "done"


def test_a_field_that_takes_only_choices_is_chosen_from() -> None:
    talk = Talk("set the country to Germany")
    assert shape(talk.turn('combobox "Country" = "France"')) == ("fill", {"ref": "e1", "value": "Germany"})
    call = talk.turn('combobox "Country" = "France"', Failed("wrong_element", "e1 is a list."))
    assert shape(call) == ("select", {"ref": "e1", "values": ["Germany"]})


def test_a_date_is_written_again_as_the_field_wants_it() -> None:
    talk = Talk("enter 10/20/2017 as the date")
    talk.turn('textbox "Date"')
    call = talk.turn('textbox "Date"', Failed("invalid_value", "Not a date."))
    assert shape(call) == ("fill", {"ref": "e1", "value": "2017-10-20"})


def test_an_option_is_chosen_as_the_list_spells_it() -> None:
    talk = Talk("choose blue from the colour list")
    assert shape(talk.turn('combobox "Colour" = "Red"')) == ("dropdown_options", {"ref": "e1"})
    options = [
        {"value": said(value), "label": said(value), "selected": False, "disabled": False} for value in ("Red", "Blue")
    ]
    call = talk.turn('combobox "Colour" = "Red"', Ok(data={"options": options}))
    assert shape(call) == ("select", {"ref": "e1", "values": ["Blue"]})


def test_one_name_with_an_and_or_two_things() -> None:
    one = 'checkbox "Terms and Conditions" unchecked'
    talk = Talk("tick Terms and Conditions, then press Enter")
    assert shape(talk.turn(one)) == ("check", {"ref": "e1"})
    assert talk.turn(one).name == "send_keys"
    two = """
        checkbox "Red" unchecked
        checkbox "Green" unchecked
    """
    talk = Talk("tick Red and Green, then press Enter")
    assert [talk.turn(two).params.get("ref") for _ in range(2)] == ["e1", "e2"]
    assert talk.turn(two).name == "send_keys"


def test_everything_of_a_kind() -> None:
    talk = Talk("tick all checkboxes")
    before, after = "checkbox unchecked\ncheckbox unchecked", "checkbox checked\ncheckbox unchecked"
    assert shape(talk.turn(before)) == ("check", {"ref": "e1"})
    assert shape(talk.turn(after)) == ("check", {"ref": "e2"})
    assert talk.turn("checkbox checked\ncheckbox checked").name == "done"


def test_an_alert_in_the_way_is_closed_and_a_question_is_not_answered_by_itself() -> None:
    talk = Talk("click Sign in, then click Inbox")
    talk.turn(SIGN_IN)
    assert shape(talk.turn("", dialog="alert")) == ("dialog", {"accept": True})
    talk = Talk("click Sign in, then click Inbox")
    talk.turn(SIGN_IN)
    call = talk.turn("", dialog="confirm")
    assert (call.name, "whether to accept" in call.params["reason"]) == ("abort", True)


def test_ok_in_a_dialog_is_the_dialogs() -> None:
    talk = Talk("click Sign in, then click OK")
    talk.turn(SIGN_IN)
    assert shape(talk.turn("", dialog="confirm")) == ("dialog", {"accept": True})


def test_several_answers_are_all_given_each_from_its_own_page() -> None:
    talk = Talk("how many links are there? Click Sign in. How many links are there now?")
    note = talk.turn('link "A" -> /a\nbutton "Sign in"')
    assert note.name == "note"
    assert talk.turn('link "A" -> /a\nbutton "Sign in"').name == "click"
    done = talk.turn('link "A" -> /a\nlink "B" -> /b')
    assert done.name == "done"
    assert done.params["result"].startswith("**1** link")
    assert "**2** links" in done.params["result"]


def test_a_question_that_the_page_does_not_answer_is_refused_with_what_was_done_before() -> None:
    talk = Talk("click Sign in; what is the capital of France?")
    talk.turn(SIGN_IN)
    assert talk.turn(": Welcome").name == "find_elements" or talk.calls[-1].name == "abort"
    assert talk.calls[-1].params["reason"].startswith("not found on this page:")
    assert "Before that: click “Sign in”" in talk.calls[-1].params["reason"]


def test_a_page_that_was_read_in_part_is_waited_for_and_reported() -> None:
    late = "About 90 nodes were not read in time."
    talk = Talk("how many links are there?")
    assert [talk.turn('link "A" -> /a', left_out=late).name for _ in range(3)] == ["wait"] * 3
    done = talk.turn('link "A" -> /a', left_out=late)
    assert "Only a part of this page" in done.params["result"]


def test_a_tool_that_is_not_offered_is_reported_as_missing() -> None:
    talk = Talk("upload a.txt to Resume", tools=[tool for tool in TOOLS if tool != "upload_file"])
    call = talk.turn('button "Resume"')
    assert (call.name, "upload_file" in call.params["reason"]) == ("abort", True)


def test_without_a_page_it_asks_for_an_address() -> None:
    talk = Talk("click Sign in")
    talk.messages = [Message("system", ["..."]), Message("user", [talk.task], pinned=True)]
    blank = FakeSnapshot([], url=said("about:blank"))
    specs = [ToolSpec(name, "", {}) for name in TOOLS]
    observation = Observation(blank, [], None)  # type: ignore[arg-type]
    reply = asyncio.run(Offline().respond(talk.messages, specs, observation=observation))
    assert "--url" in reply.calls[0].params["reason"]


def test_it_costs_nothing() -> None:
    talk = Talk("go back")
    specs = [ToolSpec("back", "", {})]
    reply = asyncio.run(Offline().respond([Message("user", [talk.task], pinned=True)], specs))
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
