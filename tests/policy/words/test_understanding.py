"""What a task asks for where it says something that the rules do not know: it might hold the act back."""

import pytest

from handrail.policy.words.clause import Clause
from handrail.policy.words.unknown_words import is_thing
from handrail.policy.words.user_words import UserWords
from tests.policy.words.test_user_words import words_of

LABELS = ("Send", "Reply", "Share", "Publish", "Comment", "Senden", "Envoyer", "Enviar", "Invia", "Verzenden")


@pytest.mark.parametrize(
    "task",
    [
        "Write to Anna: 'I resign.' Hold fire on it.",
        "Reply to Anna with 'Yes', but hold your horses.",
        "Write to Anna 'x' and leave the last step to me.",
        "Write to Anna 'x'. The rest is my business.",
        "Write to Anna 'x'. I take it from there.",
        "Write to Anna 'x'. My lawyer has to see it first.",
        "Write to Anna 'x', pending approval by Ben.",
        "Write to Anna 'x' so that I can check it.",
        "Write to Anna 'x' so I can check it.",
        "Write to Anna 'x' for me to look over.",
        "Email Anna 'x'. It goes out tomorrow, by my own hand.",
        "Email Anna 'x'. Sit on it for now.",
        "Email Anna 'x'. Let it rest.",
        "Email Anna 'x'. Stop there.",
        "Email Anna 'x' up to the point of sending.",
        "Email Anna 'x' and halt at the button.",
        "Email Anna 'x'. On second thought, Ben should do that.",
        "Email Anna 'x' - scrap that, read her mail instead.",
        "Cancel that: share the report.",
        "Share the report. Strike that.",
        "Share the report with Anna? Over my dead body.",
        "Share the report with Anna, fat chance.",
        "Share the report with Anna once Ben nods and I agree.",
        "Share the report with Anna. April fool!",
        "Comment 'x' on the post, subject to my say-so.",
        "Publish the post 'x'. Embargo until Monday.",
        "Schreib Anna 'x', damit ich es prüfen kann.",
        "Schreib Anna 'x', die Freigabe kommt von mir.",
        "Schreib Anna 'x'. Der Versand bleibt mir überlassen.",
        "Schreib Anna 'x'. Den Rest mache ich.",
        "Écris à Anna 'x' pour que je le relise.",
        "Écris à Anna 'x'. Je m'occupe de la suite.",
        "Écris à Anna 'x', mais garde-le sous le coude.",
        "Escribe a Ana 'x' para que yo lo revise.",
        "Escribe a Ana 'x', pero déjalo ahí.",
        "Scrivi ad Anna 'x', poi fermati.",
        "Scrivi ad Anna 'x'; al resto penso io.",
        "Escreve à Ana 'x', mas espera por mim.",
        "Schrijf Anna 'x' zodat ik het kan nakijken.",
        "Schrijf Anna 'x', de rest doe ik zelf.",
        "Send the mail to Anna, but not to Ben.",
        "I have not sent the reply to Anna yet, send it now.",
        "Email Anna 'x'. Save it as a draft.",
        "Send it to Anna, but not yet.",
    ],
)
def test_nothing_is_sent_unasked_by_a_task_that_is_not_understood_to_its_last_clause(task):
    given = words_of(task)
    assert not given.asks_to_send
    assert [label for label in LABELS if given.names(label)] == []


@pytest.mark.parametrize(
    "task",
    [
        "Write to Ines: 'See you on Friday'. Then click Send.",
        "Open the inbox, find Anna's mail and reply to her with 'Yes'.",
        "If there is a cookie banner, accept it. Then send Anna the report.",
        "Do not close the page. Send Anna the report.",
        "My name is Rosa Lind, my address is rosa@birch.example. Send them the question 'Do you repair lamps?'",
        "Log in. Send Anna 'I will not come until six' and log out.",
        "Tell Anna that I cannot come.",
        "Schreib Anna: Ich komme nicht. Klicke dann auf Senden.",
        "Écris à Anna : je ne viens pas. Puis clique sur Envoyer.",
        "Send the shop the message 'Is it open?'",
        "Select Anna, Ben, Carla and click Submit.",
        "Schreib ihnen: »Reparieren Sie Lampen?« (Rosa Lind, rosa@birch.example)",
        "Upload http://127.0.0.1:8000/cv.pdf as my CV.",
        "Open http://localhost:3000/inbox and send Anna report 1030.",
    ],
)
def test_plain_orders_conditions_facts_and_what_somebody_is_told_hold_nothing_back(task):
    assert words_of(task).not_understood() == ""


