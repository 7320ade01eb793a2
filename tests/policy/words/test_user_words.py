"""What a task names, asks for and forbids."""

import tomllib
from pathlib import Path

import pytest

from handrail.policy.words.user_words import UserWords

TABLE = tomllib.loads((Path(__file__).parent / "naming.toml").read_text("utf-8"))
ROWS = [pytest.param(*row, id=f"{language}-{row[1]}-{row[0]}") for language, rows in TABLE.items() for row in rows]


def words_of(*texts: str) -> UserWords:
    words = UserWords()
    for text in texts:
        words.add_text(text)
    return words


@pytest.mark.parametrize(("task", "label", "named"), ROWS)
def test_a_control_is_named_where_the_task_asks_for_it(task, label, named):
    assert words_of(task).names(label) is named


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("500 g rye flour\n12 g salt", True),
        ("12 g salt\n300 g water", True),
        ("500 g rye flour\n12 g salt\n300 g water\n", True),
        ("500 g rye flour\n300 g water", False),
        ("12 g salt\n500 g rye flour", False),
        ("500 g rye flour\n12 g", False),
        ("500 g rye flour\n\n12 g salt", False),
        ("500 g  rye flour\n12 g salt", False),
        ("500 g rye flour\nthen", False),
        ("500 g rye flour\n12 g salt\n\n", False),
    ],
)
def test_lines_that_a_user_quotes_one_by_one_are_theirs_together_and_in_their_order(text: str, own: bool) -> None:
    words = words_of("Write a note with the lines '500 g rye flour', '12 g salt' and then '300 g water'.")
    assert words.in_text(text) is own
    assert not words_of("500 g rye flour, 12 g salt, 300 g water").in_text(text)


@pytest.mark.parametrize(
    "task",
    [
        "Reply 'I accept' to Anna and 'I refuse' to Bob.",
        "My boss said 'I accept'; do not tell 'I refuse'.",
        "Write 'I accept' and never 'I refuse'.",
    ],
)
def test_quotes_with_other_words_between_are_not_the_users_own_together(task: str) -> None:
    assert not words_of(task).in_text("I accept\nI refuse")


def test_a_file_that_is_only_named_in_a_denial_is_denied():
    words = words_of("Upload report.pdf. Never upload secret.txt.")
    assert [words.denies_file(name) for name in ("secret.txt", "report.pdf", "other.txt")] == [True, False, False]


ABSENCES = {
    "Send it to Ben.": [
        "If there is no such list, say so and send nothing",
        "If there exist no such lists, say so and send nothing",
        "If the list does not exist, say so and send nothing",
        "If no such list exists, say so and send nothing",
        "If you cannot find it, say so and send nothing",
        "If it is not found, say so and send nothing",
    ],
    "Sende es an Ben.": [
        "Wenn keine da ist, sag es und sende nichts",
        "Wenn es keine gibt, sag es und sende nichts",
        "Wenn keine Liste existiert, sag es und sende nichts",
        "Wenn du sie nicht finden kannst, sag es und sende nichts",
        "Wenn du sie nicht findest, sag es und sende nichts",
    ],
    "Envoie-le à Ben.": [
        "Si elle n'existe pas, dis-le et n'envoie rien",
        "Si tu ne la trouves pas, dis-le et n'envoie rien",
    ],
    "Envíalo a Ben.": ["Si no hay ninguno, dilo y no envíes nada", "Si no lo encuentras, dilo y no envíes nada"],
    "Invia il modulo.": ["Se non esiste, dillo e non inviare nulla"],
    "Verzend het formulier.": [
        "Als de lijst niet bestaat, zeg dat en verzend niets",
        "Als je hem niet vindt, zeg dat en verzend niets",
    ],
}
"""What is not there, and what is asked for then."""


