"""What both sides do: twelve tasks in the demo shop, each with the decisions that a model would make.

A decision names what it is about by the words that stand on it; where those stand in what a side was shown, and what
that side calls the element, is looked up there (`sides.py`). Decisions in one group may be made in one turn: what a
model knows before it has seen where the first of them leads. It knows no element of another page; it knows what it will
look for there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from handrail.demo.orders import DEMO_EMAIL, DEMO_PASSWORD


@dataclass(frozen=True)
class Do:
    """One decision: ``what`` about ``on``, with ``value``."""

    what: Literal["click", "check", "fill", "select", "search", "back", "done"]
    on: str = ""
    value: str = ""

    @property
    def needs_element(self) -> bool:
        return self.what in ("click", "check", "fill", "select")


@dataclass(frozen=True)
class Task:
    """A task in plain words, where it begins, and its decisions in groups."""

    name: str
    words: str
    path: str
    groups: tuple[tuple[Do, ...], ...]

    @property
    def decisions(self) -> list[Do]:
        return [one for group in self.groups for one in group]


def _done(text: str) -> tuple[Do, ...]:
    return (Do("done", value=text),)


TASKS = (
    Task("front", "Which shelf holds the bags?", "/", ((Do("search", "Bags"),), _done("The shelf Bags, 6 things."))),
    Task(
        "open a product", "What sizes does the Field Mug have?", "/",
        ((Do("click", "Field Mug"), Do("search", "ml")), _done("250 ml, 350 ml and 500 ml.")),
    ),
    Task(
        "look for a lamp", "Find a lamp.", "/",
        ((Do("fill", "Search products", "lamp"), Do("click", "Search"), Do("search", "lamp")),
         _done("The Reading Lamp.")),
    ),
    Task(
        "filter", "Kitchen things up to 30 euros.", "/products",
        ((Do("check", "Kitchen"), Do("fill", "To", "30"), Do("click", "Apply filters"), Do("search", "products")),
         _done("There are some.")),
    ),
    Task(
        "sort", "Which thing is cheapest?", "/products",
        ((Do("select", "Sort by", "Price: low to high"), Do("click", "Apply filters"), Do("search", "€")),
         _done("The first one.")),
    ),
    Task(
        "pages", "Go to the third page of the products.", "/products",
        ((Do("click", "Next"),), (Do("click", "Next"), Do("search", "36 products")), _done("I am there.")),
    ),
    Task(
        "basket", "Put two field mugs in clay into the basket.", "/products/field-mug",
        ((Do("fill", "Quantity", "2"), Do("click", "Add to basket"), Do("search", "basket")),
         _done("Two mugs are in the basket.")),
    ),
    Task(
        "plans", "What counts as a repair?", "/pricing",
        ((Do("click", "What counts as a repair?"), Do("search", "repair")), _done("A person at the bench.")),
    ),
    Task(
        "delivery", "What does delivery cost?", "/",
        ((Do("click", "Delivery and returns"), Do("search", "€")), _done("It depends on the country.")),
    ),
    Task(
        "there and back", "Is there a store map, and a journal?", "/",
        ((Do("click", "Stores"),), (Do("back"),), (Do("click", "Journal"),), _done("Yes, both.")),
    ),
    Task(
        "sign in", f"Sign in as {DEMO_EMAIL} with the password {DEMO_PASSWORD}.", "/sign-in",
        ((Do("fill", "Email address", DEMO_EMAIL), Do("fill", "Password", DEMO_PASSWORD), Do("click", "Sign in"),
          Do("search", "account")), _done("The account is signed in.")),
    ),
    Task(
        "six pages", "Look at each of the main pages.", "/",
        ((Do("click", "Shop"),), (Do("click", "Care plans"),), (Do("click", "Journal"),), (Do("click", "Stores"),),
         (Do("click", "Support"),), _done("Five pages.")),
    ),
)  # fmt: skip
