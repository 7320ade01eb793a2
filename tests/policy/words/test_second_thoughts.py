"""What a user puts off, takes back, keeps as a draft, or wants to stay as it is."""

import pytest

from tests.policy.words.test_user_words import words_of


@pytest.mark.parametrize(
    ("task", "asks"),
    [
        ("Write to Anna: I resign.", True),
        ("Write to Anna: I resign. Then click Send.", True),
        ("Write to Anna: I resign. Once I have approved it, click Send.", False),
        ("Write to Anna: I resign. Wait for me to click Send.", False),
        ("Schreib an Anna: Ich gehe. Wenn ich es dir sage, klicke auf Senden.", False),
        ("Write to Anna: I resign. No, wait, don't.", False),
    ],
)
def test_what_waits_for_the_user_or_was_taken_back_is_not_sent_by_itself(task, asks):
    assert words_of(task).asks_to_send is asks


def test_a_later_text_takes_back_what_an_earlier_one_asked_for():
    words = words_of("Click Send")
    words.add_text("No, don't do that.")
    assert not words.names("Send")
    words.add_text("Click Send now")
    assert words.names("Send")


@pytest.mark.parametrize(
    ("task", "wanted"),
    [
        ("Rename the blue kettle to red", True),
        ("Rename the blue teapot to red. Leave the kettle alone.", False),
        ("Rename the blue teapot to red. The kettle is not mine.", False),
        ("Rename the blue teapot to red. The kettle stays as it is.", False),
        ("Rename everything but the kettle to red.", False),
        ("Rename the blue teapot to red. Keep the kettle unchanged.", False),
        ("Rename the blue teapot to red. Keep your hands off the kettle.", False),
        ("Leave a comment on the kettle", True),
        ("Put the teapot into the basket and tell me what the kettle costs", False),
    ],
)
def test_what_is_to_stay_as_it_is_is_not_wanted(task, wanted):
    assert words_of(task).concerns("Kettle") is wanted


@pytest.mark.parametrize(
    "task",
    [
        "Write to Anna: I resign. Keep it unsent.",
        "Write to Anna: I resign. Leave it in the drafts.",
        "Write to Anna: I resign. Only as a draft, please.",
        "Email Anna: I resign. Sending is up to me.",
        "Reply to Anna: I resign. But keep it unsent.",
        "Schreib Anna eine Mail: I resign. Aber lass sie als Entwurf liegen.",
        "Schreib Anna eine Mail: I resign. Das Absenden übernehme ich.",
        "Écris à Anna : I resign. Laisse-le en brouillon.",
    ],
)
def test_what_is_kept_as_a_draft_is_not_asked_to_be_sent(task):
    words = words_of(task)
    assert not words.asks_to_send
    assert not words.names("Send")
    assert not words.names("Reply")


def test_a_draft_is_sent_where_that_is_asked_for():
    assert words_of("Send the draft to Anna").names("Send draft")
    assert words_of("Reply to Anna with the words of my draft").asks_to_send
