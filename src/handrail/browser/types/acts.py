"""What may come of an act, and what came of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from handrail.browser.types.tabs import DialogInfo, TabInfo
from handrail.trust import External

Sends = Callable[[str, str, bool], bool]
"""``(method, url, form) -> whether it may go``. ``form``: it opens its answer as a page, as forms do."""

Button = Literal["left", "right", "middle"]
Modifier = Literal["Alt", "Control", "Meta", "Shift", "ControlOrMeta"]

MOST_READ = 1_000_000
"""Bytes of a body that is looked into; a longer one may hold anything."""


@dataclass(frozen=True, slots=True)
class Stays:
    """Where requests may go that come of an address which a model made up.

    Args:
        home: whether an address is of an origin that the user opened.
        tells: whether an address carries what the model made up.
        holds: whether a text does.
    """

    home: Callable[[str], bool]
    tells: Callable[[str], bool]
    holds: Callable[[str], bool]

    def permits(self, url: str, referrer: str = "", body: bytes | None = b"") -> bool:
        """Whether a request, or a redirect, may go to this address.

        Args:
            url: the address.
            referrer: where it says that it comes from. An origin alone tells nothing.
            body: what it brings along; None where that cannot be read, which then may be anything.
        """
        if self.home(url):
            return True
        in_full = re.fullmatch(r"\w*:?/*[^/?]*/?", referrer) is None
        if self.tells(url) or (in_full and self.tells(referrer)):
            return False
        return body is not None and len(body) <= MOST_READ and not self.holds(body.decode("utf-8", "replace"))


@dataclass(frozen=True, slots=True)
class SideEffectLimits:
    """What may come of an act, judged where the browser sends requests and takes files.

    Args:
        sends: whether a request that may change something (all but GET, HEAD and OPTIONS) may go; None lets all go.
        stays: where requests and redirects may go; None lets all go.
        keeps: whether a file from this address is kept; None keeps all.
        types: whether a list may be given this text to filter itself by; None lets all be typed.
        takes: whether a choice with this label may be pressed in a list that a script made; None lets all be pressed.
    """

    sends: Sends | None = None
    stays: Stays | None = None
    keeps: Callable[[str], bool] | None = None
    types: Callable[[str], bool] | None = None
    takes: Callable[[str], bool] | None = None


@dataclass(frozen=True, slots=True)
class Filled:
    """A field after a fill: ``value`` is what it holds now (``•••`` for a secret one), None where a dialog or a new
    page hides it; ``kept`` is False where that is not what was put in."""

    value: External | None
    kept: bool


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Something a field offers below it while it is typed into."""

    ref: str
    role: str
    name: External


@dataclass(frozen=True, slots=True)
class ScrollResult:
    """What a scroll moved, in CSS pixels, and where it stands now."""

    container: str
    moved_x: int
    moved_y: int
    above: int
    below: int
    in_view: list[External] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class SentRequest:
    """A request that may have changed something. ``status``: of its answer, 0 where it failed on the way, None while
    there is no answer."""

    method: str
    url: External
    status: int | None


@dataclass(slots=True)
class ActionEffects:
    """What came of an act: filled by the tab's watchers while the act ran and settled.

    ``navigated_to`` is the new address, ``dialog`` one that is open now, ``opened`` ids of new tabs, ``closed`` ids of
    tabs that went, ``downloads`` ids, ``settled`` False where the settle cap was hit, ``changed`` that the DOM did,
    ``status`` the HTTP status of the page that was gone to.
    """

    navigated_to: External | None = None
    dialog: DialogInfo | None = None
    opened: list[TabInfo] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    downloads: list[dict[str, External | int | str]] = field(default_factory=list)
    settled: bool = True
    changed: bool = False
    stopped: list[External] = field(default_factory=list)
    """Requests that were stopped because they would have changed something, as "METHOD address"."""
    status: int | None = None
    sent: list[SentRequest] = field(default_factory=list)
    """Requests with a method that may change something, since the last act."""
