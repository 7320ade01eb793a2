"""Finding browsers, on this machine and on machines that are made of empty files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from handrail.browser import BrowserOptions
from handrail.browser.process.find import InstalledBrowser, Machine, choose, find_installed
from handrail.errors import NoBrowser


def program(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\necho Browser 1.2.3.4 built on Debian\n")
    path.chmod(0o755)
    return path


def names(found: list[InstalledBrowser]) -> list[str]:
    return [one.name for one in found]


@pytest.fixture
def linux(tmp_path: Path) -> Machine:
    return Machine("linux", {"HOME": str(tmp_path / "home"), "PATH": str(tmp_path / "bin")}, tmp_path)


@pytest.fixture
def macos(tmp_path: Path) -> Machine:
    return Machine("darwin", {"HOME": str(tmp_path / "home"), "PATH": str(tmp_path / "bin")}, tmp_path)


@pytest.fixture
def windows(tmp_path: Path) -> Machine:
    env = {
        "PROGRAMFILES": str(tmp_path / "Program Files"),
        "PROGRAMFILES(X86)": str(tmp_path / "Program Files (x86)"),
        "LOCALAPPDATA": str(tmp_path / "Local"),
        "USERPROFILE": str(tmp_path / "home"),
        "PATH": "",
    }
    return Machine("win32", env, tmp_path)


def test_an_empty_machine_has_none(linux: Machine, macos: Machine, windows: Machine):
    assert [find_installed(machine) for machine in (linux, macos, windows)] == [[], [], []]


def test_linux_on_path_and_in_the_places_of_packages(linux: Machine, tmp_path: Path):
    for where in ("bin/firefox", "bin/chromium", "opt/google/chrome/chrome", "usr/bin/microsoft-edge-stable"):
        program(tmp_path / where)
    program(tmp_path / "usr/bin/chromium-headless-shell")
    program(tmp_path / "snap/bin/brave")
    assert names(find_installed(linux)) == ["Chromium headless shell", "Chromium", "Chrome", "Edge", "Brave", "Firefox"]


def test_with_a_window_a_headless_shell_is_the_last_resort(linux: Machine, tmp_path: Path):
    program(tmp_path / "bin/chromium-headless-shell")
    program(tmp_path / "bin/firefox")
    assert names(find_installed(linux, headless=False)) == ["Firefox", "Chromium headless shell"]


def test_one_program_under_two_names_is_one_browser(linux: Machine, tmp_path: Path):
    real = program(tmp_path / "usr/bin/chromium")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/chromium-browser").symlink_to(real)
    assert len(find_installed(linux)) == 1


def test_a_file_that_cannot_be_executed_is_no_browser(linux: Machine, tmp_path: Path):
    program(tmp_path / "usr/bin/chromium").chmod(0o644)
    assert find_installed(linux) == []


def test_macos_applications_of_all_users_and_of_one(macos: Machine, tmp_path: Path):
    program(tmp_path / "Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
    program(tmp_path / "Applications/Firefox.app/Contents/MacOS/firefox")
    program(tmp_path / "home/Applications/Brave Browser.app/Contents/MacOS/Brave Browser")
    assert [(one.kind, one.name) for one in find_installed(macos)] == [
        ("chrome", "Chrome"),
        ("brave", "Brave"),
        ("firefox", "Firefox"),
    ]


def test_windows_program_folders(windows: Machine, tmp_path: Path):
    program(tmp_path / "Program Files (x86)/Microsoft/Edge/Application/msedge.exe")
    program(tmp_path / "Local/Google/Chrome/Application/chrome.exe")
    program(tmp_path / "Program Files/Mozilla Firefox/firefox.exe")
    assert [one.kind for one in find_installed(windows)] == ["chrome", "edge", "firefox"]


@pytest.mark.parametrize(
    ("system", "cache", "shell", "full"),
    [
        (
            "linux",
            "home/.cache/ms-playwright",
            "chromium_headless_shell-1248/chrome-headless-shell-linux64/chrome-headless-shell",
            "chromium-1248/chrome-linux64/chrome",
        ),
        (
            "macos",
            "home/Library/Caches/ms-playwright",
            "chromium_headless_shell-1248/chrome-headless-shell-mac-arm64/chrome-headless-shell",
            "chromium-1248/chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
        ),
        (
            "windows",
            "Local/ms-playwright",
            "chromium_headless_shell-1248/chrome-headless-shell-win64/chrome-headless-shell.exe",
            "chromium-1248/chrome-win64/chrome.exe",
        ),
    ],
)
def test_what_playwright_downloaded(
    system: str, cache: str, shell: str, full: str, tmp_path: Path, request: pytest.FixtureRequest
):
    machine = request.getfixturevalue(system)
    program(tmp_path / cache / shell)
    program(tmp_path / cache / full)
    program(tmp_path / cache / full.replace("1248", "990"))
    found = find_installed(machine)
    assert [(one.path, one.headless_only) for one in found] == [
        (tmp_path / cache / shell, True),
        (tmp_path / cache / full, False),
    ]


def test_playwright_s_folder_can_be_named_in_the_environment(tmp_path: Path):
    program(tmp_path / "own/chromium-7/chrome-linux/chrome")
    machine = Machine("linux", {"PLAYWRIGHT_BROWSERS_PATH": str(tmp_path / "own"), "PATH": ""}, tmp_path)
    assert names(find_installed(machine)) == ["Playwright's Chromium"]


def test_the_best_is_taken_or_the_one_that_was_named(linux: Machine, tmp_path: Path):
    program(tmp_path / "bin/chromium")
    program(tmp_path / "bin/brave")
    assert choose(BrowserOptions(headless=True), linux).kind == "chromium"
    assert choose(BrowserOptions(browser="brave", headless=True), linux).kind == "brave"


def test_no_browser_says_how_to_get_one(linux: Machine):
    with pytest.raises(NoBrowser, match="No browser was found") as raised:
        choose(BrowserOptions(headless=True), linux)
    assert "handrail setup" in raised.value.hint
    assert raised.value.exit_code == 4
    with pytest.raises(NoBrowser, match="No Firefox") as raised:
        choose(BrowserOptions(browser="firefox", headless=True), linux)
    assert "handrail setup --browser firefox" in raised.value.hint


def test_a_window_cannot_come_from_a_headless_shell(linux: Machine, tmp_path: Path):
    shell = program(tmp_path / "bin/chromium-headless-shell")
    with pytest.raises(NoBrowser, match="cannot show a window"):
        choose(BrowserOptions(headless=False), linux)
    with pytest.raises(NoBrowser, match="cannot show a window"):
        choose(BrowserOptions(headless=False, executable=shell), linux)


def test_an_executable_is_taken_whatever_else_is_installed(linux: Machine, tmp_path: Path):
    own = program(tmp_path / "elsewhere/my-firefox")
    program(tmp_path / "bin/chromium")
    found = choose(BrowserOptions(executable=own, headless=True), linux)
    assert (found.kind, found.path) == ("firefox", own)


@pytest.mark.skipif(sys.platform == "win32", reason="runs a shell script")
def test_a_version_is_asked_of_the_program(tmp_path: Path):
    assert InstalledBrowser("chromium", "Chromium", program(tmp_path / "chromium")).version == "1.2.3.4"
    silent = tmp_path / "silent"
    silent.write_text("#!/bin/sh\nexit 1\n")
    silent.chmod(0o755)
    assert InstalledBrowser("chromium", "Chromium", silent).version == ""
    assert InstalledBrowser("chromium", "Chromium", tmp_path / "gone").version == ""


def test_on_windows_a_version_is_read_from_the_files_beside_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("handrail.browser.process.find.sys.platform", "win32")
    chrome, firefox = program(tmp_path / "chrome/chrome.exe"), program(tmp_path / "firefox/firefox.exe")
    for name in ("9.0.0.1", "156.0.8078.79", "Dictionaries"):
        (chrome.parent / name).mkdir()
    (firefox.parent / "application.ini").write_text("[App]\nName=Firefox\nVersion=153.7.0\nBuildID=2026\n")
    assert InstalledBrowser("chrome", "Chrome", chrome).version == "156.0.8078.79"
    assert InstalledBrowser("firefox", "Firefox", firefox).version == "153.7.0"
    assert InstalledBrowser("edge", "Edge", program(tmp_path / "edge/msedge.exe")).version == ""


def test_looking_needs_no_playwright():
    code = "import sys, handrail.browser.process.find; sys.exit('playwright' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
