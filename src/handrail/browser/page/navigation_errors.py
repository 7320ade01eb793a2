"""Addresses, and why one did not open, in a sentence."""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import urlsplit

from handrail.browser.types.errors import NavigationFailed

_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*):")
_HOST_AND_PORT = re.compile(
    r"(localhost|[\w-]+(\.[\w-]+)+|(?!javascript|data|blob|file|about)[\w-]+):\d+(?=[/?#]|$)", re.IGNORECASE
)
_PLAIN_HTTP = re.compile(r"(localhost|.+\.localhost|.+\.local)$", re.IGNORECASE)
_UNSEEN = re.compile(r"[\x00-\x20\x7f]")


def web_address(text: str) -> str:
    """What a person or a model gave as an address, as one to open: ``example.org`` is ``https://example.org``.

    A host of this machine or its own network is taken to speak plain HTTP.

    Raises:
        NavigationFailed: not an address, or of a scheme that is not opened.
    """
    text = text.strip()
    if text.lower() == "about:blank":
        return "about:blank"
    scheme = _SCHEME.match(text)
    if scheme is None or _HOST_AND_PORT.match(text):
        rest = text.lstrip("/")
        return _checked(f"{'http' if _is_local(rest) else 'https'}://{rest}")
    if scheme[1].lower() not in ("http", "https"):
        raise NavigationFailed(
            "Only http and https addresses can be opened.", hint="Give the address of a web page, such as https://…"
        )
    return _checked(text)


def _checked(url: str) -> str:
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        host = None
    if not host or _UNSEEN.search(url.partition("://")[2].partition("/")[0]) or "\\" in url:
        raise NavigationFailed(
            "That is not a web address.", hint="Write it like example.org/page or https://example.org/page."
        )
    return url


def _is_local(address: str) -> bool:
    try:
        host = urlsplit(f"//{address}").hostname or ""
    except ValueError:
        return False
    try:
        return not ipaddress.ip_address(host).is_global
    except ValueError:
        return _PLAIN_HTTP.match(host) is not None


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


def failure(said: str, status: int | None) -> NavigationFailed:
    """The error for what the browser ``said`` when an address did not open. ``status``: of an answer without a page."""
    if status in (204, 205):
        return NavigationFailed(
            f"The server answered without a page (HTTP {status}).", hint="The page that was open before is still there."
        )
    for pattern, message, hint in _REASONS:
        if re.search(pattern, said):
            return NavigationFailed(message, hint=hint)
    return NavigationFailed("The browser could not open the page.", hint=_OFFLINE)


def no_answer(seconds: float) -> NavigationFailed:
    """The server did not answer within ``seconds``."""
    return NavigationFailed(f"The server did not answer within {seconds:.0f} s.", hint="Try again, or another address.")


def shows_error_page(said: str) -> bool:
    """Whether a browser puts a page of its own in the place of one that failed in this way. It comes a little later."""
    return re.search(r"ABORTED|invalid URL|invalid argument|interrupted|BLOCKED_BY", said) is None


def origin_of(url: str) -> str:
    """Scheme, host and port of an address, ``null`` where it has none: who its text is from."""
    try:
        parts = urlsplit(url.removeprefix("blob:"))
    except ValueError:
        return "null"
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}" if parts.netloc else "null"
