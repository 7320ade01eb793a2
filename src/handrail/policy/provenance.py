"""Where a value came from: links on pages, and what a model typed where. (The user's own words: `user_words`.)"""

from __future__ import annotations

import re
import unicodedata
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import unescape
from urllib.parse import parse_qsl, unquote_plus, urlencode, urljoin, urlsplit

from handrail.policy.user_words import UserWords

MOST_LINKS = 50_000
"""Links that are remembered; the oldest are forgotten first."""
SHORTEST_ECHO = 4
"""Characters below which text is in every address."""
ROUNDS = 3
"""Encodings inside of each other that are taken off an address."""
MOST_KEY_TEXT = 200
_WRITTEN = re.compile(r"\S+:[/\\]+\S+|[^\s/\\?#]+\.[^\s/\\?#]+[/\\?#]\S*")
"""Text that a page may make a link of."""


class SeenLinks:
    """The addresses of links in what was read, unchanged."""

    def __init__(self) -> None:
        self._seen: OrderedDict[str, None] = OrderedDict()

    def add(self, urls: Iterable[str]) -> None:
        for url in urls:
            self._seen[url] = None
            self._seen.move_to_end(url)
        while len(self._seen) > MOST_LINKS:
            self._seen.popitem(last=False)

    def has(self, url: str) -> bool:
        return url in self._seen


@dataclass(slots=True)
class TypedText:
    """Whose text a model put into one document.

    Attributes:
        own: the user's own words.
        other: any other text, which a rule or the user let through.
        posts: the form changes something (POST) when it is sent.
    """

    own: bool = False
    other: bool = False
    posts: bool = False


@dataclass(slots=True)
class Provenance:
    """Where the values of one session came from."""

    words: UserWords = field(default_factory=UserWords)
    links: SeenLinks = field(default_factory=SeenLinks)
    typed: dict[tuple[str, int], TypedText] = field(default_factory=dict)
    """By the document's nonce and the form in it, 0 outside of forms."""
    made_up: list[str] = field(default_factory=list)
    """Text that a model put into pages and that was not the user's, normalised by `_read`."""
    key_text: str = ""
    """What a model typed key by key."""

    def echoes(self, url: str) -> bool:
        """Whether an address carries what a model made up and put into a page, which may show it again as a link."""
        bare = _read(url)
        return any(text in bare or bare in text for text in self.made_up)

    def record_address(self, url: str) -> None:
        """Note that a model opened an address that it made up: the page may repeat parts of it in links and forms."""
        try:
            parts = urlsplit(url)
            given = parse_qsl(parts.query, keep_blank_values=True)
        except ValueError:
            return
        made_up = [(key, value) for key, value in given if not self.words.has(value)]
        steps = [unquote_plus(step) for step in parts.path.strip("/").split("/")]
        # A name without a value is a value.
        values = [value or key for key, value in made_up]
        rows = [urlencode(made_up), *(row for row, of in ((parts.query, values), (parts.path, steps)) if _in_bits(of))]
        for text in (*values, *steps, unquote_plus(parts.fragment), *rows):
            if not self.words.has(text):
                self.record_text(text)

    def text_echoes(self, text: str) -> bool:
        """Whether a text contains what a model made up and put into a page."""
        plain = _read(text)
        return len(plain) >= SHORTEST_ECHO and any(part in plain or plain in part for part in self.made_up)

    def record_text(self, text: str) -> None:
        """Note that a model put ``text``, which was not the user's, into a page."""
        self.made_up += [read for one in (text, *_addresses(text)) if len(read := _read(one)) >= SHORTEST_ECHO]

    def record_keys(self, text: str) -> None:
        """Note that a model typed ``text`` by keys, after what it typed that way before."""
        self.key_text = (self.key_text + text)[-MOST_KEY_TEXT:]
        self.record_text(self.key_text)

    def has_other_text(self, nonce: str, *, posts: bool) -> bool:
        """Whether text that is not the user's is in a document: in a form that changes something when it is sent
        (``posts``), or in what only asks or is in no form."""
        return any(one == nonce and typed.other and typed.posts is posts for (one, _), typed in self.typed.items())


def _in_bits(texts: Sequence[str]) -> bool:
    """Whether texts that are each too short to be followed make one together that is not."""
    return all(len(text) < SHORTEST_ECHO for text in texts) and len("".join(texts)) >= SHORTEST_ECHO


def _read(text: str) -> str:
    """A text by which two are compared: decoded as often as it is encoded, without the scheme of an address, in any
    case. A page, and the browser, write an address in another way than whoever typed it."""
    for _ in range(ROUNDS):
        text = unescape(unquote_plus(text))
    seen = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    return seen.removeprefix("https://").removeprefix("http://")


def _addresses(text: str) -> Iterator[str]:
    """The addresses in a text as a browser writes them: the host in ASCII, without its usual port, the path without
    dots. Of a host that browsers may write in another way than we do, what follows it too."""
    for match in _WRITTEN.finditer(text):
        bare = re.sub(r"^[a-z][a-z0-9+.-]*:[/\\]*", "", match[0], flags=re.IGNORECASE).replace("\\", "/")
        host = re.split("[/?#]", bare, maxsplit=1)[0]
        path = urljoin("http://host/", bare.removeprefix(host)).removeprefix("http://host")
        host = re.sub(r":(?:80|443)?$", "", host.rpartition("@")[2]).rstrip(".").lower()
        if not host.isascii():
            yield path
            try:
                host = host.encode("idna").decode()
            except UnicodeError:
                continue
        yield host + path
