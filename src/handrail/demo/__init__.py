"""Wrenfold, a small web shop to try Handrail on. It runs on this machine, remembers in memory, and calls nobody.

with serve() as site:
    session.call("goto", url=site.url + "products")

Its pages, forms and stable selectors are listed in the README.md beside this file.
"""

from __future__ import annotations

from handrail.demo.site import DemoSite, main, serve

__all__ = ["DemoSite", "main", "serve"]
