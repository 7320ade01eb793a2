"""Every entry of the tables that decide on their own, beside a copy that was written apart from the code."""

import pytest

from handrail.policy import Ask, Grant, Provenance
from handrail.policy.origins import same_places
from handrail.policy.permissions import EVERY_TIME, MEANINGS, SITE_VERBS, VERBS, WHOLE_ACTS, Refusal
from tests.policy.judged import SHOP, element, facts

ACTS = {
    # verb: what a question calls it, asked every time, "never" stops it also unasked, part of a yes to a site
    "open": ("open any address of https://shop.example", False, False, True),
    "write": ("write any text on https://shop.example", False, False, True),
    "press": ("press any keys on https://shop.example", False, False, True),
    "submit": ("send any form or request, with texts of its own, on https://shop.example", False, False, True),
    "send": ("press what sends or publishes on https://shop.example", False, True, True),
    "access": ("change who has access on https://shop.example", False, True, False),
    "upload": ("upload any file of the allowed folders to https://shop.example", False, True, False),
    "download": ("download any file from https://shop.example", False, True, False),
    "follow": ("follow links of https://shop.example to any site", False, False, False),
    "dialog": ("answer OK to any dialog of https://shop.example", False, True, False),
    "pay": ("pay on https://shop.example", True, True, False),
    "delete": ("delete on https://shop.example", True, True, False),
}


def test_the_kinds_of_acts_are_those_of_the_table():
    assert set(VERBS) == set(MEANINGS) == set(ACTS)


@pytest.mark.parametrize(("verb", "row"), ACTS.items(), ids=ACTS)
def test_a_kind_of_act_is_called_and_asked_as_the_table_says(verb, row):
    meaning, every_time, whole, for_site = row
    assert str(Refusal(verb, SHOP).meaning) == meaning
    assert every_time or str(Grant.parse(f"{verb}@{SHOP}").meaning) == meaning
    assert (verb in EVERY_TIME, verb in WHOLE_ACTS, verb in SITE_VERBS) == (every_time, whole, for_site)


def test_a_refusal_of_changes_on_a_site_says_so():
    assert str(Refusal(None, SHOP).meaning) == "change things on https://shop.example"


def test_a_question_for_several_sites_names_each():
    asked = Ask("rule", "Go?", "", sites=("https://a.example", "https://b.example"))
    assert "on https://a.example, https://b.example." in asked.prompt


@pytest.mark.parametrize(
    ("origin", "others"),
    [
        ("https://shop.example", ["https://www.shop.example"]),
        ("https://www.shop.example", ["https://shop.example"]),
        ("http://shop.example", ["http://www.shop.example", "https://shop.example", "https://www.shop.example"]),
        ("https://shop.example:8443", ["https://www.shop.example:8443"]),
        ("https://localhost", []),
        ("https://localhost:8443", []),
        ("https://10.0.0.1", []),
        ("https://10.0.0.1:8443", []),
        ("https://[::1]", []),
        ("https://[::1]:8443", []),
    ],
)
def test_a_site_answers_in_another_spelling_only_where_its_host_is_a_name_with_a_domain(origin, others):
    assert same_places(origin) == (origin, *others)


SEARCHES = "q query s search term k keyword keywords text"
PAGES = "p page sort order filter category tag type lang view tab from to date"


@pytest.fixture
def given() -> Provenance:
    given = Provenance()
    given.words.add_text("Look for a copper kettle")
    given.links.add([f"{SHOP}/list"], SHOP)
    return given


@pytest.mark.parametrize("name", [*SEARCHES.split(), *PAGES.split()])
def test_a_known_page_may_be_asked_with_the_users_words(given, name):
    assert not given.composes(f"{SHOP}/list?{name}=copper+kettle")


@pytest.mark.parametrize(
    "end",
    [
        "?q=tea",  # not their words
        "?note=kettle",  # a name of the model's choice
        "?q=kettle&sort=copper",  # the order of several
        "?q=%63opper",  # written in another way
        "?q=kettle#copper",
        "/tea",
    ],
)
def test_an_address_that_says_more_in_one_way_only_is_composed(given, end):
    assert given.composes(f"{SHOP}/list{end}")


def test_what_is_pressed_is_chosen_unless_the_user_named_it(given):
    tea, kettle = element("button", "Green tea"), element("button", "Kettle")
    assert given.label_chosen(facts(tea)) == "Green tea"
    assert given.label_chosen(facts(element("button", ""))) == "an option"
    assert given.label_chosen(facts(kettle)) == "Kettle"
    given.words.add_text("Add the kettle to the basket")
    assert given.label_chosen(facts(kettle)) == ""
    assert given.label_chosen(facts(tea, named=True)) == given.label_chosen(facts(tea, user_chose=True)) == ""
    assert given.label_chosen(facts()) == ""