@pytest.mark.parametrize(
    ("task", "acts"),
    [
        ("Fill it in, but do not submit it", {"send", "submit"}),
        ("never click Send", {"send"}),
        ("do not buy, delete or post anything", {"pay", "delete", "send"}),
        ("Find the price without ordering it", {"pay"}),
        ("Don't:\n- buy\n- invite anybody\nThen read the page.", {"pay", "access"}),
        ("No downloads", {"download"}),
        ("Do not change anything", {"pay", "delete", "send", "submit", "access", "upload"}),
        ("Fülle das Formular aus, ohne zu senden", {"send"}),
        ("Bitte nichts kaufen", {"pay"}),
        ("Anna will die Mail senden. Sende sie nicht.", {"send"}),
        ("Wir wollten die Mail senden. Sende sie nicht.", {"send"}),
        ("Ändere nichts", {"pay", "delete", "send", "submit", "access", "upload"}),
        ("Remplis-le sans rien publier", {"send"}),
        ("No borres nada", {"delete"}),
        ("Non cancellare niente", {"delete"}),
        ("Não apague nada", {"delete"}),
        ("Lees alles zonder iets te kopen", {"pay"}),
        # What is asked for beside the denial is not forbidden as a kind of act, nor what is not surely denied.
        ("Upload report.pdf; do not upload the other notes", set()),
        ("Send Anna the message, but do not send it to Ben", set()),
        ("Do not log in, and send Anna the message", set()),
        ("If there is no delete button, tell me", set()),
        ("My order has not been sent; complain", set()),
        ("I never ordered it", set()),
        ("Don't forget to send it", set()),
        ("Write 'do not buy it' to Ben", set()),
        ("Tell Anna: never send me mail", set()),
        ("Do not change anything else", set()),
        ("Why can I not delete it?", set()),
        ("Find a lamp", set()),
        # Denied for one case alone, which the model judges; but not whether the user has agreed.
        ("Move it to the last list. If there is no such list, say so and change nothing.", set()),
        ("Delete the old draft. If you cannot find it, tell me and do not delete anything.", set()),
        ("Wenn es keine solche Liste gibt, sag es und ändere nichts", set()),
        ("Si no hay tal lista, dilo y no cambies nada", set()),
        ("If you have not heard from me, tell Anna and send nothing", {"send"}),
        ("If you fill in the form, do not send it", {"send"}),
        ("If it is dear, say so and do not send anything", {"send"}),
        ("If there is no message from Ben, say so, and never send anything", {"send"}),
        ("If there is no message from Ben, say so, but do not send anything", {"send"}),
        ("If there is no message from Ben, say so, but in any case do not send anything", {"send"}),
        ("If it is not approved, say so and do not send it", {"send"}),
        ("If nobody said yes, say so and do not publish the post", {"send"}),
        ("If there is no go-ahead, say so and do not send it", {"send"}),
        ("If there is no OK from Ben, say so and do not send it", {"send"}),
        ("Wenn keine da ist, sag es, aber sende auf keinen Fall etwas", {"send"}),
        ("Wenn keine da ist, sag es und sende niemals etwas", {"send"}),
        ("Si no hay ninguno, dilo y nunca envíes nada", {"send", "submit"}),
        ("Si no tengo acuerdo, dilo y no envíes nada", {"send", "submit"}),
        *((f"{order} {case}", set()) for order, cases in ABSENCES.items() for case in cases),
        # What the task does not ask for stays forbidden.
        ("Read the message. If there is none from Ben, say so and send nothing", {"send"}),
        ("Look up the total. If it is not found, say so and do not pay", {"pay"}),
    ],
)
def test_an_order_not_to_do_something_forbids_that_kind_of_act(task, acts):
    assert words_of(task).forbidden == acts


def test_the_latest_word_counts():
    assert words_of("Fill it in, but do not send it", "Now send it").forbidden == set()
    assert words_of("Send it", "No, do not send anything").forbidden == {"send"}
    assert not words_of("Download the list", "Don't download anything").asks("download")