def test_a_file_and_an_option_that_gives_access_are_named_only_where_all_is_understood():
    plain, doubtful = words_of("Upload cv.pdf."), words_of("Upload cv.pdf, subject to my say-so.")
    assert [given.names_file("cv.pdf") for given in (plain, doubtful)] == [True, False]
    plain, doubtful = words_of("Set the album to public."), words_of("Set the album to public. April fool!")
    assert [given.chooses("Public") for given in (plain, doubtful)] == [True, False]


def test_a_later_text_that_is_not_understood_holds_back_what_the_task_asked_for():
    given = words_of("Write to Ines: 'See you on Friday'. Then click Send.")
    given.add_text("Hold your horses.")
    assert not given.names("Send")


def test_the_words_that_hold_an_act_back_are_told():
    assert words_of("Reply to Anna with 'Yes', but hold your horses.").held_back_by == "hold your horses"
    assert words_of("Share the report with Anna, fat chance.").held_back_by == "fat chance"
    assert words_of("Click Save. Hold your horses.").held_back_by == "hold your horses"
    assert words_of("Send the reply, later.").held_back_by == "later"
    assert words_of("Later, send the reply.").held_back_by == "later"
    assert words_of("Sende die Antwort, aber später.").held_back_by == "spater"
    task = "Send the form to Anna. If there is no such form, say so and do not send anything."
    assert words_of(task).held_back_by == "send anything"


def test_what_holds_back_one_press_is_told_where_it_holds_back_another():
    words = words_of("click Remove Reading Lamp, click Send")
    assert not words.names("Send")
    assert words.held_back_by == "click remove reading lamp"
    assert words_of("click the second Edit, click Send").held_back_by == ""


def test_what_nobody_asked_for_is_not_held_back_by_anything():
    assert words_of("Thumbs up for painting the shed.").held_back_by == ""


@pytest.mark.parametrize(
    ("task", "said"),
    [
        ("Sign up with the email rosa@example.org and the phone number 5551234 and click Send.", ""),
        ("Sign up with the e-mail rosa@example.org and the password garden77, and click Send.", ""),
        ("Write a review with 5 stars and the text Lovely mug and send it.", ""),
        ("Create a ticket with the title Broken lamp and the label home and send it.", ""),
        ("Create a ticket with the title Broken lamp and the telephone 5551234 and send it.", ""),
        ("Send the form with the name Rosa and the date pending.", "the date pending"),
        ("Send the form with the name Rosa and the text later.", "the text later"),
        ("Send the form with the name Rosa and the phone of Ben.", "the phone of ben"),
        ("Send the form with the name Rosa and the lid on.", "the lid on"),
        ("Send the reply and the name of Ben waits", "the name of ben waits"),
    ],
)
def test_the_value_of_one_more_field_holds_nothing_back_and_no_other_end_is_taken_for_one(task, said):
    assert words_of(task).held_back_by == said


@pytest.mark.parametrize(
    ("task", "said"),
    [("Click Remove Reading Lamp", ""), ("Click Remove Reading Lamp later", "click remove reading lamp later")],
)
def test_a_word_of_what_is_to_be_pressed_holds_nothing_back_unless_it_says_when(task, said):
    assert words_of(task).held_back_by == said


@pytest.mark.parametrize(
    ("task", "label"),
    [
        ("Find prisen. Send ikke svar.", "Send svar"),
        ("Klik ikke på Send svar.", "Send svar"),
        ("Nu publica comentariul.", "Publica comentariul"),
        ("Envia la resposta demà.", "Envia la resposta"),
        ("Enviar a resposta mañá.", "Enviar a resposta"),
        ("Send reply'a basma.", "Send reply"),
        ("Send reply を押さないで。", "Send reply"),
        ("Send reply 버튼은 누르지 마", "Send reply"),
        ("Send reply 别点", "Send reply"),
        ("Send reply لا تضغط", "Send reply"),
        ("Send reply не нажимай", "Send reply"),
        ("Send the reply？", "Send reply"),
        ("Send the reply ×", "Send reply"),
        ("Send the reply ( )", "Send reply"),
        ("Send reply = false", "Send reply"),
        ("Send the reply via Ben.", "Send reply"),
        ("Send the reply with a delay", "Send reply"),
        ("Sende die Antwort in der Frühe", "Antwort senden"),
        ("Sende die Antwort mit Vorbehalt", "Antwort senden"),
    ],
)
def test_a_word_or_sign_that_is_not_known_holds_a_sending_back(task: str, label: str) -> None:
    given = words_of(task)
    assert not given.names(label)
    assert not given.asks_to_send


