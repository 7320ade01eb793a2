"""What events are made of: what all of them share, and the values inside them."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from handrail.trust import External, plain

Text = External | str
"""Words that may come from outside. A log holds the plain words."""


@dataclass(frozen=True, slots=True)
class Source:
    """A page that an answer rests on, with its own title."""

    url: str
    title: Text


@dataclass(frozen=True, slots=True)
class EventTarget:
    """The element that a call was about."""

    role: str
    name: Text
    box: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool and its parameters."""

    tool: str
    params: dict[str, Any]


@dataclass(frozen=True, slots=True)
class RequestedCall:
    """A call as a model asked for it."""

    name: str
    params: dict[str, Any]


class BaseEvent(BaseModel):
    """What all events share: their kind (``event`` in JSON) and the time, in seconds since the epoch."""

    model_config = ConfigDict(frozen=True, strict=True, arbitrary_types_allowed=True, allow_inf_nan=False)

    kind: str
    at: float = Field(default_factory=time.time)

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON, as in the log and in ``--json``."""
        return {"event": self.kind, "at": round(self.at, 3), **self.fields()}

    def fields(self) -> dict[str, Any]:
        """Return the fields of its own kind that were given, as plain JSON."""
        # Masking may put other words than those of the declaration into a field: no reason to warn of it.
        data: dict[str, Any] = plain(self.model_dump(exclude=HEAD, exclude_unset=True, warnings=False))
        return data


HEAD = {"kind", "at"}
"""Fields that stand before those of an event's own kind."""
