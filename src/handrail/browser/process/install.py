"""Finds or installs a browser with what this machine offers, and reports what is done and why it did not work."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import resources
from pathlib import Path

from handrail.browser.process.find import InstalledBrowser, Machine, find_installed
from handrail.errors import NoBrowser, UsageError
from handrail.trust import one_line

Report = Callable[[str], None]
"""Called with what is being done, a line at a time."""

DEADLINE = 1800.0
"""Seconds that one command may take: a browser is 200 MB, and lines are slow."""
_ERROR = re.compile(r"^\s*(E:|Error|ERROR|error|Failed|FAILED|fatal|sudo:)")
_PROGRESS = re.compile(r"\b\d{1,3}% of [\d.]+ \w+")


@dataclass(frozen=True)
class Manager:
    """A package manager, as `packages.toml` declares it.

    Attributes:
        program: its name on PATH.
        install: arguments before the packages.
        packages: for each browser the packages to try, best first.
        refresh: arguments that bring its lists up to date; empty where installing does that.
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
        """Return the command for a person to type."""
        verb = next(word for word in self.install if word in ("install", "add", "-Sy"))
        return f"sudo {self.program} {verb} {package}"


@cache
def managers(platform: str) -> Sequence[Manager]:
    """Return the package managers of a system, by its ``sys.platform``; any that is not named is taken for a Linux."""
    text = (resources.files("handrail.browser.process") / "packages.toml").read_text("utf-8")
    systems = tomllib.loads(text)
    return [Manager(**record) for record in systems.get(platform, systems["linux"])]


def setup(report: Report, *, browser: str = "chromium", machine: Machine | None = None) -> InstalledBrowser:
    """Find a browser that starts, or install one.

    Args:
        browser: ``chromium`` (any of its family will do) or ``firefox``.

    Raises:
        UsageError: a browser that cannot be installed from here.
        NoBrowser: nothing that this machine offers worked.
    """
    if browser not in ("auto", "chromium", "firefox"):
        raise UsageError(
            f"{browser[:40]!r} cannot be set up from here.", hint="Choose chromium or firefox, or install it by hand."
        )
    machine = machine or Machine()
    wanted = "firefox" if browser == "firefox" else "chromium"
    found = _first_working(report, wanted, machine)
    for attempt in () if found else _attempts(report, wanted, machine):
        if attempt() and (found := _first_working(report, wanted, machine)):
            break
    if found is None:
        raise NoBrowser(
            f"No {'Firefox' if wanted == 'firefox' else 'browser'} could be found or installed.",
            hint="Install Chromium, Chrome, Edge, Brave or Firefox by hand; `handrail doctor` then checks it.",
        )
    _fonts(report, machine)
    return found


def _first_working(report: Report, wanted: str, machine: Machine) -> InstalledBrowser | None:
    """Return the first one that says its version: a broken download and the stubs that point to a snap do not."""
    fitting = [one for one in find_installed(machine) if (one.kind == "firefox") == (wanted == "firefox")]
    if not fitting:
        report("No browser is installed." if wanted == "chromium" else "No Firefox is installed.")
    for one in fitting:
        if one.version:
            report(f"Found {one.name} {one.version} at {one.path}.")
            return one
        report(f"{one.name} at {one.path} does not start.")
    return None


def _attempts(report: Report, wanted: str, machine: Machine) -> Iterator[Callable[[], bool]]:
    """Yield what can be tried, in order. Each returns whether it may have worked."""
    if wanted == "chromium":
        yield lambda: _download(report, machine)
    else:
        report("Playwright's own Firefox is a patched one that Handrail does not drive; looking for a stock one.")
    known = managers(machine.platform)
    there = [manager for manager in known if machine.which(manager.program)]
    if not there:
        report(f"No package manager that Handrail knows is here ({', '.join(one.program for one in known)}).")
    for manager in there:
        yield partial(_install, report, manager, manager.packages[wanted], machine)


