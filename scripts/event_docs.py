"""What the documentation says of an event, read from its declaration."""

from __future__ import annotations

import inspect
import re
from dataclasses import fields, is_dataclass
from typing import Any, Literal, get_args, get_origin

from handrail.events.parts import BaseEvent

_ARGUMENT = re.compile(r"^    (\w[\w, ]*): (.+(?:\n {8}.+)*)", re.MULTILINE)


def summary_of(event: type[BaseEvent]) -> str:
    """What happened, in the words of the docstring."""
    return _markdown(_docstring(event).partition("\n\nArgs:")[0])


def fields_of(event: type[BaseEvent]) -> str:
    """The fields in order, with their values or parts, and the explanation where there is one."""
    explained = dict(_ARGUMENT.findall(_docstring(event)))
    names = [name for name, one in event.model_fields.items() if name not in BaseEvent.model_fields and not one.exclude]
    parts = []
    for name in names:
        inside = ", ".join(f"`{one}`" for one in _inside(event.model_fields[name].annotation))
        text = next((text for of, text in explained.items() if name == of.split(", ")[-1]), "")
        parts.append(f"`{name}`" + f" ({inside})" * bool(inside) + f": {_markdown(text)}" * bool(text))
    return "<br>".join(parts)


def _inside(annotation: Any) -> list[str]:
    """The values of a choice, the fields of an object, of a list or not."""
    if get_origin(annotation) is Literal:
        return [str(value) for value in get_args(annotation)]
    if is_dataclass(annotation):
        return [one.name for one in fields(annotation)]
    return next((found for one in get_args(annotation) if (found := _inside(one))), [])


def _docstring(event: type[BaseEvent]) -> str:
    return inspect.getdoc(event) or ""


def _markdown(text: str) -> str:
    """A docstring's text in one line of Markdown."""
    return " ".join(text.split()).replace("``", "`").removesuffix(".")
