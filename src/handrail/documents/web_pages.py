"""Reads HTML that an address answered: its main part first, then what stands around it on all pages of its site."""

from __future__ import annotations

import re
from typing import Any

from handrail.documents.office import html_text

_MAIN = re.compile(r"<(main)(?=[\s/>])[^<>]*>|<([\w-]+)(?=[\s/])[^<>]*\brole\s*=\s*[\"']?main\b[^<>]*>", re.IGNORECASE)
_NOT_SHOWN = re.compile(r"<!--.*?-->|<(script|style|template)\b.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
"""What may hold tags that are none of the page."""


def read_page(html: str, base: str) -> dict[str, Any]:
    """Return ``text``, as Markdown; where the page marks its main part, that stands first and ends at ``main``."""
    html = _NOT_SHOWN.sub("", html)
    start = _MAIN.search(html)
    if start is None:
        return {"text": html_text(html, base)}
    end = _end_of(html, start[1] or start[2], start.end())
    main = html_text(html[start.start() : end], base)
    around = html_text(f"{html[: start.start()]}\n{html[end:]}", base)
    if not main or not around:
        return {"text": main or around}
    return {"text": f"{main}\n\n{around}", "main": len(main) + 2}


def _end_of(html: str, tag: str, start: int) -> int:
    """Return where an element ends whose content begins at ``start``."""
    depth = 1
    for found in re.compile(rf"<(/?){tag}(?=[\s/>])", re.IGNORECASE).finditer(html, start):
        depth += -1 if found[1] else 1
        if not depth:
            return found.start()
    return len(html)
