"""Images and documents: they travel beside a result, never inside its JSON."""

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
        left_out: what it does not show of what was asked for, as half a sentence; empty where it shows all.
    """

    kind: Literal["image", "document"]
    mime: str
    data: bytes = field(repr=False)
    name: str = ""
    left_out: str = ""
