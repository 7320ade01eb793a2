"""The tabs of a browser: where each stands, what its page is, and what blocks it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from handrail.trust import External, TextOut


@dataclass(frozen=True, slots=True)
class TabInfo(Generic[TextOut]):
    """A line of the tab list. ``id`` (``t1``) is never reused."""

    id: str
    url: TextOut
    title: TextOut
    active: bool


@dataclass(frozen=True, slots=True)
class DialogInfo:
    """An open alert, confirm, prompt or beforeunload."""

    kind: str
    message: External
    default: External


@dataclass(frozen=True, slots=True)
class FrameInfo:
    """A frame of a tab; ``state`` is ``ready`` or ``silent`` (it did not answer within its deadline)."""

    frame: str
    url: External
    state: str


@dataclass(frozen=True, slots=True)
class PageInfo:
    """The facts of a page. ``status`` is the HTTP status of its document, None where there was no response;
    ``load_state`` is ``loading``, ``interactive`` or ``complete``; ``content_type`` is what the browser took it for."""

    url: External
    title: External
    status: int | None
    load_state: str
    scroll_x: int
    scroll_y: int
    page_width: int
    page_height: int
    viewport_width: int
    viewport_height: int
    frames: list[FrameInfo]
    modal: External | None
    cookie_banner: bool
    content_type: str = "text/html"
