"""Finding things: the front page, the list of products with its filters, the product pages, and the care plans."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Any
from urllib.parse import urlencode

from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from handrail.demo.catalogue import CATEGORIES, SORTS, Filters, Product, Review, get_product, read_data, search
from handrail.demo.forms import read_fields, see_other, whole_number
from handrail.demo.sessions import current_session
from handrail.demo.templating import page

FRONT = ("field-mug", "reading-lamp", "day-pack", "wool-blanket")
MAX_REVIEWS = 3  # of one visitor for one product


async def front(request: Request) -> Response:
    return page(request, "front", featured=[_product(slug) for slug in FRONT])


async def products(request: Request) -> Response:
    query = request.query_params
    filters = _filters(query)
    kept = [(name, value) for name, value in query.multi_items() if name != "page" and value]

    def page_address(number: int) -> str:
        return "/products?" + urlencode([*kept, ("page", number)])

    found = search(filters, whole_number(query.get("page", ""), 1))
    return page(request, "products", filters=filters, found=found, sorts=SORTS, page_address=page_address)


async def product(request: Request) -> Response:
    return _product_page(request, _product(request.path_params["slug"]))


async def add_review(request: Request) -> Response:
    product, fields = _product(request.path_params["slug"]), await read_fields(request)
    rating, text = whole_number(fields.get("rating", ""), 0), fields.get("text", "").strip()
    if not 1 <= rating <= 5 or not text:
        return _product_page(request, product, text, "Choose a rating and write a few words.", 422)
    session = current_session(request)
    own = session.reviews.setdefault(product.slug, [])
    author = fields.get("name", "").strip()[:60] or "You"
    own.insert(0, Review(rating, "Your review", text[:1000], author, date.today().isoformat()))
    del own[MAX_REVIEWS:]
    session.message = "Thank you for your review."
    return see_other(f"/products/{product.slug}#reviews")


def _product_page(request: Request, product: Product, draft: str = "", error: str = "", status: int = 200) -> Response:
    reviews = [*current_session(request).reviews.get(product.slug, []), *product.reviews]
    return page(request, "product", status, product=product, reviews=reviews, draft=draft, error=error)


def _product(slug: str) -> Product:
    product = get_product(slug)
    if product is None:
        raise HTTPException(404, "We do not sell that, or not any more.")
    return product


def _filters(query: QueryParams) -> Filters:
    sort = query.get("sort", "")
    return Filters(
        text=query.get("q", "").strip()[:80],
        categories=frozenset(query.getlist("category")) & frozenset(CATEGORIES),
        min_price=_cents(query.get("min_price", "")),
        max_price=_cents(query.get("max_price", "")),
        in_stock=query.get("in_stock") == "1",
        sort=sort if sort in SORTS else "featured",
    )


def _cents(euros: str) -> int | None:
    cents = 100 * whole_number(euros, -1)
    return cents if cents >= 0 else None


async def pricing(request: Request) -> Response:
    return page(request, "pricing", yearly=request.query_params.get("billing") == "yearly", **_plans())


async def choose_plan(request: Request) -> Response:
    fields, session = await read_fields(request), current_session(request)
    names = {tier["key"]: tier["name"] for tier in _plans()["tiers"]}
    if (key := fields.get("plan", "")) not in names:
        raise HTTPException(400, "There is no such plan.")
    billing = "yearly" if fields.get("billing") == "yearly" else "monthly"
    session.plan = f"{names[key]}, paid {billing}"
    session.message = f"You are now on the {names[key]} plan, paid {billing}."
    return see_other("/pricing?billing=yearly" if billing == "yearly" else "/pricing")


@cache
def _plans() -> dict[str, Any]:
    """Return the tiers, and the rows of the table that compares them."""
    return read_data("plans")
