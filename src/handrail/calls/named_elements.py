"""Puts refs in the place of other names of elements, before anything is judged."""

from __future__ import annotations

from handrail.calls.state import SessionState
from handrail.tools.core.element_params import FIELDS, named_elements
from handrail.tools.core.table import Params, Record

ROLES = {
    "write": FIELDS,
    "secret": FIELDS,
    "select": ("combobox", "listbox", "menu", "radiogroup"),
    "check": ("checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"),
}
"""What a label stands for in a call of this capability, where other elements have it too."""


def names_elements(params: Params) -> bool:
    """Whether a parameter names an element otherwise than by its ref."""
    return any(True for _ in named_elements(params))


async def with_refs(state: SessionState, record: Record, params: Params) -> Params:
    """The parameters of a call with refs alone: policy and handlers see the element, and its name permits no more.

    Raises:
        NoSuchElement, SeveralElements: a name does not stand for one element.
    """
    roles = ROLES.get(record.capability, ())
    refs = {field: await state.tab.reader.find(name, roles) for field, name in named_elements(params)}
    return params.model_copy(update=refs)
