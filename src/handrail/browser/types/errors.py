"""What can go wrong between a tool and a page, as types. The pipeline of calls turns each into a `Failed`.

``message`` and ``hint`` are our own words; text of a page goes into ``details``, as External.
"""

from __future__ import annotations

from typing import Any

from handrail.errors import HandrailError


class BrowserError(HandrailError):
    """A page or browser did not do what was asked.

    Args:
        message: one sentence a person understands, in our own words.
        hint: what to try next.
        details: page text and other facts, External where they come from a page.
    """

    code = "browser_error"
    recoverable = True

    def __init__(self, message: str, *, hint: str = "", details: dict[str, Any] | None = None) -> None:
        super().__init__(message, hint=hint)
        self.details = details or {}


NOTHING_DONE = "; nothing was done."
"""The end of a message about an act that its page did not get. It is not true of a call that acted before."""


class UnknownRef(BrowserError):
    """The ref was never given out in this session."""

    code = "unknown_ref"


class StaleRef(BrowserError):
    """The element of the ref is gone. ``details["candidates"]`` are the nearest live elements."""

    code = "stale_ref"

    @classmethod
    def of(cls, ref: str) -> StaleRef:
        """Return the error for an element that is no longer in its document."""
        return cls(f"The element {ref} is gone.", hint="Take a snapshot and use a ref from it.")


class NoPageTools(BrowserError):
    """The page cannot offer tools in this browser."""

    code = "no_page_tools"


class NoSuchElement(BrowserError):
    """No element is called so. ``details["candidates"]`` are those with the nearest names."""

    code = "no_such_element"


class SeveralElements(BrowserError):
    """More than one element is called so. ``details["candidates"]`` are the first of them."""

    code = "several_elements"


class WrongElement(BrowserError):
    """The element cannot take this act: fill on a link, check on a text field."""

    code = "wrong_element"


class NotActionable(BrowserError):
    """The element is hidden, disabled, read-only or moving. ``details`` says which."""

    code = "not_actionable"


class PageChanged(BrowserError):
    """What would be pressed is no longer what was judged."""

    code = "page_changed"


class Covered(BrowserError):
    """Something lies over the element. ``details["by"]`` names it."""

    code = "covered"


class DocumentChanged(BrowserError):
    """The document the facts were read from is gone; nothing was done."""

    code = "document_changed"


class DialogOpen(BrowserError):
    """An alert, confirm, prompt or beforeunload is open and blocks the page."""

    code = "dialog_open"


class NoDialog(BrowserError):
    """`dialog` was called and none is open."""

    code = "no_dialog"


class NotPermitted(BrowserError):
    """Policy had judged something else than what the act came upon."""

    code = "not_permitted"
    recoverable = False


class NavigationFailed(BrowserError):
    """The address did not answer, or not in time, or the browser refused it."""

    code = "navigation_failed"


class FileArrived(NavigationFailed):
    """The address is no page but a file, which the browser handed over; ``details["downloads"]`` has it."""


class FileNotKept(BrowserError):
    """A file cannot be written into the run's folder."""

    code = "cannot_save"


class DeadlineHit(BrowserError):
    """The page, or a frame of it, did not answer within the deadline."""

    code = "timeout"


class KitFailed(BrowserError):
    """The page kit met a fault of its own in one document."""


class InvalidSelector(BrowserError):
    """Not a CSS selector that the browser accepts."""

    code = "invalid_selector"


class InvalidCursor(BrowserError):
    """The cursor continues nothing that is still kept."""

    code = "invalid_cursor"


class NoSuchTab(BrowserError):
    """The tab id was never given out, or its tab is closed."""

    code = "no_such_tab"


class TabLost(BrowserError):
    """The tab crashed, or did not answer twice in a row, and was replaced."""

    code = "tab_lost"


class BrowserLost(BrowserError):
    """The browser process or connection is gone."""

    code = "browser_lost"
    recoverable = False


PAGE_CHANGE_ERRORS = (DialogOpen, DocumentChanged, StaleRef)
"""What a look at the effect of an act raises, where that is a dialog, another page or an element made anew."""
