"""The commands of each package manager that install a browser, and fonts where a machine has none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Manager:
    """A package manager.

    Attributes:
        program: its name on PATH.
        refresh: arguments that bring its lists up to date; empty where installing does that.
        install: arguments before the packages.
        packages: for each browser the packages to try, best first.
        fonts: the package of a set of fonts that covers the usual ones.
        root: it must run as root; otherwise as the user.
        env: variables that keep it from asking.
    """

    program: str
    install: Sequence[str]
    packages: Mapping[str, Sequence[str]]
    refresh: Sequence[str] = ()
    fonts: str = ""
    root: bool = True
    env: Mapping[str, str] = field(default_factory=dict)

    def by_hand(self, package: str) -> str:
        """The command for a person to type."""
        verb = next(word for word in self.install if word in ("install", "add", "-Sy"))
        return f"sudo {self.program} {verb} {package}"


APT = Manager(
    "apt-get",
    # Another apt may be at work, as after the start of a cloud machine.
    install=("-o", "DPkg::Lock::Timeout=120", "install", "-y", "--no-install-recommends"),
    refresh=("update",),
    packages={"chromium": ("chromium-headless-shell", "chromium"), "firefox": ("firefox-esr", "firefox")},
    fonts="fonts-liberation",
    env={"DEBIAN_FRONTEND": "noninteractive"},
)
DNF = Manager(
    "dnf",
    install=("install", "-y"),
    packages={"chromium": ("chromium",), "firefox": ("firefox",)},
    fonts="liberation-fonts",
)
PACMAN = Manager(
    "pacman",
    install=("-Sy", "--noconfirm", "--needed"),
    packages={"chromium": ("chromium",), "firefox": ("firefox",)},
    fonts="ttf-liberation",
)
ZYPPER = Manager(
    "zypper",
    install=("--non-interactive", "install"),
    packages={"chromium": ("chromium",), "firefox": ("MozillaFirefox",)},
    fonts="liberation-fonts",
)
APK = Manager(
    "apk",
    install=("add", "--no-cache"),
    packages={"chromium": ("chromium",), "firefox": ("firefox-esr", "firefox")},
    fonts="ttf-liberation",
)
BREW = Manager(
    "brew",
    install=("install", "--cask"),
    packages={"chromium": ("google-chrome",), "firefox": ("firefox",)},
    root=False,
)
WINGET = Manager(
    "winget",
    install=("install", "--exact", "--silent", "--accept-source-agreements", "--accept-package-agreements", "--id"),
    packages={"chromium": ("Google.Chrome",), "firefox": ("Mozilla.Firefox",)},
    root=False,
)
CHOCO = Manager(
    "choco",
    install=("install", "-y"),
    packages={"chromium": ("googlechrome",), "firefox": ("firefox",)},
    root=False,
)

MANAGERS: Mapping[str, Sequence[Manager]] = {"win32": (WINGET, CHOCO), "darwin": (BREW,)}
LINUX_MANAGERS: Sequence[Manager] = (APT, DNF, PACMAN, ZYPPER, APK)
