"""What Birch remembers, and what its pages show at the beginning."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class BirchProduct(NamedTuple):
    sku: str
    name: str
    price: int
    colour: str


CATALOGUE = {
    one.sku: one
    for one in (
        BirchProduct("copper-kettle", "Copper kettle", 42, "red"),
        BirchProduct("steel-kettle", "Steel kettle", 31, "grey"),
        BirchProduct("clay-teapot", "Clay teapot", 25, "red"),
        BirchProduct("enamel-mug", "Enamel mug", 9, "blue"),
        BirchProduct("glass-carafe", "Glass carafe", 18, "green"),
        BirchProduct("oak-board", "Oak board", 22, "brown"),
        BirchProduct("linen-towel", "Linen towel", 12, "blue"),
        BirchProduct("tin-lantern", "Tin lantern", 27, "grey"),
        BirchProduct("wool-blanket", "Wool blanket", 64, "green"),
        BirchProduct("iron-pan", "Iron pan", 48, "grey"),
        BirchProduct("salt-mill", "Salt mill", 19, "brown"),
        BirchProduct("egg-timer", "Egg timer", 7, "red"),
        BirchProduct("bread-bin", "Bread bin", 36, "blue"),
        BirchProduct("match-box", "Match box", 3, "red"),
    )
}
PAGE_SIZE = 6
ADDRESSES = ("Birkenweg 1, Bern", "Birkenweg 12, Bern", "Birkenweg 12, Thun", "Lindenweg 3, Bern")
POSTS = (
    {"id": "1", "author": "Ines", "text": "Our street was flooded again."},
    {"id": "2", "author": "Omar", "text": "The bakery opens on Sunday."},
    {"id": "3", "author": "Lea", "text": "The harbour at sunset."},
)
MAILS = (
    {"id": "1", "from": "Bank", "subject": "Statement ready"},
    {"id": "2", "from": "Omar", "subject": "Your receipt for the lamp"},
    {"id": "3", "from": "Ines", "subject": "Lunch on Friday?"},
)
ORDERS = tuple(f"Order {1040 - number}: {name}" for number, name in enumerate(("Candles", "Soap", "Rope", "Seeds")))
HANDBOOK = "Open from 9 to 17."


@dataclass
class BirchState:
    """All that the pages can change."""

    basket: dict[str, int] = field(default_factory=lambda: {"clay-teapot": 1, "steel-kettle": 1})
    coupon: str = ""
    wishes: list[str] = field(default_factory=list)
    view: str = "grid"
    marks: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set, like={"3"}))
    """The posts and people by what they are marked as: ``like``, ``bookmark``, ``follow``."""
    votes: dict[str, str] = field(default_factory=dict)
    ratings: dict[str, int] = field(default_factory=dict)
    notify: dict[str, str] = field(default_factory=dict)
    replies: list[tuple[str, str]] = field(default_factory=list)
    settings: dict[str, Any] = field(
        default_factory=lambda: {
            "name": "Rosa Lind", "zone": "UTC", "theme": "light", "language": "en", "digest": True, "address": "",
        }
    )  # fmt: skip
    subscribers: list[str] = field(default_factory=list)
    consent: dict[str, bool] = field(default_factory=dict)
    enquiries: list[dict[str, str]] = field(default_factory=list)
    archived: list[str] = field(default_factory=list)
    labels: dict[str, str] = field(default_factory=dict)
    unread: int = 2
    pages: dict[str, str] = field(default_factory=lambda: {"Handbook": HANDBOOK})
    drafts: dict[str, str] = field(default_factory=dict)
    list_name: str = "Errands"
    todos: dict[str, str] = field(
        default_factory=lambda: {"1": "Water the plants", "2": "Call the bank", "3": "Buy rope"}
    )
    ticked: set[str] = field(default_factory=set)
    cards: list[dict[str, Any]] = field(
        default_factory=lambda: [
            {"id": "a", "title": "Repair the gate", "column": "Doing", "likes": 0},
            {"id": "b", "title": "Paint the shed", "column": "Later", "likes": 0},
            {"id": "c", "title": "Sweep the chimney", "column": "Review", "likes": 0},
        ]
    )
    chat: list[str] = field(default_factory=lambda: ["Ines: Is anybody there?"])
    timer: dict[str, Any] = field(default_factory=lambda: {"project": "Garden", "running": False, "breaks": 0})
    files: dict[str, bytes] = field(default_factory=dict)
    open_folders: list[str] = field(default_factory=lambda: ["Photos"])
    kernels: list[str] = field(default_factory=lambda: ["weather.ipynb", "budget.ipynb"])
    reserved: list[str] = field(default_factory=list)
