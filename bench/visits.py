"""Which pages of the corpus a benchmark visits, and how it opens them: after their scripts ran, MiniWoB begun."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.async_api import Page

BEGIN_MINIWOB = "Math.seedrandom?.('handrail'); core.EPISODE_MAX_TIME = 1e9; core.startEpisodeReal()"
LOAD_MS = 20_000


def chosen(found: Iterator[tuple[str, str, str]], most: int, match: str) -> dict[str, list[tuple[str, str]]]:
    """``(name, url)`` of at most ``most`` pages of each source, spread over its list."""
    by_source: dict[str, list[tuple[str, str]]] = {}
    for source, name, url in found:
        if match in name:
            by_source.setdefault(source, []).append((name, url))
    return {source: _spread(entries, most) for source, entries in by_source.items()}


def _spread(entries: list[tuple[str, str]], most: int) -> list[tuple[str, str]]:
    step = max(1.0, len(entries) / most)
    return [entries[int(index * step)] for index in range(min(most, len(entries)))]


async def visit(page: Page, source: str, url: str) -> None:
    """Open a page and wait until its scripts have built it.

    Raises:
        playwright.async_api.Error: it did not load in time.
    """
    await page.goto(url, wait_until="load", timeout=LOAD_MS)
    await page.wait_for_load_state("networkidle", timeout=LOAD_MS)
    if source == "miniwob" and await page.evaluate("typeof window.core?.startEpisodeReal") == "function":
        await page.evaluate(BEGIN_MINIWOB)
