"""Finds in what a page sends the choices and texts of addresses of a model that a script kept."""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64decode
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import compress, islice
from urllib.parse import parse_qsl, unquote, urlsplit

from handrail.browser.types.acts import MAX_BODY_BYTES, HeldRequest
from handrail.browser.types.facts import ElementFacts
from handrail.policy import Facts, origin_of
from handrail.policy.provenance import Provenance
from handrail.policy.words.lexicon import stem, tokens_of
from handrail.policy.words.spans import leaves_of
from handrail.trust import one_line
from handrail.trust.words import fold

_PLAIN_STEP = re.compile(r"[a-z_-]{0,16}(?:\.(?:php|html?|aspx?|jsp))?|\d*", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_WORD_IN_ONE_CASE = re.compile(r"[A-Z]?[a-z_-]{0,16}|[A-Z_-]{0,16}")
"""Which is read as base64 only by chance: "edit" would be "yح"."""
_URL_SAFE = str.maketrans("+/ ", "-_-")
OPTIONS = frozenset(("option", "menuitem", "menuitemradio", "treeitem", "listitem", "gridcell", "row"))
"""Roles of what stands for a choice among others."""
BOXES = frozenset(("radio", "checkbox", "switch", "menuitemradio", "menuitemcheckbox", "option"))
"""Roles of what a press checks or chooses."""
ROW_CHARS = 100
"""Characters of a row by which a box without a name is called."""
LEAST_CHARS = 4
"""Least characters of a text that is looked for in what is sent: shorter ones occur in many words."""
SHORT_VALUE = 60
"""Most characters of a value that may stand for a choice; a longer one is a text, which holds many words."""
LONG_WORD = 7
"""Least characters of a word that is no part of others by chance."""
MAX_SEARCHED = 100_000
"""Bytes of a body that is searched for texts: a page could send many large ones to keep everything else waiting."""
MAX_VALUES = 4_000
"""Different values of a request that are compared: as many as fields are read of it, before it counts as cut."""
LEAST_VALUE = 2
"""Least characters of a value that is a whole label, or some of its words."""


def kept_texts(request: HeldRequest, presses: Iterable[Facts], said: Iterable[str], given: Provenance) -> list[str]:
    """Return what a request says that a script kept: labels of what a model pressed, whole or in part, and values of
    addresses that the model composed. (A number that stands for a choice is not found.)

    Args:
        request: what a page of their site wants to send.
        presses: the last ones of the model.
        said: values of its addresses.
        given: what the user and the plan want.
    """
    labels = list(filter(None, (given.label_chosen(press) for press in presses if not _is_field(press))))
    if not is_searched(request):
        return list(dict.fromkeys((*labels, *said)))
    sent = list(islice(dict.fromkeys(said_by(request)), MAX_VALUES))
    parts = _parts_of(labels, [value for value in sent if LEAST_VALUE <= len(value) <= SHORT_VALUE], given)
    texts, values = dict.fromkeys((*labels, *said)), "\n".join(map(fold, sent))
    whole = {text for text in texts if len(text) >= LEAST_CHARS and fold(text) in values}
    within = "\n".join(fold(value) for value in sent if len(value) <= SHORT_VALUE)
    return [text for text in texts if text in parts or (text in whole and _is_said(fold(text), values, within))]


def _is_said(text: str, values: str, short_values: str) -> bool:
    """Return whether values of which one holds a text say it: a short word stands within many words of long ones."""
    if len(text) >= LONG_WORD or not text.isalpha() or text in short_values:
        return True
    return re.search(rf"(?<![^\W_]){re.escape(text)}(?![^\W_])", values) is not None


def _parts_of(labels: Iterable[str], values: Iterable[str], given: Provenance) -> set[str]:
    """Return the labels for which one of the values may stand. It does if it is a part of the label
    ("mallory@evil.example" of "Mallory mallory@evil.example"), or shares a word with it that is not the user's
    ("everybody-at-work")."""
    # A page may send thousands of values after dozens of presses: each is read once, and not with every label.
    runs, words = set[tuple[str, ...]](), set[str]()
    for value in values if labels else ():
        if not value.isdigit() and not given.words.in_text(value):
            runs |= {tuple(map(stem, tokens_of(value)))} if not given.words.has_words(value) else set()
            words.update(word for word in _WORD.findall(fold(value)) if len(word) >= LEAST_CHARS)
    longest = max(map(len, runs), default=0)

    def may_stand_for(label: str) -> bool:
        row = tuple(map(stem, tokens_of(label)))
        spans = (row[at:end] for at in range(len(row)) for end in range(at + 1, min(at + longest, len(row)) + 1))
        shared = words.intersection(_WORD.findall(fold(label)))
        return not runs.isdisjoint(spans) or not all(map(given.words.has_words, shared))

    return set(filter(may_stand_for, labels))


def said_in(url: str, given: Provenance, *, in_link: bool = False) -> list[tuple[str, str]]:
    """Return what an address says that is not in the user's words, each with the origin. A number in a link that is too
    short to be looked for tells nobody anything."""
    said = [value for value in address_values(url) if not given.words.has(value)]
    is_told = [not (in_link and value.isdigit() and len(value) < LEAST_CHARS) for value in said]
    return [(origin_of(url) or "", value) for value in compress(said, is_told)]


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


def stands_for_choice(element: ElementFacts | None) -> bool:
    """Return whether an element is an option among others, such as a row of a list."""
    return element is not None and (element.role in OPTIONS or element.tag == "li")


def choice_of(element: ElementFacts, *, points: bool) -> tuple[str, ...]:
    """Return what a press on a box or option chooses, by its name, or by its row where it has none; () for what is
    neither.

    Args:
        points: a page takes whatever the element is for the choice.
    """
    if not (points or element.kind in ("checkbox", "radio") or element.role in BOXES):
        return ()
    row = one_line(element.item.raw, ROW_CHARS) if element.item is not None else ""
    return (element.name.raw if element.name.raw.strip() else row,)


def _is_field(press: Facts) -> bool:
    return press.element is not None and press.element.kind in ("text", "editable", "select")


def sent_values(request: HeldRequest) -> list[str]:
    """Return the values in the body and query of a request, without names; a body of no known form is one value."""
    body = (request.body or b"")[:MAX_BODY_BYTES].decode("utf-8", "replace")
    try:
        values = list(leaves_of(json.loads(body)))
    except (ValueError, RecursionError):
        values = [value for _, value in parse_qsl(body)] or [body]
    return [*values, *(value for _, value in parse_qsl(urlsplit(request.url).query))]


_IDENTIFIER = re.compile(r"[\w.:$@/\[\]-]*")


def is_searched(request: HeldRequest) -> bool:
    """Return whether a request is searched for texts: all that it says can be read, and is not too much. Of files the
    ends are."""
    body = request.body
    return body is not None and (len(body) <= MAX_SEARCHED or _holds_file(body))


def _holds_file(body: bytes) -> bool:
    return 0 in body[:1000] or body.startswith(b"--")


def searched_body(request: HeldRequest) -> str:
    """Return what is searched of a request's body."""
    body = request.body or b""
    ends = body if len(body) <= MAX_SEARCHED else body[: MAX_SEARCHED // 2] + b"\n" + body[-MAX_SEARCHED // 2 :]
    return ends.decode("utf-8", "replace")


@lru_cache(maxsize=64)
def said_by(request: HeldRequest) -> tuple[str, ...]:
    """Return all in which a request can say something: values of its body, its address and the headers that a script
    set, steps of its path that are no plain word, and names of fields that are no identifiers.

    Cookies and the address of the page are not among them: the browser does not tell the first, and the second was
    opened before.
    """
    body = searched_body(request)
    names = [name for name in names_in(body) if _IDENTIFIER.fullmatch(name) is None]
    values = sent_values(replace(request, body=body.encode()))
    return (*values, *address_values(request.url), *request.own_headers, *names)


def names_in(body: str) -> Iterator[str]:
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
