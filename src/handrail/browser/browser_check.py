"""What a browser needs of this machine, checked: each finding says what was found and how to fix it."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Literal
from urllib.parse import urlsplit

from handrail.browser.process.find import InstalledBrowser, Machine, find_installed
from handrail.browser.process.install import has_fonts
from handrail.browser.types.options import BrowserOptions, has_display
from handrail.errors import HandrailError, NoBrowser

Level = Literal["ok", "warn", "fail"]

PYTHONS = ((3, 11), (3, 14))
"""The oldest and the newest Python that the tests run on."""
PLAYWRIGHTS = ((1, 60), (1, 65))
"""The first Playwright that does all we need, and the first that no longer does."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was checked.

    Attributes:
        level: ``ok``; ``warn``: it works, with a limit; ``fail``: a run would not work.
        fix: how to fix it; empty where nothing needs to be fixed.
    """

    name: str
    level: Level
    found: str
    fix: str = ""


def examine(machine: Machine | None = None) -> list[Finding]:
    """Return all that concerns the browser. `handrail.doctor.examine` adds configuration, model and disk."""
    machine = machine or Machine()
    there = find_installed(machine, headless=True)
    error = _launch(there[0]) if there else None
    return [
        python(),
        playwright(),
        browsers(there),
        *([launch(there[0], error), sandbox(machine, error)] if there else []),
        fonts(machine),
        display(machine),
        loopback(),
        proxy(machine.env),
        http_sign_in(),
        certificates(),
    ]


def python(running: tuple[int, int] = sys.version_info[:2]) -> Finding:
    oldest, newest = PYTHONS
    shown = f"Python {running[0]}.{running[1]}"
    if running < oldest:
        return Finding("python", "fail", f"{shown} is too old.", f"Install Python {newest[0]}.{newest[1]}.")
    if running > newest:
        return Finding("python", "warn", f"{shown} is newer than what Handrail is tested with.")
    return Finding("python", "ok", f"{shown}.")


def playwright() -> Finding:
    try:
        there = version("playwright")
    except PackageNotFoundError:
        return Finding("playwright", "fail", "Playwright is not installed.", "Install Handrail again with pip.")
    first, last = PLAYWRIGHTS
    numbers = tuple(int(part) for part in there.split(".")[:2])
    if first <= numbers < last:
        return Finding("playwright", "ok", f"Playwright {there}.")
    wanted = f"playwright>={first[0]}.{first[1]},<{last[0]}.{last[1]}"
    return Finding("playwright", "fail", f"Playwright {there} does not fit.", f"pip install '{wanted}'")


def browsers(there: list[InstalledBrowser]) -> Finding:
    if not there:
        return Finding("browsers", "fail", "No browser is installed.", "handrail setup")
    # A program and its wrapper are two files and one browser.
    names = dict.fromkeys(f"{one.name} {one.version}".strip() for one in there)
    return Finding("browsers", "ok", f"{', '.join(names)}.")


def launch(found: InstalledBrowser, error: HandrailError | None) -> Finding:
    """Check whether the one that would be taken really starts."""
    if error is None:
        return Finding("launch", "ok", f"{found.name} starts and opens a page.")
    # Who reads this ran the doctor already.
    fix = error.hint if "handrail doctor" not in error.hint else ""
    return Finding("launch", "fail", error.message, fix or "handrail setup")


def sandbox(machine: Machine, error: HandrailError | None) -> Finding:
    if machine.is_root:
        return Finding(
            "sandbox",
            "warn",
            "This is root, as which Chromium runs only without its sandbox.",
            "Run as an ordinary user, or in a container, which isolates it instead.",
        )
    if error is not None and "sandbox" in error.message:
        return Finding("sandbox", "fail", _why_no_sandbox(machine), error.hint)
    if error is not None:
        return Finding("sandbox", "warn", "Not known, because the browser does not start.")
    return Finding("sandbox", "ok", "Pages run in the browser's sandbox.")


def _why_no_sandbox(machine: Machine) -> str:
    """Return the switch of the Linux kernel that keeps a browser from making its sandbox."""
    for switch, off in (
        ("kernel/unprivileged_userns_clone", "0"),
        ("user/max_user_namespaces", "0"),
        ("kernel/apparmor_restrict_unprivileged_userns", "1"),
    ):
        path = machine.root / "proc/sys" / switch
        if path.is_file() and path.read_text().strip() == off:
            return f"The kernel allows no user namespaces ({switch.replace('/', '.')} is {off})."
    return "The browser cannot make its sandbox, as in most containers."


def fonts(machine: Machine) -> Finding:
    if has_fonts(machine):
        return Finding("fonts", "ok", "Fonts are installed.")
    return Finding(
        "fonts",
        "warn",
        "No fonts are installed: pages show empty boxes.",
        "Install fonts-liberation, or handrail setup.",
    )


def display(machine: Machine) -> Finding:
    if has_display(machine.env, machine.platform):
        return Finding("display", "ok", "There is a display; browsers open a window unless --headless is given.")
    return Finding("display", "ok", "There is no display; browsers run headless.")


def loopback() -> Finding:
    """Check loopback: the driver of Firefox and local models speak over it."""
    try:
        with (
            socket.create_server(("127.0.0.1", 0)) as server,
            socket.create_connection(server.getsockname(), timeout=3),
        ):
            return Finding("loopback", "ok", "Programs on this machine can connect to each other.")
    except OSError as error:
        return Finding(
            "loopback", "fail", f"127.0.0.1 cannot be connected to: {error.strerror}.", "Bring the interface lo up."
        )


def proxy(env: Mapping[str, str] = os.environ) -> Finding:
    named = {name: value for name, value in env.items() if name.lower() in ("http_proxy", "https_proxy", "all_proxy")}
    set_ = {name: value for name, value in named.items() if value}
    if not set_:
        return Finding("proxy", "ok", "The environment names no proxy.")
    shown = ", ".join(f"{name} ({_host(value)})" for name, value in sorted(set_.items()))
    direct = env.get("NO_PROXY") or env.get("no_proxy") or ""
    if direct.strip() == "*" or any(host in direct for host in ("127.0.0.1", "localhost")):
        return Finding("proxy", "ok", f"The environment names a proxy: {shown}. Give it to the browser with --proxy.")
    return Finding(
        "proxy",
        "warn",
        f"The environment names a proxy, for this machine's own addresses too: {shown}.",
        "Set NO_PROXY=localhost,127.0.0.1, and give the proxy to the browser with --proxy.",
    )


def http_sign_in() -> Finding:
    return Finding(
        "http sign-in",
        "ok",
        "A site's own sign-in (HTTP 401) is answered with a secret: --http-credentials NAME@ORIGIN.",
    )


def certificates() -> Finding:
    """Check whether a certificate of the user's own could be accepted: a key is made for that."""
    from handrail.browser.network.filtering_proxy.accepted_certificates import AcceptedCertificates
    from handrail.browser.types.network.certificates import AcceptedCertificate

    try:
        AcceptedCertificates.make([AcceptedCertificate("localhost", 443, "")])
    except (ImportError, OSError, ValueError):
        fix = "Install Handrail again with pip."
        return Finding("certificates", "warn", "No certificate can be accepted: this Python cannot make a key.", fix)
    return Finding(
        "certificates",
        "ok",
        "Every certificate is checked; one that no authority vouches for is accepted with --accept-certificate ORIGIN.",
    )


def _host(url: str) -> str:
    """Return a proxy's host, without the password that may stand before it."""
    try:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        return f"{parts.hostname}:{parts.port}" if parts.port else str(parts.hostname)
    except ValueError:
        return "not a valid address"


def _launch(found: InstalledBrowser) -> HandrailError | None:
    """Start a browser, open a page, and end it. In a thread of its own: the caller may have an event loop."""
    with ThreadPoolExecutor(1) as pool:
        try:
            pool.submit(asyncio.run, _opens(found)).result()
        except HandrailError as error:
            return error
    return None


async def _opens(found: InstalledBrowser) -> None:
    from handrail.browser import open_browser

    browser = await open_browser(BrowserOptions(browser=found.kind, executable=found.path, headless=True))
    try:
        async with asyncio.timeout(10):
            await browser.tabs.active.page.set_content("<title>Ready</title>")
            if await browser.tabs.active.page.title() != "Ready":
                raise NoBrowser(f"{found.name} starts, but opens no page.", hint="handrail setup")
    except TimeoutError:
        raise NoBrowser(f"{found.name} starts, but opens no page in 10 s.", hint="handrail setup") from None
    finally:
        await browser.close()