def _download(report: Report, machine: Machine) -> bool:
    command = [sys.executable, "-m", "playwright", "install", "chromium"]
    # Half a minute for each of its five attempts is too long where there is no way out.
    env = {**machine.env, "PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "10000"}
    return _run(report, "Playwright's download", command, env)


def _install(report: Report, manager: Manager, packages: Sequence[str], machine: Machine) -> bool:
    """Install the first of ``packages`` that can be had."""
    start = _as_root(report, manager, packages[0], machine)
    if start is None:
        return False
    env = {**machine.env, **manager.env}
    if manager.refresh:
        # Old lists may still do, so a failure here is only reported.
        _run(report, manager.program, [*start, *manager.refresh], env)
    return any(_run(report, manager.program, [*start, *manager.install, package], env) for package in packages)


def _as_root(report: Report, manager: Manager, package: str, machine: Machine) -> list[str] | None:
    """Return the beginning of a command of this manager, None where it needs more rights than there are."""
    if not manager.root or machine.is_root:
        return [manager.program]
    if machine.which("sudo") and _silently(["sudo", "-n", "true"], machine.env):
        # sudo drops the variables that keep the manager from asking, so they are set behind it.
        return ["sudo", "-n", "env", *(f"{name}={value}" for name, value in manager.env.items()), manager.program]
    report(f"{manager.program} needs root, and sudo asks for a password. By hand: {manager.by_hand(package)}")
    return None


def _fonts(report: Report, machine: Machine) -> None:
    """Install fonts, without which pages show empty boxes. Failing is no error: better a browser without fonts than
    none."""
    if has_fonts(machine):
        return
    report("No fonts are installed; pages would show empty boxes.")
    for manager in managers("linux"):
        if machine.which(manager.program) and _install(report, manager, [manager.fonts], machine):
            return
    report("Fonts could not be installed. Install the Liberation fonts by hand.")


def has_fonts(machine: Machine) -> bool:
    """Return whether there is any font that a browser could draw with. Windows and macOS come with theirs."""
    if machine.platform in ("win32", "darwin"):
        return True
    shared = [machine.root / place for place in ("usr/share/fonts", "usr/local/share/fonts")]
    own = [machine.home / place for place in (".fonts", ".local/share/fonts")]
    kinds = (".ttf", ".otf", ".ttc", ".pfb", ".woff2")
    return any(path.suffix.lower() in kinds for folder in (*shared, *own) for path in folder.rglob("*"))


def _run(report: Report, name: str, command: Sequence[str], env: Mapping[str, str]) -> bool:
    """Run a command, with reports, and whether it succeeded."""
    report(f"Trying {name}: {' '.join('python' if part == sys.executable else part for part in command)}")
    try:
        status, output = _output(command, env, report)
    except OSError as error:
        report(f"  It did not work: {error.strerror}.")
        return False
    if status == 0:
        report("  Done.")
        return True
    report(f"  It did not work: {_reason(output) or f'it ended with status {status}'}.")
    return False


def _output(command: Sequence[str], env: Mapping[str, str], report: Report) -> tuple[int, list[str]]:
    """Return what a command says, with its progress passed on. It is ended when it takes too long, and on Ctrl-C."""
    # Found with the PATH of `env`, which need not be this process's own.
    program = Machine(env=env).which(command[0]) or Path(command[0])
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "stdin": subprocess.DEVNULL}
    output: list[str] = []
    with (
        subprocess.Popen(  # type: ignore[call-overload]  # mypy does not look into the pipes
            [str(program), *command[1:]], env=dict(env), text=True, encoding="utf-8", errors="replace", **pipes
        ) as process
    ):
        late = threading.Timer(DEADLINE, process.kill)
        late.start()
        try:
            for line in process.stdout:
                output.append(line)
                if progress := _PROGRESS.search(line):
                    report(f"  {progress.group()}")
            return process.wait(), output
        except BaseException:
            process.kill()
            raise
        finally:
            late.cancel()


def _silently(command: Sequence[str], env: Mapping[str, str]) -> bool:
    with suppress(OSError):
        return _output(command, env, lambda _: None)[0] == 0
    return False


def _reason(output: list[str]) -> str:
    """Return the line that says what went wrong: the first that begins like an error, else the last."""
    lines = [one_line(line, 200) for line in output if line.strip()]
    first = next((line for line in lines if _ERROR.match(line)), lines[-1] if lines else "")
    return first.removesuffix(".")
