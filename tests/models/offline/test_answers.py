"""Answers from outlines: only what stands there, under the name that was asked for."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.models.offline.answers import answer
from handrail.models.offline.find import NotFound
from handrail.models.offline.language import Phrase, read_clause
from handrail.models.offline.names import level, sameness
from handrail.models.offline.program import PageView
from tests.models.offline.fakes import outline
from tests.models.offline.talk import Talk

SHOP = """
    navigation "Main"
     list
      link "Shop" -> /shop
      link "Stores" -> /stores
    heading "Care plans" level=1
    list
     listitem
      heading "Basic" level=2
      : €0
     listitem
      heading "Home" level=2
      : €6 a month
    region "Pricing tiers"
     article
      heading "Solo" level=2
     article
      heading "Team" level=2
    heading "Stores" level=1
    table "Opening hours"
     row
      columnheader "Store"
      columnheader "Saturday"
      columnheader "Phone"
     row
      rowheader "Lisbon"
      cell "10:00 to 17:00"
      cell "+351 123 456"
     row
      rowheader "Ghent"
      cell "Closed"
      cell "+32 765 432"
     row
      rowheader "Oslo"
      cell "Closed"
    table
     row
      cell "Tax"
      cell "€2.00"
    radio "Moss" checked
    checkbox "Gift wrap" unchecked
    term "Weight"
    definition "170 g"
    : Material: Steel
    textbox "Name" = "bob"
    contentinfo
     link "Imprint" -> /imprint
     button "Sign up"
"""


def ask(question: str, page: str = SHOP) -> Any:
    """The data of the answer; None where it is refused in every reading."""
    view, found = PageView(outline(page), title="Shop", url="https://shop.example/"), []
    readings = read_clause(question)
    assert readings, question
    for clause in readings:
        try:
            found.append(answer(clause, view))
        except NotFound:
            continue
    assert len({one.text for one in found}) <= 1, found
    return found[0].data if found else None


MANUAL = """
    heading "Learn C#" level=1
    heading "Set up F# #" level=2
     link "#" -> #set-up
    heading "Install¶" level=2
     link "¶" -> #install
    term
     : Made by
     link "#" -> #made-by
    definition
     : Ann
"""


@pytest.mark.parametrize(
    ("question", "data"),
    [
        ("what is the main heading?", {"value": "Learn C#"}),
        ("list the level 2 headings", {"items": ["Set up F#", "Install"]}),
        ("what does Made by mean?", {"value": "Ann"}),
    ],
)
def test_links_of_headings_and_terms_to_themselves_are_no_part_of_their_names(question: str, data: object) -> None:
    assert ask(question, MANUAL) == data


@pytest.mark.parametrize(
    ("question", "data"),
    [
        ("how many links are there?", 3),
        ("how many links are there in the footer?", 1),
        ("how many rows does the Opening hours table have?", 3),
        ("how many level 2 headings are there", 4),
        ("how many h1 headings are there", 2),
        ("how many care plans are there?", 2),
        ("how many pricing tiers are there?", 2),
        ("count the checkboxes", 1),
        ("how many sliders are there?", 0),
    ],
)
def test_counts(question: str, data: int) -> None:
    assert ask(question)["count"] == data


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("what is the Saturday of Lisbon?", "10:00 to 17:00"),
        ("what is the phone of Ghent?", "+32 765 432"),
        ("what is Ghent's phone?", "+32 765 432"),
        ("what is the weight?", "170 g"),
        ("what does Weight mean?", "170 g"),
        ("what is the Material?", "Steel"),
        ("what is the tax?", "€2.00"),
        ("what is the Name?", "bob"),
        ("what is the title?", "Shop"),
        ("where does Imprint lead?", "https://shop.example/imprint"),
        ("is Moss selected?", True),
        ("is Gift wrap checked?", False),
        ("is Name empty?", False),
        ("is there a button Sign up?", True),
        ("is there a Checkout button?", False),
    ],
)
def test_values(question: str, value: object) -> None:
    assert ask(question)["value"] == value


PEOPLE = """
    table "Staff"
     row
      columnheader "Name"
      columnheader "Salary"
     row
      cell "Ada"
      cell "€3,000"
     row
      cell "Bob"
      cell "€2,500"
    term "Phone"
    definition "+351 123 456"
    term "Order"
    definition "Three lamps"
