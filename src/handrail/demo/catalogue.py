"""The catalogue: products as the files in ``data`` describe them, and finding among them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"
PER_PAGE = 12

CATEGORIES = {
    "desk": "Desk",
    "kitchen": "Kitchen",
    "lighting": "Lighting",
    "outdoors": "Outdoors",
    "bags": "Bags",
}
SORTS = {
    "featured": "Featured",
    "price-asc": "Price: low to high",
    "price-desc": "Price: high to low",
    "rating": "Best rated",
    "name": "Name: A to Z",
}


@dataclass(frozen=True)
class Review:
    rating: int
    title: str
    text: str
    author: str
    date: str


@dataclass(frozen=True)
class Option:
    """A choice on the product page, such as Size."""

    name: str
    choices: tuple[str, ...]


@dataclass(frozen=True)
class Product:
    slug: str
    name: str
    category: str
    cents: int
    stock: int
    art: str  # the drawing, see art.py
    colours: tuple[str, ...]
    tagline: str
    description: str
    specs: dict[str, str]
    was: int | None = None  # the price before a reduction, in cents
    made_in: str = "Portugal"
    options: tuple[Option, ...] = ()
    reviews: tuple[Review, ...] = ()

    @property
    def in_stock(self) -> bool:
        return self.stock > 0

    @property
    def rating(self) -> float:
        """The mean of the reviews, 0 without any."""
        return sum(review.rating for review in self.reviews) / len(self.reviews) if self.reviews else 0.0

    @property
    def sku(self) -> str:
        """The article number: category and place in the catalogue."""
        return f"WF-{self.category[:2].upper()}-{101 + slugs().index(self.slug)}"


@dataclass(frozen=True)
class Wanted:
    """What a customer filters by. Prices in cents."""

    text: str = ""
    categories: frozenset[str] = frozenset()
    least: int | None = None
    most: int | None = None
    in_stock: bool = False
    sort: str = "featured"


@dataclass(frozen=True)
class Found:
    """One page of what was found."""

    products: list[Product] = field(default_factory=list)
    total: int = 0
    page: int = 1
    pages: int = 1


def money(cents: int) -> str:
    return f"€{cents / 100:,.2f}"


@cache
def products() -> tuple[Product, ...]:
    """Every product, in the order of the shelves."""
    return tuple(
        _product(category, entry)
        for category in CATEGORIES
        for entry in tomllib.loads((DATA / f"{category}.toml").read_text(encoding="utf-8"))["product"]
    )


@cache
def slugs() -> tuple[str, ...]:
    return tuple(product.slug for product in products())


def product(slug: str) -> Product | None:
    return next((product for product in products() if product.slug == slug), None)


def related(to: Product, count: int = 4) -> list[Product]:
    """Others of the same shelf, the next ones first."""
    shelf = [other for other in products() if other.category == to.category]
    place = shelf.index(to)
    return (shelf[place + 1 :] + shelf[:place])[:count]


def find(wanted: Wanted, page: int = 1) -> Found:
    hits = sorted((product for product in products() if _fits(product, wanted)), key=_SORT_KEYS[wanted.sort])
    pages = max(1, -(-len(hits) // PER_PAGE))
    page = min(max(1, page), pages)
    start = (page - 1) * PER_PAGE
    return Found(hits[start : start + PER_PAGE], len(hits), page, pages)


_SORT_KEYS: dict[str, Any] = {
    # Featured takes one of every shelf in turn, so that the first page shows what the shop has.
    "featured": lambda p: (
        [q.slug for q in products() if q.category == p.category].index(p.slug),
        slugs().index(p.slug),
    ),
    "price-asc": lambda p: (p.cents, p.name),
    "price-desc": lambda p: (-p.cents, p.name),
    "rating": lambda p: (-p.rating, -len(p.reviews), p.name),
    "name": lambda p: p.name,
}


def _fits(product: Product, wanted: Wanted) -> bool:
    words = wanted.text.lower().split()
    about = f"{product.name} {product.tagline} {product.description} {CATEGORIES[product.category]}".lower()
    return (
        all(word in about for word in words)
        and (not wanted.categories or product.category in wanted.categories)
        and (wanted.least is None or product.cents >= wanted.least)
        and (wanted.most is None or product.cents <= wanted.most)
        and (product.in_stock or not wanted.in_stock)
    )


def _product(category: str, entry: dict[str, Any]) -> Product:
    known = {f.name for f in fields(Product)}
    if unknown := set(entry) - known:
        raise ValueError(f"{entry.get('slug')}: unknown keys {sorted(unknown)}")
    return Product(
        **{key: value for key, value in entry.items() if key not in {"colours", "options", "reviews"}},
        category=category,
        colours=tuple(entry["colours"]),
        options=tuple(Option(name, tuple(choices)) for name, choices in entry.get("options", {}).items()),
        reviews=tuple(Review(*review) for review in entry.get("reviews", [])),
    )
