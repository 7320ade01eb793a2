"""Numbers and languages count as the user's by any of their words, and only whole."""

import pytest

from tests.policy.words.test_user_words import words_of


@pytest.mark.parametrize(
    ("task", "option", "chosen"),
    [
        ("Switch the site to German", "Deutsch", True),
        ("Stelle die Seite auf Englisch", "English", True),
        ("Mets le site en japonais", "日本語", True),
        ("Switch the site to German", "Français", False),
        ("Leave German alone", "Deutsch", False),
    ],
)
def test_a_language_is_chosen_by_what_it_is_called_in_any_language(task: str, option: str, chosen: bool):
    assert words_of(task).chooses(option) is chosen


def test_what_a_language_is_called_is_written_as_anybody_writes_it():
    given = words_of("Switch the site to German, for three people")
    assert given.has("Deutsch")
    assert given.has("3")
    assert not given.has("DEUTSCH")
    assert not given.has("THREE")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Set the price to 0.99", "99"),
        ("Set the price to 1,500.00", "1"),
        ("Set the price to 1.500,00", "500"),
        ("Mettez le prix à 1 500 euros", "500"),
        ("Set the price to -5", "5"),
        ("Set the price to .5", "5"),
        ("Save a price of 7.5 percent", "7"),
        ("Order 3 million of them", "3"),
        ("Order two hundred of them", "2"),
        ("Order twenty-two of them", "2"),
        ("Set it to one hundred and two", "2"),
        ("Setze es auf dreitausend und zwei", "2"),
        ("Pon el límite en treinta y dos", "2"),
        ("Set it to minus five", "5"),
        ("Set it to minus 5", "5"),
        ("Set it to three and a half", "3"),
        ("Order two thirds of it", "2"),
        ("Setze es auf 3 Tsd.", "3"),
        ("Set it to 3 grand", "3"),
        ("Order 2 ½ of them", "2"),
        ("Set it to 10^6", "10"),
        ("Set it to 2*10", "2"),
        ("Vote once", "11"),
        ("Save the price once as it is due", "11"),
        ("Save the price once as it is due", "2"),
        ("Sei so gut: speichere den Preis", "6"),
    ],
)
def test_a_part_of_a_number_and_a_number_of_another_language_are_not_the_users_words(text: str, number: str):
    assert not words_of(text).has(number)
    assert not words_of(text).chooses(number)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Set the price to 0.99.", "0.99"),
        ("Set it to 1,500.00 today", "1,500.00"),
        ("From 10-12 on 5/12, room A-3", "12"),
        ("From 10-12 on 5/12, room A-3", "3"),
        ("Vote for 3, or for 4. Then 5.", "4"),
        ("Set 'it' to '7'", "7"),
        ("Pide once sillas para la oficina", "11"),
        ("Order three of them", "3"),
        ("Book for two adults and three children", "3"),
        ("Bestelle 3 davon", "drei"),
    ],
)
def test_a_whole_number_is_the_users_whatever_stands_around_it(text: str, number: str):
    assert words_of(text).has(number)


@pytest.mark.parametrize(
    ("text", "name", "own"),
    [
        ("Put three Storage Jars and one Bread Knife into the basket", "Storage Jar", True),
        ("Put 12 Bread Boxes into the basket", "Bread Box", True),
        ("Lege zwei Tischlampen in den Korb", "Tischlampe", True),
        ("Put three Storage Jars into the basket", "Storage", True),
        ("Put the Storage Jars into the basket", "Storage Jar", False),
        ("Write to Martina, and order 3 mugs", "Martin", False),
        ("Order 3 mugs", "mu", False),
        ("Order 3 mugs", "Mug", False),
        ("Send 3 Jarheads home", "Jar", False),
    ],
)
def test_one_of_what_the_user_wants_several_of_is_theirs(text: str, name: str, own: bool):
    assert words_of(text).has(name) is own