@pytest.mark.parametrize(
    ("task", "said"),
    [
        ("Fill it in, but do not send it", "send it"),
        ("Fill it in and don't share it", "share it"),
        ("Fill it in without saving it", "saving it"),
        ("Set the client to Globex; do not send the form", "send the form"),
        ("Fill it in, but do not press Send", "press send"),
        ("Reply to Anna with 'Hello', but do not send it yet", "send it yet"),
        ("Fülle das Formular aus, ohne es zu senden", "es zu senden"),
        ("Remplis le formulaire sans l'envoyer", "l envoyer"),
        ("Rellena el formulario pero no lo envíes", "lo envies"),
        ("Compila il modulo ma non inviarlo", "inviarlo"),
        ("Preencha o formulário, mas não o envie", "o envie"),
        ("Vul het formulier in maar verstuur het niet", "verstuur niet het"),
        # Who denies that it is made denies that it is sent.
        ("Set up the project 'Apollo'. Do not create the project.", "create the project"),
        ("Set up the project 'Apollo' in the form. Don't create anything.", "create anything"),
        ("Enter the project 'Apollo'. Do not create it.", "create it"),
        ("Edit the page title to 'Home' but don't update the page.", "update the page"),
        ("Edit the page title to 'Home' but don't change the page yet.", "change the page yet"),
        ("Set up the meeting 'Lunch' but do not schedule it.", "schedule it"),
        ("Set up the meeting 'Lunch', I want to add it myself", "add it myself"),
        ("Trage das Projekt Apollo ein, aber lege es nicht an.", "lege nicht es an"),
        ("Ajoute le projet 'Apollo' mais ne le crée pas.", "le cree"),
        ("Crea el proyecto Apolo pero no lo crees", "lo crees"),
        ("Aggiungi il progetto 'Apollo', ma non crearlo", "crearlo"),
        ("Fill it in, but do not send it. I want to send it myself.", "send it"),
        # What is denied of another thing, or in another way, is none of that.
        ("Add a task to the project Apollo, but do not create a project", ""),
        ("Add the comment 'Hi' to the page without changing it", ""),
        ("Update the contact Anna, do not create a contact", ""),
        ("Create the note 'A'. Do not create it twice", ""),
        ("Add the mug to the basket, but do not order it", ""),
        ("Reserve a table for two but do not change the date", ""),
        ("Set up the project Apollo. Do not create it yet. Then create it.", ""),
        # What is asked for beside that, of the same thing, or later, is meant to be sent.
        ("Send it to Anna, but do not send it to Mallory", ""),
        ("Write it, but do not send it; save it as a draft", ""),
        ("Sign me up, but do not send me the newsletter", ""),
        ("Reply to Anna, but do not send it. Then send it to Ben.", ""),
        ("Tell Anna: never send me mail", ""),
    ],
)
def test_who_denies_that_it_is_sent_withholds_what_is_filled_in(task, said):
    assert words_of(task).withheld == said


@pytest.mark.parametrize("answer", ["Send", "Yes, send it", "Click Send", "Senden", "press it"])
def test_an_answer_asks_for_no_act_of_consequence_and_lifts_nothing(answer):
    words = words_of("Fill in the mail, but do not send it")
    words.add_text(answer, orders=False)
    assert words.forbidden == {"send"}
    assert words.withheld == "send it"
    assert not words.names("Send")
    assert words.has(answer)


def test_an_answer_may_choose_and_may_forbid():
    words = words_of("Put a kettle into the basket")
    words.add_text("The red one", orders=False)
    words.add_text("Do not pay", orders=False)
    assert words.chooses("Red")
    assert words.forbidden == {"pay"}


def test_later_words_withhold_or_let_go():
    assert words_of("Fill it in, but do not send it", "Now send it").withheld == ""
    assert words_of("Fill it in", "Do not send it", "The name is Rosa").withheld == "send it"


