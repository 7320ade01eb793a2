"""The views: each module answers the addresses of one part of the shop."""

from __future__ import annotations

from functools import cache

from handrail.demo.pages import account, assets, basket, browse, checkout, extras, plans, support
from handrail.demo.web import Routes


@cache
def routes() -> Routes:
    every = Routes()
    for module in (browse, plans, account, basket, checkout, support, extras, assets):
        every.include(module.routes)
    return every
