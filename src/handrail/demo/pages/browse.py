"""Finding things: the front page, the list of products with its filters, and the product pages."""

from __future__ import annotations

from datetime import date
from urllib.parse import urlencode

from handrail.demo import catalogue
from handrail.demo.art import COLOURS, VIEWS
from handrail.demo.catalogue import CATEGORIES, SORTS, Found, Product, Review, Wanted
from handrail.demo.markup import NOTHING, Html, fill, flag, join, options, render
from handrail.demo.multipart import Fields
from handrail.demo.pages.layout import art_url, price, product_cards, show, stars
from handrail.demo.shop import MOST_OF_ONE, MOST_REVIEWS
from handrail.demo.web import Problem, Request, Response, Routes, see_other

routes = Routes()
FRONT = ("field-mug", "reading-lamp", "day-pack", "wool-blanket")


@routes.get("/")
def front(request: Request) -> Response:
    chosen = [_known(slug) for slug in FRONT]
    shelves = join(
        render("parts/shelf", key=key, label=label, image=art_url(_shelf(key)[0]), count=len(_shelf(key)))
        for key, label in CATEGORIES.items()
    )
    return show(
        request, "Useful things, made to last", render("front", cards=product_cards(chosen, "h3"), shelves=shelves)
    )


@routes.get("/products")
def product_list(request: Request) -> Response:
    wanted = _wanted(request.query)
    found = catalogue.find(wanted, request.query.number("page", 1))
    body = render(
        "products",
        title=f"Results for “{wanted.text}”" if wanted.text else "All products",
        count="1 product" if found.total == 1 else f"{found.total} products",
        text=wanted.text,
        categories=join(_category_box(key, label, wanted) for key, label in CATEGORIES.items()),
        least=_euros(wanted.least),
        most=_euros(wanted.most),
        in_stock=flag("checked", wanted.in_stock),
        sorts=options(SORTS.items(), wanted.sort),
        cards=product_cards(found.products) if found.total else render("parts/nothing_found"),
        pages=_page_links(request.query, found) if found.pages > 1 else NOTHING,
    )
    return show(request, "Products", body, section="/products")


@routes.get("/products/{slug}")
def product_page(request: Request, slug: str) -> Response:
    product = _known(slug)
    return show(request, product.name, _product_body(request, product), section="/products")


@routes.post("/products/{slug}/reviews")
def add_review(request: Request, slug: str) -> Response:
    product = _known(slug)
    rating, text = request.form.fields.number("rating", 0), request.form.fields.get("text").strip()
    if not 1 <= rating <= 5 or not text:
        return show(
            request,
            product.name,
            _product_body(request, product, text, "Choose a rating and write a few words."),
            status=422,
        )
    mine = request.session.reviews.setdefault(slug, [])
    author = request.form.fields.get("name").strip()[:60] or "You"
    mine.insert(0, Review(rating, "Your review", text[:1000], author, date.today().isoformat()))
    del mine[MOST_REVIEWS:]
    request.session.message = "Thank you for your review."
    return see_other(f"/products/{slug}#reviews")


def _product_body(request: Request, product: Product, draft: str = "", error: str = "") -> Html:
    mine = request.session.reviews.get(product.slug, [])
    return render(
        "product",
        name=product.name,
        slug=product.slug,
        category=product.category,
        category_name=CATEGORIES[product.category],
        tagline=product.tagline,
        description=product.description,
        price=price(product),
        rating=stars(product.rating, len(product.reviews)),
        image=art_url(product),
        image_text=f"{product.name} in {COLOURS[product.colours[0]].label.lower()}, front view",
        thumbs=join(_thumb(product, view, text) for view, text in VIEWS.items()),
        choices=_choices(product),
        stock=_stock(product),
        order=render("parts/order", most=min(MOST_OF_ONE, product.stock))
        if product.in_stock
        else render("parts/notify", name=product.name),
        specs=join(
            fill('<tr><th scope="row">$label</th><td>$value</td></tr>', label=label, value=value)
            for label, value in {"Article number": product.sku, **product.specs, "Made in": product.made_in}.items()
        ),
        reviews=join(_review(review) for review in [*mine, *product.reviews])
        or Html("<p>Nobody has written about it yet.</p>"),
        review_count=len(mine) + len(product.reviews),
        draft=draft,
        review_error=fill('<p class="error" role="alert">$error</p>', error=error) if error else NOTHING,
        related=product_cards(catalogue.related(product), "h3"),
    )


