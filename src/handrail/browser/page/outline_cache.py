"""Keeps the outlines that the kit sent last: for the next one of the same document it sends only the difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from playwright.async_api import Frame

from handrail.browser.page.kit_client import KitAnswer


class KitOutline(NamedTuple):
    """The nodes of a document as the kit sent them, and the kit's mark for them."""

    mark: str | None = None
    nodes: Sequence[Any] = ()


class OutlineCache:
    """The last outline of each frame of a tab."""

    def __init__(self) -> None:
        self._last: WeakKeyDictionary[Frame, KitOutline] = WeakKeyDictionary()

    def of(self, frame: Frame) -> KitOutline:
        return self._last.get(frame) or KitOutline()

    def complete(self, frame: Frame, known: KitOutline, answer: KitAnswer) -> KitAnswer:
        """Return the answer with all nodes of the document.

        Args:
            known: the outline whose mark the kit was sent; another question may have been answered since.
            answer: the answer to ``snapshot``. An answer about a part of a document is complete in itself.
        """
        data = answer.data
        if "mark" not in data:
            return answer
        head, tail = data["kept"]
        nodes = [*known.nodes[:head], *data["nodes"], *known.nodes[len(known.nodes) - tail :]]
        self._last[frame] = KitOutline(data["mark"], nodes)
        return replace(answer, data={**data, "nodes": [*nodes]})
