"""Real browsers and a real server for every test. `page` is bare, with the kit; `session` has the whole pipeline."""

from __future__ import annotations

import gc
import os
import shutil
import signal
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from playwright.async_api import Browser, Page, Playwright, async_playwright

from handrail import Session
from handrail.browser.opening import (
    CHROMIUM_PAGE_TOOLS,
    FIREFOX_ENV,
    FIREFOX_PAGE_TOOLS,
    FIREFOX_PREFS,
)
from handrail.browser.page.kits import register
from handrail.browser.page.refs import Refs
from handrail.browser.playwright_browser import PlaywrightBrowser
from handrail.browser.tabs.tabs import PlaywrightTabs
from tests.lending import lend, new, take_back
from tests.pages import PageServer
from tests.sampling import ALL, ENGINES_AGREE

# A shell starts what runs in the background deaf to Ctrl-C, and nohup to the end of its terminal; programs that tests
# start inherit that, and would wait in vain.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# What programs print is English, whatever language the developer speaks.
os.environ["LC_ALL"] = "C.UTF-8"
# Playwright's driver keeps its compiled code there; in a home of their own, programs would compile it at each start.
os.environ.setdefault("XDG_CACHE_HOME", str(Path.home() / ".cache"))

# The same cases every time, and no limit of milliseconds: the machine may be busy with other things.
settings.register_profile("handrail", derandomize=True, deadline=None, database=None)
settings.load_profile("handrail")


# Modules and tests stay to the end. To look through them for what nobody needs, again and again, takes a tenth of the
# time of collecting tests, and of what Python does in the tests.
gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


TESTS = Path(__file__).parent
PROXY_TESTS = TESTS / "browser" / "network" / "filtering_proxy"
BROWSER_FIXTURES = {"playwright_", "playwright_firefox", "any_browser", "both", "browser", "engine", "asked_session"}
"""A test that uses one of these, or is parametrised by a browser's name, runs in a browser."""


