"""What a text of the user wants to be changed: only what a known order or a statement names."""

import pytest

from tests.policy.words.test_user_words import words_of


@pytest.mark.parametrize(
    "task",
    [
        "Extract the price of the kettle",
        "Determine the price of the kettle",
        "Give me the price of the kettle",
        "Price of the kettle",
        "Ignore the kettle",
        "Keep the kettle in the basket",
        "Download the manual of the kettle",
        "Gib mir den Preis von kettle",
        "Lass kettle in Ruhe",
        "Donne-moi le prix de kettle",
        "Dame el precio de kettle",
        "Dammi il prezzo di kettle",
        "Geef me de prijs van kettle",
        "Узнай цену kettle",
        "Ничего не меняй. Найди kettle",
        "Sprawdź cenę: kettle",
        "Kettle fiyatını bul",
        "Kettle の値段を調べて",
        "不要修改 Kettle ，告诉我它的价格",
        "Find prisen på Kettle",
        "Se hvad Kettle koster",
        "Kolla vad Kettle kostar",
    ],
)
def test_who_looks_or_forbids_in_whatever_words_wants_nothing_changed(task: str) -> None:
    given = words_of(f"{task} at https://shop.example/")
    assert not given.concerns("Update kettle")
    assert not given.wants_change


@pytest.mark.parametrize(
    ("task", "label"),
    [
        ("Star the kettle", "Kettle"),
        ("Unsubscribe the list Kettle", "Kettle"),
        ("I have a coupon for my basket: SPRING10", "Coupon"),
        ("I have called the bank, tick that off.", "Bank"),
        ("Find the kettle and put it into the basket", "Kettle"),
        ("Like what Ines wrote", "Ines"),
        ("The bank should come first", "Bank"),
        ("I need three kettles", "Kettle"),
        ("Put a mug and a kettle into the basket", "Kettle"),
        ("Lege den Kessel in den Warenkorb", "Kessel"),
        ("Mets la bouilloire dans le panier", "Bouilloire"),
        ("Pon la tetera en el carrito", "Tetera"),
        ("Metti il bollitore nel carrello", "Bollitore"),
        ("Coloque a chaleira no carrinho", "Chaleira"),
        ("Leg de ketel in de winkelwagen", "Ketel"),
    ],
)
def test_what_a_plain_order_or_a_statement_names_is_wanted(task: str, label: str) -> None:
    assert words_of(task).concerns(label)
