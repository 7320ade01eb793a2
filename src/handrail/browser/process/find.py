"""Finds the browsers on this machine. Looks at files only; nothing is started until a version is read."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from handrail.browser.types.options import BrowserOptions
from handrail.errors import NoBrowser
from handrail.options import flag_and_keyword

Kind = Literal["chromium", "chrome", "edge", "brave", "firefox"]
HEADLESS = flag_and_keyword("--headless", BrowserOptions)
EXECUTABLE = flag_and_keyword("--executable PROGRAM", BrowserOptions)
ORDER: tuple[Kind, ...] = ("chromium", "chrome", "edge", "brave", "firefox")


@dataclass(frozen=True)
class InstalledBrowser:
    """A browser on this machine.

    Attributes:
        name: for people: ``Chromium headless shell``.
        headless_only: it cannot show a window (and is the lightest where none is wanted).
    """

    kind: Kind
    name: str
    path: Path
    headless_only: bool = False

    @cached_property
    def version(self) -> str:
        """Asked of the program when first read; empty where it gives none."""
        return _version(self.path)


@dataclass(frozen=True)
class Machine:
    """What the search looks at, so that a test can show it another machine. ``root`` stands before absolute paths."""

    platform: str = sys.platform
    env: Mapping[str, str] = field(default_factory=lambda: os.environ)
    root: Path = Path("/")

    @property
    def home(self) -> Path:
        named = self.env.get("USERPROFILE" if self.platform == "win32" else "HOME")
        return Path(named) if named else Path.home()

    @property
    def is_root(self) -> bool:
        """Never so on Windows, where the word means nothing."""
        return hasattr(os, "geteuid") and os.geteuid() == 0

    def which(self, name: str) -> Path | None:
        found = shutil.which(name, path=self.env.get("PATH", os.defpath))
        return Path(found) if found else None


def find_installed(machine: Machine | None = None, *, headless: bool = True) -> list[InstalledBrowser]:
    """Return every browser found, best first: Chromium before its relatives, Firefox last. ``headless``: no window is
    wanted: headless shells come first. Otherwise they come last."""
    machine = machine or Machine()
    look = {"win32": _windows, "darwin": _macos}.get(machine.platform, _linux)
    unique: dict[Path, InstalledBrowser] = {}
    for found in (*look(machine), *_playwrights(machine)):
        unique.setdefault(_real(found.path), found)
    return sorted(unique.values(), key=lambda f: (f.headless_only != headless, ORDER.index(f.kind)))


def choose(options: BrowserOptions, machine: Machine | None = None) -> InstalledBrowser:
    """Return the browser that ``options`` ask for. Raises `NoBrowser`: it is not there; the hint says how to get it."""
    headless = options.is_headless
    if options.executable is not None:
        return _browser_at(options.executable, options)
    wanted = [f for f in find_installed(machine, headless=headless) if options.browser in ("auto", f.kind)]
    usable = [f for f in wanted if headless or not f.headless_only]
    if usable:
        return usable[0]
    if wanted:
        raise NoBrowser(
            f"Only {wanted[0].name} is installed, which cannot show a window.",
            hint=f"Use {HEADLESS}, or install a full browser.",
        )
    raise _no_browser(options.browser)


def _no_browser(browser: str) -> NoBrowser:
    match browser:
        case "auto" | "chromium":
            hint = f"Run `handrail setup`, or name one with {EXECUTABLE}."
        case "firefox":
            hint = f"Run `handrail setup --browser firefox`, or name one with {EXECUTABLE}."
        case _:
            hint = f"Install it, name its program with {EXECUTABLE}, or take another browser."
    which = "browser" if browser == "auto" else browser.capitalize()
    return NoBrowser(f"No {which} was found on this machine.", hint=hint)


def _browser_at(path: Path, options: BrowserOptions) -> InstalledBrowser:
    kind: Kind = "chromium" if options.browser == "auto" else options.browser
    if options.wants_firefox:
        kind = "firefox"
    shell = "headless" in path.name.lower()
    if shell and not options.is_headless:
        raise NoBrowser(f"{path.name} cannot show a window.", hint=f"Use {HEADLESS}, or name a full browser.")
    return InstalledBrowser(kind, path.name, path, shell)


# Where packages put programs that need not be on PATH: a service's PATH is often short.
_LINUX_PLACES = (
    "usr/bin", "usr/local/bin", "opt/google/chrome", "opt/microsoft/msedge", "opt/brave.com/brave", "snap/bin",
)  # fmt: skip


@cache
def _programs() -> dict[str, list[dict[str, Any]]]:
    text = (resources.files("handrail.browser.process") / "programs.toml").read_text("utf-8")
    return tomllib.loads(text)


def _linux(machine: Machine) -> Iterator[InstalledBrowser]:
    for record in _programs()["linux"]:
        for program in record["programs"]:
            path = machine.which(program) or _first(machine.root / place / program for place in _LINUX_PLACES)
            if path is not None:
                yield InstalledBrowser(record["kind"], record["name"], path, record.get("headless_only", False))


def _macos(machine: Machine) -> Iterator[InstalledBrowser]:
    yield from _in_folders("darwin", [machine.root / "Applications", machine.home / "Applications"])
    if shell := machine.which("chrome-headless-shell"):
        yield InstalledBrowser("chromium", "Chromium headless shell", shell, True)


def _windows(machine: Machine) -> Iterator[InstalledBrowser]:
    roots = [machine.env.get(name) for name in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")]
    yield from _in_folders("win32", [Path(root) for root in roots if root])


def _in_folders(platform: str, folders: Sequence[Path]) -> Iterator[InstalledBrowser]:
    for record in _programs()[platform]:
        for path in (folder / program for program in record["programs"] for folder in folders):
            if path.is_file():
                yield InstalledBrowser(record["kind"], record["name"], path)


def _playwrights(machine: Machine) -> Iterator[InstalledBrowser]:
    """Yield the Chromium that Playwright downloaded; not its Firefox, a patched one that does not speak BiDi."""
    for folder in playwright_folders(machine):
        shells = ("chromium_headless_shell-*/*/headless_shell*", "chromium_headless_shell-*/*/chrome-headless-shell*")
        full = (
            "chromium-*/chrome-linux*/chrome",
            "chromium-*/chrome-win*/chrome.exe",
            "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
        )
        for patterns, name, shell in (
            (shells, "Playwright's headless shell", True),
            (full, "Playwright's Chromium", False),
        ):
            for path in sorted((p for pattern in patterns for p in folder.glob(pattern)), key=_revision, reverse=True):
                if path.is_file() and (machine.platform == "win32" or os.access(path, os.X_OK)):
                    yield InstalledBrowser("chromium", name, path, shell)
                    break


def playwright_folders(machine: Machine) -> list[Path]:
    """Return where Playwright keeps its downloads: the folder named in the environment, else its cache."""
    named = machine.env.get("PLAYWRIGHT_BROWSERS_PATH", "")
    if named == "0":
        from importlib.util import find_spec

        spec = find_spec("playwright")
        return [Path(spec.origin).parent / "driver" / "package" / ".local-browsers"] if spec and spec.origin else []
    if named:
        return [Path(named)]
    match machine.platform:
        case "win32":
            return [Path(machine.env.get("LOCALAPPDATA") or machine.home / "AppData" / "Local") / "ms-playwright"]
        case "darwin":
            return [machine.home / "Library" / "Caches" / "ms-playwright"]
        case _:
            return [Path(machine.env.get("XDG_CACHE_HOME") or machine.home / ".cache") / "ms-playwright"]


def _revision(path: Path) -> int:
    numbers = [int(n) for part in path.parts if (n := part.rpartition("-")[2]).isdigit()]
    return max(numbers, default=0)


def _first(paths: Iterator[Path]) -> Path | None:
    return next((path for path in paths if path.is_file() and os.access(path, os.X_OK)), None)


def _real(path: Path) -> Path:
    try:
        return path.resolve()
    except OSError:
        return path


def _version(path: Path) -> str:
    if sys.platform == "win32":
        return _version_on_windows(path.parent)
    try:
        answer = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    match = re.search(r"\d+(\.\d+)+", answer.stdout)
    return match.group() if match else ""


def _version_on_windows(folder: Path) -> str:
    """Return the version without asking the browser, which would open a window. Chromium's family keeps its version in
    the name of a folder or manifest beside the program, Firefox in a file."""
    ini = folder / "application.ini"
    if ini.is_file() and (match := re.search(r"^Version=([\d.]+)", ini.read_text("utf-8", "replace"), re.MULTILINE)):
        return match[1]
    names = [entry.name.removesuffix(".manifest") for entry in folder.iterdir()]
    versions = [name for name in names if re.fullmatch(r"\d+(\.\d+){3}", name)]
    return max(versions, key=lambda version: [int(part) for part in version.split(".")], default="")
