"""Where a value came from: links on pages, and what a model typed where. (The user's own words: `user_words`.)"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from handrail.browser.types.network.addresses import digest_of
from handrail.policy.decision import NAMELESS
from handrail.policy.facts import Facts
from handrail.policy.origins import origin_of, page_of
from handrail.policy.words.user_words import UserWords

MAX_LINKS = 50_000
"""Links, and addresses of a model, that are remembered; the oldest links are forgotten first."""
_ONE_WORD = re.compile(r"/?[a-z-]{0,16}(?:\.[a-z]{2,5})?/?", re.IGNORECASE)
"""A path of one word, with the ending of a file: "/mail", "/index.php"."""
QUERY_NAMES = frozenset(
    (
        "q", "query", "s", "search", "term", "k", "keyword", "keywords", "text", "p", "page", "sort", "order", "filter",
        "category", "tag", "type", "lang", "view", "tab", "from", "to", "date",
    )
)  # fmt: skip
"""Names of parameters by which pages search, filter and page. (A name of the model's choice would be a text.)"""


def may_fill_in(url: str) -> bool:
    """Return whether an address that a model composed may fill in a form of its page: all but a home page's and a path
    of one word, which a model guesses where it has seen no link."""
    parts = urlsplit(url)
    return bool(parts.query or parts.fragment) or _ONE_WORD.fullmatch(parts.path) is None


class SeenLinks:
    """The addresses of links in what was read on pages that hold nothing of a model, unchanged."""

    def __init__(self) -> None:
        self._seen: OrderedDict[bytes, bool] = OrderedDict()
        """Whether a page of their own site held them, by their digests."""
        self._pages: OrderedDict[bytes, None] = OrderedDict()
        """Without query and fragment."""

    def add(self, urls: Iterable[str], site: str = "") -> None:
        """Remember links; ``site``: the origin of all pages that they were read on, "" for several or none."""
        for url in urls:
            link, page = digest_of(url), digest_of(page_of(url))
            self._seen[link] = self._seen.pop(link, False) or (bool(site) and origin_of(url) == site)
            self._pages[page] = None
            self._pages.move_to_end(page)
            for seen in (self._seen, self._pages):
                if len(seen) > MAX_LINKS:
                    seen.popitem(last=False)

    def has(self, url: str) -> bool:
        return digest_of(url) in self._seen

    def is_of_own_site(self, url: str) -> bool:
        """Return whether a page of the site that it leads to held this link."""
        return self._seen.get(digest_of(url), False)

    def has_page(self, url: str) -> bool:
        """Return whether a link led to this address without query and fragment, or to it with them."""
        return digest_of(url) in self._pages


@dataclass(slots=True)
class Provenance:
    """Where the values of one session came from."""

    words: UserWords = field(default_factory=UserWords)
    planned: UserWords = field(default_factory=UserWords)
    """What the plan says will be changed. It is made of the user's words before any page is read, and they see it."""
    links: SeenLinks = field(default_factory=SeenLinks)
    own_forms: set[tuple[str, int]] = field(default_factory=set)
    """Where a model put words of the user: the document's nonce and the form in it, 0 outside of forms."""
    sign_in_forms: set[tuple[str, int]] = field(default_factory=set)
    """Where it put a secret into a sensitive field."""
    sign_ins: dict[str, str] = field(default_factory=dict)
    """The first document of each origin in which it did so, by its nonce."""
    agreed_passwords: set[tuple[str, int, str]] = field(default_factory=set)
    """Passwords of a model that the user agreed to send, each with the document's nonce and the form."""
    awaits_code: str = ""
    """Where a sign-in was sent last, if a model pressed and opened nothing since: its page may ask for a code."""
    accepted: set[str] = field(default_factory=set)
    """Addresses of a model's of which the user accepted the page with a press in it."""
    composed: set[bytes] = field(default_factory=set)
    """Digests of the addresses of documents that a model composed, or that came of one that it had."""

    def concerns(self, *labels: str) -> bool:
        """Return whether a word of what is to be changed, by the user or the plan, stands in one of these labels."""
        return self.words.concerns(*labels) or self.planned.concerns(*labels)

    def label_chosen(self, press: Facts) -> str:
        """Return what is written on what a model pressed, of a list what it chose there; "" where the user named it, or
        it is of their words."""
        if press.element is None or press.named or press.user_chose:
            return ""
        names = (press.element.name, *press.element.labels)
        label = next((one.raw for one in names if one.raw.strip()), NAMELESS)
        label = press.chosen[0] if press.element.kind == "select" and press.chosen else label
        return "" if self.says(label) else label

    def says(self, label: str) -> bool:
        """Return whether a label says what the user or the plan wants to be changed. See `UserWords.says`."""
        return self.words.says(label) or self.planned.says(label)

    def composes(self, url: str) -> bool:
        """Return whether opening an address tells its site more than words of the user or a page would: a model
        composed it. A page that is known may be asked for with the user's words, such as ``/search?q=kettle``."""
        if self.words.has_address(url) or self.links.has(url):
            return False
        try:
            parts = urlsplit(url)
            query = parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
        except ValueError:
            return True
        if parts.fragment or not self._leads_to_known_page(f"{parts.scheme}://{parts.netloc}", parts.path):
            return True
        # The order of several, and each way to write one, would be a text.
        written = [join(query) for join in (urlencode, partial(urlencode, quote_via=quote))]
        return (
            len(query) > 1
            or (bool(parts.query) and parts.query not in written)
            or not all(name in QUERY_NAMES and self.words.in_text(value) for name, value in query)
        )

    def may_fill_in(self, url: str) -> bool:
        """Return whether an address that a model composed may fill in a form of its page. One of a word and a number of
        the user's, such as ``/ticket/2``, names a page."""
        path = urlsplit(url)._replace(scheme="", netloc="").geturl().strip("/")
        word, *numbers = path.split("/")
        named = _ONE_WORD.fullmatch(word) and all(one.isdecimal() and self.words.in_text(one) for one in numbers)
        return not named

    def unaccepted(self, addresses: Iterable[str]) -> tuple[str, ...]:
        """Return those of the addresses by which the user did not accept a page yet."""
        return tuple(address for address in addresses if address not in self.accepted)

    def ends_alone(self, addresses: Iterable[str]) -> tuple[str, ...]:
        """Return the ends of addresses, from "#" on, where the user gave all else of each; else none."""
        parts = [one.partition("#") for one in addresses]
        are_own = all(end and self.words.has_address(page) for page, _, end in parts)
        return tuple(dict.fromkeys(f"#{unquote(end)}" for _, _, end in parts)) if are_own else ()

    def record_composed(self, url: str) -> None:
        """Remember the address of a document that a model composed, or that came of one."""
        if len(self.composed) < MAX_LINKS:
            self.composed.add(digest_of(url))

    def is_composed(self, url: str) -> bool:
        """Return whether a document with this very address was a model's, and nobody else gave it. If there are more
        than are remembered, any may be."""
        was_model = len(self.composed) >= MAX_LINKS or digest_of(url) in self.composed
        return was_model and not self.links.has(url) and not self.words.has_address(url)

    def _leads_to_known_page(self, site: str, path: str) -> bool:
        """Return whether a path is the home page, that of a link or of an address of the user, or has one step more."""
        if path in ("", "/") or self._is_page(site + path):
            return True
        above, _, last = path.rstrip("/").rpartition("/")
        step = unquote(last)
        own = self.words.in_text(step) and last in (step, quote(step))
        return own and not path.endswith("/") and (not above or self._is_page(site + above))

    def _is_page(self, url: str) -> bool:
        bare = url.rstrip("/")
        return self.links.has_page(bare) or self.words.has_page(bare)
