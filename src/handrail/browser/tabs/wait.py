"""Waits until something holds on a page: a text, an element, an address, a state."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Literal

from handrail.browser.clock import loop_time
from handrail.browser.page.hang_guard import GuardedPageContext
from handrail.browser.reading.page_reader import PlaywrightReader
from handrail.browser.tabs.settle import Settler
from handrail.browser.types.element_names import ElementName
from handrail.browser.types.errors import DeadlineHit, DocumentChanged, NoSuchElement, StaleRef

POLL = 0.1
STABLE_SECONDS = 0.5
"""Seconds without a change after which a page counts as stable."""
MAX_MATCHES = 20
"""How many matches are searched for a visible one."""

Check = Callable[[], Awaitable[bool]]


class Waiter:
    """Waits until something holds on one tab."""

    def __init__(self, core: GuardedPageContext, reader: PlaywrightReader, settler: Settler) -> None:
        self._core = core
        self._reader = reader
        self._settler = settler
        self._cost = 0.0

    async def wait(
        self,
        *,
        text: str | None = None,
        ref: str | None = None,
        selector: str | None = None,
        url: str | None = None,
        state: Literal["stable", "load"] | None = None,
        gone: bool = False,
        timeout: float = 10.0,
    ) -> bool:
        """Return True once all conditions hold, False after ``timeout`` seconds; they are checked at least once.
        ``gone``: text, ref, selector and url must not hold. Raises what a ref, name or selector is wrong with at once,
        and `DialogOpen`: nothing can come while one is open."""
        end = loop_time() + timeout
        # Cheap conditions first.
        wanted: list[tuple[str | None, Callable[[str], Awaitable[bool]]]] = [
            (url, self._has_url),
            (ref, self._has_ref),
            (selector, self._has_match),
            (text, self._has_text),
        ]
        checks: list[Check] = [self._is_loaded] if state == "load" else []
        checks += [partial(_holds, check, value, gone) for value, check in wanted if value is not None]
        while not await self._all_hold(checks):
            left = end - loop_time()
            if left <= 0:
                return False
            # A check of a large page takes its time; the page gets at least as much for itself.
            await asyncio.sleep(min(max(POLL, self._cost), left))
        if state == "stable":
            return await self._settler.settle(0.0, cap=max(0.0, end - loop_time()), bare_cap=0.0, quiet=STABLE_SECONDS)
        return True

    async def _all_hold(self, checks: list[Check]) -> bool:
        started = loop_time()
        try:
            for holds in checks:
                if not await holds():
                    return False
        except (DocumentChanged, DeadlineHit):
            # Between two pages, or too busy to answer.
            return False
        finally:
            self._cost = loop_time() - started
        return True

    async def _has_url(self, url: str) -> bool:
        here = self._core.mask_text(await self._address())
        return matches(here, url) if "*" in url else url in here

    async def _address(self) -> str:
        """Return the address as the page gives it: not all changes by a script during loading reach Playwright."""
        try:
            return (await self._core.ask(self._core.page.main_frame, "activity")).url
        except (DocumentChanged, DeadlineHit):
            return self._core.url

    async def _is_loaded(self) -> bool:
        answer = await self._core.ask(self._core.page.main_frame, "activity")
        return bool(answer.data["ready"] == "complete")

    async def _has_ref(self, ref: str) -> bool:
        if (name := ElementName.parse(ref)) is not None:
            try:
                ref = await self._reader.find(name)
            except NoSuchElement:
                return False
        target = await self._core.live(ref)
        answer = await self._core.ask(target.frame, "box", local=target.local, nonce=target.nonce)
        return bool(answer.data.get("shown"))

    async def _has_match(self, selector: str) -> bool:
        found = await self._reader.query(selector, max_results=MAX_MATCHES, include_text=False)
        return any(element.visible for element in found.elements)

    async def _has_text(self, text: str) -> bool:
        found = await self._reader.search(TextCondition(text), limit=MAX_MATCHES, context=0)
        return any(match.visible for match in found.matches)


async def _holds(check: Callable[[str], Awaitable[bool]], value: str, gone: bool) -> bool:
    try:
        return await check(value) is not gone
    except StaleRef:
        if gone:
            return True
        raise


def matches(address: str, pattern: str) -> bool:
    """Return whether the whole address matches a pattern in which only ``*`` has a meaning, in linear time."""
    first, *middle, last = pattern.split("*")
    if not address.startswith(first) or not address.endswith(last):
        return False
    at, end = len(first), len(address) - len(last)
    for part in middle:
        found = address.find(part, at, end)
        if found < 0:
            return False
        at = found + len(part)
    return at <= end


class TextCondition:
    """Words in a row, in any case, whatever white space stands between them: a `browser.types.reading.TextFinder`."""

    def __init__(self, text: str) -> None:
        words = tuple(text.split())
        self.words = words if text.isascii() else None
        self.only_words = True
        self._pattern = re.compile(r"\s+".join(map(re.escape, words)), re.IGNORECASE)

    def find(self, text: str, keep: int) -> tuple[int, list[tuple[int, int]]]:
        spans = [match.span() for match in self._pattern.finditer(text)]
        return len(spans), spans[:keep]
