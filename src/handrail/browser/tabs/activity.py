"""Reads from a tab's documents how long they have been quiet, and whether they show that they load."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from itertools import islice
from math import inf
from typing import Literal

from playwright.async_api import Frame

from handrail.browser.clock import loop_time
from handrail.browser.page.hang_guard import GuardedPageContext
from handrail.browser.page.kit_client import KitAnswer
from handrail.browser.types.errors import BrowserError, BrowserLost, TabLost

ANSWER_TIMEOUT = 0.5
"""Seconds that the kit may take to answer, beyond which the page is busy rather than quiet."""
MOST_FRAMES = 3
"""Frames that came of an act and are watched beside the main document and the frame that was acted in."""


@dataclass(frozen=True, slots=True)
class Activity:
    """What a page reports about itself, in loop time."""

    last_change: float
    idle_reported: float
    """When the browser last reported how long it will be idle."""
    idle_until: float
    loaded: bool
    moving_until: float = 0.0
    """When the last transition ends that shows or hides a part of the page."""

    def with_frame(self, other: Activity) -> Activity:
        """Return the activity of a page and one of its frames together."""
        return Activity(
            max(self.last_change, other.last_change),
            min(self.idle_reported, other.idle_reported),
            min(self.idle_until, other.idle_until),
            self.loaded and other.loaded,
            max(self.moving_until, other.moving_until),
        )


class ActivityReader:
    """Reads the activity of one tab."""

    def __init__(self, core: GuardedPageContext) -> None:
        self._core = core
        self._traffic = core.traffic
        self.nonce = ""
        """The nonce of the main document, as far as it was asked."""
        self.changed_at = 0.0
        """Loop time of the last change that was seen."""
        self.watched_from = 0.0
        """Loop time since which the main document is watched for changes."""
        self.is_in_field = False
        """The focus was in a field, which takes a press without a change of the page."""

    async def read(self, since: float) -> Activity | None:
        """Return the activity of the page; an open request counts as a change. None if the page does not answer."""
        traffic, frames = self._traffic, [Activity(loop_time(), 0.0, 0.0, loaded=False)]
        if not traffic.open_since(since):
            self.is_in_field, frames = False, []
            for frame in self._frames(since):
                if (answer := await self._ask(frame, "activity")) is None:
                    return None
                frames.append(self._activity_of(frame, answer, since))
        changed = loop_time() if traffic.open_since(since) else max(traffic.last_request_ended, traffic.parsed_at)
        return reduce(Activity.with_frame, frames, Activity(changed, inf, inf, loaded=True))

    async def is_loading(self, since: float, *, stays: bool = False) -> bool:
        """Return whether the page shows a sign that it loads; also in frames that an act since then was in or brought.
        ``stays``: from now on the signs that are there do not count, nor do others like them."""
        said = [await self._says(frame, "loading", stays=stays) for frame in self._frames(since)]
        return any(said)

    async def is_bare(self) -> bool:
        """Return whether the page shows no more than a sign that it loads."""
        return await self._says(self._core.page.main_frame, "bare")

    async def is_parsed(self) -> bool:
        """Return whether the main document is parsed; False if it does not answer."""
        answer = await self._ask(self._core.page.main_frame, "activity")
        return answer is not None and answer.data["ready"] != "loading"

    async def _says(self, frame: Frame, op: Literal["bare", "loading"], **args: bool) -> bool:
        answer = await self._ask(frame, op, **args)
        return answer is not None and bool(answer.data[op])

    async def _ask(self, frame: Frame, op: str, **args: bool) -> KitAnswer | None:
        """Return the kit's answer; None if a page that is still there does not answer."""
        try:
            return await self._core.ask(frame, op, timeout=ANSWER_TIMEOUT, **args)
        except (BrowserLost, TabLost):
            raise
        except BrowserError:
            return None

    def _frames(self, since: float) -> list[Frame]:
        """Return the main frame, the one that was acted in, and some of the page's own that came ``since``."""
        main, acted_in = self._core.page.main_frame, self._core.acted_in
        frames = [main]
        if acted_in is not None and acted_in is not main and not acted_in.is_detached():
            frames.append(acted_in)
        arrived = (frame for frame in self._traffic.frames_since(since) if frame is not acted_in)
        return [*frames, *islice(arrived, MOST_FRAMES)]

    def _activity_of(self, frame: Frame, answer: KitAnswer, since: float) -> Activity:
        now, data = loop_time(), answer.data
        changed, watched_from = now - float(data["ms"]) / 1000, now - float(data["watched"]) / 1000
        if frame.parent_frame is None:
            self.nonce, self.watched_from = answer.nonce, watched_from
        elif frame in self._traffic.frames_since(since):
            # It has changed from nothing to what it shows, seen or not.
            changed = max(changed, watched_from)
        self.is_in_field |= data["inField"]
        self.changed_at = max(self.changed_at, changed)
        reported, idle_until = now - float(data["saw"]) / 1000, now + float(data["free"]) / 1000
        return Activity(changed, reported, idle_until, data["ready"] == "complete", now + float(data["moving"]) / 1000)
