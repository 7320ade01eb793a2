"""Parameters that name an element. Validated they are texts; the pipeline puts the ref in their place, so that policy
and handlers see nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Any, get_args, get_type_hints

from pydantic import BaseModel, BeforeValidator

from handrail.browser.types.acts import NamedElement
from handrail.browser.types.element_names import ElementName, element_text
from handrail.browser.types.reading import ElementInfo
from handrail.results.data.elements import ElementData, NamedElementData

FIELDS = ("textbox", "searchbox", "combobox", "spinbutton", "slider")
"""Roles of what takes text, a number or a choice."""


@dataclass(frozen=True, slots=True)
class NamesElement:
    """Marks a parameter that names an element.

    Args:
        besides: words that it takes instead.
        waits: the element may come later, so that the handler looks for it itself.
        part: it is a part of the page to be read, which may be a mere box.
    """

    besides: tuple[str, ...] = ()
    waits: bool = False
    part: bool = False


Ref = Annotated[str, BeforeValidator(element_text), NamesElement()]
"""A parameter that is a ref, or names one element in another way (`handrail.browser.types.element_names.Element`)."""
RefOrEnd = Annotated[str, BeforeValidator(element_text), NamesElement(besides=("top", "bottom"))]
PartRef = Annotated[str, BeforeValidator(element_text), NamesElement(part=True)]
AwaitedRef = Annotated[str, BeforeValidator(element_text), NamesElement(waits=True)]


def named_element(element: NamedElement) -> NamedElementData:
    """Return an element as results show it."""
    named: NamedElementData = {"ref": element.ref, "role": element.role}
    return {**named, "name": element.name} if element.name.raw else named


def element_data(element: ElementInfo, *, with_text: bool = True) -> ElementData:
    """Return what results say of an element that was asked for."""
    data: ElementData = {
        "ref": element.ref,
        "tag": element.tag,
        "role": element.role,
        "name": element.name,
        "text": element.text,
        "states": list(element.states),
        "attributes": element.attributes,
        "frame": element.frame,
        "visible": element.visible,
    }
    if not with_text:
        del data["text"]
    if element.guessed:
        data["guessed"] = True
    return data


def named_elements(params: BaseModel) -> Iterator[tuple[str, ElementName]]:
    """Yield the parameters of a call that name an element otherwise than by its ref."""
    for field, mark in element_fields(type(params)).items():
        text = getattr(params, field)
        if text is not None and not mark.waits and text not in mark.besides and (name := ElementName.parse(text)):
            yield field, replace(name, part=mark.part)


@cache
def element_fields(params: type[BaseModel]) -> Mapping[str, NamesElement]:
    """Return the parameters of a tool that name elements."""
    hints = get_type_hints(params, include_extras=True)
    return {name: mark for name in params.model_fields if (mark := _mark(hints[name])) is not None}


def own_elements(params: type[BaseModel]) -> tuple[str, ...]:
    """Return the parameters that name an element which is there when the call begins."""
    # What is no class of parameters is reported when the table is made.
    fields = element_fields(params) if hasattr(params, "model_fields") else {}
    return tuple(name for name, mark in fields.items() if not mark.waits and not mark.besides)


def _mark(hint: Any) -> NamesElement | None:
    if isinstance(hint, NamesElement):
        return hint
    return next(filter(None, map(_mark, get_args(hint))), None)
