"""Explains in a sentence why a browser did not start, from the output of Playwright and the browser."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources

from handrail.browser.types.network.addresses import origin_of
from handrail.browser.types.options import BrowserOptions
from handrail.errors import HandrailError, NoBrowser, UsageError
from handrail.trust import one_line


@cache
def _known_errors() -> list[dict[str, str]]:
    text = (resources.files("handrail.browser.process") / "launch_errors.toml").read_text("utf-8")
    known: list[dict[str, str]] = tomllib.loads(text)["error"]
    return known


def no_start(name: str, options: BrowserOptions, error: Exception) -> HandrailError:
    """Return the error of a launch that failed."""
    output = str(error)
    if options.timezone and "timezone" in output.lower():
        return UsageError(f"The browser does not know the time zone {options.timezone!r}.")
    for known in _known_errors():
        if re.search(known["pattern"], output):
            return NoBrowser(f"{name} {known['reason']}.", hint=known["hint"])
    return NoBrowser(f"{name} did not start: {_reason(output)}.", hint="Run `handrail doctor`.")


def no_connection(url: str, error: Exception) -> NoBrowser:
    """Return the error of a connection that failed. The address is shown without what could be a secret in it."""
    if re.search(r"ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ECONNRESET", str(error)):
        reason = "nothing listens there"
    elif "Timeout" in str(error):
        reason = "it did not answer in time"
    else:
        reason = _reason(str(error))
    return NoBrowser(
        f"No browser could be connected to at {origin_of(url)}: {reason}.",
        hint="Start Chromium with --remote-debugging-port=9222 and a --user-data-dir of its own.",
    )


def _reason(output: str) -> str:
    """Return the browser's last error, or how it ended, or else Playwright's first line."""
    errors = re.findall(r"\[err\] (.*\S)", output)
    ended = re.search(r"exitCode=(\w+), signal=(\w+)", output)
    if errors:
        return one_line(errors[-1], 160).removesuffix(".")
    if ended:
        how = f"status {ended[1]}" if ended[1] != "null" else f"signal {ended[2]}"
        return f"it ended at once with {how}"
    first = next((line for line in output.splitlines() if line.strip()), "no reason was given")
    return one_line(re.sub(r"^BrowserType\.\w+: ", "", first), 160).removesuffix(".")
