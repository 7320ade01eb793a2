"""Every tool of the table answers in time: where a frame hangs, where the page hangs, and when the browser is gone."""

from __future__ import annotations

import asyncio
import os
import shutil
import threading
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest
from playwright.async_api import Browser, Playwright
from playwright.async_api import TimeoutError as PlaywrightTimeout

from handrail import Session
from handrail.browser.opening import FIREFOX_ENV, FIREFOX_PREFS
from handrail.browser.process.reaper import children, driver_process, end_processes
from handrail.models import Scripted
from handrail.results import Failed, Ok
from handrail.tools.core.table import Table
from tests.conftest import OpenSession
from tests.pages import PageServer, Reply
from tests.tools.every_tool import CALLS, LEAVING, PAGE, PLAN, Beside, calls_for, secrets_for

LONG: dict[str, dict[str, Any]] = {"wait": {"seconds": 20}, "wait_for": {"text": "never", "timeout": 60}}
"""Calls that would take longer than they may."""
WITHOUT_BROWSER = {"note", "read_notes", "revise_plan", "ask_user", "hand_over", "done", "abort"} | {
    "read_download",
    "list_downloads",
    "write_file",
}
SERVICES = {"web_search", "tabstack_extract_markdown", "tabstack_extract_json", "tabstack_generate_json"}
"""Not available without a provider or a key."""
IN_FIREFOX = ("click", "fill", "scroll", "snapshot", "screenshot", "search_page", "wait_for", "read_notes", "goto")

LIMIT = 0.5
"""Seconds that a call may take: `Session(call_timeout=)`."""
SLACK = 4.0
"""Seconds above twice that (facts and act have it each) for a machine that is busy with other things."""

WAITS = """setTimeout(() => { const held = new XMLHttpRequest(); held.open('GET', '/held', false); held.send() })"""
"""Hangs Chromium's page as an endless loop does, and costs other tests nothing. Firefox goes on meanwhile."""
LOOPS = "setTimeout(() => { for (;;); })"


def test_every_tool_has_a_call_here() -> None:
    assert set(CALLS) == {record.name for record in Table.load()}


@dataclass
class Place:
    """Where sessions are opened, one for each share of the tools."""

    open_session: OpenSession
    browser: Browser
    serve: PageServer
    file: Path

    async def session(self, *, in_frame: bool) -> tuple[Session, dict[str, dict[str, Any]]]:
        """A session at the page, or at one with the page in a frame of another site; and the calls for it."""
        serve = self.serve
        serve.put("/held", Reply(hold=threading.Event()))
        inner = serve(PAGE, "/inner")
        outer = serve(f"<title>Outer</title><p>Main</p><iframe src='{serve.other_site}/inner'></iframe>", "/outer")
        folder = self.file.parent
        options: dict[str, Any] = {"upload_dirs": [folder], "secrets": secrets_for(serve, folder), "person": Beside()}
        options["give_values"] = options["person"].give_values
        options["page_tools"] = True
        session = await self.open_session(self.browser, folder / "run", model=Scripted(["x"] * 9), **options)
        session.plan.current = PLAN
        # Something to go back to.
        for url in (serve("<title>First</title>", "/first"), outer if in_frame else inner):
            assert (await session.call("goto", url=url)).ok
        return session, await calls_for(session, serve, self.file) | LONG

    async def tried(self, names: list[str], script: str, *, in_frame: bool) -> dict[str, str]:
        """Call tools where a page or its frame hangs; what did not go as it should, by name."""
        session, calls = await self.session(in_frame=in_frame)
        frame = session.tab.page.frames[1 if in_frame else 0]
        await frame.evaluate(script)
        await hangs(frame)
        before = (session.call_timeout, session.model_timeout)
        session.call_timeout = session.model_timeout = LIMIT
        faults = {name: fault for name in names if (fault := await answered(session, name, calls[name]))}
        session.call_timeout, session.model_timeout = before
        after = await session.call("new_tab", url=f"{self.serve.origin}/fine")
        if not after.ok or after.data["title"] != "Fine":
            faults["the session afterwards"] = str(after.to_dict())
        return faults


async def hangs(frame: Any) -> None:
    """Returns when the frame's script has begun to hang it."""
    while True:
        try:
            await frame.locator("html").text_content(timeout=300)
        except PlaywrightTimeout:
            return


