"""What a task says of fields, places and choices: none of it holds back what the task asks for."""

import pytest

from tests.policy.words.test_user_words import words_of

CHOICES = """
    type priority severity component category visibility payment language currency color colour typ priorität
    schweregrad komponente kategorie sichtbarkeit zahlung sprache währung farbe priorité gravité composant catégorie
    visibilité paiement langue devise couleur tipo prioridad gravedad componente categoría visibilidad pago idioma
    moneda priorità gravità categoria visibilità pagamento lingua valuta colore prioridade gravidade visibilidade
    cor prioriteit ernst onderdeel categorie zichtbaarheid betaling taal kleur
"""
FIELDS = """
    class klasse classe clase milestone version department team subject title name address country city code number
    amount quantity size level topic label tag keyword keywords meilenstein abteilung betreff titel anschrift stadt
    nummer menge größe stufe thema stichwort service objet titre nom adresse pays ville numéro quantité taille
    niveau étiquette versión departamento asunto título nombre dirección país ciudad número cantidad talla nivel
    etiqueta versione reparto oggetto titolo nome indirizzo paese città numero quantità taglia livello etichetta
    versão assunto endereço cidade quantidade tamanho nível moeda versie afdeling onderwerp naam adres stad aantal
    maat
"""
LEFT_OUT = """
    field fields wrap wrapping feld felder verpackung champs emballage campos envoltorio campi confezione embrulho
    velden verpakking
"""
WHERE = """
    page section form tab site seite abschnitt formular rubrique onglet formulaire página sección formulario pagina
    sezione modulo seção formulário formulier
"""


@pytest.mark.parametrize(
    "task",
    [
        "Create a ticket with type defect, priority critical, component component2.",
        "On the page about actions, submit the coupon code HALFOFF.",
        "On the contact page, send the message 'Hello' to the support team.",
        "Order two copies, no gift wrap.",
        "Post a note titled 'Stop words' in the wiki.",
        "Submit the form with severity blocker.",
        "In the section about forms, submit the first one.",
        "Choose express delivery, payment by invoice, and place the order.",
        "Upload the report, visibility private.",
        "Send the form without the optional fields.",
        "Create the milestone 'Never again', due 1 March.",
        "Set priority minor, severity critical, and submit the form.",
        "On the start page, submit the form with the name Ada.",
        "Submit the form with priority high, type task.",
        "Submit the coupon code.",
        "On the start page, click Go.",
        "Set type defect, priority high.",
        "Pick express delivery.",
        "Auf der Kontaktseite, sende das Formular.",
        "Sende das Formular mit Priorität hoch.",
        "Sur la page de contact, envoie le formulaire.",
        "En la página de contacto, envía el formulario.",
        *(f"Submit the form with {word} alpha." for word in CHOICES.split()),
        *(f"Submit the coupon {word}." for word in FIELDS.split()),
        *(f"Send the form without the {word}." for word in LEFT_OUT.split()),
        *(f"On the start {word}, click Go." for word in WHERE.split()),
    ],
)
def test_what_goes_into_which_field_and_where_that_is_holds_nothing_back(task: str) -> None:
    assert words_of(task).held_back_by == ""


@pytest.mark.parametrize(
    "task",
    [
        "Send the reply, priority pending.",
        "Send the reply, payment by me.",
        "Send the reply, payment tomorrow.",
        "Send the reply, version final.",
        "Send the reply, team permitting.",
        "Send the reply, title missing.",
        "Send the reply, class dismissed.",
        "Send the reply, subject to approval.",
        "Email Anna 'x', delivery postponed.",
        "Submit the form with title pending.",
        "Submit the form with type tomorrow.",
        "Submit the code eventually.",
        "Submit the code TBD.",
        "Submit the code TBA.",
        "Submit the code TBC.",
        "Submit the code WIP.",
        "Submit the coupon code PENDING.",
        "Pick later delivery.",
        "Choose pending delivery.",
        "In the end, send the reply myself.",
        "In the form Ben approves, send the reply.",
        "On the page only Ben, send the reply.",
        "On the page of my approval, send the reply.",
        "Send the reply on the condition that Ben agrees.",
        "Send the form, no fields before Friday.",
        "Send the reply without the payment.",
    ],
)
def test_a_word_beside_a_field_that_may_hold_an_act_back_still_does(task: str) -> None:
    assert words_of(task).held_back_by


def test_the_date_of_a_thing_is_none_of_sending_it() -> None:
    assert words_of("Post the message 'Never again' to Anna Berg, due 1 March.").held_back_by == "due 1 march"
