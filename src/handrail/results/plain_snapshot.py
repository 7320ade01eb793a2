"""A snapshot whose text from outside is plain ``str``: for programs, never for a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast

from handrail.browser.types.reading import Node, Snapshot, SnapshotMode
from handrail.trust import plain


@dataclass
class PlainSnapshot:
    """See `handrail.browser.types.reading.Snapshot`."""

    snapshot: Snapshot

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        return self.snapshot.text.raw

    @property
    def outline(self) -> str:
        return self.snapshot.outline.raw

    @cached_property
    def nodes(self) -> Sequence[Node[str]]:
        return [_plain(node) for node in self.snapshot.nodes]

    @cached_property
    def controls(self) -> Sequence[Node[str]]:
        return [_plain(node) for node in self.snapshot.controls]

    @property
    def mode(self) -> SnapshotMode:
        return self.snapshot.mode

    @property
    def url(self) -> str:
        return self.snapshot.url.raw

    @property
    def title(self) -> str:
        return self.snapshot.title.raw

    @property
    def same_page(self) -> bool:
        return self.snapshot.same_page

    @property
    def left_out(self) -> str:
        return self.snapshot.left_out

    @property
    def cursor(self) -> str | None:
        return self.snapshot.cursor


def _plain(node: Node) -> Node[str]:
    made = replace(node, name=plain(node.name), value=plain(node.value), url=plain(node.url))
    return cast("Node[str]", made)
