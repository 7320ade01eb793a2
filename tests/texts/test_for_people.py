"""What a person is told in place of what a model was."""

import time

import pytest

from handrail.texts.for_people import (
    check_in_words,
    elements_of_data,
    elements_of_outline,
    error_in_words,
    hint_in_words,
    in_words,
    reason_in_words,
)

SAVE = {"e12": "button “Save”"}


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ("The element e12 is gone.", "The button “Save” is gone."),
        ("The element e7 is gone with its tab t2.", "The element is gone with its tab t2."),
        ("There is no element e999.", "There is no such element."),
        ("e12 is covered by another element.", "The button “Save” is covered by another element."),
        ("The option of e12 is disabled.", "The option of the button “Save” is disabled."),
        ("e7 was pressed. e12 stands in it.", "The element was pressed. The button “Save” stands in it."),
        ("A dialog opened after 3 of 4 keys.", "A dialog opened after 3 of 4 keys."),
        ("There is no secret e12x or “e12”.", "There is no secret e12x or “e12”."),
    ],
)
def test_elements_are_called_by_their_names(told: str, words: str) -> None:
    assert in_words(told, SAVE) == words


def test_what_only_a_model_can_mend_is_told_without_its_words() -> None:
    told = error_in_words("select: there is no parameter 'value'.", "invalid_params", {})
    assert told == "The model asked for this in a way that cannot be carried out."
    assert error_in_words("Not approved: send “e12”?", "not_permitted", SAVE) == "Not approved: send “e12”?"


def test_of_a_check_only_the_element_is_named_and_the_words_of_the_page_stay() -> None:
    told = reason_in_words("Step 3, click e12: the page says so (1. e4 e12)", SAVE)
    assert told == "Step 3, click the button “Save”: the page says so (1. e4 e12)"
    assert reason_in_words("The total e12 is missing.", SAVE) == "The total e12 is missing."


def test_of_a_check_what_a_model_is_to_do_about_it_is_left_out() -> None:
    advice = "Say in `missing` what is not done, or `abort` with `not_permitted`."
    reasons = [f"Step 6, click e12: it was not sent. {advice}", "The page says so (run `make`)."]
    told, missing = check_in_words(reasons, [advice, "Look at it.", "The page says so (run `make`)."], SAVE, by="rules")
    assert told == ["Step 6, click the button “Save”: it was not sent.", "The page says so (run `make`)."]
    assert missing == ["Look at it."]


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (
            "Step 2, click e12: the page that followed complains (Email: required). "
            "Look at what the page says, and do it again only if it was not taken.",
            "Step 2, click the button “Save”: the page complains (Email: required). "
            "Look at the page before you try it again.",
        ),
        (
            "Step 1, click e12: the page that it leads to did not come. Wait for it, or go another way.",
            "Step 1, click the button “Save”: no page came of it in time, so nobody knows whether it worked. "
            "Look at the site before you try it again.",
        ),
        ("Step 1, goto: it failed. Look again, or try another way.", "Step 1, goto: it failed."),
        (
            "Step 4, fill e12: it was never sent. Send it, if the task asks for more than filling it in.",
            "Step 4, fill the button “Save”: it was never sent. To have it sent, name its button in the task.",
        ),
        (
            "Step 4, click e12: no answer came. Look once where it would show. If nothing there says that it was "
            "taken, call `done` with `unconfirmed`.",
            "Step 4, click the button “Save”: no answer came. Look where it would show before you try it again.",
        ),
    ],
)
def test_of_a_check_a_person_is_told_what_happened_and_what_they_can_do(told: str, words: str) -> None:
    assert reason_in_words(told, SAVE) == words


def test_the_reasons_of_a_judge_stay_whole_since_it_writes_of_the_page() -> None:
    said = ["It says 8. The page says `missing` is 100."]
    assert check_in_words(said, ["Set `max` in e12."], SAVE, by="model") == (said, ["Set `max` in e12."])


def test_words_of_a_caller_in_quotes_are_no_ref() -> None:
    assert in_words("There is no key called 'Tab e12'.", SAVE) == "There is no key called 'Tab e12'."


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        ("Take a snapshot and use a ref from it.", ""),
        ("Open what holds it (a menu, a tab), or take a snapshot.", "Open what holds it (a menu, a tab)."),
        ("Take a snapshot; the page may ask for something else first.", "The page may ask for something else first."),
        ("Use `click`, or take a snapshot.", ""),
        ("It is busy. Answer it with `dialog` first.", "It is busy."),
        ("Scroll to e12 first.", "Scroll to the button “Save” first."),
        ("Wait a moment, then look at it.", "Wait a moment, then look at it."),
    ],
)
def test_of_a_hint_stays_what_a_person_can_follow(hint: str, words: str) -> None:
    assert hint_in_words(hint, SAVE) == words


def test_elements_are_read_from_outlines_and_a_page_cannot_name_another_so() -> None:
    outline = r"""
    button "Add \"it\" [e5]" [e15]
     : link "Delete" [e9]
    + link "Basket" [e7] -> /basket, textbox [e8] = "link "
    navigation [e3]
    """
    assert dict(elements_of_outline(outline)) == {
        "e15": 'button “Add "it" [e5]”',
        "e7": "link “Basket”",
        "e8": "textbox",
        "e3": "navigation",
    }
    listed = {"elements": [{"ref": "e4", "role": "link", "name": "Docs\x1b[31m"}, {"ref": 7}, "x"]}
    assert dict(elements_of_data(listed)) == {"e4": "link “Docs[31m”"}
    assert list(elements_of_data({"elements": 3})) == []


@pytest.mark.parametrize("text", ["x" * 1_000_000, '"' * 100_000, '\\"' * 20_000, 'a "' * 50_000, "[e1] " * 100_000])
def test_no_outline_takes_long_to_read(text: str) -> None:
    before = time.process_time()
    list(elements_of_outline(text))
    assert time.process_time() - before < 5