"""


def test_a_column_is_listed_by_its_name() -> None:
    assert ask("list the salaries", PEOPLE) == {"items": ["€3,000", "€2,500"]}
    assert ask("list the names", PEOPLE) == {"items": ["Ada", "Bob"]}


def test_a_phone_number_is_what_a_page_calls_phone_and_no_other_number_is() -> None:
    assert ask("what is the phone number?", PEOPLE) == {"value": "+351 123 456"}
    assert ask("what is the order number?", PEOPLE) is None


@pytest.mark.parametrize(
    "question",
    [
        "how many unicorns are there?", "how many menus are there?", "what is the price of Home?",
        "what is the phone of Berlin?", "what is the author?", "is there an Enterprise plan?", "where does Team lead?",
        "is there a Sign button?", "what is the phone?", "list the opening hours of Lisbon", "read the Users table",
    ],
)  # fmt: skip
def test_what_the_page_does_not_answer_exactly_is_refused(question: str) -> None:
    assert ask(question) is None


def test_a_row_without_a_cell_for_every_column_answers_nothing() -> None:
    assert ask("what is the phone of Oslo?") is None


def test_that_several_rows_have_a_name_is_told_before_that_nothing_has_another() -> None:
    rows = "".join(f' row\n  cell "Ada"\n  cell "{role}"\n' for role in ("Admin", "User"))
    page = f'heading "Role of A"\ntable\n row\n  columnheader "Name"\n  columnheader "Role"\n{rows}'
    told = Talk("what is the role of Ada?").turn(page).params["reason"]
    assert "The page has 2 values for “the role” of “Ada”: Admin, User." in told


@pytest.mark.parametrize(
    ("question", "page", "data"),
    [
        ("Is there a link Next?", 'link "Next" -> /2\nlink "Back" -> /', {"value": True, "count": 1}),
        ("How many rows are in the table?", SHOP.partition("    table\n")[0], {"count": 3, "counted": "rows"}),
        (
            "What are the opening hours?",
            'heading "Shop" level=1\nheading "Opening hours" level=2\n: Mon to Fri 9 to 17\n: Sat 10 to 12\n'
            'heading "Address" level=2\n: 12 Harbour Street',
            {"value": "Mon to Fri 9 to 17; Sat 10 to 12"},
        ),
    ],
)
def test_questions_as_people_ask_them(question: str, page: str, data: dict[str, Any]) -> None:
    assert ask(question, page) == data


def test_lists_and_tables() -> None:
    assert ask("list the care plans")["items"] == ["Basic", "Home"]
    assert ask("read the table Opening hours")["header"] == ["Store", "Saturday", "Phone"]
    assert ask("read the table") is None


@pytest.mark.parametrize(
    "question",
    [
        "count the links on this page",
        "list the links on the page",
        "how many links does this page have?",
        "how many links are listed on this page?",
    ],
)
def test_the_page_is_a_place(question: str) -> None:
    data = ask(question)
    assert data.get("count", len(data.get("items", ()))) == 3


def test_a_part_that_is_called_page_is_that_place() -> None:
    page = 'region "Page"\n link "Cut" -> /cut\nlink "Home" -> /'
    assert ask("count the links on the page", page)["count"] == 1


def test_a_fact_of_the_page_is_no_answer_where_something_on_it_has_that_name() -> None:
    page = 'term "Address"\ndefinition "12 Harbour Street"'
    assert ask("what is the address?", page) is None
    assert ask('what is "Address"?', page) == {"value": "12 Harbour Street"}
    assert ask("what is the page address?", page) == {"value": "https://shop.example/"}


def test_a_list_that_goes_on_on_other_pages_is_not_counted_by_its_name() -> None:
    page = """
        heading "Customers" level=1
        table
         row
          columnheader "Name"
          columnheader "Plan"
         row
          cell "Ada"
          cell "Pro"
    """
    assert ask("how many customers are there?", page)["count"] == 1
    more = page + '    navigation "pagination"\n     link "Next" -> /2\n'
    assert ask("how many customers are there?", more) is None
    assert ask("how many rows are there?", more)["count"] == 1


def test_a_list_that_only_stands_somewhere_under_a_heading_is_not_what_it_heads() -> None:
    page = """
        heading "Products" level=1
        button "Filter"
        list
         link "Bags" -> /bags
         link "Lamps" -> /lamps
    """
    assert ask("how many products are there?", page) is None


def test_rows_whose_cells_are_not_shown_are_not_counted() -> None:
    assert ask("how many rows does the table have?", 'table\n row "User: Ada"\n row "User: Bob"') is None


def test_names_are_compared_in_steps() -> None:
    assert [sameness("Save", label) for label in ("Save", "save", "Save:", "Save (all)", "Saved", "Save all")] == [
        4, 3, 2, 1, 0, 0,
    ]  # fmt: skip
    assert sameness("basket", "Basket, 1 item") == 1
    assert sameness("%j", "%J") == 3
    assert sameness("C", "C++") == 0
    assert level(Phrase("the Save"), "Save") == 4


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("how many links are there in Main?", "2 links in “Main”: "),
        ("how many rows are there in the table Opening hours?", "3 rows in “the table Opening hours”: "),
        ("how many tables are there on this page?", "2 tables on this page"),
        ("how many tables are there?", "2 tables on this page"),
    ],
)
def test_a_count_says_where_it_counted(question: str, expected: str) -> None:
    assert Talk(question).turn(SHOP).params["result"].startswith(expected)


def test_a_name_that_no_list_has_is_refused_with_the_names_that_lists_have() -> None:
    refused = Talk("how many unicorns are there?").turn(SHOP).params["reason"]
    assert "Those here are: “Main”, “Care plans”, “Pricing tiers”, “Opening hours”" in refused
    assert "The nearest are: “Pricing tiers”" in Talk("list the pricing tears").turn(SHOP).params["reason"]


def test_what_has_no_name_goes_by_the_beginning_of_its_text() -> None:
    page = f'table\n row\n  cell "Tax"\n  cell "{"word " * 60}"'
    shown = Talk("how many tables are there?").turn(page).params["result"]
    assert shown.startswith("1 table on this page: Tax word")
    assert (shown.endswith("…."), len(shown) < 250) == (True, True)


def test_a_part_that_is_longer_than_an_answer_is_partly_done() -> None:
    call = Talk("read Rules").turn(
        'region "Rules"\n' + "\n".join(f" : {'word ' * 20}{number}" for number in range(200))
    )
    assert "more characters]" in call.params["result"]
    assert call.params["missing"] == "“Rules” is longer than I can repeat."
    assert "missing" not in Talk("read Rules").turn('region "Rules"\n : Hello').params
