"""What the data of the tools for keys, drags, forms and the window holds."""

from __future__ import annotations

from typing import Generic, NotRequired, Required, TypedDict

from handrail.results.data.elements import NamedElementData, SubmissionData
from handrail.trust import Text


class TypeTextData(TypedDict, Generic[Text]):
    """How many characters were typed, and what the element holds now; None of that where the focus went elsewhere.
    ``line_ends_lost`` are those that its editor left out; ``caret`` is as for `KeysData`."""

    typed: int
    line_ends_lost: NotRequired[int]
    ref: NotRequired[str]
    value: NotRequired[Text]
    caret: NotRequired[Text]


class ListPlaceData(TypedDict, Generic[Text]):
    """Where an item stands in its list, counted from 1, and between which others."""

    place: int
    of: int
    after: NotRequired[Text]
    before: NotRequired[Text]


class DistanceData(TypedDict):
    """Pixels in the window, to the right and down."""

    x: int
    y: int


class DragData(TypedDict, Generic[Text]):
    """What was dragged, and onto what; ``stands`` is where an item of a list stands now, ``indented`` how many pixels
    further to the right it does in the same place, ``moved`` False where nothing of that changed. ``moved_by`` is how
    many pixels to the right and down what is in no list moved by itself; it is left out where it did not."""

    from_ref: str
    to_ref: NotRequired[str]
    stands: NotRequired[ListPlaceData[Text]]
    moved: NotRequired[bool]
    indented: NotRequired[int]
    moved_by: NotRequired[DistanceData]


class FilledFieldData(TypedDict, Generic[Text]):
    """A field that was filled in, and by which tool; ``mismatch``: it holds something else than what was put in,
    or its calendar did not go to the date; ``value``: what it holds instead, also where it dropped that later;
    ``written_as``, ``invalid``, ``calendar_still_at``: as for `FillData`; ``suggestions``: what it offered and
    nothing is chosen of; only the last field's list is still open."""

    tool: str
    ref: str
    mismatch: NotRequired[bool]
    value: NotRequired[Text]
    written_as: NotRequired[Text]
    invalid: NotRequired[Text]
    calendar_still_at: NotRequired[Text]
    suggestions: NotRequired[list[NamedElementData[Text]]]


class FillFormData(SubmissionData[Text], Generic[Text]):
    """The fields that were filled in, and whether the last one was submitted, if that was asked for."""

    filled: Required[list[FilledFieldData[Text]]]


class ViewportData(TypedDict):
    """The size of the window's page in CSS pixels."""

    width: int
    height: int


class PlaceData(TypedDict, Generic[Text], total=False):
    """The element that lay at the place."""

    on: NamedElementData[Text]
