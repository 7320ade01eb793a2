"""Basket, sign-in, checkout, orders, plans, reviews: over plain HTTP."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

import pytest

from handrail.demo.checkout_form import FIELDS, check
from tests.demo.client import Client

TODAY = date(2026, 11, 20)  # a Friday
FORM = {
    "email": "ada@example.com",
    "phone": "",
    "name": "Ada Byron",
    "street": "Main Street 1",
    "postcode": "1234",
    "city": "Ghent",
    "country": "Belgium",
    "delivery": "express",
    "date": "",
    "window": "morning",
    "wrap": "yes",
    "note": "Ring twice",
    "card_name": "Ada Byron",
    "card": "4242 4242 4242 4242",
    "expiry": "12 / 40",
    "cvc": "123",
    "terms": "yes",
}


def test_the_basket_shows_an_article_with_its_choices(client: Client) -> None:
    answer = client.put_in_basket("field-mug", **{"colour": "sky", "option-Size": "500 ml", "quantity": "3"})
    assert (answer.status, answer.location) == (303, "/basket")
    text = client.get("/basket").text
    assert "Colour: Sky, Size: 500 ml" in text
    assert "€49.50" in text
    assert "3 × Field Mug is in your basket." in text


def test_the_same_choice_adds_up_and_another_choice_is_another_line(client: Client) -> None:
    client.put_in_basket(colour="sky")
    client.put_in_basket(colour="sky")
    client.put_in_basket(colour="clay")
    text = client.get("/basket").text
    assert text.count('<li class="basket-line">') == 2
    assert '<span class="basket-count">3</span>' in text


def test_unknown_choices_are_replaced_by_the_first(client: Client) -> None:
    client.put_in_basket(**{"colour": "pink", "option-Size": "9 l", "quantity": "-4"})
    text = client.get("/basket").text
    assert "Colour: Moss, Size: 250 ml" in text
    assert '<option value="1" selected>' in text


def test_the_quantity_is_limited_by_the_stock(client: Client) -> None:
    client.put_in_basket("dome-pendant", quantity="9999")
    assert '<option value="6" selected>' in client.get("/basket").text


def test_quantities_are_changed_and_lines_removed(client: Client) -> None:
    client.put_in_basket("bread-knife")
    client.post("/basket/change", {"line": "bread-knife-oak", "quantity": "2"})
    assert "€84.00" in client.get("/basket").text
    client.post("/basket/remove", {"line": "bread-knife-oak"})
    assert "Your basket is empty" in client.get("/basket").text
    assert client.post("/basket/remove", {"line": "bread-knife-oak"}).status == 404


def test_sold_out_and_unknown_products_cannot_be_ordered(client: Client) -> None:
    assert client.put_in_basket("clip-lamp").status == 409
    assert client.put_in_basket("no-such-thing").status == 400


def test_standard_delivery_is_free_for_larger_orders(client: Client) -> None:
    client.put_in_basket("field-mug")
    assert "<dd>€4.90</dd>" in client.get("/basket").text
    client.put_in_basket("pour-over-kettle")
    assert "<dd>Free</dd>" in client.get("/basket").text


def test_a_wrong_password_is_reported_and_opens_nothing(client: Client) -> None:
    answer = client.post("/sign-in", {"email": "mara@wrenfold.example", "password": "wrong"})
    assert answer.status == 401
    assert "do not belong together" in answer.text
    assert "wrong" not in answer.text
    assert client.get("/account").location == "/sign-in?next=/account"


def test_the_demo_customer_sees_past_orders(client: Client) -> None:
    assert client.sign_in().location == "/account"
    text = client.get("/account").text
    assert "Hello, Mara Lindqvist" in text
    assert [number in text for number in ("W-10412", "W-10236", "W-09871")] == [True] * 3
    assert "€173.00" in client.get("/orders/W-10412").text


def test_signing_in_changes_the_cookie_and_the_old_one_opens_nothing(client: Client) -> None:
    client.put_in_basket("field-mug")
    before = client.cookie
    client.sign_in()
    assert client.cookie != before
    assert "Field Mug" in client.get("/basket").text
    client.cookie = before
    assert "Your basket is empty" in client.get("/basket").text


def test_signing_out_leaves_nothing_behind(client: Client) -> None:
    client.sign_in()
    old = client.cookie
    client.post("/sign-out")
    client.cookie = old
    assert client.get("/account").status == 303


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example", "/\\evil.example", "", "/a\r\nX: 1"])
def test_sign_in_never_leads_to_another_site(client: Client, target: str) -> None:
    form = {"email": "mara@wrenfold.example", "password": "lantern-42", "next": target}
    assert client.post("/sign-in", form).location == "/account"


def test_an_order_is_placed_and_confirmed(client: Client) -> None:
    client.put_in_basket("field-mug", quantity="2")
    answer = client.post("/checkout", FORM)
    assert answer.status == 303
    text = client.get(answer.location).text
    assert "Thank you for your order" in text
    assert "€45.90" in text  # 2 × 16.50 and 12.90
    assert "Main Street 1<br>1234 Ghent<br>Belgium" in text
    assert "card ending in 4242" in text
    assert "4242 4242" not in text
    assert "Ring twice" in text
    assert "Your basket is empty" in client.get("/basket").text


def test_an_order_is_visible_to_its_customer_only(client: Client, new_client: Callable[[], Client]) -> None:
    client.put_in_basket()
    order = client.post("/checkout", FORM).location
    assert new_client().get(order).status == 404


def test_checkout_without_a_basket_leads_to_the_basket(client: Client) -> None:
    assert client.get("/checkout").location == "/basket"
    assert client.post("/checkout", FORM).location == "/basket"


def test_a_form_with_mistakes_comes_back_with_what_was_typed_but_not_the_card(client: Client) -> None:
    client.put_in_basket()
    answer = client.post("/checkout", FORM | {"email": '"><b>', "city": "", "card": "4242 4242 4242 4241"})
    assert answer.status == 422
    assert "3 fields need your attention" in answer.text
    assert 'aria-invalid="true" aria-describedby="city-error"' in answer.text
    assert 'value="&#34;&gt;&lt;b&gt;"' in answer.text
    assert 'value="Main Street 1"' in answer.text
    assert "4242 4242 4242 4241" not in answer.text
    assert '"123"' not in answer.text


def mistakes(**changes: str) -> set[str]:
    return set(check(FORM | changes, TODAY).errors)


def test_an_empty_form_names_every_field_that_is_required() -> None:
    errors = check({}, TODAY).errors
    assert set(errors) == set(FIELDS) - {"phone", "date", "wrap", "note"}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("email", "ada"),
        ("email", "ada@home"),
        ("email", "a b@example.com"),
        ("phone", "call me"),
        ("country", "Atlantis"),
        ("country", "belgium"),
        ("delivery", "drone"),
        ("window", "night"),
        ("card", "4242 4242 4242 4241"),
        ("card", "4242"),
        ("card", "٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢"),
        ("expiry", "13 / 40"),
        ("expiry", "10 / 26"),
        ("expiry", "soon"),
        ("cvc", "12"),
        ("cvc", "12345"),
        ("terms", ""),
        ("date", TODAY.isoformat()),
        ("date", (TODAY + timedelta(days=2)).isoformat()),  # Sunday
        ("date", (TODAY + timedelta(days=61)).isoformat()),
        ("date", "tomorrow"),
        ("note", "x" * 301),
        ("name", "x" * 81),
    ],
)
def test_a_mistake_is_reported_for_its_field_only(field: str, value: str) -> None:
    assert mistakes(**{field: value}) == {field}


def test_the_form_as_it_should_be_and_values_at_the_limits_are_accepted() -> None:
    assert mistakes() == mistakes(delivery="pickup", street="", postcode="", city="") == set()
    values = {"expiry": "11/26", "cvc": "1234", "phone": "+45 33 55 01 22", "date": "2026-11-21"}
    assert mistakes(**values, card="4000056655665556") == set()


def test_an_unknown_plan_is_refused(client: Client) -> None:
    assert client.post("/pricing", {"plan": "gold"}).status == 400


def test_a_review_is_shown_escaped_and_to_its_author_only(client: Client, new_client: Callable[[], Client]) -> None:
    form = {"rating": "4", "text": "<img src=x onerror=alert(1)>", "name": "<b>Eve</b>"}
    assert client.post("/products/field-mug/reviews", form).status == 303
    text = client.get("/products/field-mug").text
    assert "&lt;img src=x onerror=alert(1)&gt;" in text
    assert "<img src=x" not in text
    assert "<b>Eve" not in text
    assert "Your review" not in new_client().get("/products/field-mug").text


def test_a_review_without_a_rating_keeps_its_words(client: Client) -> None:
    answer = client.post("/products/field-mug/reviews", {"text": "Good mug"})
    assert answer.status == 422
    assert "Choose a rating" in answer.text
    assert ">Good mug</textarea>" in answer.text


def test_the_choice_about_cookies_and_the_newsletter_are_kept(client: Client) -> None:
    assert "data-cookies" in client.get("/about").text
    assert client.post("/cookies", {"choice": "necessary", "back": "/about"}).location == "/about"
    assert "data-cookies" not in client.get("/about").text
    assert client.post("/newsletter", {"email": "ada@example.com", "back": "//evil.example"}).location == "/"
    assert "The next letter goes to ada@example.com." in client.get("/").text


def test_a_gift_note_is_kept_and_escaped(client: Client) -> None:
    client.put_in_basket()
    client.post("/basket/note", {"note": "For <you>"})
    assert "Gift note: “For &lt;you&gt;”" in client.get("/basket").text
    assert ">For &lt;you&gt;</textarea>" in client.get("/checkout").text
