"""Order lines and orders, what their delivery costs, and what the demo customer ordered before."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from handrail.demo.catalogue import Product, get_product

MAX_QUANTITY = 20  # of one article

DELIVERY = {"standard": ("Standard", 490), "express": ("Express", 1290), "pickup": ("Pick up in a store", 0)}
FREE_DELIVERY_FROM = 7500

# The account that the sign-in page offers to everybody who tries the shop.
DEMO_EMAIL = "mara@wrenfold.example"
DEMO_PASSWORD = "lantern-42"
DEMO_NAME = "Mara Lindqvist"


@dataclass
class OrderLine:
    """An article in a basket or an order, in one choice of colour and options."""

    product: Product
    choices: dict[str, str]
    quantity: int

    @property
    def id(self) -> str:
        return re.sub(r"[^a-z0-9]+", "-", " ".join([self.product.slug, *self.choices.values()]).lower())

    @property
    def cents(self) -> int:
        return self.product.cents * self.quantity

    @property
    def max_quantity(self) -> int:
        return min(MAX_QUANTITY, self.product.stock)

    @property
    def picture(self) -> str:
        colour = self.choices.get("Colour", "").lower()
        return self.product.picture(colour if colour in self.product.colours else "")


@dataclass(frozen=True)
class Order:
    number: str
    placed: date
    lines: list[OrderLine]
    delivery: str  # a key of DELIVERY
    status: str
    name: str
    address: tuple[str, ...]
    email: str
    card_end: str  # the last four digits
    deliver_on: date | None = None
    gift_note: str = ""
    gift_wrap: bool = False

    @property
    def goods(self) -> int:
        return sum(line.cents for line in self.lines)

    @property
    def shipping(self) -> int:
        return shipping(self.goods, self.delivery)


def shipping(goods: int, delivery: str) -> int:
    """Return the cost of a delivery; the standard one is free for larger orders."""
    free = delivery == "standard" and goods >= FREE_DELIVERY_FROM
    return 0 if free else DELIVERY[delivery][1]


def past_orders() -> list[Order]:
    """Return what the demo customer ordered before, newest first."""
    return [
        _past_order("W-10412", date(2026, 10, 28), "On its way", reading_lamp=("Moss", 1), beeswax_candle=("Sand", 4)),
        _past_order("W-10236", date(2026, 6, 3), "Delivered", field_mug=("Clay", 2)),
        _past_order("W-09871", date(2025, 12, 11), "Returned", market_tote=("Plum", 1), tool_roll=("Stone", 1)),
    ]


def _past_order(number: str, placed: date, status: str, **articles: tuple[str, int]) -> Order:
    lines = []
    for name, (colour, quantity) in articles.items():
        product = get_product(name.replace("_", "-"))
        assert product is not None, name
        options = {option: choices[0] for option, choices in product.options.items()}
        lines.append(OrderLine(product, {"Colour": colour} | options, quantity))
    address = ("Tegnérgatan 12", "113 58 Stockholm", "Sweden")
    return Order(number, placed, lines, "standard", status, DEMO_NAME, address, DEMO_EMAIL, "4242")
