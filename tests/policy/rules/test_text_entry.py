"""Text, keys and searches: what a model may put where, by fact."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import unquote

import pytest

from handrail.browser.types.keys import ENTER_KEYS, PRESSING_KEYS, enters, presses
from handrail.policy import Allow, Ask, DialogFacts, Facts, TextFacts, decide
from handrail.policy.rules.keys import QUIET_KEYS, keys_that_move
from handrail.policy.rules.text_entry import (
    LOOKING,
    OPERATIONAL_ROLES,
    OPERATIONAL_TYPES,
    changes_where_allowed,
    is_operational,
    reads_only,
    takes_text,
    words_in_fields,
)
from tests.policy.judged import EVIL, FIELD, FILL, SHOP, element, facts, form, outside, request, text

CLICK = request()
THERE: dict[str, Any] = {"origin": EVIL}
GET = form("get", f"{EVIL}/find")


def test_the_lists_of_fields_and_keys_are_these() -> None:
    assert {
        "search", "number", "date", "month", "week", "time", "datetime-local", "range", "color",
    } == OPERATIONAL_TYPES  # fmt: skip
    assert {"searchbox", "spinbutton", "slider"} == OPERATIONAL_ROLES
    assert {"hover", "focus", "scroll", "secret"} == LOOKING
    assert {
        "Escape", "Tab", "Shift+Tab", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "PageUp", "PageDown", "Home",
        "End", "Control+a", "Meta+a", "ControlOrMeta+a", "Shift", "Control", "Alt", "Meta",
    } == {key for key in QUIET_KEYS if "+Arrow" not in key and not key.endswith(("+Home", "+End"))}  # fmt: skip
    assert {"Shift+ArrowLeft", "Control+Shift+End", "ControlOrMeta+Home", "Control+ArrowRight"} <= QUIET_KEYS
    # It goes back to the page before.
    assert "Alt+ArrowLeft" not in QUIET_KEYS
    assert {"Enter", "NumpadEnter"} == ENTER_KEYS
    assert {"Enter", "NumpadEnter", "Space"} == PRESSING_KEYS


@pytest.mark.parametrize(
    ("key", "enter", "press"),
    [
        ("Enter", True, True),
        ("NumpadEnter", True, True),
        ("Control+Enter", True, True),
        ("Control+Shift+Enter", True, True),
        ("Space", False, True),
        ("Shift+Space", False, True),
        ("a", False, False),
        ("Enter+a", False, False),
    ],
)
def test_enter_and_space_press_whatever_is_held_down_with_them(key: str, enter: bool, press: bool) -> None:
    assert (enters(key), presses(key)) == (enter, press)


@pytest.mark.parametrize(
    ("name", "searches"),
    [
        *((name, True) for name in (
            "search", "Search shop", "Site search", "Textsuche", "Suche", "Find", "Filter", "Suchen", "Suchbegriff",
            "Recherche", "Rechercher", "Chercher", "Buscar", "Búsqueda", "Busca", "Pesquisar", "Procurar", "Cerca",
            "Ricerca", "Zoek", "Zoeken", "» Find", "🔍 Filter by name",
        )),
        *((name, False) for name in (
            "Research", "Searches", "Suchergebnis", "Findings", "How did you find us?", "Comment", "Filtered", "",
        )),
    ],
)  # fmt: skip
def test_a_field_of_a_script_searches_where_it_is_called_so(name: str, searches: bool) -> None:
    field = element("text", name, tag="input", form=replace(form("get", f"{SHOP}/"), scripted=True))
    assert is_operational(field) is searches
    assert not is_operational(replace(field, tag="textarea"))
    assert not is_operational(replace(field, sensitive=True))


@pytest.mark.parametrize(
    ("more", "operational"),
    [
        ({"input_type": "date"}, True),
        ({"role": "slider"}, True),
        ({"input_type": "date", "sensitive": True}, False),
        ({}, False),
        ({"form": form("get")}, True),
        ({"form": form("post")}, False),
        ({"form": form("get", f"{EVIL}/x")}, False),
        ({"form": form("get"), "kind": "editable"}, False),
    ],
)
def test_a_field_is_operational_by_type_role_or_a_form_that_asks_its_own_origin(
    more: dict[str, Any], operational: bool
) -> None:
    kind = more.pop("kind", "text")
    assert is_operational(element(kind, "Words", **more)) is operational


OWN, USERS_DATA, MADE_UP = (
    TextFacts(("kettle",), own=True, in_user_text=True),
    TextFacts(("5550199",), own=True),
    TextFacts(("x",), own=False),
)
SEARCH = element("text", "Search", input_type="search", **THERE)
KEYS = request("send_keys", "keys")


@pytest.mark.parametrize(
    ("call", "found", "free"),
    [
        # Clicks and choices that send nothing, or ask the page's own origin.
        (CLICK, facts(element("button", **THERE)), True),
        (CLICK, facts(element("button", form=form("post", f"{EVIL}/x"), **THERE)), True),
        (CLICK, facts(element("submit", form=form("post", f"{EVIL}/x"), **THERE)), False),
        (CLICK, facts(element("submit", form=GET, **THERE)), True),
        (CLICK, facts(element("submit", form=form("get"), **THERE)), False),
        (CLICK, facts(element("button", form=form("post", f"{EVIL}/x"), **THERE), submits=True), False),
        (CLICK, facts(element("file", **THERE)), False),
        (CLICK, Facts(EVIL, "n1"), False),
        (request("press"), facts(element("button", **THERE)), True),
        (request("check"), facts(element("checkbox", **THERE)), True),
        (request("select"), facts(element("select", **THERE), chosen=("a",)), True),
        (request("select"), facts(element("select", **THERE), chosen=("a", "b")), False),
        (request("drag"), facts(element("button", **THERE)), False),
        (request("upload_file", "upload"), facts(element("button", **THERE)), False),
        # Looking is no change, whatever is looked at.
        *((request(name), facts(element("file", **THERE)), True) for name in ("hover", "focus", "scroll", "secret")),
        (request("click", effect="navigate"), facts(element("file", **THERE)), True),
        (CLICK, facts(element("file", **THERE), dialog=DialogFacts("alert", accepts=True)), True),
        (CLICK, facts(element("file")), True),
        # Searches in the user's own words.
        (FILL, facts(SEARCH, text=OWN), True),
        (FILL, facts(SEARCH, text=USERS_DATA), False),
        (FILL, facts(SEARCH, text=MADE_UP), False),
        (FILL, facts(SEARCH, text=text("")), True),
        (FILL, facts(SEARCH), False),
        (FILL, facts(element("text", **THERE), text=OWN), False),
        (FILL, facts(element("text", form=GET, **THERE), text=OWN), True),
        (FILL, facts(element("text", form=replace(GET, scripted=True), **THERE), text=OWN), True),
        (FILL, facts(element("text", form=GET, sensitive=True, **THERE), text=OWN), False),
        (FILL, facts(replace(SEARCH, form=GET), text=OWN, submits=True), True),
        (FILL, facts(replace(SEARCH, form=form("post", f"{EVIL}/x")), text=OWN, submits=True), False),
        (FILL, facts(replace(SEARCH, form=form("post", f"{EVIL}/x")), text=OWN), True),
        # Keys that only move; Enter where a form asks the page's own origin.
        (KEYS, Facts(EVIL, "n1", keys=("ArrowDown", "ArrowDown", "Tab")), True),
        (KEYS, Facts(EVIL, "n1", keys=("ArrowDown", "ArrowUp", "Tab")), False),
        (KEYS, Facts(EVIL, "n1", keys=("Enter",)), False),
        (KEYS, facts(SEARCH, keys=("Enter",)), True),
        (KEYS, facts(replace(SEARCH, form=GET), keys=("Enter",)), True),
        (KEYS, facts(replace(SEARCH, form=form("post", f"{EVIL}/x")), keys=("Enter",)), False),
        (KEYS, facts(replace(SEARCH, form=form("post", f"{EVIL}/x")), keys=("x",)), True),
        (KEYS, facts(replace(SEARCH, form=form("post", f"{EVIL}/x")), keys=("ArrowDown", "Enter")), False),
    ],
)  # fmt: skip
def test_on_an_origin_that_is_only_read_what_looks_is_free(call, found: Facts, free: bool) -> None:
    assert (changes_where_allowed(call, found) is None) is free


@pytest.mark.parametrize(
    ("call", "found", "told"),
    [
        (
            KEYS,
            facts(element("other", "List", **THERE), keys=("ArrowDown", "ArrowUp", "Tab")),
            "“ArrowDown ArrowUp Tab”",
        ),
        (FILL, facts(element("text", "Comment", **THERE), text=text("made up")), "“made up” → “Comment”"),
        (FILL, facts(element("text", "Card", sensitive=True, **THERE), text=text("4111")), "•••••••• → “Card”"),
        (request("select"), facts(element("select", "Size", **THERE), chosen=("S", "M")), "“S / M” → “Size”"),
        (FILL, Facts(EVIL, "n1", text=text("made up")), "“made up” → the page"),
    ],
)
def test_a_question_about_a_change_elsewhere_says_what_goes_where_and_hides_what_a_secret_field_gets(
    call, found: Facts, told: str
) -> None:
    asked = changes_where_allowed(call, found)
    assert isinstance(asked, Ask)
    assert asked.question.endswith(f": {told}.")


def test_a_change_elsewhere_is_asked_for_its_origin_where_it_has_one() -> None:
    asked = changes_where_allowed(CLICK, facts(element("file", **THERE)))
    assert asked == Ask(
        "changes_where_allowed",
        f"The model wants to change something on {EVIL}, where you have not allowed changes: “It”.",
        f"--allow-origin {EVIL}",
        origins=(EVIL,),
    )
    for origin in ("null", ""):
        nowhere = changes_where_allowed(CLICK, facts(element("file", origin=origin)))
        assert isinstance(nowhere, Ask)
        assert nowhere.origins == ()
        assert "a page without an origin of its own" in nowhere.question


@pytest.mark.parametrize(
    ("call", "found", "reads"),
    [
        (CLICK, facts(element("button", **THERE)), True),
        (CLICK, facts(element("button")), False),
        (replace(CLICK, caller="user"), facts(element("button", **THERE)), False),
        (replace(CLICK, effect="navigate"), facts(element("button", **THERE)), False),
        (CLICK, facts(element("button", **THERE), dialog=DialogFacts("alert", accepts=True)), False),
        (request(unsafe=True), facts(element("button", **THERE)), False),
    ],
)
def test_what_comes_of_a_model_s_act_elsewhere_can_only_read(call, found: Facts, reads: bool) -> None:
    assert reads_only(call, found) is reads


def test_text_is_judged_when_it_is_sent_and_at_once_where_nothing_could_hold_it() -> None:
    made_up = TextFacts(("made", "up"), own=False)
    assert words_in_fields(FILL, facts(FIELD, text=made_up)) is None
    asked = words_in_fields(FILL, facts(FIELD, text=made_up, websockets=("chat.example",)))
    assert isinstance(asked, Ask)
    assert asked.question == (
        "The model wants to write “made up”, which are not your words, into the field “Comment” on https://shop.example."
    )
    assert asked.remedy == f"--grant write@{SHOP}"
    no_words = words_in_fields(FILL, facts(FIELD, text=made_up, websockets=("chat.example",), wordless=True))
    assert isinstance(no_words, Ask)
    assert no_words.question == "The model wants to write “made up” into the field “Comment” on https://shop.example."
    prompt = words_in_fields(FILL, facts(text=MADE_UP))
    assert isinstance(prompt, Ask)
    assert "into the page on" in prompt.question
    long = words_in_fields(
        FILL, facts(element("text", "n" * 290), text=TextFacts(("t" * 300,), own=False), websockets=("chat.example",))
    )
    assert isinstance(long, Ask)
    assert f"“{'t' * 300}”" in long.question
    assert f"“{'n' * 133}…{'n' * 66}”" in long.question
    card = element("text", "Card", sensitive=True)
    hidden = words_in_fields(FILL, facts(card, text=made_up))
    assert isinstance(hidden, Ask)
    assert hidden.question.startswith(
        "The model wants to write ••••••••, which are not your words, into the field “Card”"
    )
    assert "made" not in hidden.question
    assert words_in_fields(request("fill", grants=[f"write@{SHOP}"]), facts(card, text=MADE_UP)) is None
    assert words_in_fields(FILL, facts(card)) is None


@pytest.mark.parametrize(
    ("field", "called"),
    [
        (element("text", "Comment"), "the field “Comment” on"),
        (element("text", " ", near=outside("Your reply")), "the field near “Your reply” on"),
        (element("text", "", form=form(submitter="Sign in")), "a field of the form with “Sign in” on"),
        (element("text", "", form=form(submitter=None)), "a field without a name on"),
        (element("text", ""), "a field without a name on"),
    ],
)
def test_a_field_without_a_name_is_called_by_its_place(field, called) -> None:
    asked = words_in_fields(FILL, facts(field, text=MADE_UP, websockets=("chat.example",)))
    assert isinstance(asked, Ask)
    assert called in asked.question


@pytest.mark.parametrize(
    ("keys", "on", "free"),
    [
        ((), None, True),
        (("Escape", "Tab"), None, True),
        (("Enter",), None, False),
        (("Enter",), FIELD, True),
        (("Space",), FIELD, True),
        (("ArrowDown", "Enter"), FIELD, True),
        (("Tab", "Enter"), FIELD, False),
        (("Shift+Tab", "Space"), FIELD, False),
        (("a", "Enter"), FIELD, False),
        (("Enter", "Enter"), FIELD, False),
        (("Control+Enter",), FIELD, False),
        (("a",), FIELD, False),
    ],
)
def test_keys_that_move_and_a_press_of_what_is_judged_are_free(keys: tuple[str, ...], on, free: bool) -> None:
    found = facts(on, keys=keys)
    asked = keys_that_move(KEYS, found)
    assert (asked is None) is free
    if asked is not None:
        assert isinstance(asked, Ask)
        assert asked.question == f"The model wants to press {' '.join(keys)} on {SHOP}."
        assert asked.remedy == f"--grant press@{SHOP}"
    assert keys_that_move(request("send_keys", grants=[f"press@{SHOP}"]), found) is None
    assert keys_that_move(KEYS, replace(found, dialog=DialogFacts("alert", accepts=True))) is None


def test_a_long_row_of_keys_stands_in_the_question() -> None:
    asked = keys_that_move(KEYS, facts(None, keys=("x", "y") * 200))
    assert isinstance(asked, Ask)
    assert f"press {'x y ' * 199}x y on" in asked.question


def test_a_question_counts_a_key_that_is_pressed_again_and_again() -> None:
    asked = keys_that_move(KEYS, facts(None, keys=("Control+End", *("Shift+ArrowLeft",) * 20, "Control+b")))
    assert isinstance(asked, Ask)
    assert "press Control+End Shift+ArrowLeft (×20) Control+b on" in asked.question


def test_a_text_that_is_typed_where_none_may_stand_is_read_as_one_in_the_question() -> None:
    typed = facts(element("button", "Editor"), text=text("It is"), keys=("I", "t", "Space", "i", "s"))
    asked = keys_that_move(FILL, typed)
    assert isinstance(asked, Ask)
    assert asked.question == f"The model wants to press “It is” on {SHOP}."


def test_on_the_page_of_a_frame_its_own_origin_counts() -> None:
    framed = Facts(SHOP, "n1", element("text", "Comment", **THERE), text=MADE_UP)
    assert isinstance(decide(FILL, framed), Ask)
    assert isinstance(decide(FILL, replace(framed, element=FIELD, text=OWN)), Allow)


def test_a_question_about_a_press_shows_the_rows_that_were_chosen_before_it():
    asked = decide(request(), facts(element("button", "Delete"), chose_before=("Mallory",)))
    assert isinstance(asked, Ask)
    assert "Earlier on this site it wrote, chose or pressed “Mallory”." in asked.question


def test_what_was_filled_in_before_is_told_once():
    before = facts(element("button", "Delete"), entered_before=("Mallory",), chose_before=("Mallory", "Uruguay"))
    asked = decide(request(), before)
    assert isinstance(asked, Ask)
    assert asked.question.splitlines()[1:] == [
        "Earlier on this site the model filled in or chose “Mallory”.",
        "Earlier on this site it wrote, chose or pressed “Uruguay”.",
    ]


def test_what_only_a_failed_call_chose_is_told_as_tried():
    texts = {"unsent": ("Uruguay", "Mallory"), "earlier": ("Uruguay", "Mallory"), "tried": {"Uruguay"}}
    asked = decide(request(), facts(element("button", "Delete"), **texts))
    assert isinstance(asked, Ask)
    assert asked.question.splitlines()[1:] == [
        "Earlier on this site it tried to write or choose “Uruguay”.",
        "Earlier on this site it wrote, chose or pressed “Mallory”.",
    ]


def test_what_an_address_of_the_site_said_is_told_by_its_path_in_letters():
    other = f"{SHOP}.evil.test/Soup%20of%20the%20day"
    for address, told in ((f"{SHOP}/notes#Soup%20of%20the%20day", "/notes#Soup of the day"), (other, unquote(other))):
        before = {"picked": ("Soup of the day",), "earlier": ("Soup of the day",), "filled_by": (address,)}
        asked = decide(request(), facts(element("button", "Delete"), unsent=("Soup of the day",), **before))
        assert isinstance(asked, Ask)
        assert f"Earlier on this site it opened “{told}”." in asked.question


@pytest.mark.parametrize(
    ("kind", "input_type", "takes"),
    [
        ("editable", "", True),
        ("text", "", True),
        ("text", "text", True),
        ("text", "search", True),
        ("text", "number", True),
        ("text", "date", False),
        ("text", "color", False),
        ("button", "", False),
        ("select", "", False),
    ],
)
def test_a_field_takes_any_text_unless_its_type_has_values_of_its_own(kind: str, input_type: str, takes: bool) -> None:
    assert takes_text(element(kind, input_type=input_type)) is takes
