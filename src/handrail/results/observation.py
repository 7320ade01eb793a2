"""What a model is shown of the page after a call."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from handrail.attachments import Attachment
from handrail.browser.types.reading import NO_CHANGES, Node, Snapshot
from handrail.browser.types.tabs import DialogInfo, TabInfo
from handrail.trust import External, Fenced, fence, one_line

MOST_TABS = 20
TITLE_CHARS = 200
URL_CHARS = 400
CHANGED = "What changed on the page:"
CHANGED_BY_ITSELF = "What changed on the page since the call before, not by this one:"
"""Stand before what adds to an earlier snapshot; before a whole one stands something else."""
CHANGED_HEAD = "Only the title or the address of the page changed:"
UNCHANGED, UNCHANGED_BESIDE = "Nothing changed on the page.", "Nothing else changed on the page."
UNSENT = "Nothing changed on the page, and no request went out: the button did nothing yet."
LEAVES = (
    "The page asks whether to leave it (beforeunload), as it may hold what is not saved; answer it with `dialog`: to "
    "accept goes on and leaves it, unsaved, also where sending a form led here."
)
POOR = 0.5
"""Share of a page's operable and pictured nodes without a name from which its outline says too little."""
FEW = 3
"""Nodes below which a share says nothing."""
DRAWN = 10_000
"""Pixels from which a canvas counts as part of what a page says; smaller ones are icons."""
_SIZE = re.compile(r"size=(\d+)x(\d+)")


@dataclass(frozen=True, slots=True)
class Observation:
    """The page now: a snapshot or what changed since the last one, the tabs when there are several, an open dialog."""

    snapshot: Snapshot | None
    tabs: Sequence[TabInfo]
    dialog: DialogInfo | None
    attachments: Sequence[Attachment] = ()
    status: int | None = None
    """The HTTP status of the page; None where there was no response. A model is not shown it."""
    beside_act: bool = False
    """The result of the act says what its element holds now, which is not among the changes."""
    by_itself: bool = False
    """It comes after a call that changed nothing: what did change, did so before it or by itself."""

    is_unsent: bool = False
    """The button of a form was pressed, and no request went out."""

    @property
    def snapshot_text(self) -> External | None:
        return self.snapshot.text if self.snapshot is not None else None

    def parts(self) -> list[str | Fenced | Attachment]:
        """Return it as a model is shown it: our words plain, the page's words fenced."""
        parts: list[str | Fenced | Attachment] = []
        if self.dialog is not None:
            parts += [
                LEAVES
                if self.dialog.kind == "beforeunload"
                else f"A dialog ({self.dialog.kind}) is open and blocks the page; answer it with `dialog`.",
                fence({"message": self.dialog.message, "default": self.dialog.default}, label="dialog"),
            ]
        if len(self.tabs) > 1:
            parts += self._tab_list()
        return [*parts, *self._page(), *self.attachments]

    @property
    def adds(self) -> bool:
        """Whether it only adds to an earlier snapshot."""
        return self.snapshot is not None and self.snapshot.mode == "changes"

    def between_calls(self) -> Observation | None:
        """Return it as it is shown between calls of one turn: without tabs; None where nothing changed."""
        return None if self.is_same and not self.attachments else replace(self, tabs=())

    @property
    def is_same(self) -> bool:
        """Whether nothing shows that did not show before, and nothing is gone."""
        return self.snapshot is not None and self.snapshot.same_page and tells_no_change(self.snapshot)

    def shows_same(self, before: Observation | None) -> bool:
        """Return whether the page is as a model was shown it before."""
        if self.dialog is not None or self.snapshot is None or before is None or before.snapshot is None:
            return False
        now, then = self.snapshot, before.snapshot
        return (now.url, now.outline) == (then.url, then.outline)

    @property
    def says_little(self) -> bool:
        """Whether the outline of a page is poor: mostly nameless buttons, links and pictures, or drawn."""
        if self.snapshot is None or self.adds:
            return False
        nodes = self.snapshot.nodes
        if any(node.role == "canvas" and node.visible and _pixels(node) >= DRAWN for node in nodes):
            return True
        seen = [node for node in nodes if node.role in ("img", "image", "button", "link")]
        nameless = sum(not node.name.raw.strip() or "guessed" in node.states for node in seen)
        return len(seen) >= FEW and nameless / len(seen) >= POOR

    def _page(self) -> list[str | Fenced | Attachment]:
        if self.snapshot is None:
            return []
        left_out = [self.snapshot.left_out] if self.snapshot.left_out else []
        if self.is_same:
            unchanged = UNSENT if self.is_unsent else UNCHANGED
            return [UNCHANGED_BESIDE if self.beside_act else unchanged, *left_out]
        changed = CHANGED_BY_ITSELF if self.by_itself else CHANGED
        if self.adds and self.snapshot.same_page:
            return [changed, fence(self.snapshot.text), *left_out]
        head = one_line(self.snapshot.title.raw, TITLE_CHARS), one_line(self.snapshot.url.raw, URL_CHARS)
        if tells_no_change(self.snapshot):
            changed = changed if self.by_itself else CHANGED_HEAD
            return [changed, fence(self.snapshot.text.map(lambda _: "\n".join(head))), *left_out]
        whole = self.snapshot.text.map(lambda outline: "\n".join([*head, outline]))
        return [changed if self.adds else "The page:", fence(whole), *left_out]

    def _tab_list(self) -> list[str | Fenced | Attachment]:
        """Return the newest tabs, and the active one however old it is."""
        newest = set(sorted(range(len(self.tabs)), key=lambda at: (self.tabs[at].active, at))[-MOST_TABS:])
        shown = [tab for at, tab in enumerate(self.tabs) if at in newest]
        listed = [{"id": tab.id, "active": tab.active, **_where(tab.title, tab.url)} for tab in shown]
        parts: list[str | Fenced | Attachment] = ["Tabs:", fence(listed, label="page-info")]
        if left_out := len(self.tabs) - len(shown):
            parts.append(f"{left_out} older {'tab is' if left_out == 1 else 'tabs are'} open too and not listed.")
        return parts


def tells_no_change(snapshot: Snapshot) -> bool:
    """Return whether a snapshot adds nothing to an earlier one, unless its title or address does."""
    return snapshot.mode == "changes" and snapshot.text == NO_CHANGES


def _where(title: External, url: External) -> dict[str, Any]:
    return {"title": title.shorten(TITLE_CHARS), "url": url.shorten(URL_CHARS)}


def _pixels(node: Node) -> int:
    size = _SIZE.search(" ".join(node.states))
    return int(size[1]) * int(size[2]) if size else 0
