"""The catalogue: what is in it, finding, filtering, sorting, paging; and its drawings."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from handrail.demo.art import COLOURS, VIEWS, draw
from handrail.demo.catalogue import CATEGORIES, Product, Wanted, find, money, product, products, related
from tests.demo.client import Client


def names(text: str) -> list[str]:
    return re.findall(r'<h2 class="product-name"><a href="[^"]+">([^<]+)</a></h2>', text)


def test_there_are_36_products_on_five_shelves() -> None:
    assert len(products()) == 36
    assert len({p.slug for p in products()}) == len({p.sku for p in products()}) == 36
    assert {p.category for p in products()} == set(CATEGORIES)
    assert sum(not p.in_stock for p in products()) == 3


@pytest.mark.parametrize("thing", products(), ids=lambda p: p.slug)
def test_every_product_is_drawn_in_every_colour_and_view(thing: Product) -> None:
    assert set(thing.colours) <= set(COLOURS)
    for colour in thing.colours:
        for view in VIEWS:
            svg = ElementTree.fromstring(draw(thing, colour, view))
            assert svg[0].text == f"{thing.name}, {VIEWS[view]}"
            assert len(svg) > 2


def test_filters_narrow_down_together() -> None:
    found = find(Wanted(categories=frozenset({"desk", "bags"}), least=2000, most=5000, in_stock=True))
    assert found.total == len(found.products) > 0
    for hit in found.products:
        assert hit.category in {"desk", "bags"}
        assert 2000 <= hit.cents <= 5000
        assert hit.in_stock


def test_search_wants_every_word() -> None:
    assert [hit.slug for hit in find(Wanted(text="reading lamp")).products] == ["reading-lamp", "clip-lamp"]
    assert find(Wanted(text="reading submarine")).total == 0


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
    everything = [hit for page in (1, 2, 3) for hit in find(Wanted(sort=sort), page).products]
    assert len(everything) == 36
    assert everything == sorted(everything, key=key)  # type: ignore[call-overload]


def test_featured_shows_every_shelf_at_once() -> None:
    assert {hit.category for hit in find(Wanted()).products[:5]} == set(CATEGORIES)


def test_a_page_beyond_the_last_is_the_last() -> None:
    assert find(Wanted(), 99).page == 3


def test_related_products_are_of_the_same_shelf_and_others() -> None:
    mug = product("field-mug")
    assert mug is not None
    others = related(mug)
    assert len(others) == 4
    assert all(other.category == "kitchen" and other is not mug for other in others)


def test_money_has_two_decimals_and_groups() -> None:
    assert [money(0), money(1650), money(123456)] == ["€0.00", "€16.50", "€1,234.56"]


def test_the_list_shows_twelve_a_page_and_how_many_there_are(client: Client) -> None:
    first, last = client.get("/products").text, client.get("/products?page=3").text
    assert len(names(first)) == len(names(last)) == 12
    assert first.count('<article class="product-card">') == 12
    assert '<p class="result-count" role="status">36 products</p>' in first
    assert not set(names(first)) & set(names(last))


def test_page_links_keep_the_filters(client: Client) -> None:
    text = client.get("/products?category=desk&category=kitchen&sort=name").text
    assert 'href="/products?category=desk&amp;category=kitchen&amp;sort=name&amp;page=2"' in text


def test_the_form_shows_what_was_asked_for(client: Client) -> None:
    text = client.get("/products?category=bags&max_price=50&in_stock=1&sort=price-asc&q=a").text
    assert 'value="bags" checked' in text
    assert 'name="max_price" min="0" max="9999" step="1" inputmode="numeric" value="50"' in text
    assert 'name="in_stock" value="1" checked' in text
    assert '<option value="price-asc" selected>' in text


@pytest.mark.parametrize(
    "query", ["min_price=-5", "min_price=abc", "max_price=9e9", "page=0", "page=x", "sort=evil", "category=x"]
)
def test_nonsense_in_the_address_is_no_filter(client: Client, query: str) -> None:
    assert "36 products" in client.get(f"/products?{query}").text


def test_a_search_is_escaped_everywhere(client: Client) -> None:
    text = client.get("/products?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E").text
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)" in text
    assert "0 products" in text
