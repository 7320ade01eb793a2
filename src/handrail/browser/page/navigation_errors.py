"""Why an address did not open, in a sentence."""

from __future__ import annotations

import re

from handrail.browser.types.errors import NavigationFailed

_OFFLINE = "Check the address; if it is right, the site or the network is down."
_REASONS: tuple[tuple[str, str, str], ...] = (
    # What Chromium (net::ERR_…) and Firefox (NS_ERROR_…, SEC_ERROR_…) say; first match wins.
    (
        r"NAME_NOT_RESOLVED|UNKNOWN_HOST|DNS",
        "No server has that name (DNS).",
        "Check the spelling of the host; if it is right, the network is down.",
    ),
    (r"CONNECTION_REFUSED", "The server refused the connection.", _OFFLINE),
    (
        r"CERT_|SSL_|SEC_ERROR|MOZILLA_PKIX|INADEQUATE_SECURITY|BAD_CERT|certificate",
        "No secure connection: the server's certificate or TLS is not valid.",
        "Do not go on unless the user says so.",
    ),
    (r"TIMED_OUT|NET_TIMEOUT", "The server did not answer in time.", "Try again later."),
    (r"TOO_MANY_REDIRECTS|REDIRECT_LOOP", "The page redirects without end.", "Try another address of the site."),
    (r"INTERNET_DISCONNECTED|NETWORK_CHANGED|OFFLINE", "There is no network.", _OFFLINE),
    (r"ADDRESS_UNREACHABLE|HOST_UNREACHABLE", "The server cannot be reached.", _OFFLINE),
    (r"PROXY|TUNNEL", "The proxy did not let the connection through.", "Check the proxy settings."),
    (
        r"EMPTY_RESPONSE|CONNECTION_RESET|CONNECTION_CLOSED|NET_RESET|NET_INTERRUPT|PARTIAL_TRANSFER",
        "The server closed the connection without a full answer.",
        "Try again.",
    ),
    (
        r"INVALID_(HTTP_)?RESPONSE|INVALID_HTTP|CORRUPTED_CONTENT",
        "What answered does not speak HTTP.",
        "Check the port of the address.",
    ),
    (
        r"UNSAFE_PORT|PortAccess|invalid URL|valid URL|INVALID_URL|MALFORMED",
        "The browser does not open that address.",
        "Check the address and its port: browsers keep some ports for other things than the web.",
    ),
    (r"BLOCKED_BY|BlockedBy", "The request was blocked.", "Try another address."),
    (r"ABORTED|interrupted by another navigation", "The navigation was stopped before a page came.", "Try again."),
)


def failure(reported: str, status: int | None) -> NavigationFailed:
    """The error for what a browser ``reported`` of an address; ``status``: of an answer without a page."""
    if status in (204, 205):
        return NavigationFailed(
            f"The server answered without a page (HTTP {status}).", hint="The page that was open before is still there."
        )
    for pattern, message, hint in _REASONS:
        if re.search(pattern, reported):
            return NavigationFailed(message, hint=hint)
    return NavigationFailed("The browser could not open the page.", hint=_OFFLINE)


def no_answer(seconds: float) -> NavigationFailed:
    """The server did not answer within ``seconds``."""
    return NavigationFailed(f"The server did not answer within {seconds:.0f} s.", hint="Try again, or another address.")


def shows_error_page(message: str) -> bool:
    """Whether a browser puts a page of its own in the place of one that failed in this way. It comes a little later."""
    return re.search(r"ABORTED|invalid URL|invalid argument|interrupted|BLOCKED_BY", message) is None
