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


REPLY = 'Write "See you at noon" into the reply to Anna. '


@pytest.mark.parametrize(
    "denial",
    [
        "It must not be sent.",
        "Under no circumstances may it be sent.",
        "I don't want it to be sent.",
        "You are not allowed to send it.",
        "It's forbidden to send it.",
        "Nothing may be sent.",
        "Make sure that it is not sent.",
        "I want to send it myself.",
        "I'd rather you didn't send it.",
        "Hands off the Send button.",
        "The Send button must not be pressed.",
        "Sending it is not allowed.",
        "It must not be saved or sent.",
        "No need to send it.",
        "Do all that w/o sending it.",
        "Sie darf nicht gesendet werden.",
        "Ich möchte nicht, dass sie gesendet wird.",
        "Elle ne doit pas être envoyée.",
        "No debe enviarse.",
        "Non deve essere inviata.",
        "Não deve ser enviada.",
        "Het mag niet verzonden worden.",
    ],
)
def test_what_is_not_to_be_sent_is_held_back_however_that_is_said(denial):
    given = words_of(REPLY + denial)
    assert given.withheld or not given.asks_to_send
    assert words_of(REPLY).asks_to_send


@pytest.mark.parametrize(
    "task",
    [
        "Reply to Anna: I can't send the report today.",
        "Tell Anna that I cannot send the report.",
        "Tell Anna I cannot send the report.",
        "Reply to the mails that have not been answered.",
        "Send Anna the message that the room is not available.",
        "Write to Anna that I may not come.",
        "Make sure the message is sent",
        "Send Ben: You must not send me mails",
    ],
)
def test_a_denial_in_passing_holds_nothing_back(task):
    given = words_of(task)
    assert not given.withheld
    assert given.asks_to_send


def test_an_answer_lifts_nothing_that_the_task_forbids_and_asks_for_nothing_to_be_sent():
    given = words_of("Fill in the claim with my name, but do not send it.")
    given.add_text("Put Rosa Berg in the name field, and save it", orders=False)
    assert given.withheld == "send it"
    assert not given.asks_to_send
    assert given.has("Rosa Berg")


@pytest.mark.parametrize(
    "more",
    [
        " and wait for my okay.",
        " and stop there.",
        ", only prepare it.",
        ". Let me review it.",
        ", I will check it.",
        " and show it to me.",
        ", to be sent tomorrow.",
    ],
)
def test_what_waits_for_the_user_is_not_asked_to_be_sent(more):
    assert not words_of(REPLY.rstrip(". ") + more).asks_to_send


@pytest.mark.parametrize(
    "task",
    [
        "Share the report. I changed my mind, just read it.",
        "Share the report. No.",
        "Share the report. Scrap that.",
        "Share the report, or rather don't.",
        "Undo share the report",
        "Prepare to share the report, I do the rest.",
        "Postpone: share the report",
        "Share the report with nobody",
        "Find the article: Share the report with everyone",
    ],
)
def test_what_is_taken_back_put_off_or_looked_for_names_no_control(task):
    assert not words_of(task).names("Share the report")
    assert words_of("Share the report").names("Share the report")


@pytest.mark.parametrize(
    ("task", "act"),
    [
        ("Find a flight to Rome. Do not book anything. Order the flights by price.", "pay"),
        ("Go through the mails. Do not send anything. Reply with a short list.", "send"),
        ("Sort my files. Nothing may be deleted.", "delete"),
        ("Sort my files. No file may be deleted.", "delete"),
        ("Sort my files. I don't want you to delete anything.", "delete"),
        ("Sortiere meine Dateien. Es darf nichts gelöscht werden.", "delete"),
        ("Find the kettle. It must not be bought.", "pay"),
    ],
)
def test_a_kind_of_act_is_forbidden_however_that_is_said_and_by_no_word_in_another_sense_allowed(task, act):
    assert act in words_of(task).forbidden


def test_what_is_forbidden_but_for_one_thing_is_not_forbidden_as_a_kind():
    assert words_of("Do not buy anything but the kettle. Buy the kettle.").forbidden == frozenset()
