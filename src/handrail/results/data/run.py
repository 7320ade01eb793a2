"""What the tools of a run return: notes, questions to the user, the plan, and the end."""

from __future__ import annotations

from typing import Any, Generic, Literal, NotRequired, TypedDict

from handrail.trust import Text


class NoteData(TypedDict):
    """The key of the note, and how many notes there are."""

    key: str
    notes: int


class ReadNotesData(TypedDict, Generic[Text]):
    """All notes by key; those of a model are text from outside. ``sites`` has where it wrote them, by key."""

    notes: dict[str, str | Text]
    sites: NotRequired[dict[str, Text]]


class AskUserData(TypedDict):
    """What the person answered. ``chosen``: it is one of the options, which are not in their words."""

    answer: str
    chosen: bool


class HandOverData(TypedDict):
    """The person gave the browser back."""

    handed_back: Literal[True]


class RevisePlanData(TypedDict):
    """How often the plan was revised, and may be still."""

    revision: int
    revisions_left: int


class DoneData(TypedDict, Generic[Text]):
    """The answer of a run; of a model it is text from outside."""

    result: str | Text
    data: dict[str, Any] | list[Any] | None
    missing: str | Text | None
    unconfirmed: bool
    """It was sent, and no page says that it was taken."""


class AbortData(TypedDict, Generic[Text]):
    """Why a run was given up."""

    reason: str | Text
    not_permitted: bool
    """It takes what the rules refused."""
