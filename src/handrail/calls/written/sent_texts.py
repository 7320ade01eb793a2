"""What a request says: the values of its body, address and headers, and the texts that are encoded in them."""

from __future__ import annotations

import json
import re
import unicodedata
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from itertools import islice
from urllib.parse import parse_qsl, unquote, unquote_plus, urlsplit

from handrail.browser.types.acts import MAX_BODY_BYTES, HeldRequest
from handrail.policy.requests.bodies import values_in
from handrail.policy.requests.read_only import is_plain_act
from handrail.policy.words.spans import as_words, leaves_of

MAX_SEARCHED = 100_000
"""Bytes of a body that is searched for texts: a page could send many large ones to keep everything else waiting."""
MAX_VALUES = 4_000
"""Different values of a request that are compared: as many as fields are read of it, before it counts as cut."""
_PLAIN_STEP = re.compile(r"[a-z_-]{0,16}(?:\.(?:php|html?|aspx?|jsp))?|\d*", re.IGNORECASE)
_WORD_IN_ONE_CASE = re.compile(r"[A-Z]?[a-z_-]{0,16}|[A-Z_-]{0,16}")
"""Which is read as base64 only by chance: "edit" would be "yح"."""
_URL_SAFE = str.maketrans("+/ ", "-_-")
_IDENTIFIER = re.compile(r"[\w.:$@/\[\]-]*")


class SentTexts:
    """All in which a request can say something, read at most once.

    Cookies and the address of the page are not among it: the browser does not tell the first, and the second was opened
    before.

    Attributes:
        body: what of its body is searched: of a large one the parts of a form that are no files.
        is_searched: it is searched for texts: its body can be read, and is not too much. Else it may hold any.
    """

    def __init__(self, request: HeldRequest) -> None:
        self.request = request
        body = request.body or b""
        holds_file = 0 in body[:1000] or body.startswith(b"--")
        self._files = body.lower() if holds_file and MAX_SEARCHED < len(body) <= MAX_BODY_BYTES else b""
        searched = _without_files(body) if self._files else body
        is_text = request.body is not None and (bool(self._files) or 0 not in searched)
        self.is_searched = is_text and len(searched) <= MAX_SEARCHED
        self.body = searched[:MAX_SEARCHED].decode("utf-8", "replace")

    @cached_property
    def values(self) -> tuple[str, ...]:
        """Values of its body, its address and the headers that a script set, steps of its path that are no plain word,
        and names of fields that are no identifiers."""
        names = [name for name in _names_in(self.body) if _IDENTIFIER.fullmatch(name) is None]
        found = (*_values_in(self.body), *_query_values(self.request.url), *address_values(self.request.url))
        return (*found, *self.request.own_headers, *names)

    @cached_property
    def plain(self) -> tuple[str, ...]:
        """The values, and all of it at once, without white space."""
        whole = unquote_plus(self.request.url) + " " + unquote_plus(self.body)
        return (*map(plain, self.values), plain(whole))

    @cached_property
    def plain_acts(self) -> frozenset[str]:
        """The values that only say which plain step of a form this is."""
        pairs = (*values_in(self.body.encode()), *parse_qsl(urlsplit(self.request.url).query))
        return frozenset(value for name, value in pairs if is_plain_act(name, value))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The different values, as words are compared."""
        return tuple(dict.fromkeys(as_words(value) for value in islice(dict.fromkeys(self.values), MAX_VALUES)))

    def in_files(self, text: str) -> bool:
        """Return whether a large body with files holds a text word for word, in any case."""
        # To fold all letters of a picture takes long.
        return text.lower().encode() in self._files if text.isascii() else text.casefold() in self._folded_files

    @cached_property
    def _folded_files(self) -> str:
        return self._files.decode("utf-8", "ignore").casefold()


def plain(text: str) -> str:
    """Return a text without its white space and signs of no width, in small letters: pages keep lines as paragraphs."""
    read = "".join(unicodedata.normalize("NFKC", text).casefold().split())
    # Soft hyphens, and blanks of no width.
    return read if read.isascii() else "".join(one for one in read if unicodedata.category(one) != "Cf")


def sent_values(request: HeldRequest) -> list[str]:
    """Return the values in the body and query of a request, without names; a body of no known form is one value."""
    body = (request.body or b"")[:MAX_BODY_BYTES].decode("utf-8", "replace")
    return [*_values_in(body), *_query_values(request.url)]


def _values_in(body: str) -> list[str]:
    try:
        return list(leaves_of(json.loads(body)))
    except (ValueError, RecursionError):
        return [value for _, value in parse_qsl(body)] or [body]


def _query_values(url: str) -> list[str]:
    return [value for _, value in parse_qsl(urlsplit(url).query)]


def address_values(url: str) -> list[str]:
    """Return what an address says: in its query, its fragment, steps of their paths that are no plain word, and texts
    within these that are encoded as sites do."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return []
    path, _, query = parts.fragment.partition("?")
    steps = [step for step in f"{parts.path}/{path}".split("/") if _PLAIN_STEP.fullmatch(step) is None]
    pairs = [*parse_qsl(parts.query), *parse_qsl(query or path)]
    values = [*(value for _, value in pairs), unquote(parts.fragment), *map(unquote, steps)]
    values += [text for value in values for text in _decoded(value)]
    return [value for value in values if value]


def _decoded(value: str) -> Iterator[str]:
    """Yield the texts in a value that is JSON, encoded once more, or base64 of such."""
    texts = [value, unquote(value)]
    with suppress(ValueError):
        if _WORD_IN_ONE_CASE.fullmatch(value) is None:
            texts.append(urlsafe_b64decode(value.translate(_URL_SAFE) + "==").decode())
    for text in dict.fromkeys(texts):
        try:
            yield from leaves_of(json.loads(text))
        except (ValueError, RecursionError):
            yield from [text] if text != value and text.isprintable() else []


def _names_in(body: str) -> Iterator[str]:
    """Yield the names of a body's fields at every depth: of JSON, else of a form."""
    try:
        waiting = [json.loads(body)]
    except (ValueError, RecursionError):
        yield from (name for name, _ in parse_qsl(body))
        return
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            yield from map(str, part)
            waiting.extend(part.values())
        elif isinstance(part, list):
            waiting.extend(part)


def _without_files(body: bytes) -> bytes:
    """Return a form's body, of whose files only the names are left; nothing of a body of another form."""
    boundary, parts = body.split(b"\n", 1)[0].strip(), list[bytes]()
    for part in body.split(boundary) if boundary.startswith(b"--") else ():
        head, _, content = part.replace(b"\r\n", b"\n").partition(b"\n\n")
        parts += [head] if b"filename" in head else [head, content]
    return b"\n".join(parts)
