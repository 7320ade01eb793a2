"""Values of the user's data that a model does not see, and pages that hold a value that was given out."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.errors import UsageError
from handrail.vault import GivenValue, Vault
from handrail.vault.private_data import split_private

DATA = {
    "name": "Ada",
    "age": 36,
    "member": True,
    "tags": ["a"],
    "pin code": "4711",
    "bank": {"iban": "DE89 3704", "city": "Bern"},
}
SHOP, BANK, EVIL = "https://shop.example", "https://bank.example", "https://evil.example"


@pytest.mark.parametrize(
    ("names", "left", "hidden"),
    [
        ([], DATA, {}),
        (["name"], {key: DATA[key] for key in ("age", "member", "tags", "pin code", "bank")}, {"name": "Ada"}),
        (["age"], {key: DATA[key] for key in ("name", "member", "tags", "pin code", "bank")}, {"age": "36"}),
        (["bank.iban", "bank.iban"], {**DATA, "bank": {"city": "Bern"}}, {"bank.iban": "DE89 3704"}),
        (["bank.iban", "bank.city"], {**DATA, "bank": {}}, {"bank.iban": "DE89 3704", "bank.city": "Bern"}),
    ],
)
def test_texts_and_numbers_are_taken_out_by_their_names(names: list[str], left: Any, hidden: dict[str, str]) -> None:
    whole = {**DATA, "bank": dict(DATA["bank"])}  # type: ignore[call-overload]
    assert split_private(DATA, names) == (left, hidden)
    assert whole == DATA, "the user's own data stay as they are"


def test_of_data_of_which_nothing_is_left_there_are_none() -> None:
    assert split_private({"iban": "DE89 3704"}, ["iban"]) == (None, {"iban": "DE89 3704"})
    assert split_private({}, []) == ({}, {})


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("member", "is neither a text nor a number"),
        ("tags", "is neither a text nor a number"),
        ("bank", "is neither a text nor a number"),
        ("street", "There is no value 'street' in the data"),
        ("bank.street", "There is no value 'bank.street'"),
        ("name.first", "There is no value 'name.first'"),
        ("name.first.letter", "There is no value 'name.first.letter'"),
        ("home.street", "There is no value 'home.street'"),
        ("", "There is no value ''"),
        ("pin code", "There is no value 'pin code'"),
    ],
)
def test_what_is_no_text_or_number_of_the_data_is_reported(name: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        split_private(DATA, [name])


def given_out() -> Vault:
    """Two values, each asked for once, for a site of its own; and one that nobody asked for."""
    vault = Vault()
    for name, origin, value in (("street", SHOP, "12 Elm Street"), ("iban", BANK, "DE89 3704 0044")):
        vault.add(GivenValue(name, lambda origin=origin: [origin]), value)  # type: ignore[misc]
        vault.value(name)
    vault.add(GivenValue("phone", lambda: [EVIL]), "+44 20 7946 0018")
    return vault


@pytest.mark.parametrize(("origin", "given"), [(SHOP, True), (BANK, True), (EVIL, False)])
def test_a_page_may_hold_a_value_that_was_asked_for_and_may_go_there(origin: str, given: bool) -> None:
    assert given_out().was_given_to(origin) is given
    assert not Vault().was_given_to(origin)


@pytest.mark.parametrize(
    ("text", "origin", "name"),
    [
        ("to 12 Elm Street", SHOP, None),
        ("to 12 Elm Street", BANK, "street"),
        ("to 12%20Elm%20Street", EVIL, "street"),
        ("pay DE89 3704 0044 for 12 Elm Street", EVIL, "iban"),
        ("call +44 20 7946 0018", SHOP, None),
        ("nothing", EVIL, None),
    ],
)
def test_a_value_that_was_asked_for_is_known_on_its_way_to_a_site_that_it_is_not_for(
    text: str, origin: str, name: str | None
) -> None:
    assert given_out().echoes_away(text, origin) == name


def test_a_value_of_two_names_may_go_where_either_may() -> None:
    vault = Vault()
    for name, origin in (("home", SHOP), ("work", BANK)):
        vault.add(GivenValue(name, lambda origin=origin: [origin]), "12 Elm Street")  # type: ignore[misc]
        vault.value(name)
    assert vault.echoes_away("12 Elm Street", SHOP) is None
    assert vault.echoes_away("12 Elm Street", BANK) is None
    assert vault.echoes_away("12 Elm Street", EVIL) == "home"
