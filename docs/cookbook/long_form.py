"""A long form, filled in from a dict: ``python long_form.py http://127.0.0.1:8000/``."""

import sys

from handrail import SyncSession

FIELDS = {
    "Phone (optional)": "+47 22 00 00 00",
    "Full name": "Mara Lindqvist",
    "Street and house number": "Storgata 1",
    "Postcode": "0155",
    "Town or city": "Oslo",
    "Note for the card or the courier (optional)": "Ring twice.",
    "Name on the card": "Mara Lindqvist",
    "Card number": "4242 4242 4242 4242",
    "Expiry date (MM / YY)": "12 / 49",
    "Security code (CVC)": "123",
}
CHOICES = {"Country": "Norway", "Time of day": "Evening, 17 to 20"}


def order(session: SyncSession[str], shop: str) -> str:
    session.goto(f"{shop}products/reading-lamp")
    session.click("Add to basket")
    session.goto(f"{shop}checkout")
    session.fill({"selector": "#email"}, "mara@wrenfold.example")
    for label, value in FIELDS.items():
        session.fill(label, value)
    for label, value in CHOICES.items():
        session.select(label, value)
    session.check("I accept the terms of sale")
    session.click("Place order")
    return session.find_elements(".order-number").unwrap()["elements"][0]["text"]


if __name__ == "__main__":
    with SyncSession(plain=True, raise_errors=True) as session:
        print(order(session, sys.argv[1]))
