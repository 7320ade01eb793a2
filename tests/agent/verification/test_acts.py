"""What an act of a run is taken for: a search, something that commits, a field that is set."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.agent.verification.acts import MAX_QUOTE_CHARS, Act, Unverified
from handrail.results import Target
from handrail.texts.task_words import mentions
from tests.agent.verification.doings import act, button, field, form, node, outside, page


def test_a_control_is_found_by_its_ref_else_as_the_only_one_of_its_role_and_name() -> None:
    name, mail, send, other = (
        node("textbox", "Name", "e1"),
        node("textbox", "Mail", "e2"),
        node("button", "Name", "e3"),
        node("textbox", "Mail", "e4"),
    )
    seen = page(1, name, mail, send, other)
    assert seen.find("e4") is other
    assert seen.find("e4", name) is other
    assert seen.find("e9") is None
    assert seen.find("e9", node("textbox", "Name")) is name
    assert seen.find("e9", node("button", "Name")) is send
    assert seen.find("e9", mail) is None
    assert seen.find("e9", node("textbox", "Phone")) is None


@pytest.mark.parametrize(
    ("ref", "what"), [("e12", "click e12"), ("12", "click"), ("e1 now", "click"), (12, "click"), (None, "click")]
)
def test_an_act_is_called_by_its_tool_and_a_valid_ref_alone(ref: Any, what: str) -> None:
    assert act(1, "click", ref=ref).what == what


@pytest.mark.parametrize(
    ("target", "name"),
    [
        (None, ""),
        *((Target("x", outside("Go on"), kind, form()), "Go on") for kind in ("submit", "button", "other", "link")),
        (field(of=form()), "Send"),
        (field(of=form(submitter=None)), ""),
        (field(), ""),
    ],
)
def test_what_is_pressed_is_the_element_or_the_button_of_its_form(target: Target | None, name: str) -> None:
    assert act(1, "click", target).pressed_name == name


@pytest.mark.parametrize(
    ("target", "searches"),
    [
        (None, False),
        (field("Everything", role="searchbox"), True),
        (field("Everything", form("get"), role="searchbox"), True),
        (field("Everything", form("post"), role="searchbox"), False),
        (field("Words", form("get", "Search")), True),
        (field("Search our shop"), True),
        (field("Words", form("get", "Send")), False),
        (button("Find"), True),
    ],
)
def test_an_act_searches_by_role_or_name_and_never_by_post(target: Target | None, searches: bool) -> None:
    assert act(1, "fill", target).searches is searches


@pytest.mark.parametrize(
    ("one", "commits"),
    [
        (act(1, "click"), False),
        (act(1, "click", button("Weiter")), True),
        (act(1, "click", button("Weiter", "button")), False),
        (act(1, "click", button("Save", "button")), True),
        (act(1, "click", button("Save", "link")), False),
        (act(1, "click", button("Search", "submit", form("get"))), False),
        (act(1, "dialog", button("Delete", "button"), asked="confirm"), True),
        (act(1, "dialog", button("Delete", "button"), asked="alert"), False),
        (act(1, "click", button("More", "button"), data={"submitted": True}), False),
        (act(1, "fill", field(of=form()), data={"submitted": True}), True),
        (act(1, "fill", field(of=form())), False),
        (act(1, "enter", field(of=form())), True),
        (act(1, "enter", field()), False),
        (act(1, "press_keys", field(of=form()), keys="Control+Enter"), True),
        (act(1, "press_keys", field(of=form()), keys="Tab"), False),
        (act(1, "press_keys", field(), keys="Enter"), False),
    ],
)
def test_an_act_commits_where_it_sends_a_form_or_presses_what_is_meant_to_change_something(
    one: Act, commits: bool
) -> None:
    assert one.commits is commits


@pytest.mark.parametrize(
    ("followed", "opened"),
    [
        ({}, False),
        ({"navigated_to": "https://a.example"}, True),
        ({"opened_tabs": ["t2"]}, True),
        ({"downloads": [{}]}, True),
        ({"dialog": {"kind": "alert"}}, True),
        ({"dialog": None, "sent": [{}], "not_settled": True}, False),
    ],
)
def test_what_an_act_opened_is_a_page_a_tab_a_file_or_a_dialog(followed: dict[str, Any], opened: bool) -> None:
    assert act(1, "click", followed=followed).opened_something is opened


@pytest.mark.parametrize(
    ("one", "wanted"),
    [
        (act(1, "fill", ref="e1", value=7), [("e1", ["7"])]),
        (act(1, "fill", ref="e1", value="x", ok=False), []),
        (
            act(1, "fill_form", fields=[{"ref": "e1", "value": "a"}, "e2", {"ref": "e3", "value": "b"}]),
            [("e1", ["a"]), ("e3", ["b"])],
        ),
        (act(1, "fill_form", fields=None), []),
        (act(1, "select", ref="e1", data={"chosen": [outside("Blue"), outside("Red")]}), [("e1", ["Blue", "Red"])]),
        (act(1, "select", ref="e1"), [("e1", [])]),
        (act(1, "check", ref="e1"), [("e1", ["checked"])]),
        (act(1, "uncheck", ref="e1"), [("e1", ["unchecked"])]),
        (act(1, "upload_file", ref="e1"), [("e1", [])]),
        (act(1, "click", ref="e1"), []),
    ],
)
def test_an_act_tells_which_fields_it_set_and_to_what(one: Act, wanted: list[tuple[str, list[str]]]) -> None:
    assert [(ref, list(map(str, values))) for ref, values in one.wanted_values] == wanted


def test_a_doubt_is_one_sentence_from_outside_with_the_page_s_words_cut() -> None:
    bare = Unverified(3, "click e5", "nothing changed").reason
    assert (bare.raw, bare.origin, bare.label) == (
        "Step 3, click e5: nothing changed. Look at what the page says, and do it again only if it was not taken.",
        "run",
        "validator-feedback",
    )
    assert Unverified(3, "fill", "it complains", "Look.", "No!").reason.raw == "Step 3, fill: it complains (No!). Look."
    long = Unverified(3, "fill", "it complains", quote="a" * 900).reason.raw
    assert f"({'a' * MAX_QUOTE_CHARS})" in long
    assert MAX_QUOTE_CHARS == 300


@pytest.mark.parametrize(
    ("kind", "text", "holds"),
    [
        ("commit", "Buy now", True),
        ("commit", "SPEICHERN", True),
        ("commit", "More", False),
        ("fault", "Your card was not accepted", True),
        ("fault", "Sent without errors", False),
        ("fault", "Versand fehlgeschlagen", True),
        ("counters", "/api/collect", True),
        ("counters", "/api/collections", False),
    ],
)
def test_words_of_a_kind_are_found_in_any_case_and_over_the_ends_of_lines(kind: str, text: str, holds: bool) -> None:
    assert mentions(kind, text) is holds


@pytest.mark.parametrize(
    "role",
    ["textbox", "searchbox", "combobox", "spinbutton", "listbox", "slider", "checkbox", "radio", "switch"],
)
def test_a_line_of_a_field_is_none_that_the_page_says(role: str) -> None:
    said = page(1, new=[f'{role} "Name" [e1]', f"{role}: x", 'heading "Thanks"', f"text: {role}"])
    assert said.new_texts == ['heading "Thanks"', f"text: {role}"]
