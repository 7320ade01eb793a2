"""Explains in a sentence why a browser did not start, from the output of Playwright and the browser."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from handrail.browser.types.options import BrowserOptions
from handrail.errors import HandrailError, NoBrowser, UsageError
from handrail.trust import one_line

# The first that is found in the launch error decides.
_REASONS: tuple[tuple[str, str, str], ...] = (
    (
        r"No usable sandbox|SUID sandbox helper|Failed to move to new namespace|sandbox_host_linux",
        "cannot start its sandbox here",
        "Allow unprivileged user namespaces; in a container that is itself the fence, start with sandbox=False.",
    ),
    (
        r"Missing X server|no DISPLAY|cannot open display|\$DISPLAY|Unable to open X display",
        "found no display to show its window on",
        "Use --headless.",
    ),
    (
        r"error while loading shared libraries: ([\w.+-]+)",
        "lacks a library of the system",
        "Run `handrail setup`, which installs the browser with what it needs.",
    ),
    (
        r"ProcessSingleton|profile (appears to be|is already) in use|already running, but is not responding",
        "found its profile in use by another browser",
        "Close that browser, or work in a copy of the profile (profile_locked='copy').",
    ),
    (
        r"DevTools remote debugging (requires a non-default|is disallowed)",
        "does not let itself be driven with this profile",
        "Use a profile of its own, not the one of the everyday browser.",
    ),
    (r"spawn \S+ ENOENT|Executable doesn't exist|is not found at", "is not there", "Run `handrail setup`."),
    (r"spawn \S+ EACCES|EPERM", "may not be started by this user", "Check that the program can be executed."),
    (r"Exec format error|ENOEXEC", "is no program for this machine", "Name another one with --executable."),
    (r"Timeout \d+ms exceeded", "did not answer in time", "Run `handrail doctor`."),
)  # fmt: skip


def no_start(name: str, options: BrowserOptions, error: Exception) -> HandrailError:
    """The error of a launch that failed."""
    output = str(error)
    if options.timezone and "timezone" in output.lower():
        return UsageError(f"The browser does not know the time zone {options.timezone!r}.")
    for pattern, what, hint in _REASONS:
        if re.search(pattern, output):
            return NoBrowser(f"{name} {what}.", hint=hint)
    return NoBrowser(f"{name} did not start: {_reason(output)}.", hint="Run `handrail doctor`.")


def no_connection(url: str, error: Exception) -> NoBrowser:
    """The error of a connection that failed. The address is shown without what could be a secret in it."""
    parts = urlsplit(url)
    where = f"{parts.scheme}://{parts.hostname}" + (f":{parts.port}" if parts.port else "")
    if re.search(r"ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ECONNRESET", str(error)):
        reason = "nothing listens there"
    elif "Timeout" in str(error):
        reason = "it did not answer in time"
    else:
        reason = _reason(str(error))
    return NoBrowser(
        f"No browser could be connected to at {where}: {reason}.",
        hint="Start Chromium with --remote-debugging-port=9222 and a --user-data-dir of its own.",
    )


def _reason(output: str) -> str:
    """The browser's last error, or how it ended, or else Playwright's first line."""
    errors = re.findall(r"\[err\] (.*\S)", output)
    ended = re.search(r"exitCode=(\w+), signal=(\w+)", output)
    if errors:
        return one_line(errors[-1], 160).removesuffix(".")
    if ended:
        how = f"status {ended[1]}" if ended[1] != "null" else f"signal {ended[2]}"
        return f"it ended at once with {how}"
    first = next((line for line in output.splitlines() if line.strip()), "no reason was given")
    return one_line(re.sub(r"^BrowserType\.\w+: ", "", first), 160).removesuffix(".")
