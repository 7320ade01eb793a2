"""The catalogue: products as the files in `data` describe them, and searching them."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict

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
VIEWS = {"front": "front view", "detail": "close-up", "size": "dimensions"}


def read_data(name: str) -> dict[str, Any]:
    """Return what a file in `data` holds."""
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


class Colour(NamedTuple):
    label: str
    main: str
    dark: str
    light: str
    paper: str  # the background of the drawing


COLOURS = {name: Colour(**entry) for name, entry in read_data("colours").items()}


class Review(NamedTuple):
    rating: int
    title: str
    text: str
    author: str
    date: str


class Product(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    slug: str
    name: str
    category: str
    cents: int
    stock: int
    art: str  # the file in `drawings`
    colours: tuple[str, ...]
    tagline: str
    description: str
    specs: dict[str, str]
    was: int | None = None  # the price before a reduction, in cents
    made_in: str = "Portugal"
    options: dict[str, tuple[str, ...]] = {}  # such as Size, with its choices
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
        """The article number, from the category and the place in the catalogue."""
        return f"WF-{self.category[:2].upper()}-{101 + products().index(self)}"

    @property
    def category_name(self) -> str:
        return CATEGORIES[self.category]

    def picture(self, colour: str = "", view: str = "front") -> str:
        """The address of a drawing of the product."""
        return f"/art/{self.slug}/{colour or self.colours[0]}-{view}.svg"


@dataclass(frozen=True)
class Filters:
    """What a customer searches for. Prices in cents."""

    text: str = ""
    categories: frozenset[str] = frozenset()
    min_price: int | None = None
    max_price: int | None = None
    in_stock: bool = False
    sort: str = "featured"

    def accept(self, product: Product) -> bool:
        text = f"{product.name} {product.tagline} {product.description} {product.category_name}".lower()
        return (
            all(word in text for word in self.text.lower().split())
            and (not self.categories or product.category in self.categories)
            and (self.min_price is None or product.cents >= self.min_price)
            and (self.max_price is None or product.cents <= self.max_price)
            and (product.in_stock or not self.in_stock)
        )


@dataclass(frozen=True)
class ProductPage:
    """One page of the products that were found."""

    products: list[Product]
    total: int
    page: int
    pages: int


def money(cents: int) -> str:
    return f"€{cents / 100:,.2f}"


@cache
def products() -> tuple[Product, ...]:
    """Return every product, category by category."""
    return tuple(
        Product(category=category, **entry) for category in CATEGORIES for entry in read_data(category)["product"]
    )


def in_category(category: str) -> list[Product]:
    return [product for product in products() if product.category == category]


def get_product(slug: str) -> Product | None:
    return next((product for product in products() if product.slug == slug), None)


def related_products(product: Product, count: int = 4) -> list[Product]:
    """Return others of the same category, beginning with the next in the catalogue."""
    others = in_category(product.category)
    place = others.index(product)
    return (others[place + 1 :] + others[:place])[:count]


def search(filters: Filters, page: int = 1) -> ProductPage:
    found = [product for product in _one_of_each_category() if filters.accept(product)]
    if filters.sort != "featured":
        found.sort(key=_SORT_KEYS[filters.sort])
    pages = max(1, -(-len(found) // PER_PAGE))
    page = min(max(1, page), pages)
    start = (page - 1) * PER_PAGE
    return ProductPage(found[start : start + PER_PAGE], len(found), page, pages)


@cache
def _one_of_each_category() -> list[Product]:
    """Return one product of every category in turn, so that the first page shows what the shop has."""
    rounds = zip_longest(*map(in_category, CATEGORIES))
    return [product for one_of_each in rounds for product in one_of_each if product]


_SORT_KEYS: dict[str, Callable[[Product], Any]] = {
    "price-asc": lambda product: (product.cents, product.name),
    "price-desc": lambda product: (-product.cents, product.name),
    "rating": lambda product: (-product.rating, -len(product.reviews), product.name),
    "name": lambda product: product.name,
}
