"""What keeps an element from being acted on, as errors, and what an error of Playwright's says of the input."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Error as PlaywrightError

from handrail.browser.page.kit_client import KitAnswer
from handrail.browser.page.page_context import PageContext
from handrail.browser.page.refs import RefTarget
from handrail.browser.types.errors import BrowserError, Covered, DeadlineHit, NotActionable

WHY = {
    "hidden": ("is not visible", "Open what holds it (a menu, a tab, a section), or take a snapshot."),
    "disabled": ("is disabled", "Fill in or choose first what the page still needs, then try again."),
    "readonly": ("is read-only", "It cannot be edited; look for another field or a button that opens it for editing."),
    "inert": ("cannot be used while another part of the page is in front", "Finish or close what is in front first."),
    "no_pointer": ("takes no clicks", "Act on an element around or inside it."),
    "out_of_reach": ("cannot be brought into view", "Act on another element, or take a snapshot."),
    "option": ("is an option of a native list", "Use `select` on the list it belongs to."),
    "file": ("opens a file chooser, which only a person can use", "Use `upload_file`."),
    "moving": ("did not keep still", "Wait a moment, then try again."),
}
AT_ONCE = ("option", "file")
"""Obstacles that waiting does not move."""


def not_actionable(ref: str, why: str, row: str | None = None) -> NotActionable:
    """Return the error for an obstacle that the kit named in one word. ``row``: the ref of the row or item over which
    the pointer may bring the element into view."""
    what, hint = WHY[why]
    if row is not None:
        hint = f"Pages often show what belongs to a row while the pointer is over it: `hover` {row}, then try again."
    return NotActionable(f"{ref} {what}.", hint=hint, details={"reason": why})


def obstructed(core: PageContext, target: RefTarget, answer: KitAnswer) -> NotActionable:
    """Return the error for the obstacle that an answer of the kit names."""
    row = answer.data.get("around")
    ref = None if row is None else core.ref(target.frame, answer, row)
    return not_actionable(target.ref, answer.data["why"], ref)


def covered(core: PageContext, target: RefTarget, answer: KitAnswer, by: dict[str, Any] | None) -> BrowserError:
    """Return the error for what lies over an element, with what closes it."""
    if by is None:
        return not_actionable(target.ref, "out_of_reach")
    frame = answer.data.get("in", target.frame)
    details = {"by": core.named(frame, answer, by)._asdict()}
    by_ref = details["by"]["ref"]
    if by.get("inside"):
        return Covered(
            f"{by_ref} stands in {target.ref} and takes its presses.", hint=f"Act on {by_ref}.", details=details
        )
    hint = f"Close or move {by_ref}; see `details`."
    if by.get("field") is not None:
        details["opened_by"] = core.named(frame, answer, by["field"])._asdict()
        hint = f"It is what {details['opened_by']['ref']} opened: choose in it, or press something beside both."
    if by["closer"] is not None:
        details["closed_by"] = core.named(frame, answer, by["closer"])._asdict()
        hint = f"{details['closed_by']['ref']} may close it: see `details`."
    elif by["escapes"]:
        hint = f"Escape may close {by_ref}: `send_keys`."
    return Covered(f"{target.ref} is covered by {by_ref}.", hint=hint, details=details)


def late(ref: str, waited_for: str) -> BrowserError:
    """Return the error for an element that was ready and yet could not be acted on in time."""
    if waited_for == "still":
        return not_actionable(ref, "moving")
    return DeadlineHit("The page is busy and did not take the input in time.", hint="Wait a moment, then look at it.")


def refused(what: str) -> NotActionable:
    """Return the error for what the browser would not do, for a reason that it gives only in its own words."""
    return NotActionable(
        f"The browser did not let {what} be acted on.",
        hint="Take a snapshot and try another element.",
        details={"reason": "refused"},
    )


def was_given(error: PlaywrightError) -> bool:
    """Return whether the input went out before the error: Playwright's log says so; "intercepts" held it back.

    Without this a click on a page that is busy for long would be repeated.
    """
    log = str(error)
    return log.rfind("performing ") > log.rfind("intercepts pointer events")
