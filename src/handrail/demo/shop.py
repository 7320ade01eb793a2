"""What the shop remembers: sessions with their basket, orders and uploads, in memory and bounded."""

from __future__ import annotations

import hmac
import itertools
import re
import secrets
import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import date

from handrail.demo.catalogue import Product, Review, product

MOST_SESSIONS = 500
MOST_OF_ONE = 20  # of one article in a basket
MOST_LINES = 40
MOST_UPLOADS = 5
MOST_REVIEWS = 3

DELIVERY = {"standard": ("Standard", 490), "express": ("Express", 1290), "pickup": ("Pick up in a store", 0)}
FREE_DELIVERY_FROM = 7500

# The account that the sign-in page offers to everybody who tries the shop.
DEMO_EMAIL = "mara@wrenfold.example"
DEMO_PASSWORD = "lantern-42"
DEMO_NAME = "Mara Lindqvist"


@dataclass
class Line:
    """An article in a basket or an order, in one choice of colour and options."""

    product: Product
    choices: tuple[tuple[str, str], ...]
    quantity: int

    @property
    def id(self) -> str:
        words = " ".join([self.product.slug, *(value for _, value in self.choices)])
        return re.sub(r"[^a-z0-9]+", "-", words.lower())

    @property
    def cents(self) -> int:
        return self.product.cents * self.quantity

    @property
    def colour(self) -> str:
        """The key of its colour, for the picture."""
        wanted = dict(self.choices).get("Colour", "").lower()
        return wanted if wanted in self.product.colours else self.product.colours[0]


@dataclass(frozen=True)
class Order:
    number: str
    placed: date
    lines: tuple[Line, ...]
    delivery: str  # a key of DELIVERY
    status: str
    name: str
    address: tuple[str, ...]
    email: str
    paid_with: str
    deliver_on: date | None = None
    gift_note: str = ""
    gift_wrap: bool = False

    @property
    def goods(self) -> int:
        return sum(line.cents for line in self.lines)

    @property
    def shipping(self) -> int:
        return shipping(self.goods, self.delivery)

    @property
    def total(self) -> int:
        return self.goods + self.shipping


@dataclass(frozen=True)
class Received:
    """A file that arrived on the support page, and how its text begins."""

    name: str
    size: int
    content_type: str
    excerpt: str | None  # None: not text


@dataclass
class Session:
    """One visitor. Views of one session run one after the other, under ``lock``."""

    id: str = ""
    lock: threading.Lock = field(default_factory=threading.Lock)
    basket: dict[str, Line] = field(default_factory=dict)
    orders: list[Order] = field(default_factory=list)
    uploads: list[Received] = field(default_factory=list)
    reviews: dict[str, list[Review]] = field(default_factory=dict)
    signed_in: bool = False
    consent: str = ""  # "", "all" or "necessary"
    plan: str = ""
    gift_note: str = ""
    newsletter: str = ""
    message: str = ""  # shown once, on the next page

    @property
    def goods(self) -> int:
        return sum(line.cents for line in self.basket.values())

    @property
    def count(self) -> int:
        return sum(line.quantity for line in self.basket.values())

    def add(self, line: Line) -> bool:
        """Put an article in; more of the same if it is there. False when the basket is full."""
        known = self.basket.get(line.id)
        if known is None and len(self.basket) >= MOST_LINES:
            return False
        most = min(MOST_OF_ONE, line.product.stock)
        self.basket[line.id] = Line(
            line.product, line.choices, min(most, line.quantity + (known.quantity if known else 0))
        )
        return True

    def pop_message(self) -> str:
        message, self.message = self.message, ""
        return message

    def sign_in(self) -> None:
        self.signed_in = True
        self.orders.extend(past_orders())

    def order(self, number: str) -> Order | None:
        return next((order for order in self.orders if order.number == number), None)


class Sessions:
    """Every session by its cookie. Beyond ``MOST_SESSIONS`` the one unused for longest is forgotten."""

    def __init__(self) -> None:
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._lock = threading.Lock()
        self._numbers = itertools.count(10501)

    def get(self, key: str) -> Session | None:
        with self._lock:
            session = self._sessions.get(key)
            if session is not None:
                self._sessions.move_to_end(key)
            return session

    def new(self) -> Session:
        session = Session()
        self.rename(session)
        return session

    def rename(self, session: Session) -> None:
        """A new cookie for a session: at its start, and at sign-in, so that an older cookie opens nothing."""
        with self._lock:
            self._sessions.pop(session.id, None)
            session.id = secrets.token_urlsafe(24)
            self._sessions[session.id] = session
            while len(self._sessions) > MOST_SESSIONS:
                self._sessions.popitem(last=False)

    def forget(self, session: Session) -> None:
        with self._lock:
            self._sessions.pop(session.id, None)

    def next_number(self) -> str:
        return f"W-{next(self._numbers)}"


def shipping(goods: int, delivery: str) -> int:
    """Standard delivery costs nothing for larger orders."""
    free = delivery == "standard" and goods >= FREE_DELIVERY_FROM
    return 0 if free else DELIVERY[delivery][1]


def right_password(email: str, password: str) -> bool:
    known = hmac.compare_digest(email.strip().lower().encode(), DEMO_EMAIL.encode())
    return hmac.compare_digest(password.encode(), DEMO_PASSWORD.encode()) and known


def past_orders() -> list[Order]:
    """What the demo customer bought before, newest first."""
    return [
        _past(
            "W-10412", date(2026, 10, 28), "On its way", [("reading-lamp", "Moss", 1), ("beeswax-candle", "Sand", 4)]
        ),
        _past("W-10236", date(2026, 6, 3), "Delivered", [("field-mug", "Clay", 2)]),
        _past("W-09871", date(2025, 12, 11), "Returned", [("market-tote", "Plum", 1), ("tool-roll", "Stone", 1)]),
    ]


def _past(number: str, placed: date, status: str, articles: list[tuple[str, str, int]]) -> Order:
    lines = []
    for slug, colour, quantity in articles:
        article = product(slug)
        assert article is not None, slug
        choices = (("Colour", colour), *((option.name, option.choices[0]) for option in article.options))
        lines.append(Line(article, choices, quantity))
    address = ("Tegnérgatan 12", "113 58 Stockholm", "Sweden")
    return Order(
        number, placed, tuple(lines), "standard", status, DEMO_NAME, address, DEMO_EMAIL, "card ending in 4242"
    )
