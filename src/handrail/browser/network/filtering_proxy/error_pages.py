"""The filtering proxy's own answers: small plain pages that say who answers."""

from __future__ import annotations

import html

import h11

Answer = tuple[h11.Response, bytes]


def refusal(reason: str) -> Answer:
    """Return the answer that the rule refused. ``reason``: what the host is.

    The header is for people. A web server can send it too, so a program asks `FilteringProxy.last_failure`.
    """
    return _page(
        403,
        "Refused by Handrail",
        f"Handrail's network rule refused this request: the host is {reason}.",
        [("X-Handrail-Refused", reason)],
    )


def unreachable(why: str) -> Answer:
    """Return the answer that the host cannot be reached. ``why``: a sentence."""
    return _page(502, "Not reached", f"Handrail could not reach the host. {why}")


def _page(status: int, title: str, text: str, headers: list[tuple[str, str]] | None = None) -> Answer:
    # The page stands at the refused address: an icon of its own keeps Firefox from asking that site for one.
    icon = '<link rel="icon" href="data:,">'
    body = f"<!doctype html><title>{html.escape(title)}</title>{icon}<p>{html.escape(text)}".encode()
    fixed = [
        ("Content-Type", "text/html; charset=utf-8"),
        ("Content-Length", str(len(body))),
        ("Cache-Control", "no-store"),
        ("Referrer-Policy", "no-referrer"),
    ]
    return h11.Response(status_code=status, headers=[*fixed, *(headers or [])], reason=title), body


PASSWORD_REQUIRED = _page(
    407, "Not for you", "This proxy serves one browser.", [("Proxy-Authenticate", 'Basic realm="Handrail"')]
)
"""For a client without the password, and for the browser before it has signed in."""
BAD_TARGET = _page(400, "Not understood", "Only CONNECT and requests for whole http addresses are served here.")
"""For a request to the proxy's own address, or one that is ambiguous."""
TOO_BUSY = _page(503, "Too busy", "Too many connections are open at once.", [("Connection", "close")])
"""For a connection beyond those that are served at once."""
SIGNED_IN = _page(200, "Handrail", "The proxy is ready.")
"""For the browser when it has signed in."""
NO_TUNNEL = _page(403, "Handrail", "The proxy is ready.")
"""The same for https, for which there is no answer but a tunnel, which leads nowhere."""
