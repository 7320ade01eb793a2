"""Persistent profiles: what they keep, and whether someone else has one open."""

from __future__ import annotations

import os
import shutil
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from handrail.browser import BrowserOptions, open_browser
from handrail.browser.process.profile import in_use, use_profile
from handrail.errors import UsageError
from tests.pages import PageServer
from tests.running import running

posix = pytest.mark.skipif(sys.platform == "win32", reason="locks of POSIX systems")
SHELL = shutil.which("chromium-headless-shell")
FULL = shutil.which("chromium")

REMEMBER = "<script>localStorage.me = 'Ada'; document.cookie = 'seen=1; max-age=9999'</script>"


def options(browser: str, **more: object) -> BrowserOptions:
    return BrowserOptions(browser=browser, headless=True, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("browser", ["chromium", "firefox"])
async def test_a_profile_keeps_storage_and_cookies_and_is_in_use_only_while_it_is_open(
    browser: str, serve: PageServer, tmp_path: Path
):
    url = serve(REMEMBER)
    blank = serve("nothing")
    for address in (url, blank):
        opened = await open_browser(options(browser, profile=tmp_path / "profile"))
        try:
            page = opened.tabs.active.page
            await page.goto(address)
            assert await page.evaluate("[localStorage.me, document.cookie]") == ["Ada", "seen=1"]
            if browser == "firefox" and sys.platform != "win32":
                assert in_use(tmp_path / "profile")
        finally:
            await opened.close()
    assert not in_use(tmp_path / "profile")
    # The lock that Firefox leaves behind is of nobody.
    assert (tmp_path / "profile" / ".parentlock").exists() is (browser == "firefox")


@pytest.mark.browser
async def test_without_a_profile_nothing_is_kept(serve: PageServer):
    url, blank = serve(REMEMBER), serve("nothing")
    opened = await open_browser(options("chromium"))
    await opened.tabs.active.page.goto(url)
    await opened.close()
    opened = await open_browser(options("chromium"))
    await opened.tabs.active.page.goto(blank)
    assert await opened.tabs.active.page.evaluate("[localStorage.me ?? null, document.cookie]") == [None, ""]
    await opened.close()


@pytest.mark.browser
async def test_a_profile_of_an_open_session_is_refused_or_copied(serve: PageServer, tmp_path: Path):
    """With a headless shell, which locks nothing itself."""
    folder = tmp_path / "profile"
    blank = serve("nothing")
    first = await open_browser(options("chromium", profile=folder, viewport=(800, 600)))
    try:
        await first.tabs.active.page.goto(serve(REMEMBER))
        with pytest.raises(UsageError, match="is in use") as raised:
            await open_browser(options("chromium", profile=folder))
        assert "copy" in raised.value.hint
        second = await open_browser(options("chromium", profile=folder, profile_locked="copy"))
        await second.tabs.active.page.goto(blank)
        await second.close()
    finally:
        await first.close()
    third = await open_browser(options("chromium", profile=folder))
    await third.tabs.active.page.goto(blank)
    assert await third.tabs.active.page.evaluate("localStorage.me") == "Ada"
    await third.close()


@posix
@pytest.mark.skipif(FULL is None, reason="needs full Chromium")
@pytest.mark.browser
async def test_a_profile_that_chromium_has_open_is_in_use(tmp_path: Path):
    opened = await open_browser(options("chromium", profile=tmp_path, executable=FULL))
    try:
        assert (tmp_path / "SingletonLock").is_symlink()
        assert in_use(tmp_path)
        with pytest.raises(UsageError, match="is in use"), use_profile(tmp_path, "refuse"):
            pass
    finally:
        await opened.close()
    assert not in_use(tmp_path)


@posix
@pytest.mark.parametrize(
    ("holder", "used"),
    [
        (f"{socket.gethostname()}-{os.getpid()}", True),
        (f"{socket.gethostname()}-4194399", False),
        ("another-machine-17", True),
    ],
    ids=["running", "crashed", "on another machine"],
)
def test_chromium_s_lock_is_believed_only_while_its_process_runs(tmp_path: Path, holder: str, used: bool):
    (tmp_path / "SingletonLock").symlink_to(holder)
    assert in_use(tmp_path) is used


def test_a_file_that_windows_lets_nobody_open_is_a_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "platform", "win32")
    assert not in_use(tmp_path)
    (tmp_path / "lockfile").touch()
    assert not in_use(tmp_path)
    refused = Path.open

    def open_(path: Path, *args: str, **more: str) -> object:
        if path.name == "lockfile":
            raise PermissionError(13, "The process cannot access the file because it is being used by another process")
        return refused(path, *args, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", open_)
    assert in_use(tmp_path)


@posix
def test_our_own_lock_ends_with_the_process_that_held_it(tmp_path: Path):
    code = (
        "import sys, time; from pathlib import Path; from handrail.browser.process.profile import use_profile\n"
        "with use_profile(Path(sys.argv[1]), 'refuse'):\n    print(1, flush=True); time.sleep(60)"
    )
    with running([sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE) as holder:
        holder.stdout.readline()
        with pytest.raises(UsageError, match="is in use"), use_profile(tmp_path, "refuse"):
            pass
    with use_profile(tmp_path, "refuse") as folder:
        assert folder == tmp_path


def test_a_copy_leaves_caches_and_locks_out_and_is_thrown_away(tmp_path: Path):
    original = tmp_path / "profile"
    for name in ("Default/Cookies", "Default/Cache/big", "Default/Code Cache/js/big", "prefs.js", "cache2/entry"):
        (original / name).parent.mkdir(parents=True, exist_ok=True)
        (original / name).write_text(name)
    with use_profile(original, "refuse"), use_profile(original, "copy") as copy:
        assert copy != original
        files = sorted(path.relative_to(copy).as_posix() for path in copy.rglob("*") if path.is_file())
        assert files == ["Default/Cookies", "prefs.js"]
        (copy / "prefs.js").write_text("changed")
    assert not copy.exists()
    assert (original / "prefs.js").read_text() == "prefs.js"


@posix
def test_a_new_profile_is_for_its_owner_alone(tmp_path: Path):
    with use_profile(tmp_path / "new" / "profile", "refuse") as folder:
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_profile_that_cannot_be_made_is_one_sentence(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="cannot be used"), use_profile(tmp_path / "file" / "profile", "refuse"):
        pass