WHOLE_PROGRAMS = tuple(
    str(Path(__file__).with_name(name))
    for name in ("bench", "cli", "demo", "mcp", "test_cookbook.py", "test_documented_commands.py", "test_sync.py")
)
"""Tests that mostly start a program and wait for its end, and none that a page which answers late could fail."""
WITHOUT_PAGES = tuple(
    str(Path(__file__).with_name(folder)) + os.sep
    for folder in ("documents", "messages", "policy", "scripts", "texts", "trust", "web_services")
)
"""Folders with a third of all tests, of which none needs a page."""
assert all(map(os.path.exists, WHOLE_PROGRAMS + WITHOUT_PAGES)), "they moved: they would wait for a processor again"
assert all((TESTS / name).is_file() for name in ENGINES_AGREE), "they moved: they would run in Firefox again"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Keep the workers that run the tests of pages from collecting what the others run."""
    if config.option.markexpr == "not background" and f"{collection_path}{os.sep}".startswith(
        WHOLE_PROGRAMS + WITHOUT_PAGES
    ):
        return True
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark every test that runs in a browser, and every one that may run beside others at a low priority. Files whose
    tests start a browser themselves carry the mark."""
    values = item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
    if BROWSER_FIXTURES & set(getattr(item, "fixturenames", ())) or any(
        one in ("chromium", "firefox") for one in values
    ):
        item.add_marker("browser")
    if item.get_closest_marker("browser") is None or str(item.path).startswith(WHOLE_PROGRAMS):
        item.add_marker("background")
    else:
        assert not str(item.path).startswith(WITHOUT_PAGES), f"{item.nodeid} needs a page: no worker would collect it"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of tests that run in Chromium and in Firefox, where they take three times as long, the whole suite runs none in
    Firefox where the engine makes no difference (`ENGINES_AGREE`), and of the others every fourth of a file, the first
    always. All run with TESTS=all, and where files or tests are named; those of the filtering proxy run everywhere."""
    if ALL or config.option.keyword or [Path(given).name for given in config.args] != ["tests"]:
        return
    assert PROXY_TESTS.is_dir(), "they moved: none of them may be left out"
    every, seen, left = {item.nodeid for item in items}, Counter[Path](), list[pytest.Item]()
    for item in items:
        in_both = "firefox" in item.nodeid and item.nodeid.replace("firefox", "chromium") in every
        if not in_both or PROXY_TESTS in item.path.parents:
            continue
        needed = ENGINES_AGREE.get(item.path.relative_to(TESTS).as_posix())
        if needed is not None and not item.name.startswith(needed):
            left.append(item)
            continue
        seen[item.path] += 1
        if seen[item.path] % 4 != 1:
            left.append(item)
    config.hook.pytest_deselected(items=left)
    gone = set(left)
    items[:] = [item for item in items if item not in gone]


@pytest.fixture(scope="session")
async def playwright_() -> AsyncIterator[Playwright]:
    async with async_playwright() as playwright:
        await register(playwright)
        yield playwright


@pytest.fixture(scope="session")
async def playwright_firefox() -> AsyncIterator[Playwright]:
    """One of its own: in Firefox, Playwright carries the kit."""
    async with async_playwright() as playwright:
        await register(playwright, firefox=True)
        yield playwright


@pytest.fixture(scope="session")
async def chromium(playwright_: Playwright) -> AsyncIterator[Browser]:
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    browser = await playwright_.chromium.launch(
        executable_path=path, args=[*CHROMIUM_PAGE_TOOLS, *(["--no-sandbox"] if root else [])]
    )
    yield browser
    await browser.close()


@pytest.fixture(scope="session")
async def firefox(playwright_firefox: Playwright) -> AsyncIterator[Browser]:
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    browser = await playwright_firefox.firefox.launch(
        channel="moz-firefox",
        executable_path=path,
        # A process that waits for the next page costs each page a seventh more, on a machine where all is busy anyway.
        firefox_user_prefs={**FIREFOX_PREFS, **FIREFOX_PAGE_TOOLS, "dom.ipc.processPrelaunch.enabled": False},
        env={**os.environ, **FIREFOX_ENV},
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


OpenSession = Callable[..., Awaitable[Session]]


async def in_new_context(browser: Browser, run_dir: Path, *, own: bool = False, **options: Any) -> Session:
    """Return a session to enter, with an empty context to itself in a browser that the tests of a process share.

    Args:
        own: in one that nobody had before, and that is closed afterwards.
    """
    lent = await (new(browser) if own else lend(browser))
    tabs = await PlaywrightTabs(lent.context, Refs(), run_dir=run_dir).start()
    shared = PlaywrightBrowser(browser.browser_type.name, lent.context, tabs)
    shared.cleanup.push_async_callback(lent.context.close if own else partial(take_back, lent))
    return Session(using=shared, run_dir=run_dir, **options)


@pytest.fixture
async def open_session() -> AsyncIterator[OpenSession]:
    """Opens sessions in a browser that the tests of a process share, in contexts that other tests had before
    (`tests.lending`): a tenth of the time. ``own=True`` opens one that nobody had."""
    async with AsyncExitStack() as stack:

        async def opened(browser: Browser, run_dir: Path, **options: Any) -> Session:
            return await stack.enter_async_context(await in_new_context(browser, run_dir, **options))

        yield opened


@pytest.fixture(scope="module")
async def shared_session(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Session]:
    """A session in act mode, in Chromium, for all tests of a file: ``session = shared_session`` there.

    To open and close one takes 0.2 s of a processor, more than a small test of a tool. Not for tests of what a session
    remembers: of rules, permissions, words of the user, tainted tabs.
    """
    async with await in_new_context(chromium, tmp_path_factory.mktemp("run")) as session:
        yield session


@pytest.fixture
async def session(open_session: OpenSession, chromium: Browser, tmp_path: Path) -> Session:
    """A session in act mode, in Chromium."""
    return await open_session(chromium, tmp_path / "run")


@pytest.fixture
async def ask_session(open_session: OpenSession, chromium: Browser, tmp_path: Path) -> Session:
    """A session in ask mode, in Chromium."""
    return await open_session(chromium, tmp_path / "run", mode="ask")


@pytest.fixture
async def firefox_session(open_session: OpenSession, firefox: Browser, tmp_path: Path) -> Session:
    """A session in act mode, in Firefox."""
    return await open_session(firefox, tmp_path / "run")


@pytest.fixture(params=["chromium", "firefox"])
def any_browser(request: pytest.FixtureRequest) -> Browser:
    """Chromium and, once more, Firefox."""
    browser: Browser = request.getfixturevalue(request.param)
    return browser


@pytest.fixture
async def any_session(open_session: OpenSession, any_browser: Browser, tmp_path: Path) -> Session:
    """A session in act mode in Chromium and, once more, in Firefox."""
    return await open_session(any_browser, tmp_path / "run")
