"""Refs: the stable names of elements in a session. Minted here, because the page's own memory ends with its document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.async_api import Frame


@dataclass(frozen=True, slots=True)
class Target:
    """Where a ref points: an element (``local``, the kit's id) of one document (``nonce``) in one frame of one tab."""

    ref: str
    tab_id: str
    frame: Frame
    nonce: str
    local: int


class Refs:
    """The session's map from ``e12`` to a `Target`, and back. A ref is never given to another element."""

    def __init__(self) -> None:
        self._targets: dict[str, Target] = {}
        self._names: dict[tuple[str, int], str] = {}

    def name(self, tab_id: str, frame: Frame, nonce: str, local: int) -> str:
        """The ref of an element, minted the first time it is seen."""
        known = self._names.get((nonce, local))
        if known is not None:
            return known
        ref = f"e{len(self._targets) + 1}"
        self._names[nonce, local] = ref
        self._targets[ref] = Target(ref, tab_id, frame, nonce, local)
        return ref

    def target(self, ref: str) -> Target | None:
        return self._targets.get(ref)