@pytest.mark.parametrize(
    ("task", "asks"),
    [
        ("Download the price list", True),
        ("Save it as PDF", True),
        ("Find the invoice and export it", True),
        ("get me the invoice", True),
        ("Could you fetch the file?", True),
        ("Lade die Rechnung herunter: bitte herunterladen", True),
        ("Télécharge la facture", True),
        ("Descarga la factura", True),
        ("Scarica la fattura", True),
        ("Baixe a fatura", True),
        ("Download de factuur", True),
        ("Do not download the price list", False),
        ("Read it without saving anything", False),
        ("How do I download it?", False),
        ("Tell me where to download it", False),
        ("press Save", False),
        ("Read the price list", False),
    ],
)
def test_a_file_is_asked_for_in_any_wording(task, asks):
    assert words_of(task).asks("download") is asks


@pytest.mark.parametrize(
    ("task", "label", "denied"),
    [
        ("Never click Save", "Save", True),
        ("Do not press Save or Go", "Go", True),
        ("Drücke nicht auf Weiter", "Weiter", True),
        ("Click Save. Never click Go.", "Save", False),
        ("Do not click Save now. Click Save at the end.", "Save", False),
        ("If there is no Save button, stop", "Save", False),
        ("Do not log in, and press Save", "Save", False),
        ("Read the page", "Save", False),
    ],
)
def test_a_control_is_forbidden_only_where_that_is_sure(task, label, denied):
    assert words_of(task).denies(label) is denied


def test_a_label_longer_than_anybody_would_name_is_not_named():
    assert not words_of("press save").names("save " * 20_000)


def test_a_label_is_read_as_a_person_sees_it():
    words = words_of("Never click Send")
    assert words.denies("Se\u00adnd")
    assert words.denies("Ｓｅｎｄ")


@pytest.mark.parametrize(
    ("task", "sends"),
    [
        ("Reply to Ines: 'I bring the pump'", True),
        ("Ask them by their contact form: 'Do you repair lamps?' I am Rosa", True),
        ("Schreib ihnen über das Kontaktformular: »Reparieren Sie Lampen?«", True),
        ("Write to Ines in the chat: 'I am here'", True),
        ("Tell Ines in the chat I am here until six", True),
        ("Sign up Ada Lovelace", True),
        ("Change my name to 'Rosa Berg'", True),
        ("Réponds à Anna : « merci »", True),
        ("Fill in the form with my name", False),
        ("Fill in the form, but do not send it", False),
        ("Tell me what Ines wrote", False),
        ("How do I reply to Ines?", False),
        ("Read my messages", False),
        ("Ne réponds pas à Anna", False),
    ],
)
def test_what_is_to_be_sent_is_asked_for_in_any_wording(task, sends):
    assert words_of(task).asks_to_send is sends


@pytest.mark.parametrize(
    ("task", "label", "named"),
    [
        ("Click 'Get the tool'", "Get the tool", True),
        ("press download", "Download", True),
        ("use the Download button", "Download", True),
        ("Download the tool", "Download", False),
        ("Download the tool", "Download tool", False),
        ("Download the tool", "The tool", False),
        ("Never press Download", "Download", False),
        ("Press Download", "", False),
    ],
)
def test_a_control_is_named_as_one_only_where_it_is_to_be_pressed(task, label, named):
    assert words_of(task).names_press(label) is named


@pytest.mark.parametrize(
    ("task", "label", "denied"),
    [
        ("No more weekly digests, please.", "Weekly digest", False),
        ("Keine Werbung mehr bitte", "Werbung", False),
        ("No uploads, please", "Upload", True),
        ("Do not press Weekly digest", "Weekly digest", True),
        ("No pulses Enviar", "Enviar", True),
    ],
)
def test_no_thing_may_be_a_wish_and_forbids_only_what_is_an_act(task, label, denied):
    assert words_of(task).denies(label) is denied
    assert not words_of(task).names(label)


