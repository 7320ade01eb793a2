"""Playwright's driver needs little memory, and its settings stay out of this process's environment. Real drivers."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import textwrap
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import psutil
import pytest
from playwright.async_api import async_playwright

from handrail.browser.launch import open_browser
from handrail.browser.page.kit_source import handed_over_engine, kit_engine, world_script
from handrail.browser.process import driver as driver_module
from handrail.browser.process.driver import YOUNG_GENERATION, start_driver
from handrail.browser.process.reaper import driver_process
from handrail.browser.types.options import BrowserOptions
from handrail.errors import NoBrowser
from tests.running import running

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@pytest.fixture(autouse=True)
def of_playwright_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Removes settings of this machine that a driver would inherit."""
    for name in ("NODE_OPTIONS", "NODE_COMPILE_CACHE", "PLAYWRIGHT_NODEJS_PATH"):
        monkeypatch.delenv(name, raising=False)


@asynccontextmanager
async def driver() -> AsyncIterator[psutil.Process]:
    """A driver that Handrail started."""
    playwright = await start_driver()
    process = driver_process(playwright)
    assert process is not None
    yield process
    await playwright.stop()


def own_memory(process: psutil.Process) -> int:
    lines = Path(f"/proc/{process.pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss_Anon:"))


def mode_and_size(folder: Path) -> tuple[int, int]:
    return folder.stat().st_mode & 0o777, sum(file.stat().st_size for file in folder.rglob("*"))


@pytest.mark.browser
async def test_a_driver_needs_less_memory_than_one_that_playwright_starts():
    async with async_playwright() as playwright, driver() as ours:
        usual = driver_process(playwright)
        assert usual is not None
        assert own_memory(ours) < 0.85 * own_memory(usual)


@pytest.mark.browser
async def test_drivers_that_start_together_leave_the_environment_as_it_was():
    before = dict(os.environ)
    async with driver(), asyncio.TaskGroup() as group:
        assert dict(os.environ) == before
        starts = [group.create_task(start_driver()) for _ in range(2)]
        await starts[0]
    await asyncio.gather(*[start.result().stop() for start in starts])
    assert dict(os.environ) == before


@pytest.mark.browser
async def test_the_users_own_options_come_last_and_count(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("NODE_OPTIONS", "--max-semi-space-size=8")
    monkeypatch.setenv("NODE_COMPILE_CACHE", str(tmp_path))
    async with driver() as process:
        assert process.environ()["NODE_OPTIONS"] == f"{YOUNG_GENERATION} --max-semi-space-size=8"
        assert process.environ()["NODE_COMPILE_CACHE"] == str(tmp_path)
    assert os.environ["NODE_OPTIONS"] == "--max-semi-space-size=8"


async def test_a_driver_that_ends_at_once_is_one_sentence(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("NODE_OPTIONS", "--no-such-option")
    with pytest.raises(NoBrowser, match="driver did not start") as caught:
        await open_browser(BrowserOptions(headless=True))
    assert caught.value.hint.startswith("Unset NODE_OPTIONS")


@pytest.mark.browser
async def test_what_was_compiled_is_kept_for_its_owner_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    async with driver() as process:
        kept = Path(process.environ()["NODE_COMPILE_CACHE"])
    assert kept.is_relative_to(tmp_path)
    mode, size = mode_and_size(kept)
    assert mode == 0o700
    assert size > 500_000


def test_where_nothing_can_be_kept_and_for_a_node_of_the_users_own_nothing_is_set(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert driver_module._settings() == {"NODE_OPTIONS": YOUNG_GENERATION}
    monkeypatch.setenv("PLAYWRIGHT_NODEJS_PATH", "/usr/bin/node")
    assert driver_module._settings() == {}


def test_the_kit_has_no_letter_that_would_double_it_in_every_document():
    for script in (world_script(), handed_over_engine(), kit_engine()):
        assert script.isascii()
    for script in (world_script(), kit_engine()):
        assert "const MASK = '\\u2022" in script


def test_a_program_that_is_interrupted_while_its_driver_starts_ends():
    script = """
        import asyncio, os, signal, psutil
        from handrail.browser.process.driver import start_driver

        async def main():
            starting = asyncio.create_task(start_driver())
            while not psutil.Process().children():
                await asyncio.sleep(0)
            os.kill(os.getpid(), signal.SIGINT)
            await starting

        try:
            asyncio.run(main())
        except KeyboardInterrupt:
            print("interrupted", len(psutil.Process().children()), flush=True)
    """
    command = [sys.executable, "-c", textwrap.dedent(script)]
    with running(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        assert program.communicate(timeout=40) == ("interrupted 0\n", "")
