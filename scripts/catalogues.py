"""Brings the catalogues of `handrail.messages` up to date with the code, and lists what is wrong in them.

`make catalogues` adds the messages that are new, takes out those that are gone, and keeps all other translations.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from gettext import c2py
from pathlib import Path
from string import Formatter

import polib

import handrail
from handrail.messages import CATALOGUES, rule_sentences
from handrail.policy.permissions import MEANINGS
from handrail.runs.step_words import WORDS
from handrail.tools.core.table import LABEL, own_records

SOURCE = Path(handrail.__file__).parent
Messages = Mapping[str, str]
"""What a catalogue holds: messages, each with its plural or ""."""


@cache
def tool_messages() -> Messages:
    """The labels of the tools, and the words that stand in their lines."""
    return dict.fromkeys([*(record.label for record in own_records() if record.label), *WORDS], "")


@cache
def sentence_messages() -> Messages:
    """Every text that the code makes a sentence of, and the tables of such texts."""
    found = dict.fromkeys([*MEANINGS.values(), *rule_sentences().values()], "")
    for file in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="Sentence" | "tr"), args=[ast.Constant(str(text)), *rest]):
                    plural = rest[0] if rest else None
                    found[text] = str(plural.value) if isinstance(plural, ast.Constant) else ""
    return found


MESSAGES: dict[str, Callable[[], Messages]] = {"tools": tool_messages, "sentences": sentence_messages}
"""By the name of the catalogue."""


def update(file: Path, messages: Messages) -> None:
    """Write a catalogue with these messages, in their order; what has no translation yet is empty."""
    catalogue = polib.pofile(str(file), encoding="utf-8", wrapwidth=120)
    known = {(entry.msgid, entry.msgid_plural): entry for entry in catalogue if not entry.obsolete}
    catalogue[:] = [known.get(message) or _entry(*message) for message in messages.items()]
    catalogue.save()


def _entry(text: str, plural: str) -> polib.POEntry:
    return polib.POEntry(msgid=text, msgid_plural=plural, msgstr_plural={0: ""} if plural else {})


def faults(file: Path, messages: Messages) -> Iterator[str]:
    """What is wrong in a catalogue, a sentence each."""
    catalogue = polib.pofile(str(file), encoding="utf-8")
    forms = catalogue.metadata["Plural-Forms"]
    expected = int(forms.partition("nplurals=")[2].partition(";")[0])
    form_of = c2py(forms.partition("plural=")[2].rstrip(";"))
    shown = {form_of(count) for count in range(1_000)}
    if shown != set(range(expected)):
        yield f"it declares {expected} plural forms and uses {sorted(shown)}"
    entries = {entry.msgid: entry for entry in catalogue}
    yield from (f"{text!r} is missing" for text in messages.keys() - entries.keys())
    yield from (f"{text!r} is not used" for text in entries.keys() - messages.keys())
    for entry in catalogue:
        if entry.obsolete or entry.fuzzy:
            yield f"{entry.msgid!r} is obsolete or fuzzy"
        given = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
        if len(given) != (expected if entry.msgid_plural else 1) or not all(given):
            yield f"{entry.msgid!r} is not translated, or not in all its forms"
        elif not all(_fits(entry, form) for form in given):
            yield f"{entry.msgid!r} has other places for values than its translation"


def _fits(entry: polib.POEntry, form: str) -> bool:
    """Whether a translation has the places of the original. Of one thing, or of two, languages say no number."""
    left, right = _places(entry.msgid) | _places(entry.msgid_plural), _places(form)
    may_differ = {"count"} if entry.msgid_plural else set()
    is_label = LABEL.fullmatch(entry.msgid) is not None and "what" in left
    return left - may_differ == right - may_differ and (not is_label or LABEL.fullmatch(form) is not None)


def _places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def main() -> int:
    """Update every catalogue, and print what is left to translate."""
    found = list[str]()
    for name, folder in CATALOGUES.items():
        messages = MESSAGES[name]()
        for file in sorted(folder.glob("*.po")):
            update(file, messages)
            found += [f"{name}/{file.name}: {fault}" for fault in faults(file, messages)]
    sys.stdout.writelines(f"{line}\n" for line in found)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
