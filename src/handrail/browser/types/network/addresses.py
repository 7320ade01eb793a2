"""Web addresses: what a caller gave as one, and the origin of one."""

from __future__ import annotations

import ipaddress
import re
import unicodedata
from hashlib import sha256
from urllib.parse import unquote, urljoin, urlsplit

from handrail.browser.types.errors import NavigationFailed

_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*):")
_NO_SCHEME = re.compile(r"[^/?#]*://")
"""What stands where a scheme would, and is none."""
_HOST_AND_PORT = re.compile(
    r"(localhost|[\w-]+(\.[\w-]+)+|(?!javascript|data|blob|file|about)[\w-]+):\d+(?=[/?#]|$)", re.IGNORECASE
)
_PLAIN_HTTP = re.compile(r"(localhost|.+\.localhost|.+\.local)$", re.IGNORECASE)
_UNSEEN = re.compile(r"[\x00-\x20\x7f]")
_HEAD = re.compile(r"([^/?#:]*+):/[\t\r\n]*+/([^/?#]*+)")
"""Scheme and authority, as `urlsplit` finds them."""
_AUTHORITY = re.compile(r"(https?://(?:[^/?#@]*@)?)([^/?#@:]+)", re.IGNORECASE)
_SIGN_IN, _PASSWORD = (
    re.compile(r"(?<=\Ahttp)://[^/?#\\]*@|(?<=\Ahttps)://[^/?#\\]*@"),
    re.compile(r"://([^\s/?#@:]*):[^\s/?#@]+@"),
)
"""What stands before the host of an address: a user name, and such a one with a password."""
_DOTS = re.compile("[\u3002\uff0e\uff61]")
_OF_ITS_OWN = re.compile("[\u00df\u03c2\u200c\u200d]")
"""Letters that browsers keep (UTS #46), and Python's older mapping turns into others."""

MAX_URL_CHARS = 200
"""How many characters of an address are reported."""
MAX_KEPT_CHARS = 20_000
"""Characters of an address that are kept: more than a question shows, so that the user cannot agree to the rest."""


def web_address(text: str) -> str:
    """Return what a person or a model gave as an address, as one to open: ``example.org`` is ``https://example.org``.

    A host of this machine or its own network is taken to speak plain HTTP. The host is in ASCII, as `in_ascii` says.

    Raises:
        NavigationFailed: not an address, or of a scheme that is not opened.
    """
    text = text.strip()
    if text.lower() == "about:blank":
        return "about:blank"
    scheme = _SCHEME.match(text)
    if scheme is None or _HOST_AND_PORT.match(text):
        if re.match(r"/(?!/)|\.|[?#]", text):
            raise NavigationFailed(
                "That is a part of an address, and no page is open that it could belong to.",
                hint="Write it like https://example.org/page.",
            )
        if _NO_SCHEME.match(text):
            raise _not_an_address()
        rest = text.lstrip("/")
        return _validate(f"{'http' if _is_local(rest) else 'https'}://{rest}")
    if scheme[1].lower() not in ("http", "https"):
        raise NavigationFailed(
            "Only http and https addresses can be opened.", hint="Give the address of a web page, such as https://…"
        )
    return _validate(text)


def _validate(url: str) -> str:
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        host = None
    if not host or _UNSEEN.search(url.partition("://")[2].partition("/")[0]) or "\\" in url:
        raise _not_an_address()
    return in_ascii(url)


def _not_an_address() -> NavigationFailed:
    return NavigationFailed(
        "That is not a web address.", hint="Write it like example.org/page or https://example.org/page."
    )


def in_ascii(url: str) -> str:
    """Return an address with its host as browsers send it: letters beyond ASCII, or written as codes, in Punycode. So a
    host that looks like another one does not look so where a person reads it, and it is opened as it is read. What is
    no host stays as it is, and is opened by nobody."""
    found = _AUTHORITY.match(url)
    if found is None or (found[2].isascii() and "%" not in found[2]):
        return url
    try:
        labels = _DOTS.split(unquote(found[2], errors="strict").replace(".", "\uff0e"))
        host = ".".join(_label(label) for label in labels)
    except UnicodeError:
        return url
    return f"{found[1]}{host}{url[found.end() :]}" if re.fullmatch(r"[\w.-]+", host, re.ASCII) else url


def _label(label: str) -> str:
    if _OF_ITS_OWN.search(label):
        kept = "".join(unicodedata.normalize("NFKC", char.lower()) for char in label)
        return f"xn--{kept.encode('punycode').decode('ascii')}"
    return label.encode("idna").decode("ascii").lower() if label else ""


def _is_local(address: str) -> bool:
    try:
        host = urlsplit(f"//{address}").hostname or ""
    except ValueError:
        return False
    try:
        return not ipaddress.ip_address(host).is_global
    except ValueError:
        return _PLAIN_HTTP.match(host) is not None


def origin_of(url: str) -> str:
    """Return scheme, host and port of an address, ``null`` where it has none: who its text is from."""
    head = _HEAD.match(url.removeprefix("blob:"))
    if head is None:
        return "null"
    try:
        # `urlsplit` keeps the last addresses that it was given, and a page chooses how long its own are.
        parts = urlsplit(f"{head[1]}://{head[2].rpartition('@')[2]}")
    except ValueError:
        return "null"
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else "null"


def digest_of(text: str) -> bytes:
    """Return what stands for a text where it is only asked whether another one is the same: a page chooses how long
    its addresses are, and memory holds many."""
    return sha256(text.encode("utf-8", "surrogatepass")).digest()


def is_readable(url: str) -> bool:
    """Return whether an address has the form of one. Templates leave others in pages: "http://[site]/"."""
    try:
        urlsplit(url)
    except ValueError:
        return False
    return True


def joined(base: str, url: str) -> str:
    """Return where a link of a page leads; the link as it is where that is no address."""
    try:
        return urljoin(base, url)
    except ValueError:
        return url


def without_sign_in(url: str) -> str:
    """Return an address of a web page without what stands before its host: a user name, mostly with a password."""
    return _SIGN_IN.sub("://", url, count=1)


def hide_passwords(text: str) -> str:
    """Return a text with dots for the passwords of addresses in it."""
    return _PASSWORD.sub(r"://\1:•••@", text)


def kept_address(url: str) -> str:
    """Return an address as it is kept: a longer one ends with an ellipsis, so that it is the same as no other."""
    return url if len(url) <= MAX_KEPT_CHARS else f"{url[:MAX_KEPT_CHARS]}…"


def short_address(url: str) -> str:
    """Return an address as it is reported."""
    url = hide_passwords(url)
    return url if len(url) <= MAX_URL_CHARS else f"{url[: MAX_URL_CHARS - 1]}…"
