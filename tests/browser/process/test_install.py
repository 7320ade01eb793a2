"""Setting up a browser on machines whose package managers are scripts: what is tried, in which order, what is said."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from handrail.browser.process import install
from handrail.browser.process.find import Machine
from handrail.browser.process.install import has_fonts, setup
from handrail.errors import NoBrowser, UsageError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the fake programs are shell scripts")

BROWSER = "#!/bin/sh\\necho Chromium 1.2.3\\n"


class Sandbox:
    """A machine of its own: a PATH with the scripts that a test puts there, and a log of how they were called."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root = root
        self.bin = root / "bin"
        self.bin.mkdir()
        self.log = root / "log"
        self.said: list[str] = []
        self._monkeypatch = monkeypatch
        for program in ("sh", "env", "mkdir", "chmod", "sleep"):
            real = next(p for p in (Path("/bin") / program, Path("/usr/bin") / program) if p.exists())
            (self.bin / program).symlink_to(real)
        (root / "usr/share/fonts").mkdir(parents=True)
        (root / "usr/share/fonts/a.ttf").touch()
        # Playwright's download fails, as on a machine without a way out.
        self.script("python", 'echo "Error: getaddrinfo ENOTFOUND cdn.playwright.dev" >&2; echo "    at x"; exit 1')
        monkeypatch.setattr(sys, "executable", str(self.bin / "python"))
        self.root_user(True)

    def machine(self, platform: str = "linux") -> Machine:
        return Machine(platform, {"PATH": str(self.bin), "HOME": str(self.root / "home")}, self.root)

    def root_user(self, yes: bool) -> None:
        self._monkeypatch.setattr(Machine, "is_root", yes)

    def script(self, name: str, body: str) -> Path:
        path = self.bin / name
        path.write_text(f'#!/bin/sh\necho "{name} $*" >> {self.log}\n{body}\n')
        path.chmod(0o755)
        return path

    def installs(self, name: str, package: str, program: str = "chromium", *, at: Path | None = None) -> None:
        """A package manager that knows one package."""
        target = at or self.bin / program
        self.script(
            name,
            f"""case "$*" in
              *update*) exit 0;;
              *" {package}") mkdir -p {target.parent}; printf '{BROWSER}' > {target}; chmod +x {target}; exit 0;;
              *) echo "Reading package lists..."; echo "E: Unable to locate package $*"; exit 100;;
            esac""",
        )

    def setup(self, browser: str = "chromium", platform: str = "linux"):
        return setup(self.said.append, browser=browser, machine=self.machine(platform))

    @property
    def calls(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sandbox:
    return Sandbox(tmp_path, monkeypatch)


def test_a_browser_that_is_there_is_taken_and_nothing_is_installed(box: Sandbox):
    box.script("google-chrome", "echo Google Chrome 156.0.1.2")
    box.installs("apt-get", "chromium")
    found = box.setup()
    assert (found.kind, found.version) == ("chrome", "156.0.1.2")
    assert box.said == [f"Found Chrome 156.0.1.2 at {box.bin / 'google-chrome'}."]
    assert box.calls == ["google-chrome --version"]


def test_one_that_does_not_start_is_passed_over(box: Sandbox):
    box.script("chromium", "echo 'Command requires the chromium snap to be installed.'; exit 1")
    box.script("brave-browser", "echo Brave Browser 1.99.1")
    assert box.setup().kind == "brave"
    assert box.said[0] == f"Chromium at {box.bin / 'chromium'} does not start."


def test_playwright_s_download_is_tried_first(box: Sandbox):
    cache = box.root / "home/.cache/ms-playwright/chromium-7/chrome-linux/chrome"
    box.installs("python", "chromium", at=cache)
    box.installs("apt-get", "chromium")
    assert box.setup().path == cache
    assert box.calls == ["python -m playwright install chromium"]


def test_on_debian_apt_s_lists_are_renewed_and_the_headless_shell_comes_first(box: Sandbox):
    box.installs("apt-get", "chromium-headless-shell", "chromium-headless-shell")
    assert box.setup().headless_only
    options = "-o DPkg::Lock::Timeout=120 install -y --no-install-recommends"
    assert box.calls == [
        "python -m playwright install chromium",
        "apt-get update",
        f"apt-get {options} chromium-headless-shell",
    ]


def test_each_failure_is_reported_with_its_reason(box: Sandbox):
    box.installs("apt-get", "chromium")
    assert box.setup().name == "Chromium"
    options = "-o DPkg::Lock::Timeout=120 install -y --no-install-recommends"
    assert box.said == [
        "No browser is installed.",
        f"Trying Playwright's download: {'python'} -m playwright install chromium",
        "  It did not work: Error: getaddrinfo ENOTFOUND cdn.playwright.dev.",
        "Trying apt-get: apt-get update",
        "  Done.",
        f"Trying apt-get: apt-get {options} chromium-headless-shell",
        f"  It did not work: E: Unable to locate package {options} chromium-headless-shell.",
        f"Trying apt-get: apt-get {options} chromium",
        "  Done.",
        f"Found Chromium 1.2.3 at {box.bin / 'chromium'}.",
    ]


@pytest.mark.parametrize(
    ("manager", "call"),
    [
        ("dnf", "dnf install -y chromium"),
        ("pacman", "pacman -Sy --noconfirm --needed chromium"),
        ("zypper", "zypper --non-interactive install chromium"),
        ("apk", "apk add --no-cache chromium"),
    ],
)
def test_other_linux_systems(box: Sandbox, manager: str, call: str):
    box.installs(manager, "chromium")
    assert box.setup().name == "Chromium"
    assert call in box.calls


def test_the_next_manager_is_tried_where_one_has_nothing(box: Sandbox):
    box.installs("apt-get", "nothing")
    box.installs("dnf", "chromium")
    assert box.setup().name == "Chromium"
    assert [call.split()[0] for call in box.calls if "install" in call] == ["python", "apt-get", "apt-get", "dnf"]


def test_without_root_sudo_is_used_where_it_asks_for_no_password(box: Sandbox):
    box.root_user(False)
    box.script("sudo", 'shift; "$@"')
    box.installs("apt-get", "chromium-headless-shell", "chromium-headless-shell")
    assert box.setup().headless_only
    assert "sudo -n env DEBIAN_FRONTEND=noninteractive apt-get update" in box.calls


def test_without_root_and_sudo_the_command_is_shown(box: Sandbox):
    box.root_user(False)
    box.script("sudo", 'echo "sudo: a password is required"; exit 1')
    box.installs("apt-get", "firefox-esr", "firefox-esr")
    with pytest.raises(NoBrowser, match="No Firefox could be found or installed"):
        box.setup("firefox")
    assert box.said[-1] == (
        "apt-get needs root, and sudo asks for a password. By hand: sudo apt-get install firefox-esr"
    )
    assert not [call for call in box.calls if call.startswith("apt-get")]


def test_firefox_comes_from_the_system_never_from_playwright(box: Sandbox):
    box.installs("apt-get", "firefox", "firefox")
    box.script("chromium", "echo Chromium 156.0.0.0")
    assert box.setup("firefox").kind == "firefox"
    assert not [call for call in box.calls if "playwright" in call]


def test_macos_uses_brew_as_the_user(box: Sandbox):
    box.root_user(False)
    chrome = box.root / "Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
    body = f"""case "$*" in *google-chrome) mkdir -p "{chrome.parent}"; printf '{BROWSER}' > "{chrome}"
        chmod +x "{chrome}";; esac"""
    box.script("brew", body)
    assert box.setup(platform="darwin").kind == "chrome"
    assert box.calls[-1] == "brew install --cask google-chrome"


def test_windows_uses_winget_and_then_chocolatey(box: Sandbox):
    box.script("winget", "echo 'No package found matching input criteria.'; exit 20")
    box.script("choco", "exit 1")
    with pytest.raises(NoBrowser):
        box.setup(platform="win32")
    assert box.calls[1].startswith("winget install --exact --silent")
    assert box.calls[1].endswith("--id Google.Chrome")
    assert box.calls[2] == "choco install -y googlechrome"
    assert "  It did not work: No package found matching input criteria." in box.said
    assert box.said[-1] == "  It did not work: it ended with status 1."


def test_when_nothing_helps_the_end_is_clear(box: Sandbox):
    with pytest.raises(NoBrowser, match="No browser could be found or installed") as raised:
        box.setup()
    assert "by hand" in raised.value.hint
    assert raised.value.exit_code == 4
    assert box.said[-1] == "No package manager that Handrail knows is here (apt-get, dnf, pacman, zypper, apk)."


def test_a_manager_that_says_it_worked_but_brought_nothing_is_no_success(box: Sandbox):
    box.script("apt-get", "exit 0")
    with pytest.raises(NoBrowser):
        box.setup()


def test_fonts_are_installed_where_there_are_none(box: Sandbox):
    (box.root / "usr/share/fonts/a.ttf").unlink()
    box.installs("apt-get", "chromium-headless-shell", "chromium-headless-shell")
    font = box.root / "usr/share/fonts/truetype/b.ttf"
    body = (box.bin / "apt-get").read_text()
    body = body.replace(
        "case ", f'case "$*" in *fonts-liberation) mkdir -p {font.parent}; echo > {font};; esac\ncase ', 1
    )
    (box.bin / "apt-get").write_text(body.replace("exit 100", "exit 0"))
    assert not has_fonts(box.machine())
    box.setup()
    assert has_fonts(box.machine())
    assert "No fonts are installed; pages would show empty boxes." in box.said


def test_fonts_that_cannot_be_had_do_not_undo_the_browser(box: Sandbox):
    (box.root / "usr/share/fonts/a.ttf").unlink()
    box.script("chromium", "echo Chromium 1.2.3")
    box.script("apt-get", "echo 'E: no network'; exit 100")
    assert box.setup().version == "1.2.3"
    assert box.said[-1] == "Fonts could not be installed. Install the Liberation fonts by hand."


def test_a_download_s_progress_is_passed_on(box: Sandbox):
    box.script("python", 'echo "|====      |  40% of 112.5 MiB"; exit 1')
    with pytest.raises(NoBrowser):
        box.setup()
    assert "  40% of 112.5 MiB" in box.said


def test_a_command_that_never_ends_is_ended(box: Sandbox, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(install, "DEADLINE", 0.5)
    box.script("python", "exec sleep 600")
    with pytest.raises(NoBrowser):
        box.setup()
    assert "  It did not work: it ended with status -9." in box.said


def test_control_characters_in_what_a_command_says_do_not_reach_the_terminal(box: Sandbox):
    box.script("python", "printf 'Error: \\033[31mred\\007\\n'; exit 1")
    with pytest.raises(NoBrowser):
        box.setup()
    assert "  It did not work: Error: [31mred." in box.said


def test_only_what_can_be_installed_is_taken(box: Sandbox):
    with pytest.raises(UsageError, match="'opera' cannot be set up"):
        box.setup("opera")
