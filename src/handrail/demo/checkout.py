"""The checkout form: its fields, what may stand in them, and what is said when something else does."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from handrail.demo.multipart import Fields
from handrail.demo.shop import DELIVERY

COUNTRIES = (
    "Austria", "Belgium", "Bulgaria", "Croatia", "Cyprus", "Czechia", "Denmark", "Estonia", "Finland", "France",
    "Germany", "Greece", "Hungary", "Iceland", "Ireland", "Italy", "Latvia", "Liechtenstein", "Lithuania", "Luxembourg",
    "Malta", "Netherlands", "Norway", "Poland", "Portugal", "Romania", "Slovakia", "Slovenia", "Spain", "Sweden",
    "Switzerland", "United Kingdom",
)  # fmt: skip
WINDOWS = {
    "any": "Any time",
    "morning": "Morning, 8 to 12",
    "afternoon": "Afternoon, 12 to 17",
    "evening": "Evening, 17 to 20",
}
LONGEST = {"email": 120, "name": 80, "street": 120, "postcode": 12, "city": 80, "phone": 30, "note": 300}
FARTHEST = timedelta(days=60)


@dataclass(frozen=True)
class Checked:
    """The form as it was sent, and what is wrong with it: a sentence by field."""

    values: dict[str, str]
    errors: dict[str, str]

    @property
    def ok(self) -> bool:
        return not self.errors

    @property
    def deliver_on(self) -> date | None:
        text = self.values["date"]
        return date.fromisoformat(text) if text and "date" not in self.errors else None

    @property
    def card_end(self) -> str:
        """All of a card number that is ever kept."""
        return _digits(self.values["card"])[-4:]


def first_day(today: date) -> date:
    return today + timedelta(days=1)


def last_day(today: date) -> date:
    return today + FARTHEST


def check(form: Fields, today: date) -> Checked:
    values = {name: form.get(name).strip() for name in FIELDS}
    errors: dict[str, str] = {}
    for name, rule in FIELDS.items():
        if values["delivery"] == "pickup" and name in {"street", "postcode", "city"}:
            continue
        error = rule(values[name], today)
        if not error and len(values[name]) > LONGEST.get(name, 200):
            error = f"Use at most {LONGEST.get(name, 200)} characters."
        if error:
            errors[name] = error
    return Checked(values, errors)


Rule = Callable[[str, date], str]


def _required(message: str) -> Rule:
    return lambda value, _today: "" if value else message


def _one_of(choices: tuple[str, ...], message: str) -> Rule:
    return lambda value, _today: "" if value in choices else message


def _optional(_value: str, _today: date) -> str:
    return ""


def _email(value: str, _today: date) -> str:
    if not value:
        return "Enter your email address."
    return (
        "" if re.fullmatch(r"[^@\s]+@[^@\s.]+(\.[^@\s.]+)+", value) else "Enter an email address like name@example.com."
    )


def _phone(value: str, _today: date) -> str:
    return "" if not value or re.fullmatch(r"\+?[\d ()/-]{6,}", value) else "Enter a phone number, or leave it empty."


def _delivery_date(value: str, today: date) -> str:
    if not value:
        return ""
    try:
        day = date.fromisoformat(value)
    except ValueError:
        return "Enter the delivery date as year-month-day."
    if not first_day(today) <= day <= last_day(today):
        return "Choose a delivery date from tomorrow to 60 days from now."
    return "We do not deliver on Sundays. Choose another day." if day.weekday() == 6 else ""


def _card(value: str, _today: date) -> str:
    if not value:
        return "Enter your card number."
    return (
        ""
        if 13 <= len(_digits(value)) <= 19 and _luhn(_digits(value))
        else "Check the card number: it has a typing error."
    )


def _expiry(value: str, today: date) -> str:
    if not (match := re.fullmatch(r"(0[1-9]|1[0-2])\s*/\s*(?:20)?(\d\d)", value)):
        return "Enter the expiry date as MM / YY."
    month, year = int(match[1]), 2000 + int(match[2])
    return "" if (year, month) >= (today.year, today.month) else "This card has expired."


def _cvc(value: str, _today: date) -> str:
    return "" if re.fullmatch(r"[0-9]{3,4}", value) else "Enter the 3 or 4 digits from the back of the card."


def _digits(value: str) -> str:
    return "".join(c for c in value if c in "0123456789")


def _luhn(number: str) -> bool:
    doubled = (int(d) * (1 + place % 2) for place, d in enumerate(reversed(number)))
    return sum(n - 9 if n > 9 else n for n in doubled) % 10 == 0


# In the order of the page, which is the order of the list of errors.
FIELDS: dict[str, Rule] = {
    "email": _email,
    "phone": _phone,
    "name": _required("Enter your name."),
    "street": _required("Enter the street and house number."),
    "postcode": _required("Enter the postcode."),
    "city": _required("Enter the town or city."),
    "country": _one_of(COUNTRIES, "Choose a country from the list."),
    "delivery": _one_of(tuple(DELIVERY), "Choose how we deliver."),
    "date": _delivery_date,
    "window": _one_of(tuple(WINDOWS), "Choose a time of day."),
    "wrap": _optional,
    "note": _optional,
    "card_name": _required("Enter the name on the card."),
    "card": _card,
    "expiry": _expiry,
    "cvc": _cvc,
    "terms": _one_of(("yes",), "Accept the terms of sale to place the order."),
}
