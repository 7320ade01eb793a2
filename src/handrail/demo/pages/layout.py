"""What every page has around it: header, footer, messages, cookie banner, newsletter."""

from __future__ import annotations

from handrail.demo.art import COLOURS
from handrail.demo.catalogue import CATEGORIES, Product, money
from handrail.demo.markup import NOTHING, Html, fill, flag, join, render
from handrail.demo.shop import Session
from handrail.demo.web import Request, Response, page

SECTIONS = (
    ("/products", "Shop"),
    ("/pricing", "Care plans"),
    ("/journal", "Journal"),
    ("/stores", "Stores"),
    ("/support", "Support"),
)
REASONS = {
    400: "That did not arrive in one piece",
    404: "Nothing here",
    405: "Not like that",
    413: "Too large",
    500: "Something broke",
}


def show(request: Request, title: str, body: Html, *, section: str = "", status: int = 200) -> Response:
    # Where the cookie banner and the newsletter lead back to; the address of a form is not a page.
    back = request.path if request.method == "GET" else section or "/"
    return page(_framed(request.session, title, body, section, back), status)


def problem_page(session: Session, status: int, message: str) -> Response:
    title = REASONS.get(status, "That is not possible")
    return page(
        _framed(session, title, render("problem", title=title, message=message, status=status), "", "/"), status
    )


def bare(title: str, body: Html) -> Response:
    """A page that is made to be framed."""
    return page(render("bare", title=title, body=body))


def product_cards(products: list[Product], heading: str = "h2") -> Html:
    return join(_product_card(product, heading) for product in products)


def stars(rating: float, count: int | None = None) -> Html:
    if not rating:
        return fill('<p class="rating rating--none">No reviews yet</p>')
    return render(
        "parts/rating",
        tenths=round(rating * 2) * 5,
        rating=f"{rating:.1f}",
        count=NOTHING if count is None else fill(' <span class="rating-count">($count)</span>', count=count),
    )


def price(product: Product) -> Html:
    was = fill('<s class="was">$was</s> ', was=money(product.was)) if product.was else NOTHING
    return fill('$was<span class="price">$now</span>', was=was, now=money(product.cents))


def art_url(product: Product, colour: str = "", view: str = "front") -> str:
    return f"/art/{product.slug}/{colour or product.colours[0]}-{view}.svg"


def colour_names(product: Product) -> str:
    return ", ".join(COLOURS[colour].label for colour in product.colours)


def _product_card(product: Product, heading: str) -> Html:
    return render(
        "parts/product_card",
        slug=product.slug,
        name=product.name,
        heading=Html(heading),
        tagline=product.tagline,
        category=CATEGORIES[product.category],
        image=art_url(product),
        price=price(product),
        rating=stars(product.rating, len(product.reviews)),
        colours=join(fill('<span class="swatch swatch--$c"></span>', c=colour) for colour in product.colours),
        colour_names=colour_names(product),
        badge=_badge(product),
    )


def _badge(product: Product) -> Html:
    if not product.in_stock:
        return fill('<span class="badge badge--out">Sold out</span>')
    if product.was:
        return fill('<span class="badge badge--sale">Reduced</span>')
    return (
        fill('<span class="badge badge--few">Only $n left</span>', n=product.stock) if product.stock < 10 else NOTHING
    )


def _framed(session: Session, title: str, body: Html, section: str, back: str) -> Html:
    message = session.pop_message()
    links = join(
        fill(
            '<li><a href="$href"$on>$label</a></li>',
            href=href,
            label=label,
            on=flag('aria-current="page"', href == section),
        )
        for href, label in SECTIONS
    )
    return render(
        "layout",
        title=title,
        body=body,
        sections=links,
        count=session.count,
        items="1 item" if session.count == 1 else f"{session.count} items",
        account=Html('<a href="/account">Account</a>') if session.signed_in else Html('<a href="/sign-in">Sign in</a>'),
        message=render("parts/message", message=message) if message else NOTHING,
        cookies=NOTHING if session.consent else render("parts/cookies", back=back),
        back=back,
    )
