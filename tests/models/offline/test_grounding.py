"""Grounding: which node is meant, by name, kind and place; and when it cannot be told."""

from __future__ import annotations

import subprocess
import sys

import pytest

from handrail.models.offline.grammar.phrases import Phrase
from handrail.models.offline.outline import OutlineTree
from handrail.models.offline.page.grounding import (
    CLICK,
    FILL,
    LINK,
    TICK,
    Purpose,
    Wanted,
    actable_ref,
    ground,
    likeness,
)
from handrail.models.offline.page.readings import readings
from tests.models.offline.fakes import outline


def found(page: OutlineTree, words: str, purpose: Purpose = CLICK) -> list[str | None]:
    """The refs that words mean, in order; one where it is clear."""
    grounded = ground(page, readings(Phrase.of(words)), purpose)
    return [actable_ref(page, match.place) for match in grounded.matches]


SIGN_IN = outline("""
    navigation "Main"
     link "Home" -> /
     link "Sign up" -> /join
    heading "Welcome back" level=1
    textbox "E-mail address"
    textbox "Password"
    checkbox "Keep me signed in" unchecked
    button "Log in"
    link "Forgot your password?" -> /forgot
    button "Search"
    searchbox "Search the shop"
""")


@pytest.mark.parametrize(
    ("words", "purpose", "ref"),
    [
        ("Log in", CLICK, "e8"),
        ("log in", CLICK, "e8"),
        ("the Login button", CLICK, "e8"),
        ("Sign in", CLICK, "e8"),
        ("Logn in", CLICK, "e8"),
        ("register", CLICK, "e3"),
        ("homepage link", CLICK, None),
        ("Home", CLICK, "e2"),
        ("email", FILL, "e5"),
        ("the e-mail field", FILL, "e5"),
        ("passwords", FILL, "e6"),
        ("forgot password", CLICK, "e9"),
        ("the search field", FILL, "e11"),
        ("the search button", CLICK, "e10"),
        ("Keep me signed in", TICK, "e7"),
        ("the checkbox", TICK, "e7"),
        ("forgot your password", LINK, "e9"),
    ],
)
def test_finds_what_is_meant(words: str, purpose: Purpose, ref: str | None) -> None:
    assert found(SIGN_IN, words, purpose) == ([ref] if ref else [])


def test_a_purpose_leaves_out_what_cannot_take_it() -> None:
    assert found(SIGN_IN, "Password", FILL) == ["e6"]
    assert found(SIGN_IN, "Log in", FILL) == []


def test_two_alike_are_both_told() -> None:
    page = outline("""
        heading "Shoes" level=2
        button "Delete"
        heading "Hats" level=2
        button "Delete"
    """)
    assert found(page, "Delete") == ["e2", "e4"]
    assert found(page, "the Delete button under Hats") == ["e4"]
    assert found(page, "the second Delete") == ["e4"]
    assert found(page, "the last Delete button") == ["e4"]


def test_links_to_one_address_are_one() -> None:
    page = outline("""
        link "Docs" -> /docs
        contentinfo
         link "Docs" -> /docs
    """)
    assert found(page, "Docs") == ["e1"]


def test_a_row_tells_its_buttons_apart() -> None:
    page = outline("""
        table
         row
          columnheader "Name"
          columnheader "What to do"
         row
          cell "Alice Smith"
          cell
           button "Edit"
           button "Delete"
         row
          cell "Bob Jones"
          cell
           button "Edit"
           button "Delete"
    """)
    assert found(page, "Delete in the row of Bob Jones") == ["e14"]
    assert found(page, "the Edit button next to Alice Smith") == ["e8"]
    assert found(page, 'the "Edit" button in the row "Bob Jones"') == ["e13"]


def test_boxes_without_a_trace_are_distinguished_by_what_stands_before() -> None:
    page = outline("""
        : Field Mug
        button "Add to basket"
        : Day Pack
        button "Add to basket"
    """)
    assert found(page, "Add to basket next to Day Pack") == ["e4"]


def test_landmarks_are_places() -> None:
    page = outline("""
        navigation "Main"
         link "Stores" -> /a
        contentinfo
         link "Stores" -> /b
    """)
    assert found(page, "Stores in the footer") == ["e4"]
    assert found(page, "the Stores link in the navigation") == ["e2"]


def test_a_name_that_holds_a_preposition_or_a_number_is_read_whole_first() -> None:
    page = outline("""
        textbox "First name"
        textbox "Last name"
        button "Terms of Service"
        button "Terms"
    """)
    assert found(page, "First name", FILL) == ["e1"]
    assert found(page, "the last name field", FILL) == ["e2"]
    assert found(page, "Terms of Service") == ["e3"]


def test_quoted_words_are_a_name_and_nothing_else() -> None:
    page = outline("""
        button "second link"
        link "First" -> /1
        link "Second" -> /2
    """)
    assert found(page, '"second link"') == ["e1"]
    assert found(page, "the second link") == ["e1"]


def test_kind_and_number_alone() -> None:
    page = outline("""
        textbox
        textbox
        textbox
    """)
    assert found(page, "the 2nd text field", FILL) == ["e2"]
    assert found(page, "the text field", FILL) == ["e1", "e2", "e3"]


def test_a_field_without_a_name_is_called_after_the_text_before_it() -> None:
    page = outline("""
        : Street:
        textbox
        : City:
        textbox
    """)
    assert found(page, "City", FILL) == ["e4"]


def test_a_box_without_a_name_is_called_after_the_text_behind_it() -> None:
    page = outline("""
        checkbox unchecked
        : Red
        checkbox unchecked
        : Green
    """)
    assert found(page, "Green", TICK) == ["e3"]


def test_signs_tell_names_apart() -> None:
    page = outline("""
        button "C"
        button "C#"
        button "C++"
    """)
    assert [found(page, words) for words in ("C", "C#", "C++")] == [["e1"], ["e2"], ["e3"]]


def test_numbers_are_not_misspelt() -> None:
    assert likeness("Chapter 12", "Chapter 13") < 70 < likeness("Chaptr twelve", "Chapter twelve")


def test_a_partial_name_never_stands_for_more_than_was_named() -> None:
    page = outline('button "Save"')
    assert found(page, "Save the draft for tomorrow and publish it") == []


def test_what_is_not_there_comes_with_the_nearest_names() -> None:
    grounded = ground(SIGN_IN, [Wanted("Lock in place")], CLICK)
    assert grounded.matches == ()
    assert [SIGN_IN.label(place) for place in grounded.nearest][:1] == ["Log in"]


def test_a_text_inside_a_big_box_is_not_the_box() -> None:
    page = outline("""
        dialog "Welcome"
         heading "Next topic" level=2
         : Some words
    """)
    assert found(page, "Next topic") == []


def test_grounding_imports_neither_browser_nor_conversation() -> None:
    # In a process of its own: this one has imported everything already.
    code = (
        "import sys, handrail.models.offline.page.grounding as g;"
        "sys.exit(any(name.startswith(('handrail.browser', 'playwright')) for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
