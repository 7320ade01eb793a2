"""Which view answers which address."""

from __future__ import annotations

from starlette.routing import Route

from handrail.demo.views import account, basket, browse, checkout, files, information, plans, support

ROUTES = [
    Route("/", browse.front),
    Route("/products", browse.products),
    Route("/products/{slug}", browse.product),
    Route("/products/{slug}/reviews", browse.add_review, methods=["POST"]),
    Route("/art/{slug}/{colour}-{view}.svg", files.drawing),
    Route("/pricing", plans.pricing),
    Route("/pricing", plans.choose_plan, methods=["POST"]),
    Route("/sign-in", account.sign_in_page),
    Route("/sign-in", account.sign_in, methods=["POST"]),
    Route("/sign-out", account.sign_out, methods=["POST"]),
    Route("/account", account.account),
    Route("/orders/{number}", account.order),
    Route("/basket", basket.basket),
    Route("/basket/add", basket.add, methods=["POST"]),
    Route("/basket/change", basket.change, methods=["POST"]),
    Route("/basket/remove", basket.remove, methods=["POST"]),
    Route("/basket/note", basket.add_note, methods=["POST"]),
    Route("/checkout", checkout.checkout),
    Route("/checkout", checkout.place_order, methods=["POST"]),
    Route("/support", support.support),
    Route("/support/files", support.receive_files, methods=["POST"]),
    Route("/downloads/price-list.csv", files.price_list),
    Route("/downloads/care-manual.pdf", files.care_manual),
    Route("/journal", information.journal),
    Route("/journal/more", information.more_notes),
    Route("/stores", information.stores),
    Route("/stores/hours", information.opening_hours),
    Route("/stores/map", information.store_map),
    *(Route(f"/{name}", information.text_page(name)) for name in ("delivery", "care", "about", "privacy")),
    Route("/newsletter", information.subscribe, methods=["POST"]),
    Route("/cookies", information.choose_cookies, methods=["POST"]),
    Route("/slow", information.slow),
    Route("/broken", information.broken),
    Route("/favicon.ico", files.favicon),
    Route("/static/{path:path}", files.static),
]
