"""Tools that a page registers itself (WebMCP)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from handrail.trust import External

PageToolEnd = Literal["done", "failed", "filled_in", "left_page", "dialog_open"]
"""How a tool of a page ended: with a result; with an error of its own; its form is filled in and waits to be sent; its
page was left; a dialog that it opened waits."""


@dataclass(frozen=True, slots=True)
class PageTool:
    """A tool of one document.

    Attributes:
        name: as the page calls it; letters, digits, ``_``, ``-`` and ``.``.
        origin, nonce: of the document that registered it.
        schema: JSON Schema of its arguments, as JSON, in the page's words.
    """

    name: str
    title: External
    description: External
    schema: External
    origin: str
    nonce: str


@dataclass(frozen=True, slots=True)
class PageToolList:
    """The tools of a page, and how many were left out: too many, too long, or with a wrong or another's name."""

    tools: list[PageTool]
    left_out: int


@dataclass(frozen=True, slots=True)
class PageToolAnswer:
    """What came of a call; ``text`` is the result or the error, without secrets."""

    end: PageToolEnd
    text: External
