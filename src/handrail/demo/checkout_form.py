"""The checkout form: its fields, what each may hold, and the sentence for each mistake."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import date, timedelta

from handrail.demo.orders import DELIVERY

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
MAX_LENGTH = {"email": 120, "name": 80, "street": 120, "postcode": 12, "city": 80, "phone": 30, "note": 300}
ADDRESS = {"street", "postcode", "city"}


@dataclass(frozen=True)
class CheckedForm:
    """The form as it was sent, and a sentence for each field that has a mistake."""

    values: dict[str, str]
    errors: dict[str, str]

    @property
    def deliver_on(self) -> date | None:
        return date.fromisoformat(self.values["date"]) if self.values["date"] else None

    @property
    def card_end(self) -> str:
        """All of a card number that is ever kept."""
        return _digits(self.values["card"])[-4:]


def first_day(today: date) -> date:
    return today + timedelta(days=1)


def last_day(today: date) -> date:
    return today + timedelta(days=60)


def check(fields: dict[str, str], today: date) -> CheckedForm:
    values = {name: fields.get(name, "").strip() for name in FIELDS}
    errors = {}
    for name, rule in FIELDS.items():
        if values["delivery"] == "pickup" and name in ADDRESS:
            continue
        most = MAX_LENGTH.get(name, 200)
        error = rule(values[name], today)
        if error or len(values[name]) > most:
            errors[name] = error or f"Use at most {most} characters."
    return CheckedForm(values, errors)


Rule = Callable[[str, date], str]
"""Returns the sentence for a mistake, or nothing."""


def _matches(pattern: str, message: str, *, missing: str = "") -> Rule:
    return lambda value, _today: "" if re.fullmatch(pattern, value) else message if value else missing or message


def _not_empty(message: str) -> Rule:
    return _matches("(?s).+", message)


def _one_of(choices: Collection[str], message: str) -> Rule:
    return lambda value, _today: "" if value in choices else message


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
    digits = _digits(value)
    valid = 13 <= len(digits) <= 19 and _luhn(digits)
    return "" if valid else "Check the card number: it has a typing error."


def _expiry(value: str, today: date) -> str:
    if not (match := re.fullmatch(r"(0[1-9]|1[0-2])\s*/\s*(?:20)?(\d\d)", value)):
        return "Enter the expiry date as MM / YY."
    month, year = int(match[1]), 2000 + int(match[2])
    return "" if (year, month) >= (today.year, today.month) else "This card has expired."


def _digits(value: str) -> str:
    return "".join(c for c in value if c in "0123456789")


def _luhn(number: str) -> bool:
    doubled = (int(digit) * (1 + place % 2) for place, digit in enumerate(reversed(number)))
    return sum(n - 9 if n > 9 else n for n in doubled) % 10 == 0


# In the order of the page, which is the order of the list of errors.
FIELDS: dict[str, Rule] = {
    "email": _matches(
        r"[^@\s]+@[^@\s.]+(\.[^@\s.]+)+",
        "Enter an email address like name@example.com.",
        missing="Enter your email address.",
    ),
    "phone": _matches(r"(\+?[\d ()/-]{6,})?", "Enter a phone number, or leave it empty."),
    "name": _not_empty("Enter your name."),
    "street": _not_empty("Enter the street and house number."),
    "postcode": _not_empty("Enter the postcode."),
    "city": _not_empty("Enter the town or city."),
    "country": _one_of(COUNTRIES, "Choose a country from the list."),
    "delivery": _one_of(DELIVERY, "Choose how we deliver."),
    "date": _delivery_date,
    "window": _one_of(WINDOWS, "Choose a time of day."),
    "wrap": lambda _value, _today: "",
    "note": lambda _value, _today: "",
    "card_name": _not_empty("Enter the name on the card."),
    "card": _card,
    "expiry": _expiry,
    "cvc": _matches("[0-9]{3,4}", "Enter the 3 or 4 digits from the back of the card."),
    "terms": _one_of({"yes"}, "Accept the terms of sale to place the order."),
}