@pytest.mark.parametrize(
    ("task", "label", "concerned"),
    [
        ("Put the copper kettle into my basket", "Copper kettle 24 euros Add", True),
        ("Put the copper kettle into my basket", "Add to basket", True),
        ("Put the copper kettle into my basket", "Steel pan 12 euros Add", False),
        ("Put the copper kettle into my basket", "OK", False),
        ("One more clay teapot, please", "Clay teapot", True),
        ("It is too bright here, can you switch it to dark?", "Dark mode", True),
        ("No more weekly digests, please", "Weekly digest", True),
        ("My address is Birkenweg 12 now", "Birkenweg 12, Bern", True),
        ("I liked the harbour photo by mistake, undo that.", "Harbour photo", True),
        ("Write 'Closed' as a draft of the handbook, I'll publish it myself.", "Handbook", True),
        ("Rename the kettle. No.", "Kettle", False),
        ("Rename the kettle to red. - Scrap that.", "Kettle", False),
        ("Tell me when somebody answers Ines: subscribe to her thread", "Thread of Ines", True),
        # Small words are in every text, and on every page.
        ("Press the first button of the page", "The next of the buttons", False),
        ("Set my time zone", "Set", False),
        # Who only asks or looks wants nothing to be changed.
        ("Which blue things are there?", "Blue", False),
        ("Look for a copper kettle", "Copper kettle", False),
        ("Compare the kettles", "Kettles", False),
        ("Do not follow Omar", "Follow Omar", False),
        ("Look at the kettle, but do not like it", "Like the kettle", False),
    ],
)
def test_a_label_concerns_the_user_where_it_holds_a_word_of_what_they_want_to_be_changed(task, label, concerned):
    assert words_of(task).concerns(label) is concerned


@pytest.mark.parametrize(
    ("task", "only"),
    [
        ("Fill in the expense form: amount 20, reason Lunch. I will check it and hand it in myself.", True),
        ("Type Lunch into the field Reason so that I can see what it looks like", True),
        ("Fülle das Formular mit meinen Daten aus", True),
        ("Fill in the form and send it", False),
        ("Fill in the form, then press Save", False),
        ("Fill in the form to register me for the course", True),
        ("Change my email to ada@example.org", False),
        ("What is the price?", False),
        ("Fill in the form. Do not send it.", True),
    ],
)
def test_who_asks_only_for_a_form_to_be_filled_in_does_not_ask_for_it_to_be_sent(task: str, only: bool) -> None:
    words = UserWords()
    words.add_text(task)
    assert words.only_fills is only


@pytest.mark.parametrize(
    ("task", "button", "named"),
    [
        ("Fill in the form. I will check it and hand it in myself.", "Hand in", False),
        ("Ich prüfe es und reiche es selbst ein", "Einreichen", False),
        ("Check it and hand it in", "Hand in", True),
        ("Send the note to myself", "Send note", True),
    ],
)
def test_what_the_user_does_themselves_names_no_button(task: str, button: str, named: bool) -> None:
    words = UserWords()
    words.add_text(task)
    assert words.names(button) is named


def test_an_address_that_is_given_by_itself_is_the_users_and_forbids_nothing():
    words = UserWords()
    words.add_address("http://127.0.0.1:8123/")
    words.add_text("click Send")
    assert words.has_address("http://127.0.0.1:8123/")
    assert words.held_back_by == ""


@pytest.mark.parametrize(
    ("task", "label", "other"),
    [
        ("Choose बिल", "बिल", "बाल"),
        ("Choose கலை", "கலை", "கல்"),
        ("Choose বিল", "বিল", "বল"),
        ("Choose బిల్లు", "బిల్లు", "బల్ల"),
    ],
)
def test_a_word_of_an_indian_script_is_whole_with_its_vowel_signs(task: str, label: str, other: str) -> None:
    given = words_of(task)
    assert given.chooses(label)
    assert given.names(label)
    assert not given.chooses(other)
    assert not given.names(other)
