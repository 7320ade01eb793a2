"""The language for people: its forms with an example each, from words.toml, as `handrail help offline` prints them."""

from __future__ import annotations

from handrail.models.offline.words import data, fold, text_of


def forms() -> list[tuple[str, str]]:
    """Return every form of a clause with an example."""
    return [(one["form"], one["example"]) for one in data()["forms"]]


def forms_like(said: str) -> list[str]:
    """Return the forms that begin with the same word."""
    first = fold(said).split()[:1]
    return [f"“{form}”" for form, example in forms() if fold(example).split()[:1] == first][:3]


def language() -> str:
    """Return the whole language: forms and examples, then the grammar and its words."""
    width = max(len(form) for form, _ in forms())
    lines = [f"  {form:<{width}}  {example}" for form, example in forms()]
    return "\n".join([data()["about"], "", *lines, "", text_of("grammar.lark"), text_of("words.toml")])
