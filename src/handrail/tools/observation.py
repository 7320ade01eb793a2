"""What a model is shown of the page after a call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from handrail.browser.types import DialogInfo, Snapshot, TabInfo
from handrail.media import Attachment
from handrail.trust import Fenced, fence


@dataclass(frozen=True, slots=True)
class Observation:
    """The page now: a snapshot or what changed since the last one, the tabs when there are several, an open dialog."""

    snapshot: Snapshot | None
    tabs: Sequence[TabInfo]
    dialog: DialogInfo | None
    attachments: Sequence[Attachment] = ()

    def parts(self) -> list[str | Fenced | Attachment]:
        """As a model is shown it: our words plain, the page's words fenced."""
        parts: list[str | Fenced | Attachment] = []
        if self.dialog is not None:
            parts += [
                f"A dialog ({self.dialog.kind}) is open and blocks the page; answer it with `dialog`.",
                fence({"message": self.dialog.message, "default": self.dialog.default}, label="dialog"),
            ]
        if len(self.tabs) > 1:
            listed = [{"id": tab.id, "active": tab.active, "title": tab.title, "url": tab.url} for tab in self.tabs]
            parts += ["Tabs:", fence(listed, label="page-info")]
        if self.snapshot is not None:
            what = "What changed on the page" if self.snapshot.mode == "changes" else "The page now"
            parts += [f"{what}:", fence({"title": self.snapshot.title, "url": self.snapshot.url}, label="page-info")]
            parts.append(fence(self.snapshot.text))
            if self.snapshot.left_out:
                parts.append(self.snapshot.left_out)
        return [*parts, *self.attachments]
