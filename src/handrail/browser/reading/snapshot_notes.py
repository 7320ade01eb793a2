"""What a snapshot leaves out by its mode, and the notes that say what is missing in it."""

from __future__ import annotations

from collections.abc import Callable

from handrail.browser.outline.line_format import COVERED, FRAME, IN_VIEW, OutlineNode
from handrail.browser.page.traffic import ERROR_PAGES
from handrail.browser.reading.frame_outlines import Gathered
from handrail.browser.types.reading import SnapshotMode

BEHIND = "What stands behind the open dialog cannot be used until that closes."
UNDER = (
    "Something without controls covers the page, as while it loads: what lies under it cannot be used until it goes."
)


def _in_window(node: OutlineNode) -> bool:
    return bool(node.flags & (IN_VIEW | COVERED) == IN_VIEW)


def _operable(node: OutlineNode) -> bool:
    return bool(node.local or node.role == "heading") and not node.flags & COVERED


def is_uncovered(node: OutlineNode) -> bool:
    """Return whether nothing covers a node."""
    return not node.flags & COVERED


KEEP: dict[str, Callable[[OutlineNode], bool] | None] = {"full": None, "viewport": _in_window, "interactive": _operable}
"""Which nodes each mode shows; None for all."""


def notes_on_gaps(gathered: Gathered) -> list[str]:
    """Return what could not be read, in our own words."""
    notes = []
    if gathered.main.url.startswith(ERROR_PAGES):
        why = f"for the address in its title: {gathered.failed} Go" if gathered.failed else "Go"
        notes.append(f"This is the browser's own error page{' ' if gathered.failed else '. '}{why} back, or elsewhere.")
    elif not gathered.main.nodes:
        notes.append("The page shows nothing, or nothing yet: `wait_for` waits for what should come.")
    elif not any(node.name or node.flags & FRAME for node in gathered.main.nodes):
        notes.append("The page shows no word, though it may hide some: `console` tells whether its scripts failed.")
    if gathered.late:
        notes.append(f"About {gathered.late} nodes were not read in time.")
    if gathered.cut:
        notes.append(f"{gathered.cut:,} characters of very long texts are left out; read_page has them.")
    if gathered.unread:
        notes.append(f"{gathered.unread} frames were not read.")
    if gathered.silent:
        notes.append(f"Frames that could not be read: {', '.join(gathered.silent)}.")
    return notes


def note_on_new_dialog(gathered: Gathered, previous: Gathered) -> list[str]:
    """Return what a dialog keeps from being used that was not open before, in our own words."""
    if gathered.modal is None or gathered.modal == previous.modal:
        return []
    return [UNDER if gathered.curtain else BEHIND]


def note_on_dialog(gathered: Gathered) -> list[str]:
    """Return how many elements an open dialog keeps from being shown; nothing where none does."""
    if gathered.modal is None:
        return []
    count = sum(1 for node in gathered.main.nodes if node.flags & COVERED and node.local)
    where = "under what covers the page, as while it loads," if gathered.curtain else "behind the open dialog"
    return [f'{count} elements {where} are left out; snapshot(mode="full") shows them.'] if count else []


def notes_on_mode(gathered: Gathered, mode: SnapshotMode) -> list[str]:
    """Return what a mode does not show, and how to see it."""
    if mode == "full":
        return []
    keep = KEEP[mode]
    count = sum(
        1 for node in gathered.main.nodes if keep is not None and not keep(node) and (node.local or not node.role)
    )
    if not count:
        return note_on_dialog(gathered)
    if mode == "interactive":
        return [f'Text is left out ({count} runs of it); snapshot(mode="full") shows it.', *note_on_dialog(gathered)]
    above, below = gathered.scroll
    return [
        f"Only what is in the window is shown ({above} px above and {below} px below it, {count} elements and texts); "
        'snapshot(mode="full") shows all of it, search_page and find_elements look through all of it.',
        *note_on_dialog(gathered),
    ]
