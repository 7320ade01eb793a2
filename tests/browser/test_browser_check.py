"""What the doctor finds on machines that lack something."""

from __future__ import annotations

import shutil
import socket
import sys
import tomllib
from pathlib import Path

import pytest

from handrail import doctor as whole
from handrail.browser import browser_check
from handrail.browser.process.find import InstalledBrowser, Machine
from handrail.browser.process.launch_errors import no_start
from handrail.browser.types.options import BrowserOptions
from handrail.config import Config
from handrail.errors import NoBrowser


@pytest.fixture(autouse=True)
def _no_settings_of_whoever_runs_the_tests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("handrail.config.user_config_file", lambda: tmp_path / "no-config.toml")


def machine(root: Path, platform: str = "linux", **env: str) -> Machine:
    return Machine(platform, {"PATH": str(root / "bin"), "HOME": str(root), **env}, root)


@pytest.mark.browser
async def test_this_machine_can_run_browsers_also_where_a_loop_already_runs():
    findings = {finding.name: finding for finding in browser_check.examine()}
    assert findings["launch"].level == "ok", findings["launch"]
    assert findings["browsers"].level == "ok"
    assert not [finding for finding in findings.values() if finding.level == "fail"]


def test_every_finding_that_is_not_ok_has_a_fix(tmp_path: Path):
    findings = browser_check.examine(machine(tmp_path))
    assert {finding.name: finding.level for finding in findings} == {
        "python": "ok",
        "playwright": "ok",
        "browsers": "fail",
        "fonts": "warn",
        "display": "ok",
        "loopback": "ok",
        "proxy": "ok",
        "http sign-in": "ok",
        "certificates": "ok",
    }
    assert all(finding.fix for finding in findings if finding.level != "ok")


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script as browser")
@pytest.mark.browser
def test_a_browser_that_is_there_but_does_not_start_is_a_failure(tmp_path: Path):
    program = tmp_path / "bin" / "chromium"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\n[ "$1" = --version ] && echo Chromium 1.2.3 && exit\necho boom >&2\nexit 1\n')
    program.chmod(0o755)
    findings = {finding.name: finding for finding in browser_check.examine(machine(tmp_path))}
    assert findings["browsers"].found == "Chromium 1.2.3."
    assert findings["launch"].level == "fail"
    assert "boom" in findings["launch"].found


@pytest.mark.parametrize(("running", "level"), [((3, 10), "fail"), ((3, 11), "ok"), ((3, 14), "ok"), ((3, 15), "warn")])
def test_python(running: tuple[int, int], level: str):
    assert browser_check.python(running).level == level


def test_the_versions_it_wants_are_those_of_the_package():
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
    (oldest, newest), (first, last) = browser_check.PYTHONS, browser_check.PLAYWRIGHTS
    assert project["requires-python"] == f">={oldest[0]}.{oldest[1]},<{newest[0]}.{newest[1] + 1}"
    assert f"playwright>={first[0]}.{first[1]},<{last[0]}.{last[1]}" in project["dependencies"]


def test_a_playwright_that_does_not_fit_says_which_does(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(browser_check, "version", lambda _: "1.65.2")
    finding = browser_check.playwright()
    assert finding.level == "fail"
    assert finding.fix == "pip install 'playwright>=1.60,<1.65'"


NO_SANDBOX = NoBrowser("Chromium cannot start its sandbox here.", hint="Allow unprivileged user namespaces.")


@pytest.mark.parametrize(
    ("root", "error", "level"),
    [(True, None, "warn"), (False, None, "ok"), (False, NO_SANDBOX, "fail"), (False, NoBrowser("Gone."), "warn")],
)
def test_sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, root: bool, error: NoBrowser | None, level: str):
    monkeypatch.setattr(Machine, "is_root", root)
    assert browser_check.sandbox(machine(tmp_path), error).level == level


def test_the_fix_of_a_browser_that_does_not_start_is_not_to_check_again():
    error = no_start("Chromium", BrowserOptions(), Exception("exit 1"))
    assert (
        browser_check.launch(InstalledBrowser("chromium", "Chromium", Path("/bin/false")), error).fix
        == "handrail setup"
    )


