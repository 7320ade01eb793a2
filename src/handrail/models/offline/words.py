"""The words of the language, from words.toml: what stands for a rule, a kind, a key, a state."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any

_EDGES = re.compile(r"^[^\w]+|[^\w+#%)\]]+$")


def text_of(file: str) -> str:
    """Return a data file of this package."""
    return (resources.files("handrail.models.offline") / file).read_text("utf-8")


@cache
def data() -> dict[str, Any]:
    """Return all of words.toml."""
    return tomllib.loads(text_of("words.toml"))


@cache
def _meanings(section: str) -> dict[str, str]:
    return {phrase: meaning for meaning, phrases in data()[section].items() for phrase in phrases}


def meaning(section: str, phrase: str) -> str | None:
    """Return what a phrase stands for in a section: ``meaning("keys", "esc")`` is ``Escape``."""
    return _meanings(section).get(fold(phrase))


def phrases(name: str) -> list[str]:
    """Return the phrases of a list of ``[other]``."""
    found: list[str] = data()["other"][name]
    return found


@cache
def roles(*names: str) -> frozenset[str]:
    """Return the roles of lists of ``[roles]``."""
    return frozenset(role for name in names for role in data()["roles"][name])


def fold(text: str) -> str:
    """Return text without case, doubled spaces and typographic quotes."""
    return " ".join(text.replace("’", "'").casefold().split())


def plain_edges(text: str) -> str:
    """Return text without the signs at its ends: ``* Name:`` is ``Name``. Signs alone stay."""
    return _EDGES.sub("", text) or text


def roles_of(phrase: str, *, counts: bool = False) -> frozenset[str]:
    """Return the roles that a word for a kind stands for, alone or in the plural; none for any other word.

    Args:
        counts: things are counted by it, so that it must say neither too much nor too little.
    """
    sections = [data()["kinds"]] if counts else [data()["kinds"], data()["vague"]]
    found = (section.get(form, ()) for form in _singulars(fold(phrase)) for section in sections)
    return frozenset(role for roles_ in found for role in roles_)


def _singulars(phrase: str) -> Iterator[str]:
    yield phrase
    for ending, instead in (("ies", "y"), ("es", ""), ("s", "")):
        if phrase.endswith(ending):
            yield phrase.removesuffix(ending) + instead


def same_but_number(one: str, other: str) -> bool:
    """Return whether two phrases differ at most in the plural of their last word."""
    return bool(set(_singulars(one)) & set(_singulars(other)))


def without_article(phrase: str) -> str:
    """Return a phrase without an article before it."""
    for article in sorted(phrases("articles"), key=len, reverse=True):
        if fold(phrase).startswith(article + " "):
            return " ".join(phrase.split()[len(article.split()) :])
    return phrase


def keys_of(phrase: str) -> str | None:
    """Return a key or a combination of keys as the browser names it: ``ctrl+a`` is ``Control+a``."""
    said = fold(phrase)
    for word in phrases("key"):
        said = said.removesuffix(f" {word}")
    if (single := meaning("keys", said)) is not None:
        return single
    if re.fullmatch(r"f\d{1,2}", said):
        return said.upper()
    *modifiers, last = re.split(r"[+]", said)
    found = [meaning("keys", one) for one in modifiers]
    if not found or None in found or not last:
        return None
    return "+".join([*(one for one in found if one), meaning("keys", last) or last])
