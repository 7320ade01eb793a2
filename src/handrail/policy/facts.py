"""What policy is told: the call, and the facts the road collected for it. Plain data, never a tab."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from handrail.browser.types import ElementFacts


@dataclass(frozen=True, slots=True)
class Request:
    """A call as policy sees it.

    Args:
        asker: set by the face, never by an argument: ``user``, ``model`` or ``recipe``.
        mode: ``ask`` or ``act``.
        tool, effect, capability: from the tool's record and the call's parameters.
        offered_in_ask: the record's own word on ask mode.
    """

    asker: Literal["user", "model", "recipe"]
    mode: Literal["ask", "act"]
    tool: str
    effect: Literal["read", "navigate", "change", "control"]
    capability: str
    offered_in_ask: bool


@dataclass(frozen=True, slots=True)
class FileFacts:
    """A file that would leave the machine: its real path after links and ``..``, and the folders allowed."""

    path: Path
    allowed: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class DialogFacts:
    """The open dialog's kind (alert, confirm, prompt, beforeunload), and whether the call would accept it."""

    kind: str
    accepts: bool


@dataclass(frozen=True, slots=True)
class Facts:
    """What the road found out before the call.

    Args:
        origin: of the main document.
        nonce: the main document's own; a call whose document changed since is not carried out.
        element: of the ref that the call acts on, None where it has none.
        file: the file it would send, None where it has none.
        dialog: the dialog that is open, None where there is none.
    """

    origin: str
    nonce: str
    element: ElementFacts | None = None
    file: FileFacts | None = None
    dialog: DialogFacts | None = None
