"""The catalogue: what is in it, finding, filtering, sorting, paging; and its drawings."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from handrail.demo.catalogue import (
    CATEGORIES,
    COLOURS,
    VIEWS,
    Filters,
    Product,
    get_product,
    money,
    products,
    related_products,
    search,
)
from handrail.demo.templating import draw
from tests.demo.client import Client


def test_there_are_36_products_in_five_categories() -> None:
    assert len(products()) == 36
    assert len({p.slug for p in products()}) == len({p.sku for p in products()}) == 36
    assert {p.category for p in products()} == set(CATEGORIES)
    assert sum(not p.in_stock for p in products()) == 3


@pytest.mark.parametrize("item", products(), ids=lambda p: p.slug)
def test_every_product_is_drawn_in_every_colour_and_view(item: Product) -> None:
    assert set(item.colours) <= set(COLOURS)
    for colour in item.colours:
        for view in VIEWS:
            svg = ElementTree.fromstring(draw(item, colour, view))
            assert svg[0].text == f"{item.name}, {VIEWS[view]}"
            assert len(svg) > 2


def test_filters_combine() -> None:
    found = search(Filters(categories=frozenset({"desk", "bags"}), min_price=2000, max_price=5000, in_stock=True))
    assert found.total == len(found.products) > 0
    for hit in found.products:
        assert hit.category in {"desk", "bags"}
        assert 2000 <= hit.cents <= 5000
        assert hit.in_stock


def test_search_matches_every_word() -> None:
    assert [hit.slug for hit in search(Filters(text="reading lamp")).products] == ["reading-lamp", "clip-lamp"]
    assert search(Filters(text="reading submarine")).total == 0


@pytest.mark.parametrize(
    ("sort", "key"),
    [
        ("price-asc", lambda p: p.cents),
        ("price-desc", lambda p: -p.cents),
        ("rating", lambda p: -p.rating),
        ("name", lambda p: p.name),
    ],
)
def test_sorting_orders_all_pages(sort: str, key: object) -> None:
    everything = [hit for page in (1, 2, 3) for hit in search(Filters(sort=sort), page).products]
    assert len(everything) == 36
    assert everything == sorted(everything, key=key)  # type: ignore[call-overload]


def test_featured_begins_with_one_product_of_every_category() -> None:
    assert {hit.category for hit in search(Filters()).products[:5]} == set(CATEGORIES)


def test_related_products_are_others_of_the_same_category() -> None:
    mug = get_product("field-mug")
    assert mug is not None
    others = related_products(mug)
    assert len(others) == 4
    assert all(other.category == "kitchen" and other is not mug for other in others)


def test_money_has_two_decimals_and_groups() -> None:
    assert [money(0), money(1650), money(123456)] == ["€0.00", "€16.50", "€1,234.56"]


def test_page_links_keep_the_filters(client: Client) -> None:
    text = client.get("/products?category=desk&category=kitchen&sort=name").text
    assert 'href="/products?category=desk&amp;category=kitchen&amp;sort=name&amp;page=2"' in text


def test_the_form_shows_the_filters_in_use(client: Client) -> None:
    text = client.get("/products?category=bags&max_price=50&in_stock=1&sort=price-asc&q=a").text
    assert 'value="bags" checked' in text
    assert 'name="max_price" min="0" max="9999" step="1" inputmode="numeric" value="50"' in text
    assert 'name="in_stock" value="1" checked' in text
    assert '<option value="price-asc" selected>' in text


@pytest.mark.parametrize(
    "query",
    ["min_price=-5", "min_price=abc", "max_price=9e9", "page=0", "page=x", "page=99", "sort=evil", "category=x"],
)
def test_invalid_filters_in_the_address_are_ignored(client: Client, query: str) -> None:
    assert "36 products" in client.get(f"/products?{query}").text


def test_a_search_is_escaped_everywhere(client: Client) -> None:
    text = client.get("/products?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E").text
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)" in text
    assert "0 products" in text
