"""What browsers are started with, from `launch_args.toml`."""

from __future__ import annotations

import tomllib
from importlib import resources

_SETTINGS = tomllib.loads((resources.files("handrail.browser.process") / "launch_args.toml").read_text("utf-8"))

FIREFOX_PREFS: dict[str, str | float | bool] = _SETTINGS["firefox"]["prefs"]
FIREFOX_ENV: dict[str, str] = _SETTINGS["firefox"]["env"]


def chromium_args(*, proxied: bool) -> list[str]:
    """The arguments of a Chromium, behind the filtering proxy or not."""
    chromium = _SETTINGS["chromium"]
    return [*chromium["args"], *(chromium["proxied"] if proxied else ())]


def firefox_prefs(proxy_port: int | None) -> dict[str, str | float | bool]:
    """The preferences of a Firefox, behind the filtering proxy at a port or not."""
    firefox = _SETTINGS["firefox"]
    if proxy_port is None:
        return {**FIREFOX_PREFS, **firefox["unproxied"]}
    ports = {"network.proxy.http_port": proxy_port, "network.proxy.ssl_port": proxy_port}
    return {**FIREFOX_PREFS, **firefox["proxied"], **ports}
