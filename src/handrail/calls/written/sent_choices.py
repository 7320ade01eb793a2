"""Finds in what a page sends the choices and texts of addresses of a model that a script kept."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from itertools import islice
from urllib.parse import parse_qsl, urlsplit

from handrail.browser.types.facts import ElementFacts
from handrail.browser.types.forgery_tokens import is_code, is_forgery_token
from handrail.calls.written.sent_texts import MAX_VALUES, SentTexts, address_values, plain
from handrail.policy import Facts, origin_of
from handrail.policy.provenance import Provenance
from handrail.policy.words.lexicon import stem, tokens_of
from handrail.trust import one_line
from handrail.trust.words import fold

_WORD = re.compile(r"[^\W_]+")
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
MAX_COMPARED = 300
"""Values that share a word with what was pressed and are compared with the user's words. Of more, any may stand for any
label."""
LEAST_VALUE = 2
"""Least characters of a value that is a whole label, or some of its words."""


def kept_texts(sent: SentTexts, presses: Iterable[Facts], opened: Iterable[str], given: Provenance) -> list[str]:
    """Return what a request of a page says that a script kept: labels of what a model pressed last, whole or in part,
    and values of addresses that it ``opened`` and composed. (A number that stands for a choice is not found.)"""
    labels = list(filter(None, (given.label_chosen(press) for press in presses if not is_field(press))))
    texts = dict.fromkeys((*labels, *opened))
    if not sent.is_searched:
        return list(texts)
    said = dict.fromkeys(value for value in sent.values if value not in sent.plain_acts)
    values = list(islice(said, MAX_VALUES))
    parts = _parts_of(labels, [value for value in values if LEAST_VALUE <= len(value) <= SHORT_VALUE], given)
    folded = "\n".join(map(fold, values))
    short = "\n".join(fold(value) for value in values if len(value) <= SHORT_VALUE)

    def is_whole(text: str) -> bool:
        found = fold(text) in folded and _stands_alone(fold(text), folded, short)
        return len(text) >= LEAST_CHARS and (found or sent.in_files(text))

    return [text for text in texts if text in parts or is_whole(text)]


def _stands_alone(text: str, values: str, short_values: str) -> bool:
    """Return whether a text that values hold is one of their words: a short one stands within many."""
    if len(text) >= LONG_WORD or not text.isalpha() or text in short_values:
        return True
    return re.search(rf"(?<![^\W_]){re.escape(text)}(?![^\W_])", values) is not None


def _parts_of(labels: Iterable[str], values: Iterable[str], given: Provenance) -> set[str]:
    """Return the labels for which one of the values may stand. It does if it is a part of the label
    ("mallory@evil.example" of "Mallory mallory@evil.example"), or shares a word with it that is not the user's
    ("everybody-at-work")."""
    # A page may send thousands of values after dozens of presses: each is read once, and not with every label.
    known, stems = set[str](), set[str]()
    for label in labels:
        known.update(_WORD.findall(fold(label)))
        stems.update(map(stem, tokens_of(label)))
    runs, words, compared = set[tuple[str, ...]](), set[str](), 0
    for value in values if labels else ():
        run, in_value = tuple(map(stem, tokens_of(value))), known.intersection(_WORD.findall(fold(value)))
        if value.isdigit() or not (in_value or stems.issuperset(run)):
            continue
        compared += 1
        if compared > MAX_COMPARED:
            return set(labels)
        if not given.words.in_text(value):
            runs |= {run} if not given.words.has_words(value) else set()
            words.update(word for word in in_value if len(word) >= LEAST_CHARS)
    longest = max(map(len, runs), default=0)

    def may_stand_for(label: str) -> bool:
        row = tuple(map(stem, tokens_of(label)))
        spans = (row[at:end] for at in range(len(row)) for end in range(at + 1, min(at + longest, len(row)) + 1))
        shared = words.intersection(_WORD.findall(fold(label)))
        return not runs.isdisjoint(spans) or not all(map(given.words.has_words, shared))

    return set(filter(may_stand_for, labels))


def said_in(url: str, given: Provenance) -> list[tuple[str, str]]:
    """Return what an address says that is not in the user's words, each with the origin."""
    return [(origin_of(url) or "", value) for value in address_values(url) if not given.words.has(value)]


def said_in_link(url: str, given: Provenance, typed: Collection[str] | None) -> list[tuple[str, str]]:
    """Return what a link of a page says that a model put there, as `said_in`. A number that is too short to be looked
    for tells nobody anything.

    Args:
        typed: all that the model put into the page; None where that is not known.
    """
    said = [one for one in said_in(url, given) if not (one[1].isdigit() and len(one[1]) < LEAST_CHARS)]
    if typed is None:
        return said
    texts, words = list(map(plain, typed)), {word for text in typed for word in _WORD.findall(fold(text))}

    def is_typed(value: str) -> bool:
        return not words.isdisjoint(_WORD.findall(fold(value))) or any(text in plain(value) for text in texts)

    return [one for one in said if is_typed(one[1])]


def tokens_of_link(url: str) -> frozenset[str]:
    """Return what an address says in parameters that guard against forgery: the page made that up."""
    try:
        pairs = parse_qsl(urlsplit(url).query)
    except ValueError:
        return frozenset()
    return frozenset(value for name, value in pairs if is_forgery_token(name, value) and is_code(value))


def stands_for_choice(element: ElementFacts | None) -> bool:
    """Return whether an element is an option among others, such as a row of a list."""
    return element is not None and (element.role in OPTIONS or element.tag == "li")


def choice_of(element: ElementFacts, *, points: bool) -> tuple[str, ...]:
    """Return what a press on a box or option chooses, by its name, or by its row where it has none; () for what is
    neither. Where it ``points``, a page takes whatever the element is for the choice."""
    if not (points or element.kind in ("checkbox", "radio") or element.role in BOXES):
        return ()
    row = one_line(element.item.raw, ROW_CHARS) if element.item is not None else ""
    return (element.name.raw if element.name.raw.strip() else row,)


def opens(press: Facts) -> bool:
    """Return whether a button was pressed that says that it opens a part of the page, such as a menu, and so chooses
    nothing. (A tab opens its panel, and chooses it.)"""
    return press.element is not None and press.element.opens and press.element.role == "button"


def is_field(press: Facts) -> bool:
    return press.element is not None and press.element.kind in ("text", "editable", "select")
