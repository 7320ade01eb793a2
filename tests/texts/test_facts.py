"""The facts that texts and data name, and in which texts they stand."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.texts.facts import Text, cells_apart, data_facts, facts, phrase


def test_facts_are_numbers_quoted_words_and_addresses() -> None:
    text = (
        'The "Blue kettle" costs $1,299.50 at https://shop.example/k; '
        "ask ann@shop.example or 555-0142, before 2026-05-12."
    )
    assert [fact.text for fact in facts(text)] == [
        "Blue kettle", "https://shop.example/k", "ann@shop.example", "555-0142", "1,299.50", "2026", "05", "12",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("«Oak chair» and `x y` and “a b”", ["Oak chair", "a b", "x y"]),
        ('"a" stays', []),
        (f'"{"a" * 201}"', []),
        ("See https://a.example/x).", ["https://a.example/x"]),
        ("Write to a.b+c@d-e.example.", ["a.b+c@d-e.example"]),
        ("+49 (30) 123-4567", ["+49 (30) 123-4567"]),
        ("From 2019-2024", ["2019", "2024"]),
        ("On 2026-05-12 and 12", ["2026", "05", "12"]),
        ("7 and 7 and 8", ["7", "8"]),
        ("1 234 567 or 1 23", ["1 234 567", "1", "23"]),
        ("12-34", ["12", "34"]),
    ],
)
def test_facts_of_a_text_are_found_each_once(text: str, found: list[str]) -> None:
    assert sorted(fact.text for fact in facts(text)) == sorted(found)


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ({"a": "Jane Roe", "b": "lamp", "c": True, "d": None}, ["Jane Roe"]),
        ([1.5, 2, -3.25, 1e3], ["1.5", "2", "-3.25", "1000.0"]),
        ("a@b.example", ["a@b.example"]),
        ("no. 5", ["no. 5"]),
        (" lamp ", []),
        ({"t": {"u": ["x y"]}}, ["x y"]),
    ],
)
def test_facts_of_data_are_its_numbers_names_and_addresses(value: Any, found: list[str]) -> None:
    assert [fact.text for fact in data_facts(value)] == found


def test_a_number_of_data_with_three_decimals_may_be_a_thousand_and_more() -> None:
    readings = [fact.readings for fact in data_facts([1.234, 2.5, 30])]
    assert readings == [{"1.234", "1234"}, {"2.5"}, {"30"}]


@pytest.mark.parametrize("number", [1234567890123456789, 10**400 + 7])
def test_a_whole_number_of_data_has_all_its_digits_however_long_it_is(number: int) -> None:
    assert Text(f"Order {number}").has(data_facts({"order": number})[0])


@pytest.mark.parametrize(
    ("number", "text", "there"),
    [
        ("1.234", "1234", True),
        ("1.234", "1,234", True),
        ("1.5", "1,50", True),
        ("1,234.50", "1.234,5", True),
        ("1,234.50", "1234.05", False),
        ("12.05.2026", "12 May 2026", True),
        ("2026", "due 12/15/26", True),
        ("2026", "room 2/26, 1/2/3/26", False),
        ("007", "7", True),
        ("000", "0", True),
        ("1'200", "1200", True),
        ("1.200.300", "1200300", True),
        ("15551234567", "+1 555-123-4567", True),
        ("+1 555-123-4567", "(555) 123-4567", True),
        ("+1 555-123-4567", "(555) 123-4568", False),
    ],
)
def test_a_number_is_the_same_however_it_is_written(number: str, text: str, there: bool) -> None:
    assert all(Text(text).has(fact) for fact in facts(number)) is there


def test_words_are_found_but_for_case_marks_and_blanks_and_addresses_in_short() -> None:
    text = Text("The **Oak**  chair’s leg\nlink More -> /oak/5", "https://shop.example/")
    for words in ("oak chair's LEG", "the oak", "https://shop.example/oak/5"):
        assert text.has(phrase(words)), words
    assert not text.has(phrase("oak leg"))
    quoted = Text('heading "In your basket"\n listitem: 1 articles and 2 more')
    for words, there in (("In your basket: 1 articles", True), ("In your basket: 1 art", False), ("basket: 2", False)):
        assert quoted.has(phrase(words)) is there, words
    assert "5" not in text.numbers


@pytest.mark.parametrize(
    ("named", "page"),
    [
        ("Draft of Shopping List", "Draft of 'Shopping List'"),
        ("Draft of 'Shopping List'", "Draft of “Shopping List” by Ada"),
        ("the dogs' bowl", "The dogs’ bowl"),
        ("Draft of “Shopping List”", 'Draft of "Shopping List"'),
    ],
)
def test_quotation_marks_around_words_do_not_matter(named: str, page: str) -> None:
    assert Text(page).has(phrase(named))
    assert not Text(page).has(phrase(named.replace("g", "k")))


def test_an_apostrophe_within_a_word_does() -> None:
    assert not Text("We will see").has(phrase("We'll see"))


def test_a_number_of_three_digits_tells_and_a_long_one_with_its_dashes_is_a_number() -> None:
    assert [fact.telling for fact in facts("7 and 42 and 421")] == [False, False, True]
    assert [fact.is_number for fact in data_facts(["+1 555-123-4567", "Jane Roe"])] == [True, False]


def test_what_is_no_address_though_it_begins_like_one_is_looked_for_like_others() -> None:
    [fact] = facts("http://[site]/x")
    assert Text("See http://[site]/list").has_parts(fact)
    assert not Text("See http://shop.example").has_parts(fact)


@pytest.mark.parametrize(
    ("row", "price"),
    [
        ("T-19,Item 19,68.50", "68.50"),
        ("T-19,168.50", "168.50"),
        ("Item,7,250.00", "250.00"),
        ('a,"1,250.00"', "1,250.00"),
    ],
)
def test_a_number_in_a_row_of_a_table_is_read_apart_from_its_neighbours(row: str, price: str) -> None:
    assert Text(cells_apart(f"code,name,price\n{row}")).has(facts(price)[0])


def test_a_cell_in_quotes_keeps_its_commas() -> None:
    assert not Text(cells_apart('Desk,"1,250.00"')).has(facts("250.00")[0])
