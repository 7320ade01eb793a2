"""What a person reads, in their language. What a model reads, and what logs hold, is English.

The catalogues are gettext's: `tools` names the steps of tools in every language, `sentences` holds questions and the
lines of the command line in some. A sentence that has no translation is English.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib import resources
from io import BytesIO
from pathlib import Path
from typing import Any

from handrail.errors import UsageError

CATALOGUES = {name: Path(__file__).with_name(name) for name in ("tools", "sentences")}
"""The folders of catalogues, a file a language."""
ENGLISH = "en"
_RIGHT_TO_LEFT = frozenset(("ar", "fa", "he"))
_OF_ITS_OWN, _FROM_THE_RIGHT = "\N{FIRST STRONG ISOLATE}", "\N{RIGHT-TO-LEFT ISOLATE}"
_END = "\N{POP DIRECTIONAL ISOLATE}"


class Sentence(str):
    """A sentence in English, which `translate` puts into the person's language: what it was made of stays beside it.

    Args:
        template: the sentence with the names of its values in braces, as the catalogues have it.
        plural: the same for another ``count`` than one.
        values: what goes into the braces: text as it is, other messages translated too.
    """

    template: str
    plural: str
    values: Mapping[str, Any]

    def __new__(cls, template: str, plural: str = "", /, **values: Any) -> Sentence:
        chosen = plural if plural and values["count"] != 1 else template
        message = super().__new__(cls, chosen.format(**values))
        message.template, message.plural, message.values = template, plural, values
        return message

    def __getnewargs_ex__(self) -> tuple[tuple[str, str], dict[str, Any]]:
        """Copies are made of the parts, not of the sentence."""
        return (self.template, self.plural), dict(self.values)

    @classmethod
    def joined(cls, separator: str, parts: Iterable[str]) -> Sentence:
        """Return several messages as one, as ``separator.join``."""
        values = {f"part{number}": part for number, part in enumerate(parts)}
        return cls(separator.join(f"{{{name}}}" for name in values), **values)

    @property
    def lines(self) -> list[str]:
        """The messages that were joined by line ends."""
        if "\n" not in self.template:
            return [self]
        parts = self.values.values()
        return [line for part in parts for line in (part.lines if isinstance(part, Sentence) else [part])]


class _Current:
    """The language of this process, which has one person."""

    language = ENGLISH
    catalogue = NullTranslations()


@cache
def languages() -> tuple[str, ...]:
    """Return every language that there is a catalogue for, and English."""
    return tuple(sorted({ENGLISH, *(file.stem for file in CATALOGUES["tools"].glob("*.po"))}))


def use_language(name: str) -> None:
    """Make `translate` and `tr` use a language from now on.

    Raises:
        UsageError: there is no catalogue of it.
    """
    _Current.language = check_language(name)
    _Current.catalogue = _catalogue(_Current.language)


def check_language(name: str) -> str:
    """Return a language as the catalogues call it: ``de`` of ``de-CH`` and ``de_DE.UTF-8``.

    Raises:
        UsageError: there is no catalogue of it.
    """
    language = re.split(r"[-_.@]", name.strip().lower())[0]
    if language not in languages():
        raise UsageError(f"There is no language {name[:40]!r}.", hint=f"There are: {', '.join(languages())}.")
    return language


def language_of(environ: Mapping[str, str]) -> str:
    """Return the language that an environment asks for; English where that is none of `languages`."""
    named = next(filter(None, map(environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), ENGLISH)
    try:
        return check_language(named)
    except UsageError:
        return ENGLISH


def tr(template: str, plural: str = "", /, **values: Any) -> str:
    """Return a `Sentence` of these parts in the person's language."""
    return translate(Sentence(template, plural, **values))


def translate(text: str) -> str:
    """Return a `Sentence` in the person's language; other text as it is."""
    if not isinstance(text, Sentence):
        return text
    lines = _translate(text)
    return "\n".join(map(isolate_line, lines.split("\n"))) if text.values else lines


def translated_template(template: str, plural: str = "", count: int = 1) -> str:
    """Return a template in the person's language, its braces not filled in."""
    if plural:
        return _Current.catalogue.ngettext(template, plural, count)
    # In a catalogue the empty text names its head.
    return _Current.catalogue.gettext(template) if template else ""


@cache
def rule_sentences() -> dict[str, str]:
    """Return what each rule of policy says to a person, by its name; the log of a run names rules so."""
    return tomllib.loads((resources.files("handrail.messages") / "rule_sentences.toml").read_text("utf-8"))


def isolate(text: str) -> str:
    """Return text from outside within a line of ours: where that runs from right to left, each keeps its own
    direction."""
    return f"{_OF_ITS_OWN}{text}{_END}" if _Current.language in _RIGHT_TO_LEFT else text


def isolate_line(line: str) -> str:
    """Return a line of ours in a terminal whose lines run from left to right: some languages' run from right to
    left."""
    return f"{_FROM_THE_RIGHT}{line}{_END}" if _Current.language in _RIGHT_TO_LEFT else line


def _translate(text: Sentence) -> str:
    template = translated_template(text.template, text.plural, text.values.get("count", 1))
    return template.format(**{name: _isolate_text(value) for name, value in text.values.items()})


def _isolate_text(value: Any) -> Any:
    if isinstance(value, Sentence):
        return _translate(value)
    return isolate(value) if isinstance(value, str) else value


@cache
def _catalogue(language: str) -> NullTranslations:
    found = NullTranslations()
    for folder in CATALOGUES.values():
        if (file := folder / f"{language}.po").exists():
            found = _read(file, found)
    return found


def _read(file: Path, fallback: NullTranslations) -> NullTranslations:
    import polib

    translations = GNUTranslations(BytesIO(polib.pofile(str(file), encoding="utf-8").to_binary()))
    translations.add_fallback(fallback)
    return translations
