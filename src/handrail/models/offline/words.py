"""The words of the language, from words.toml: what stands for a rule, a kind, a key, a state."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from typing import Any

_PLURAL = re.compile(r"ies$|(?:(?<=[sx])|(?<=[cs]h))es$|s$")
_EDGES = re.compile(r"^[^\w]+|[^\w+#%)\]]+$")


def text_of(file: str) -> str:
    """Return a data file of this package."""
    return (resources.files("handrail.models.offline") / file).read_text("utf-8")


@cache
def data() -> dict[str, Any]:
    """Return all of words.toml."""
    return tomllib.loads(text_of("words.toml"))


def meaning(section: str, phrase: str) -> str | None:
    """Return what a phrase stands for in a section: ``meaning("keys", "esc")`` is ``Escape``."""
    return next((one for one, said in data()[section].items() if fold(phrase) in said), None)


def phrases(name: str) -> tuple[str, ...]:
    """Return the phrases of a list of ``[other]``."""
    return tuple(data()["other"][name])


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
    """Return the roles that a word for a kind stands for; if ``counts``, only a word that says just what is meant."""
    sections = [data()["kinds"]] if counts else [data()["kinds"], data()["vague"]]
    found = (section.get(form, ()) for form in _singulars(fold(phrase)) for section in sections)
    return frozenset(role for roles_ in found for role in roles_)


def number_of(count: int, plural: str) -> str:
    """Return a count with its noun: ``1 checkbox``, ``2 entries``."""
    return f"{count} {_PLURAL.sub(lambda end: 'y' * (end[0] == 'ies'), plural) if count == 1 else plural}"


def quote_list(names: Sequence[str]) -> str:
    """Return names in a row, apart from each other though commas stand in them."""
    return ("; " if any("," in name for name in names) else ", ").join(names)


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
    first, _, rest = phrase.partition(" ")
    return rest.strip() if rest.strip() and fold(first) in phrases("articles") else phrase


def keys_of(phrase: str) -> str | None:
    """Return a key or a combination of keys as the browser names it: ``ctrl+a`` is ``Control+a``."""
    said = fold(phrase)
    for word in phrases("key"):
        said = said.removesuffix(f" {word}")
    *modifiers, last = said.split("+")
    keys = [meaning("keys", one) for one in modifiers]
    last_key = meaning("keys", last) or (last.upper() if re.fullmatch(r"f\d{1,2}", last) else last if keys else None)
    return "+".join([*map(str, keys), last_key]) if last_key and None not in keys else None


def forms() -> list[tuple[str, str]]:
    """Return every form of a clause with an example."""
    return [(one["form"], one["example"]) for one in data()["forms"]]


def forms_like(said: str) -> str:
    """Return how a clause could be said that begins with the same word, as a sentence; nothing where none does."""
    found = [f"“{form}”" for form, example in forms() if fold(example).split()[:1] == fold(said).split()[:1]]
    return f"It could be said: {'; '.join(found[:3])}. " if found else ""


def only_english(said: str) -> str:
    """Return that only English is understood, as a sentence, where words of another language were said."""
    foreign = set(re.findall(r"\w+", fold(said))) & set(phrases("foreign"))
    return "Without a model only English is understood. " if foreign else ""


def language() -> str:
    """Return the whole language for people: forms and examples, then the grammar and its words."""
    width = max(len(form) for form, _ in forms())
    lines = [f"  {form:<{width}}  {example}" for form, example in forms()]
    return "\n".join([data()["about"], "", *lines, "", text_of("grammar.lark"), text_of("words.toml")])
