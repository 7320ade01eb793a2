"""What a handler is given. Nothing here decides what may be done: that was done before the handler is called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from handrail.browser.interface import Tab, Tabs
from handrail.trust import External

if TYPE_CHECKING:
    from handrail.models.protocol import Model, Usage
    from handrail.vault import Vault

Asker = Literal["user", "model", "recipe"]
Mode = Literal["ask", "act"]


@dataclass(slots=True)
class Notes:
    """What was noted for later, by key. Text that a model wrote after it read a page is External."""

    entries: dict[str, External | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Files:
    """Where files may come from and go to.

    Args:
        upload_dirs: resolved folders that uploads may come from.
        run_dir: the folder of this session's run: downloads, screenshots, log. None when nothing is kept.
    """

    upload_dirs: Sequence[Path]
    run_dir: Path | None


@dataclass(slots=True)
class Context:
    """What a handler works with.

    Attributes:
        asker: who asked: the user's own call, a model, a recipe.
        tabs: the tabs; `tab` is the active one.
        notes: kept for later.
        files: folders.
        model: what `extract` calls; None where none is configured.
        usage: tokens that tools spend are added here.
        vault: the user's secrets; what is shown to a model goes through its mask.
    """

    asker: Asker
    mode: Mode
    tabs: Tabs
    notes: Notes
    files: Files
    model: Model | None
    usage: Usage
    vault: Vault

    @property
    def tab(self) -> Tab:
        return self.tabs.active
