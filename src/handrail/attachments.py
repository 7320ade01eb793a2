"""Images and documents, which accompany a result and are never part of its JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class Attachment:
    """An image or document.

    Args:
        kind: ``image`` or ``document``.
        mime: its media type, for example ``image/jpeg``.
        data: the bytes.
        name: a short name for people, for example ``screenshot``.
        left_out: what it lacks of what was requested, as half a sentence; empty where it is complete.
        pages: of a document.
    """

    kind: Literal["image", "document"]
    mime: str
    data: bytes = field(repr=False)
    name: str = ""
    left_out: str = ""
    pages: int = 1


def jpeg_size(data: bytes) -> tuple[int, int]:
    """Return the width and height of a JPEG, from its frame header.

    Raises:
        ValueError: not a JPEG.
    """
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        kind, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        # SOF markers, without those in between that are Huffman tables (C4), reserved (C8) and arithmetic coding (CC).
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        at += 2 + length
    raise ValueError("not a JPEG picture")