def _known(slug: str) -> Product:
    product = catalogue.product(slug)
    if product is None:
        raise Problem(404, "We do not sell that, or not any more.")
    return product


def _shelf(category: str) -> list[Product]:
    return [product for product in catalogue.products() if product.category == category]


def _wanted(query: Fields) -> Wanted:
    sort = query.get("sort")
    return Wanted(
        text=query.get("q").strip()[:80],
        categories=frozenset(query.all("category")) & frozenset(CATEGORIES),
        least=_cents(query, "min_price"),
        most=_cents(query, "max_price"),
        in_stock=query.get("in_stock") == "1",
        sort=sort if sort in SORTS else "featured",
    )


def _cents(query: Fields, name: str) -> int | None:
    euros = query.number(name, -1)
    return None if euros < 0 else euros * 100


def _euros(cents: int | None) -> str:
    return "" if cents is None else str(cents // 100)


def _category_box(key: str, label: str, wanted: Wanted) -> Html:
    return render(
        "parts/category_box", key=key, label=label, count=len(_shelf(key)), on=flag("checked", key in wanted.categories)
    )


def _page_links(query: Fields, found: Found) -> Html:
    def href(page: int) -> str:
        kept = [(key, value) for key, value in query.pairs if key != "page" and value]
        return "/products?" + urlencode([*kept, ("page", str(page))])

    numbers = join(
        fill(
            '<li><a href="$href" aria-label="Page $n"$on>$n</a></li>',
            href=href(n),
            n=n,
            on=flag('aria-current="page"', n == found.page),
        )
        for n in range(1, found.pages + 1)
    )
    back = (
        fill('<li><a href="$href" rel="prev">Previous</a></li>', href=href(found.page - 1))
        if found.page > 1
        else NOTHING
    )
    on = (
        fill('<li><a href="$href" rel="next">Next</a></li>', href=href(found.page + 1))
        if found.page < found.pages
        else NOTHING
    )
    return fill(
        '<nav class="pages" aria-label="Pages"><ul>$back$numbers$on</ul></nav>', back=back, numbers=numbers, on=on
    )


def _thumb(product: Product, view: str, text: str) -> Html:
    return render(
        "parts/thumb",
        image=art_url(product, view=view),
        view=view,
        text=text,
        on=flag('aria-current="true"', view == "front"),
    )


def _choices(product: Product) -> Html:
    swatches = join(
        render("parts/swatch", key=key, label=COLOURS[key].label, on=flag("checked", place == 0))
        for place, key in enumerate(product.colours)
    )
    selects = join(
        render("parts/option", name=option.name, options=options([(c, c) for c in option.choices], option.choices[0]))
        for option in product.options
    )
    return fill(
        '<fieldset class="swatches"><legend>Colour</legend>$swatches</fieldset>$selects',
        swatches=swatches,
        selects=selects,
    )


def _stock(product: Product) -> Html:
    if not product.in_stock:
        return Html('<p class="stock stock--out">Sold out, back in three weeks</p>')
    if product.stock < 10:
        return fill('<p class="stock stock--few">Only $n left in stock</p>', n=product.stock)
    return fill('<p class="stock">In stock: $n pieces</p>', n=product.stock)


def _review(review: Review) -> Html:
    return render(
        "parts/review",
        stars=stars(review.rating),
        title=review.title,
        text=review.text,
        author=review.author,
        date=review.date,
    )