async def answered(session: Session, name: str, params: dict[str, Any]) -> str | None:
    """Call a tool; what is wrong with how it answered, None where nothing is."""
    try:
        async with asyncio.timeout(2 * LIMIT + SLACK):
            result = await session.call(name, **params)
    except TimeoutError:
        return "no answer"
    if isinstance(result, Failed):
        return None if result.code and result.error.endswith(".") else f"not a sentence: {result.error}"
    return None if isinstance(result, Ok) else f"answered {result!r}"


def shares(count: int) -> list[list[str]]:
    """All tools in turn, shared out so that sessions try them side by side; one that leaves the page comes last."""
    staying = [name for name in CALLS if name not in LEAVING]
    return [staying[number::count] + list(LEAVING[number : number + 1]) for number in range(count)]


@dataclass
class Own:
    """A browser that a test may hang and kill."""

    browser: Browser
    process: psutil.Process


@pytest.fixture
def playwright_of_own(request: pytest.FixtureRequest) -> Playwright:
    name = "playwright_" if request.node.callspec.params["own"] == "chromium" else "playwright_firefox"
    playwright: Playwright = request.getfixturevalue(name)
    return playwright


@pytest.fixture
async def own(request: pytest.FixtureRequest, playwright_of_own: Playwright) -> AsyncIterator[Own]:
    """Chromium, with each site in a process of its own as in a session's, or Firefox."""
    driver = driver_process(playwright_of_own)
    assert driver is not None
    before = children(driver)
    if request.param == "chromium":
        path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = await playwright_of_own.chromium.launch(
            executable_path=path, chromium_sandbox=False, args=["--site-per-process"]
        )
    else:
        path = shutil.which("firefox-esr") or shutil.which("firefox")
        browser = await playwright_of_own.firefox.launch(
            channel="moz-firefox",
            executable_path=path,
            firefox_user_prefs=FIREFOX_PREFS,
            env={**os.environ, **FIREFOX_ENV},
        )
    (process,) = [child for child in children(driver) if child not in before]
    yield Own(browser, process)
    await browser.close()


@pytest.mark.parametrize("own", ["chromium"], indirect=True)
@pytest.mark.parametrize("in_frame", [True, False], ids=["a frame", "the page"])
async def test_every_tool_answers_within_its_deadline_where_it_hangs(
    in_frame: bool, open_session: OpenSession, own: Own, serve: PageServer, file: Path
) -> None:
    place = Place(open_session, own.browser, serve, file)
    tried = await asyncio.gather(*(place.tried(share, WAITS, in_frame=in_frame) for share in shares(len(LEAVING))))
    assert [faults for faults in tried if faults] == []


@pytest.mark.parametrize("own", ["chromium"], indirect=True)
async def test_every_tool_says_at_once_that_the_browser_was_killed(
    open_session: OpenSession, own: Own, serve: PageServer, file: Path
) -> None:
    await every_tool_says_it(open_session, own, serve, file)


@pytest.mark.parametrize("own", ["firefox"], indirect=True)
async def test_in_firefox_tools_answer_in_a_page_that_hangs_and_when_the_browser_was_killed(
    open_session: OpenSession, own: Own, serve: PageServer, file: Path
) -> None:
    assert await Place(open_session, own.browser, serve, file).tried(list(IN_FIREFOX), LOOPS, in_frame=False) == {}
    await every_tool_says_it(open_session, own, serve, file)


async def every_tool_says_it(open_session: OpenSession, own: Own, serve: PageServer, file: Path) -> None:
    """Kill the browser of a session, and call every tool."""
    session, calls = await Place(open_session, own.browser, serve, file).session(in_frame=False)
    gone = asyncio.Event()
    own.browser.on("disconnected", lambda _: gone.set())
    await asyncio.to_thread(end_processes, [own.process])
    async with asyncio.timeout(30):
        await gone.wait()
        for name, params in calls.items():
            result = await session.call(name, **params)
            if name in WITHOUT_BROWSER:
                assert result.ok, (name, result.to_dict())
            elif name in SERVICES:
                assert result.code == "not_available", name
            else:
                assert (name, result.code, result.recoverable) == (name, "browser_lost", False)
                assert (result.error, result.hint) == ("The browser is gone.", "Start a new session.")
