"""Sessions: what the shop remembers of each visitor, in memory and bounded."""

from __future__ import annotations

import itertools
import secrets
from collections import OrderedDict
from dataclasses import dataclass, field

from starlette.requests import Request

from handrail.demo.catalogue import Review
from handrail.demo.orders import Order, OrderLine, past_orders

MAX_SESSIONS = 500
MAX_LINES = 40


@dataclass(frozen=True)
class ReceivedFile:
    """A file that arrived on the support page, and the beginning of its text."""

    name: str
    size: int
    content_type: str
    excerpt: str | None  # None if it is not text


@dataclass
class ShopSession:
    """One visitor."""

    id: str = ""  # empty until a page is shown
    basket: dict[str, OrderLine] = field(default_factory=dict)
    orders: list[Order] = field(default_factory=list)
    uploads: list[ReceivedFile] = field(default_factory=list)
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

    def add(self, line: OrderLine) -> bool:
        """Put an article into the basket, or more of it. Return False when the basket is full."""
        known = self.basket.get(line.id)
        if known is None and len(self.basket) >= MAX_LINES:
            return False
        line.quantity = min(line.max_quantity, line.quantity + (known.quantity if known else 0))
        self.basket[line.id] = line
        return True

    def pop_message(self) -> str:
        message, self.message = self.message, ""
        return message

    def sign_in(self) -> None:
        self.signed_in = True
        self.orders.extend(past_orders())


class ShopSessions:
    """Every session by its cookie. Beyond `MAX_SESSIONS` the one unused for longest is dropped."""

    def __init__(self) -> None:
        self._sessions: OrderedDict[str, ShopSession] = OrderedDict()
        self._order_numbers = itertools.count(10501)

    def get(self, key: str) -> ShopSession | None:
        if key in self._sessions:
            self._sessions.move_to_end(key)
        return self._sessions.get(key)

    def renew(self, session: ShopSession) -> ShopSession:
        """Give a session a new cookie: at its start, and at sign-in, so that an older cookie opens nothing."""
        self._sessions.pop(session.id, None)
        session.id = secrets.token_urlsafe(24)
        self._sessions[session.id] = session
        while len(self._sessions) > MAX_SESSIONS:
            self._sessions.popitem(last=False)
        return session

    def drop(self, session: ShopSession) -> None:
        self._sessions.pop(session.id, None)

    def next_order_number(self) -> str:
        return f"W-{next(self._order_numbers)}"


def all_sessions(request: Request) -> ShopSessions:
    sessions: ShopSessions = request.app.state.sessions
    return sessions


def current_session(request: Request) -> ShopSession:
    """Return the visitor's session; a new one is kept from here on, and the response sets its cookie."""
    session: ShopSession = request.state.session
    return session if session.id else all_sessions(request).renew(session)
