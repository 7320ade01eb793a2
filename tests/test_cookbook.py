"""The programs of the cookbook do the same as those with Playwright alone, in no more lines."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser
from playwright.sync_api import sync_playwright
from rich.progress import Progress
from scripts.cookbook import FOLDER, TITLES, lines_of_code

from handrail import SyncSession
from handrail.demo import serve
from handrail.demo.orders import DEMO_PASSWORD
from handrail.tools import Table

pytestmark = pytest.mark.browser


def program(name: str) -> Any:
    """A program of the cookbook as a module."""
    spec = spec_from_file_location(f"cookbook_{name.replace('/', '_')}", FOLDER / f"{name}.py")
    assert spec is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def both(name: str) -> tuple[Any, Any]:
    return program(name), program(f"with_playwright/{name}")


@pytest.fixture(scope="module")
def shop() -> Iterator[str]:
    with serve() as site:
        yield site.url


@pytest.fixture(scope="module")
def session(shop: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SyncSession[str]]:
    """One session for all programs, opened as each of them does it."""
    folder = tmp_path_factory.mktemp("cookbook")
    (folder / "password").write_text(DEMO_PASSWORD)
    secret = f"login=file:{folder / 'password'}@{shop.rstrip('/')}"
    table = Table.load(program("custom_tool").prices)
    options: dict[str, Any] = {"headless": True, "secrets": [secret], "table": table, "run_dir": folder / "run"}
    with SyncSession(plain=True, raise_errors=True, **options) as opened:
        yield opened


WithPage = Callable[..., Any]


@pytest.fixture(scope="module")
def with_page() -> Iterator[WithPage]:
    """Runs a function on a page of Playwright's, in a thread: its loop would keep others out of this one."""
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    with ThreadPoolExecutor(1) as thread:
        playwright = thread.submit(lambda: sync_playwright().start()).result()
        args = ["--no-sandbox"] if root else []
        browser = thread.submit(lambda: playwright.chromium.launch(executable_path=path, args=args)).result()
        page = thread.submit(browser.new_page).result()
        yield lambda work, *args: thread.submit(work, page, *args).result()
        thread.submit(browser.close).result()
        thread.submit(playwright.stop).result()


@pytest.mark.parametrize("name", TITLES)
def test_a_program_has_no_more_lines_than_the_one_with_playwright(name: str):
    assert lines_of_code(FOLDER / f"{name}.py") <= lines_of_code(FOLDER / "with_playwright" / f"{name}.py")


def test_every_program_of_the_folder_is_on_the_page():
    for folder in (FOLDER, FOLDER / "with_playwright"):
        assert {file.stem for file in folder.glob("*.py")} - {"__init__"} == set(TITLES)


def test_a_list_over_pages_becomes_csv(session: SyncSession[str], with_page: WithPage, shop: str, tmp_path: Path):
    ours, theirs = both("paginated_list")
    ours.export(session, shop, tmp_path / "ours.csv")
    with_page(theirs.export, shop, tmp_path / "theirs.csv")
    rows = (tmp_path / "ours.csv").read_text("utf-8").splitlines()
    assert rows == (tmp_path / "theirs.csv").read_text("utf-8").splitlines()
    assert (len(rows), len(set(rows))) == (36, 36)


def test_a_file_is_kept_after_signing_in(session: SyncSession[str], with_page: WithPage, shop: str, tmp_path: Path):
    ours, theirs = both("sign_in_and_download")
    file = ours.fetch(session, shop)
    assert file.read_bytes() == with_page(theirs.fetch, shop, DEMO_PASSWORD, tmp_path).read_bytes()
    assert len(file.read_text("utf-8").splitlines()) == 37


def test_a_long_form_is_filled_in_and_sent(session: SyncSession[str], with_page: WithPage, shop: str):
    ours, theirs = both("long_form")
    assert ours.order(session, shop).startswith("W-")
    assert with_page(theirs.order, shop).startswith("W-")


def test_a_progress_bar_follows_the_events(session: SyncSession[str], with_page: WithPage, shop: str):
    addresses = [f"{shop}products?page={number}" for number in (1, 2, 3)]
    ours, theirs = both("progress_bar")
    for visit in (partial(ours.visit, session), partial(with_page, theirs.visit)):
        with Progress(disable=True) as progress:
            visit(addresses, progress)
        assert [task.completed for task in progress.tasks] == [3]


def test_a_tool_of_ones_own_is_called(session: SyncSession[str], with_page: WithPage, shop: str):
    theirs = program("with_playwright/custom_tool")
    session.goto(f"{shop}products")
    with_page(lambda page: page.goto(f"{shop}products"))
    prices = session.call("prices", most=50).unwrap()["prices"]
    assert prices == with_page(lambda page: theirs.call(page, "prices", most=50))
    assert 0 < len(prices) < 12


async def test_pictures_of_many_addresses_are_taken_side_by_side(shop: str, chromium: Browser, tmp_path: Path):
    ours, theirs = both("pictures")

    def folder(name: str) -> list[Path]:
        return sorted((tmp_path / name).iterdir())

    addresses = [f"{shop}{name}" for name in ("", "products", "pricing", "care")]
    for name in ("ours", "theirs"):
        (tmp_path / name).mkdir()
    await ours.take_all(addresses, tmp_path / "ours", at_once=2)
    await theirs.take(chromium, iter(enumerate(addresses, 1)), tmp_path / "theirs")
    pictures = {name: [file.stem for file in folder(name)] for name in ("ours", "theirs")}
    assert pictures == {"ours": ["01", "02", "03", "04"], "theirs": ["01", "02", "03", "04"]}
    assert all(file.stat().st_size > 5_000 for name in pictures for file in folder(name))
