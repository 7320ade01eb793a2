"""Orders whose object denies them: "archive nothing", "archive no entry"."""

import pytest

from tests.policy.words.test_user_words import words_of


@pytest.mark.parametrize(
    ("task", "acts"),
    [
        ("Open the list and send nothing", {"send"}),
        ("Give Anna the list and send the shop nothing", {"send"}),
        ("Send none of the drafts", {"send"}),
        ("Post no review, and share nothing", {"send", "access"}),
        ("Öffne die Liste und teile keinen Ordner", {"access"}),
        ("Ouvre la liste et partage rien", {"access"}),
        ("Abre la lista y comparte nada", {"access"}),
        ("Apri la lista e condividi niente", {"access"}),
        ("Abre a lista e compartilha nada", {"access"}),
        ("Open de lijst en koop geen boek", {"pay"}),
        # What is asked for beside that is meant.
        ("Send Anna the reply and send nothing else", set()),
        ("Post nothing but the first review", set()),
        ("Buy no more than two lamps", set()),
        ("Send Nada the report", set()),
    ],
)
def test_an_order_to_do_an_act_to_nothing_forbids_that_kind_of_act(task: str, acts: set[str]) -> None:
    assert words_of(task).forbidden == acts


@pytest.mark.parametrize(
    ("task", "label", "wanted"),
    [
        ("Open the first entry and archive nothing", "Archive entry", False),
        ("Open the first entry and archive none of the others", "Archive entry", False),
        ("Open the first entry and archive no other", "Archive entry", False),
        ("Öffne die Liste und archiviere keinen Eintrag", "Eintrag archivieren", False),
        ("Ouvre la liste et archive rien", "Archive", False),
        ("Abre la lista y archiva ninguna", "Archiva", False),
        ("Apri la lista e archivia nulla", "Archivia", False),
        ("Abre a lista e arquiva nada", "Arquiva", False),
        ("Open de lijst en archiveer niets", "Archiveer", False),
        ("Archive the first entry and archive nothing else", "Archive entry", True),
        ("Archive nothing but the first entry", "Archive", True),
        # "No" and "none" may be names, and no objects.
        ("Set the colour of the kettle to none", "Kettle", True),
        ("There is nothing in the basket, add a kettle", "Kettle", True),
        ("Coloque a chaleira no carrinho", "Chaleira", True),
    ],
)
def test_what_is_to_be_done_to_nothing_is_not_wanted(task: str, label: str, wanted: bool) -> None:
    assert words_of(task).concerns(label) is wanted


@pytest.mark.parametrize(
    "task",
    [
        "Tell me the price and do nothing else",
        "Change nothing and tell me the price",
        "See what happens if it finds none",
    ],
)
def test_who_wants_nothing_done_wants_no_change(task: str) -> None:
    assert not words_of(task).wants_change


@pytest.mark.parametrize(
    ("task", "label", "named"),
    [
        ("Send Anna the reply and do nothing else", "Send reply", True),
        ("Send Anna the reply and change nothing else", "Send reply", True),
        ("Send Anna none of the replies", "Send replies", False),
        ("Send Anna no reply", "Send reply", False),
        ("Set the status to none and click Save", "Save", True),
        ("Select none and click Save", "Save", True),
    ],
)
def test_a_denied_object_names_no_control_and_what_spares_the_rest_holds_nothing_back(
    task: str, label: str, named: bool
) -> None:
    assert words_of(task).names(label) is named
