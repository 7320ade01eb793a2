"""What the data of the tools for keys, drags, forms and the window holds."""

from __future__ import annotations

from typing import Generic, NotRequired, TypedDict

from handrail.trust import Text


class TypeTextData(TypedDict, Generic[Text]):
    """How many characters were typed, and what the element holds now; None of that where the focus went elsewhere."""

    typed: int
    ref: NotRequired[str]
    value: NotRequired[Text]


class DragData(TypedDict):
    """What was dragged, and onto what."""

    from_ref: str
    to_ref: NotRequired[str]


class FilledFieldData(TypedDict):
    """A field that was filled in, and by which tool; ``mismatch``: it holds something else than what was put in,
    or its calendar did not go to the date."""

    tool: str
    ref: str
    mismatch: NotRequired[bool]


class FillFormData(TypedDict):
    """The fields that were filled in."""

    filled: list[FilledFieldData]


class ViewportData(TypedDict):
    """The size of the window's page in CSS pixels."""

    width: int
    height: int


class PlaceData(TypedDict, total=False):
    """The element that lay at the place, by its ref."""

    on: str
