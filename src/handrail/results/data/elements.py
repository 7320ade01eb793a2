"""What results say of elements, and what the tools that act on one return."""

from __future__ import annotations

from typing import Generic, Literal, NotRequired, TypedDict

from handrail.trust import Text


class OnElement(TypedDict):
    """The element that took the act, by its ref."""

    ref: str


class NamedElementData(TypedDict, Generic[Text]):
    """An element by its ref, role and name; one without a name has none here."""

    ref: str
    role: str
    name: NotRequired[Text]


class SubmissionData(TypedDict, Generic[Text], total=False):
    """Whether a field was submitted; if not, ``why``, and the ``button`` that may do it."""

    submitted: bool
    why: str
    button: NamedElementData[Text]


class FillData(SubmissionData[Text], Generic[Text]):
    """What a field holds after `fill`; ``value`` is None where a dialog or a new page hides it; ``calendar_still_at``
    is the month of an open calendar that did not go to the date: its field may want another form of dates;
    ``calendar_open`` that of one that took it, and may still lie over what is below; ``to_close_calendar``: what may
    close either.
    ``placeholder`` is what a field that did not keep its text says of what it takes. ``replaced_by`` are the fields
    that hold the text now, where an editor put them in the place of this one. ``as_items``: the field made items of it
    beside itself, as fields for tags do, and is empty.
    ``invalid``: the page calls the field so since, or the browser will once its form is sent, in these words, ""
    without any. ``written_as``: a date in the form that the field shows. ``held_before``: a field for text held a date
    in this form, and the page may take no other."""

    ref: str
    value: Text | None
    mismatch: bool
    calendar_still_at: NotRequired[Text]
    calendar_open: NotRequired[Text]
    to_close_calendar: NotRequired[str]
    placeholder: NotRequired[Text]
    replaced_by: NotRequired[list[NamedElementData[Text]]]
    as_items: NotRequired[bool]
    invalid: NotRequired[Text]
    written_as: NotRequired[Text]
    held_before: NotRequired[Text]
    suggestions: NotRequired[list[NamedElementData[Text]]]


class SelectData(OnElement, Generic[Text]):
    """The labels that are chosen now; ``also_chosen``: what else is, in a list of several that did not let go of it."""

    chosen: list[Text]
    also_chosen: NotRequired[list[Text]]


class CheckData(OnElement):
    """Whether the box is checked now, and whether that was a change."""

    checked: bool
    changed: bool


class KeysData(TypedDict, Generic[Text]):
    """What had the keys, and what it holds or has the focus now; ``caret``: of rich text of several lines, what stands
    before and behind the caret in its paragraph, parted by a bar."""

    pressed: int
    on: NamedElementData[Text] | Literal["the page"]
    value: NotRequired[Text]
    caret: NotRequired[Text]
    focus_now: NotRequired[NamedElementData[Text]]


class ScrollData(TypedDict, Generic[Text]):
    """What moved by how many CSS pixels, and how much is left in each direction."""

    container: str
    moved_x: int
    moved_y: int
    above: int
    below: int
    left: NotRequired[int]
    right: NotRequired[int]
    in_view: list[Text]
    more: NotRequired[Literal["loaded", "loading"]]


class OptionData(TypedDict, Generic[Text]):
    """A choice of a dropdown; it is neither selected nor disabled, and in no group, where it does not say so."""

    value: Text
    label: Text
    selected: NotRequired[bool]
    disabled: NotRequired[bool]
    group: NotRequired[Text]


class DropdownOptionsData(TypedDict, Generic[Text]):
    """The choices that are shown, of all that there are; sentences say what was not listed, and why."""

    total: int
    multiple: bool
    options: list[OptionData[Text]]
    opened: NotRequired[str]
    not_opened: NotRequired[str]
    left_out: NotRequired[str]


class CoveringData(TypedDict, Generic[Text]):
    """What covers an element."""

    ref: str
    role: str
    name: Text


class MarkedTextData(TypedDict, Generic[Text]):
    """Words in an editor that are bold, in italics or the like; ``mark`` says which."""

    text: Text
    mark: str


class DescribedElement(TypedDict, Generic[Text]):
    """An element that was asked for; addresses among its attributes are absolute. ``guessed``: its name is a guess, by
    its icon or the words beside it."""

    ref: str
    tag: str
    role: str
    name: Text
    states: list[str]
    attributes: dict[str, Text]
    frame: str
    visible: bool
    guessed: NotRequired[bool]


class ElementData(DescribedElement[Text], Generic[Text]):
    """An element that a selector found."""

    text: NotRequired[Text]


class ElementInfoData(DescribedElement[Text], Generic[Text]):
    """All of one element; ``box`` is left, top, width and height in its window, in CSS pixels."""

    text: Text
    value: Text | None
    box: list[int]
    covered_by: NotRequired[CoveringData[Text]]
    marked: NotRequired[list[MarkedTextData[Text]]]
    left_out: NotRequired[str]


class UploadData(OnElement, Generic[Text]):
    """The file that the field holds now, ``beside`` others or ``in_place_of`` those that it held before; ``dropped``
    where it was dropped on the page instead. A file that was fetched has the name that its server gave it."""

    file: Text | str
    bytes: int
    dropped: NotRequired[bool]
    beside: NotRequired[list[Text]]
    in_place_of: NotRequired[list[Text]]


class FillSecretData(OnElement):
    """The secret that was filled in; ``kept`` is False where the field holds another number of characters, None where
    that cannot be seen."""

    name: str
    filled: bool
    kept: bool | None


class RequestUserDataData(TypedDict):
    """The names of the fields that were filled in, and of those that the user left out."""

    filled: list[str]
    not_given: list[str]
