"""Templates: files with $names, filled with values that are escaped unless they are already markup."""

from __future__ import annotations

import html
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from string import Template

TEMPLATES = Path(__file__).parent / "templates"


class Html(str):
    """Markup that goes out as it is. Every other value is escaped on its way into a template."""

    __slots__ = ()


NOTHING = Html("")


def escape(value: object) -> Html:
    return value if isinstance(value, Html) else Html(html.escape(str(value)))


def fill(template: str, /, **values: object) -> Html:
    """A short template, written where it is used. A name without a value is a KeyError, never an empty gap."""
    return Html(Template(template).substitute({name: escape(value) for name, value in values.items()}))


def render(name: str, /, **values: object) -> Html:
    """A template from a file, by its path below ``templates`` without the ending."""
    return fill(_source(name), **values)


def join(parts: Iterable[Html], between: str = "") -> Html:
    return Html(between.join(parts))


def flag(attribute: str, on: bool) -> Html:
    """An attribute that is there or is not: ``checked``, ``disabled``, ``aria-invalid="true"``."""
    return Html(" " + attribute) if on else NOTHING


def options(choices: Iterable[tuple[str, str]], chosen: str) -> Html:
    """The options of a native select, from (value, label)."""
    return join(
        fill(
            '<option value="$value"$on>$label</option>', value=value, label=label, on=flag("selected", value == chosen)
        )
        for value, label in choices
    )


@cache
def _source(name: str) -> str:
    return (TEMPLATES / f"{name}.html").read_text(encoding="utf-8")
