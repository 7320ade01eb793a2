"""What a user adds to an order to send something, so that it is not to be sent now, or not without them."""

import pytest

from tests.policy.words.test_user_words import words_of

LABELS = (
    "Send", "Send reply", "Send the reply", "Antwort senden", "Envoyer la réponse", "Enviar la respuesta",
    "Inviare la risposta", "Enviar a resposta", "Antwoord versturen", "Share album", "Publish post",
)  # fmt: skip


@pytest.mark.parametrize(
    "task",
    [
        "Send the reply only with my approval.",
        "Get my approval, then send the reply.",
        "Write the reply, check with me and then send the reply.",
        "Ask for my confirmation and send the reply.",
        "Send the reply upon confirmation.",
        "Send the reply subject to my OK.",
        "Send the reply next week.",
        "Send the reply on 3 December.",
        "Send the reply in two hours.",
        "Send the reply at 5 pm.",
        "Send the reply: no.",
        "Send the reply (not now).",
        "Send the reply (skip).",
        "Send the reply \u274c",
        "\u2705 Write the reply\n\u274c Send the reply",
        "- [x] Write the reply\n- [ ] Send the reply",
        "Send the reply as soon as the price drops.",
        "Send the reply provided that Ben agrees.",
        "Send the reply after review.",
        "Send the reply in a dry run.",
        "Send the reply at midnight.",
        "Later: send the reply.",
        "~~Send the reply~~ Save the draft.",
        "Use Save draft as opposed to Send reply.",
        "Have Ben send the reply.",
        "Click Cancel in the dialog Send reply.",
        "Antwort senden nur mit meiner Zustimmung.",
        "Antwort senden verboten.",
        "Antwort senden übernehme ich.",
        "Antwort senden macht Ben.",
        "Antwort senden überspringen.",
        "Antwort senden erst, wenn Ben unterschrieben hat.",
        "Auf Antwort senden verzichten.",
        "Envoyer la réponse : non.",
        "Envoyer la réponse vendredi.",
        "Envoyer la réponse seulement avec mon accord.",
        "Enviar la respuesta solo con mi permiso.",
        "Inviare la risposta solo con il mio consenso.",
        "Enviar a resposta só com a minha autorização.",
        "Inviare la risposta venerdì.",
        "Enviar a resposta fica comigo.",
        "Blijf af van antwoord versturen.",
        "Antwoord versturen alleen met mijn toestemming.",
        # A time in digits.
        "Send the reply at 18:00.",
        "Send the reply at 9.",
        "Send the reply at nine.",
        "Send the reply on 24.12.2026.",
        "Send the reply 24.12.",
        "Send the reply on 2027-01-01.",
        "Send the reply on 3/4.",
        "Send the reply in 2027.",
        "Click Send reply at 18:00.",
        "Share the album with Ben on 24.12.2026.",
        "Publish the post 2026-12-24 09:00.",
        "Send 0 replies.",
        "Sende die Antwort um 18:00.",
        "Sende die Antwort am 24.12.",
        "Envoie la réponse à 18:00.",
        "Envía la respuesta a las 18:00.",
        "Send the reply, 18:00.",
        "Send the reply (24.12.).",
        "Sende die Antwort um 9.",
        "Envía la respuesta a las nueve.",
        # A word in capitals that is no name.
        "Send the reply TBD.",
        "Send the reply Pending.",
        "Send the reply Maybe.",
        "Send the reply to Anna DRAFT.",
        "Send the reply to Anna Only If Ben Agrees.",
        "Send the reply to Drafts.",
        "Send the reply to Trash.",
        # What an entry says.
        "Add a task: send the reply.",
        "Create a note: share the album with Ben.",
        "Add a reminder: publish the post.",
        "Save the note: send the reply.",
        "Add these tasks: buy milk, send the reply.",
        "Erstelle einen Eintrag: Sende die Antwort.",
        "Crea una tarea: envía la respuesta.",
    ],
)
def test_who_keeps_a_decision_to_themselves_names_no_control_that_sends(task: str) -> None:
    assert not [label for label in LABELS if words_of(task).names(label)]


@pytest.mark.parametrize(
    "task",
    [
        "Disable Publish post.",
        "Turn off Publish post.",
        "Keep Publish post disabled.",
        "Close the Publish post dialog.",
        "Translate Publish post into German.",
        "Take a screenshot of the Publish post dialog.",
        "Revert Publish post.",
    ],
)
def test_a_control_that_is_spoken_of_is_not_one_to_press(task: str) -> None:
    assert not words_of(task).names("Publish post")


@pytest.mark.parametrize(
    ("task", "label"),
    [
        ("Send the reply to Anna with the subject 'Next week'.", "Send reply"),
        ("Fill in the form with my name and send the reply.", "Send reply"),
        ("Book two nights from Monday. Then send the request.", "Send request"),
        ("Click OK, then send the reply.", "Send reply"),
        ("Write 'only with my approval' and send the reply.", "Send reply"),
        ("Use the Publish post button.", "Publish post"),
        ("Publish post and close the page", "Publish post"),
        ("Antwort senden", "Antwort senden"),
        ("Send the message to Channel 3.", "Send message"),
        ("Send the order 1042 to Anna.", "Send order"),
        ("Send the invoice of 2024 to Anna.", "Send invoice"),
        ("Submit the form with age 42.", "Submit form"),
        ("Send Anna 3 photos.", "Send photos"),
        ("Post the comment on ticket 12.", "Post comment"),
        ("Share the album Summer with Ben.", "Share album"),
        ("Send the report to HR.", "Send report"),
        ("Send the report to Mark.", "Send report"),
        ("Send the report to Anna Maria Smith.", "Send report"),
        ("Schick Anna 3 Fotos.", "Fotos schicken"),
        ("Go to http://127.0.0.1:8000/mail. Send the reply at http://127.0.0.1:8000/mail.", "Send reply"),
        ("Book a table for 2 people at 19:00 and send the request.", "Send request"),
        ("Create an issue: click New issue, write 'x' and click Submit.", "Submit"),
        ("Add a product: choose Red and click Publish.", "Publish"),
    ],
)
def test_who_asks_for_it_without_reservation_names_it(task: str, label: str) -> None:
    assert words_of(task).names(label)
