"""Where a value came from: the user's own words, links on pages, and what a model typed where."""

from __future__ import annotations

import re
import unicodedata
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import Any
from urllib.parse import parse_qsl, unquote_plus, urlencode, urljoin, urlsplit

from handrail.policy.origins import origin_of

MOST_LINKS = 50_000
"""Links that are remembered; the oldest are forgotten first."""
SHORTEST_ECHO = 4
"""Characters below which text is in every address."""
ROUNDS = 3
"""Encodings inside of each other that are taken off an address."""
MOST_KEY_TEXT = 200
_WRITTEN = re.compile(r"\S+:[/\\]+\S+|[^\s/\\?#]+\.[^\s/\\?#]+[/\\?#]\S*")
"""Text that a page may make a link of."""
# The part behind an @ is where mail goes to, not where the user goes.
_ADDRESS = re.compile(r"https?://[^\s<>\"'`]+|(?<![\w@.+-])(?=[\w-]+\.[\w-])[^\s<>\"'`@]++(?!@)", re.IGNORECASE)
_ENDINGS = "zip|mov|md|py|sh|rs|pl|ps|app|cc|so|js|tar|pdf|docx?|xlsx?|csv|txt|png|jpe?g"
_FILE = re.compile(rf"[\w-]+\.(?:{_ENDINGS})", re.IGNORECASE)
"""The name of a file, though some of these endings are domains that anybody can buy."""
_TRAILING = ".,;:!?)]}'\""
_PRESS = (
    r"(?:click|press|hit|tap|push|choose|klicke?|drücke?|tippe|cliquez?|clique|appuyez?|pulsa|pulse|presiona|premi)"
)
_ON = r"(?:\s+(?:on|the|auf|den|die|das|sur|le|la|en|el|su|il|button|knopf))*"
_BUTTON = r"(?:button|knopf|schaltfläche|bouton|botón|pulsante|knop)"
_QUOTES = "[\"'“”‘’„«»‹›]"


class UserWords:
    """The user's own words: the task, answers, and the values of the data. Text from pages never gets in."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._values: set[str] = set()
        self._addresses: list[str] = []

    def add_text(self, text: str) -> None:
        """Add a text of the user: each contiguous span of it counts as the user's."""
        self._texts.append(_spaced(text))
        for match in _ADDRESS.finditer(text):
            address = match[0].rstrip(_TRAILING)
            if _FILE.fullmatch(address):
                continue
            self._addresses.append(_whole(address if "://" in address else f"https://{address}"))

    def add_data(self, data: Any) -> None:
        """Add data of the user: each whole value counts as the user's, but no part of a longer text."""
        for value in _leaves(data):
            self._values.add(_spaced(value))

    def has(self, text: str) -> bool:
        """Whether ``text`` is the user's own: one contiguous span of a text, from word to word, or a whole value.

        Letters count as they are: an attacker who may choose upper and lower case can write with that choice.
        """
        return _spaced(text) in self._values or self.in_text(text)

    def names(self, text: str) -> bool:
        """Whether the user named a control so: "click Send" names the button "Send".

        Several words count in any case. One word can be a part of any sentence ("send me a summary"): it counts in
        quotation marks, after a verb of pressing, before "button", or in the same letter case, within a sentence.
        """
        wanted = _spaced(text)
        if len(wanted) < 2:
            return False
        if " " in wanted:
            return self.mentions(wanted)
        return any(_names(wanted, given) for given in self._texts)

    def mentions(self, text: str) -> bool:
        """Whether ``text`` is in the user's words, in any case."""
        wanted = _spaced(text).casefold()
        return bool(wanted) and any(_contains_words(wanted, given.casefold()) for given in self._texts)

    def in_text(self, text: str) -> bool:
        """Whether ``text`` is a span of the user's words, not only a value of the data."""
        wanted = _spaced(text)
        return bool(wanted) and any(_contains_words(wanted, given) for given in self._texts)

    def has_address(self, url: str) -> bool:
        """Whether the user wrote this very address, with or without ``https://``."""
        return _whole(url) in self._addresses

    @property
    def first_address(self) -> str | None:
        """The first address that the user wrote, if any."""
        return next((address for address in self._addresses if origin_of(address)), None)


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


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _names(word: str, given: str) -> bool:
    escaped = re.escape(word)
    pressing = rf"(?i:{_PRESS}{_ON}\s+{escaped}(?!\w)|(?<!\w){escaped}\s+{_BUTTON}|{_QUOTES}{escaped}{_QUOTES})"
    within = rf"(?<=[\w,;:]\s){escaped}(?!\w)"
    as_written = word != word.lower() and re.search(within, given) is not None
    return as_written or re.search(pressing, given) is not None


def _contains_words(wanted: str, given: str) -> bool:
    """Whether whole words match: letters picked out of words would spell anything."""
    before = r"(?<!\w)" if re.match(r"\w", wanted) else ""
    after = r"(?!\w)" if re.search(r"\w$", wanted) else ""
    return re.search(f"{before}{re.escape(wanted)}{after}", given) is not None


def _whole(url: str) -> str:
    """An address with the path that a browser adds to a bare host."""
    head, mark, rest = url.partition("://")
    return f"{head.lower()}{mark}{rest}" + ("/" if "/" not in rest and "?" not in rest and "#" not in rest else "")


def _leaves(data: Any) -> Iterator[str]:
    match data:
        case None | bool():
            return
        case dict():
            for value in data.values():
                yield from _leaves(value)
        case list() | tuple():
            for value in data:
                yield from _leaves(value)
        case _:
            yield str(data)
