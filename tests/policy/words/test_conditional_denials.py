"""What is forbidden behind a condition that no comma ends, and what only the condition itself denies."""

import pytest

from tests.policy.words.test_user_words import words_of


@pytest.mark.parametrize(
    "task",
    [
        "If the name is missing do not send the form",
        "If there is no price do not send it",
        "If it is not complete never send it",
        "Fill in the form, and if the total is over 20 do not send it",
        "Si le nom manque n'envoie pas le formulaire",
        "Si le nom manque ne l'envoie pas",
        "Si le total dépasse 20 n'envoie rien et ne publie rien",
        "Remplis le formulaire. S'il est cher n'envoie pas la commande.",
        "S'il n'y a pas de prix n'envoie rien",
        "Se manca il nome non inviare il modulo",
        "Se il nome manca non inviarlo",
        "Se il prezzo è più alto non inviare nulla",
        "Compila il modulo e se manca il nome non inviare",
        "Se non c'è il nome non inviare il modulo",
        "Si el total supera 20 euros no envíes nada",
        "Si no hay precio no envíes nada",
        "Se o preço for maior não envie",
        "Se o preço é maior não envie",
    ],
)
def test_a_denial_behind_a_condition_forbids_without_a_comma_between_them(task: str) -> None:
    given = words_of(task)
    assert "send" in given.forbidden
    assert given.not_understood() == ""


@pytest.mark.parametrize(
    "task",
    [
        "If the button does not send the form click Save",
        "If it is not sent click Save",
        "Click Save, if the page does not send the form",
        "Si le bouton n'envoie pas le formulaire clique sur Autre",
        "Si le bouton n'envoie pas le formulaire, clique sur Autre",
        "Si la page n'est pas envoyée, dis-le",
        "Clique sur Autre, si le bouton n'envoie pas le formulaire",
        "Se il pulsante non invia il modulo, premi Altro",
    ],
)
def test_a_condition_that_denies_forbids_nothing(task: str) -> None:
    assert not words_of(task).forbidden


def test_is_and_and_are_two_words_where_only_an_accent_tells_them_apart() -> None:
    assert words_of("Se il prezzo è alto, premi Invia").names("Invia")
    assert words_of("Se o preço é alto, clique em Enviar").names("Enviar")


def test_please_in_french_is_no_condition() -> None:
    assert words_of("Clique sur Envoyer s'il te plaît").names("Envoyer")
