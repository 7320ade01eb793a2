"""Real browsers and a real server for every test. `page` is a bare page with the kit; `session` the whole road."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, Playwright, async_playwright

from handrail import Session
from handrail.browser.backend import bridge
from tests.pages import PageServer

FIREFOX_PREFS = {
    "browser.sessionhistory.max_total_viewers": 0,
    "fission.bfcacheInParent": False,
    "fission.autostart": False,
}


@pytest.fixture(scope="session")
async def playwright_() -> AsyncIterator[Playwright]:
    async with async_playwright() as playwright:
        await bridge.register(playwright)
        yield playwright


@pytest.fixture(scope="session")
async def chromium(playwright_: Playwright) -> AsyncIterator[Browser]:
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    browser = await playwright_.chromium.launch(executable_path=path, args=["--no-sandbox"] if root else [])
    yield browser
    await browser.close()


@pytest.fixture(scope="session")
async def firefox(playwright_: Playwright) -> AsyncIterator[Browser]:
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    browser = await playwright_.firefox.launch(
        channel="moz-firefox", executable_path=path, firefox_user_prefs=FIREFOX_PREFS
    )
    yield browser
    await browser.close()


@pytest.fixture
async def page(chromium: Browser) -> AsyncIterator[Page]:
    context = await chromium.new_context()
    yield await context.new_page()
    await context.close()


@pytest.fixture
def serve() -> Iterator[PageServer]:
    server = PageServer()
    yield server
    server.stop()


@pytest.fixture
async def session(tmp_path: Path) -> AsyncIterator[Session]:
    """The whole road in act mode, in Chromium."""
    async with Session(headless=True, run_dir=tmp_path / "run") as session:
        yield session


@pytest.fixture
async def ask_session(tmp_path: Path) -> AsyncIterator[Session]:
    """The whole road in ask mode, in Chromium."""
    async with Session(headless=True, mode="ask", run_dir=tmp_path / "run") as session:
        yield session


@pytest.fixture
async def firefox_session(tmp_path: Path) -> AsyncIterator[Session]:
    """The whole road in act mode, in Firefox."""
    async with Session(browser="firefox", headless=True, run_dir=tmp_path / "run") as session:
        yield session