def test_the_kernel_s_switch_that_forbids_the_sandbox_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Machine, "is_root", False)
    switch = tmp_path / "proc/sys/kernel/apparmor_restrict_unprivileged_userns"
    switch.parent.mkdir(parents=True)
    switch.write_text("1\n")
    finding = browser_check.sandbox(machine(tmp_path), NO_SANDBOX)
    assert "kernel.apparmor_restrict_unprivileged_userns is 1" in finding.found
    switch.write_text("0\n")
    assert "containers" in browser_check.sandbox(machine(tmp_path), NO_SANDBOX).found


def test_fonts_of_the_system_and_of_the_user(tmp_path: Path):
    assert browser_check.fonts(machine(tmp_path)).level == "warn"
    assert browser_check.fonts(machine(tmp_path, "darwin")).level == "ok"
    font = tmp_path / ".local/share/fonts/mine/a.otf"
    font.parent.mkdir(parents=True)
    font.touch()
    assert browser_check.fonts(machine(tmp_path)).level == "ok"


@pytest.mark.parametrize(
    ("env", "level"),
    [
        ({}, "ok"),
        ({"HTTPS_PROXY": ""}, "ok"),
        ({"HTTPS_PROXY": "http://ada:hunter2@proxy:3128"}, "warn"),
        ({"https_proxy": "proxy:3128", "NO_PROXY": "localhost,127.0.0.1"}, "ok"),
        ({"all_proxy": "socks5://proxy:port", "no_proxy": "*"}, "ok"),
    ],
)
def test_a_proxy_of_the_environment_is_reported_without_its_password(env: dict[str, str], level: str):
    finding = browser_check.proxy(env)
    assert finding.level == level
    assert "hunter2" not in finding.found + finding.fix


def test_a_machine_without_loopback(monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: object, **__: object) -> socket.socket:
        raise OSError(99, "Cannot assign requested address")

    monkeypatch.setattr(socket, "create_server", refuse)
    finding = browser_check.loopback()
    assert finding.level == "fail"
    assert "Cannot assign requested address" in finding.found


def test_a_wrong_configuration_is_found_and_the_rest_is_still_checked(tmp_path: Path):
    (tmp_path / "handrail.toml").write_text("modle = 'x'")
    finding, config = whole.configuration(tmp_path, {})
    assert finding.level == "fail"
    assert "modle" in finding.found
    assert finding.fix == "Did you mean model?"
    assert config == Config()


def test_where_the_settings_come_from_is_reported(tmp_path: Path):
    (tmp_path / "handrail.toml").write_text("mode = 'ask'")
    finding, config = whole.configuration(tmp_path, {"HANDRAIL_MODEL": "offline"})
    assert (
        finding.found == f"Settings come from: environment HANDRAIL_MODEL, project file {tmp_path / 'handrail.toml'}."
    )
    assert config.mode == "ask"


@pytest.mark.parametrize(
    ("settings", "env", "level", "said"),
    [
        ({}, {"OLLAMA_HOST": "127.0.0.1:1"}, "warn", "No model is configured"),
        ({"model": "offline"}, {}, "ok", "from the configuration"),
        ({"model": "no-such-model"}, {}, "fail", "no model called"),
        ({}, {"ANTHROPIC_API_KEY": "sk-hunter2"}, "ok", "because ANTHROPIC_API_KEY is set"),
    ],
)
def test_which_model_a_run_would_take(settings: dict[str, str], env: dict[str, str], level: str, said: str):
    finding = whole.model(Config(**settings), env)
    assert (finding.level, said in finding.found) == (level, True), finding
    assert "hunter2" not in finding.found


def test_a_folder_for_runs_that_cannot_be_written(tmp_path: Path):
    assert whole.runs(Config(runs_dir=tmp_path / "new" / "runs")).level == "ok"
    assert not (tmp_path / "new").exists()
    (tmp_path / "file").touch()
    finding = whole.runs(Config(runs_dir=tmp_path / "file" / "runs"))
    assert finding.level == "fail"
    assert finding.fix


def test_a_disk_that_is_nearly_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: type("Usage", (), {"free": 12_000_000}))
    finding = whole.runs(Config(runs_dir=tmp_path))
    assert finding.level == "warn"
    assert "12 MB" in finding.found


def test_the_whole_examination_has_every_part(tmp_path: Path):
    names = [finding.name for finding in whole.examine(machine(tmp_path), folder=tmp_path)]
    assert names == [
        "python", "playwright", "browsers", "fonts", "display", "loopback", "proxy", "http sign-in", "certificates",
        "config", "model", "search", "runs",
    ]  # fmt: skip
