"""Options of lists, and boxes, that the user named."""

import pytest

from tests.policy.words.test_user_words import words_of


@pytest.mark.parametrize(
    ("task", "option", "chosen"),
    [
        ("Put the blue kettle into the basket", "Blue", True),
        ("Find a blue kettle", "BLUE", True),
        ("Lege die blaue Tasse in den Warenkorb", "Blau", True),
        ("Choose express delivery", "Express delivery", True),
        ("My delivery address is Birkenweg 12 in Bern now", "Birkenweg 12, Bern", True),
        ("Set who sees my account to public", "Public", True),
        ("Setze die Sichtbarkeit auf öffentlich", "Öffentlich", True),
        ("Choose Delete in the list and go on", "Delete", True),
        ("Take the red one, not the blue one", "Blue", False),
        ("Is there a blue kettle?", "Blue", False),
        ("Any colour except blue", "Blue", False),
        ("Read the public notes", "Public", False),
        ("look up the Share price", "Share", False),
        ("Summarise the post about admin rights", "Admin", False),
        ("Find a kettle", "Blue", False),
        ("Find a kettle", "", False),
    ],
)
def test_an_option_is_named_by_its_words_and_one_that_gives_access_only_where_it_is_asked_for(task, option, chosen):
    assert words_of(task).chooses(option) is chosen


def test_a_value_of_the_data_names_its_option():
    words = words_of("Fill in the form as I gave it")
    words.add_data({"colour": "Blue", "visibility": "Public"})
    assert words.chooses("Blue")
    assert words.chooses("Public")


def test_small_words_alone_name_no_option():
    assert not words_of("Send me a summary of the page").chooses("Me")
    assert not words_of("Choose a colour").chooses("A")


@pytest.mark.parametrize(
    ("task", "option"),
    [
        ("select L from Size and click Add to cart", "L"),
        ("set Size to L, click Add to cart", "L"),
        ('select "A" from Grade and click Save', "A"),
        ("choose option A", "A"),
        ("select I from Level and click Save", "I"),
        ("choisis L dans Taille", "L"),
        ("select US from Country", "US"),
    ],
)
def test_a_small_word_names_the_option_that_an_order_gives_in_the_same_letters(task, option):
    words = words_of(task)
    assert words.chooses(option)
    assert words.chooses(option, to_change=True)


@pytest.mark.parametrize(
    ("task", "option"),
    [
        ("Choose a colour in the list", "a"),
        ("Pick a", "A"),
        ("Pick the same as I", "I"),
        ("Select the ones that I like", "I"),
        ("Set Size to a larger one", "a"),
        ("Tell us what to select", "us"),
        ("Write that I choose L'Oreal, then select a size", "L"),
        ("Do not select L from Size", "L"),
        ("Which size is L?", "L"),
    ],
)
def test_a_small_word_of_prose_names_no_option(task, option):
    assert not words_of(task).chooses(option)


@pytest.mark.parametrize(
    ("task", "option"),
    [
        ("Four stars for the post", "4 stars"),
        ("Rate it with 4 stars", "Four stars"),
        ("Vote for the lake in the poll", "By the lake"),
    ],
)
def test_an_option_is_named_whatever_its_small_words_are_and_however_it_writes_a_number(task, option):
    assert words_of(task).chooses(option)


@pytest.mark.parametrize(
    ("task", "option", "chosen"),
    [
        ("Change the album from public to private", "Private", True),
        ("Make the album public", "Public", True),
        ("Set the visibility to public and save it", "Public", True),
        ("Change Anna's role to admin", "Admin", True),
        ("Change the album from public to private", "Public", False),
        ("Make the public album private", "Public", False),
        ("Switch the album away from public", "Public", False),
        ("Turn off public for the album", "Public", False),
        ("Change the admin Rosa to friends", "Admin", False),
    ],
)
def test_an_option_that_gives_access_is_chosen_where_something_is_set_to_it(task: str, option: str, chosen: bool):
    assert words_of(task).chooses(option) is chosen


def test_an_option_that_is_only_looked_for_is_not_chosen_to_change_anything():
    given = words_of("Find the top story of today")
    assert given.chooses("top story")
    assert not given.chooses("top story", to_change=True)
    assert words_of("Set the list to top story").chooses("top story", to_change=True)
