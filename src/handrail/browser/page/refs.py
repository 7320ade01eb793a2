"""Creates refs, the stable names of elements in a session. The page cannot: its own memory ends with its document."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.async_api import Frame


@dataclass(frozen=True, slots=True)
class RefTarget:
    """Where a ref points: an element (``local``, the kit's id) of one document (``nonce``) in one frame of one tab."""

    ref: str
    tab_id: str
    frame: Frame
    nonce: str
    local: int


class DocumentRefs(dict[int, str]):
    """The refs of one document by the kit's local id; a ref is created when it is first looked up."""

    def __init__(self, refs: Refs, tab_id: str, frame: Frame, nonce: str) -> None:
        super().__init__()
        self._refs = refs
        self._where = (tab_id, frame, nonce)

    def __missing__(self, local: int) -> str:
        tab_id, frame, nonce = self._where
        ref = self[local] = self._refs._mint(tab_id, frame, nonce, local)
        return ref


class Refs:
    """The session's map from ``e12`` to a `RefTarget`, and back. A ref is never given to another element."""

    def __init__(self) -> None:
        self._targets: dict[str, RefTarget] = {}
        self._documents: dict[str, DocumentRefs] = {}
        self._lost: dict[str, str] = {}
        self._minted = 0

    def of_document(self, tab_id: str, frame: Frame, nonce: str) -> DocumentRefs:
        """Return the refs of a document, for callers that name many of its elements."""
        known = self._documents.get(nonce)
        if known is None:
            known = self._documents[nonce] = DocumentRefs(self, tab_id, frame, nonce)
        return known

    def name(self, tab_id: str, frame: Frame, nonce: str, local: int) -> str:
        """Return the ref of an element; it is created the first time."""
        return self.of_document(tab_id, frame, nonce)[local]

    def target(self, ref: str) -> RefTarget | None:
        return self._targets.get(ref)

    def lost_with(self, ref: str) -> str | None:
        """Return the lost tab that a ref belonged to; None if it was lost with none."""
        return self._lost.get(ref)

    def lose(self, tab_ids: Collection[str]) -> None:
        """Note that these tabs are gone: their refs are stale for good, and what they held is freed."""
        gone = [target for target in self._targets.values() if target.tab_id in tab_ids]
        for target in gone:
            self._lost[target.ref] = target.tab_id
            del self._targets[target.ref]
            self._documents.pop(target.nonce, None)

    def _mint(self, tab_id: str, frame: Frame, nonce: str, local: int) -> str:
        self._minted += 1
        ref = f"e{self._minted}"
        self._targets[ref] = RefTarget(ref, tab_id, frame, nonce, local)
        return ref