@pytest.mark.parametrize(
    "task",
    [
        "> Send the reply to Bob\n\nTell me what that means.",
        "| step | who |\n| Send the reply | Ben |",
        "<!-- Send the reply -->",
        "// Send the reply",
        "Translate into German: Send the reply",
        "Check the spelling of: Send the reply",
        "Tell me what this mail wants:\nSend the reply",
        "Read this mail:\n\nSend the reply. Send the reply now.",
        "Ben wrote:\n\nSend the reply",
    ],
)
def test_what_is_quoted_or_stands_behind_a_clause_that_looks_is_not_asked_for(task: str) -> None:
    given = words_of(task)
    assert not given.names("Send reply")
    assert not given.asks_to_send
    assert not given.wants_change


@pytest.mark.parametrize("task", ["Read this mail:\n\nDo not send it.", "> Yes\n\nDo not send it."])
def test_what_is_forbidden_there_stays_forbidden(task: str) -> None:
    assert "send" in words_of(task).forbidden


@pytest.mark.parametrize(
    "task",
    [
        "Send Anna the report.",
        "Send the report to Anna Berg and Ben.",
        "Reply to the last mail with 'Thanks' and send it.",
        "Fill in the form with my data and submit it.",
        "Comment on the bakery post with Wonderful news",
        "Sende die Nachricht an Anna und Ben.",
        "Öffne das Formular, fülle es mit meinen Daten aus und schicke es ab.",
        "Envoie le message à Anna.",
        "Rellena el formulario con mis datos y envía el mensaje a Ana.",
        "Invia il messaggio ad Anna.",
        "Envie a mensagem para a Ana.",
        "Stuur het bericht naar Anna.",
    ],
)
def test_a_plain_order_is_understood_in_each_language(task: str) -> None:
    assert words_of(task).asks_to_send


@pytest.mark.parametrize("task", ["Upload ikke cv.txt", "Upload cv.txt ×", "> Upload cv.txt\n\nWhat is that?"])
def test_a_file_is_not_handed_over_by_what_is_held_back_or_quoted(task: str) -> None:
    assert not words_of(task).names_file("cv.txt")


@pytest.mark.parametrize(
    "task",
    [
        "check I accept the terms and click Send message",
        "Check Newsletter, check I accept the terms, click Send message",
        "Tick I agree to the privacy policy, then click Send message",
    ],
)
def test_the_words_of_a_box_of_consent_hold_back_no_press_behind_it(task: str) -> None:
    assert not words_of(task).held_back_by
    assert words_of(task).names("Send message")


@pytest.mark.parametrize(
    "task",
    [
        "check I accept the terms of the draft and click Send message",
        "check that I accept the terms and click Send message",
        "check I accept the terms first and click Send message",
        "check I accept the terms and send the message",
        "check I have read it and click Send message",
        "click Send message and check I accept the terms",
        "check I approve the terms and click Send message",
    ],
)
def test_what_the_user_may_want_to_be_sure_of_holds_back_what_is_sent(task: str) -> None:
    assert words_of(task).held_back_by


def test_each_clause_of_a_long_text_is_read_a_fixed_number_of_times(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def count(clause: Clause, at: int) -> bool:
        read.append(clause.words[at])
        return is_thing(clause, at)

    monkeypatch.setattr("handrail.policy.words.understanding.is_thing", count)
    counts = []
    for sentences in (10, 40):
        words = UserWords()
        words.add_text("Send the letter. " + "I like the kettle of the shop. " * sentences)
        words.not_understood(["Send"])
        counts.append(len(read))
        read.clear()
    assert 0 < counts[1] < 5 * counts[0]
