"""What a step did, in words for a person, in terminals and reports alike: elements by their names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from handrail.events import kinds
from handrail.messages import isolate, translated_template
from handrail.texts.for_people import REF, element_words, elements_of_data, elements_of_outline
from handrail.trust import External, one_line, plain

ENDS = ("up", "down", "left", "right", "top", "bottom")
WORDS = (
    "element", "button", "link", "textbox", "searchbox", "checkbox", "radio", "switch", "combobox", "listbox", "option",
    "menuitem", "tab", "slider", "spinbutton", "heading", "image", "row", "cell", "listitem", "list", "table", "dialog",
    "group", "accept", "full page", *ENDS,
)  # fmt: skip
"""Roles of elements, and the fixed values of parameters, that step lines translate."""
_PLACE = re.compile(r"\[([^][]*\{what\}[^][]*)\]")

Translate = Callable[[str], str]


def note_elements(elements: dict[str, str], event: kinds.Event) -> None:
    """Add to ``elements``, what each ref stands for, those that an event tells of."""
    match event:
        case kinds.ObservedEvent():
            elements.update(elements_of_outline(plain(event.text)))
        case kinds.ResultEvent():
            elements.update(elements_of_data(event.result.get("data")))
            ref = event.params.get("ref")
            if event.target is not None and isinstance(ref, str):
                elements[ref] = element_words(event.target.role, event.target.name)


def label_parts(tool: str, label_text: str, *, bare: bool, translate: Translate = translated_template) -> list[str]:
    """Return what stands before and after what a step was about; ``bare``: it was about nothing that can be said."""
    words = one_line(translate(label_text or tool), 100)
    if "{what}" not in words:
        words += "[ {what}]"
    before, _, after = _PLACE.sub("" if bare else r"\1", words).partition("{what}")
    return [before, after]


def about(
    role: str,
    name: External | str | None,
    label: Mapping[str, Any],
    elements: Mapping[str, str],
    translate: Translate = translated_template,
) -> str:
    """Return what a step acted on, and with what: `button "Save"`, `textbox "Name" · "Ada"`."""
    target = [f"{_word(one_line(role, 40) or 'element', translate)} {_quote(name)}"] if name is not None else []
    values = list(_values(label, elements, translate, has_target=name is not None))
    return " · ".join([*target, *([", ".join(values)] if values else [])])


def _values(
    label: Mapping[str, Any], elements: Mapping[str, str], translate: Translate, *, has_target: bool
) -> Iterator[str]:
    is_first_ref = has_target
    for key, value in label.items():
        named = key.endswith("ref") or key == "next"
        if key.endswith("ref") and is_first_ref:
            is_first_ref = False
        elif named and isinstance(value, str) and re.fullmatch(REF, value):
            yield isolate(elements.get(value) or _word("element", translate))
        elif key == "accept" and value is False:
            yield "dismiss"
        elif value is not False and value is not None:
            yield _value(key, value, translate)


def _value(key: str, value: Any, translate: Translate) -> str:
    match value:
        case True:
            return _word(one_line(key, 30).replace("_", " "), translate)
        case str() if value in ENDS:
            return _word(value, translate)
        case int() | float():
            return str(value)
        case list() | tuple():
            return ", ".join(map(_quote, value))
        case _:
            return _quote(value)


def _quote(value: Any, limit: int = 60) -> str:
    return isolate(f'"{one_line(str(plain(value)), limit)}"')


def _word(word: str, translate: Translate) -> str:
    """Return a word of `WORDS` in the person's language; another as it is."""
    return translate(word) if word in WORDS else word
