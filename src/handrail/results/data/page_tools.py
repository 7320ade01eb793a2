"""What the data of the tools for tools of a page holds."""

from __future__ import annotations

from typing import Generic, NotRequired, TypedDict

from handrail.trust import Text


class PageToolData(TypedDict, Generic[Text]):
    """A tool of the page, in the page's words; ``schema`` is JSON Schema of its arguments, as JSON."""

    name: Text
    title: Text
    description: Text
    schema: Text
    site: Text


class PageToolListData(TypedDict, Generic[Text]):
    """The tools that are shown; ``left_out`` is how many more there are, or have no name or schema that can be used."""

    tools: list[PageToolData[Text]]
    left_out: NotRequired[int]


class PageToolResultData(TypedDict, Generic[Text]):
    """What the page's tool answered; ``characters`` is its length where that was cut, ``end`` a sentence where it ended
    in another way than with an answer."""

    result: Text
    characters: NotRequired[int]
    end: NotRequired[str]
