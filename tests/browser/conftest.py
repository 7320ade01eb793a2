"""Pages for tests below the session: `stage` in Chromium, `both` in Chromium and Firefox."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser

from tests.browser.stage import Stage


@pytest.fixture
async def stage(chromium: Browser) -> AsyncIterator[Stage]:
    """A stage in Chromium."""
    context = await chromium.new_context()
    yield Stage(await context.new_page())
    await context.close()


@pytest.fixture(params=["chromium", "firefox"])
def any_browser(request: pytest.FixtureRequest) -> Browser:
    return request.getfixturevalue(request.param)


@pytest.fixture
async def both(any_browser: Browser) -> AsyncIterator[Stage]:
    """A stage in Chromium and, once more, in Firefox."""
    context = await any_browser.new_context()
    yield Stage(await context.new_page())
    await context.close()
