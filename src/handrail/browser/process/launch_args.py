"""What browsers are started with, from `launch_args.toml`."""

from __future__ import annotations

import tomllib
from importlib import resources

_SETTINGS = tomllib.loads((resources.files("handrail.browser.process") / "launch_args.toml").read_text("utf-8"))

FIREFOX_PREFS: dict[str, str | float | bool] = _SETTINGS["firefox"]["prefs"]
FIREFOX_ENV: dict[str, str] = _SETTINGS["firefox"]["env"]
FIREFOX_PAGE_TOOLS: dict[str, str | float | bool] = _SETTINGS["firefox"]["page_tools"]
CHROMIUM_PAGE_TOOLS: list[str] = _SETTINGS["chromium"]["page_tools"]
"""What lets pages offer tools of their own."""


def chromium_args(proxy: tuple[str, str] | None) -> list[str]:
    """Return the arguments of a Chromium, behind the filtering proxy or not.

    Args:
        proxy: its address for https, and that for websockets. Chromium (156) has a proxy for each scheme, and takes the
            one named ``socks``, whatever kind it is of, for websockets: it prefers that to the one for https.
    """
    chromium = _SETTINGS["chromium"]
    if proxy is None:
        return [*chromium["args"]]
    https, websockets = proxy
    return [
        *chromium["args"],
        *chromium["proxied"],
        f"--proxy-server=http={websockets};https={https};socks={websockets}",
    ]


def firefox_prefs(proxy_port: int | None, socks: tuple[str, int] = ("", 0)) -> dict[str, str | float | bool]:
    """Return the preferences of a Firefox, behind the filtering proxy or not.

    Args:
        proxy_port: for http and https; None where there is no proxy.
        socks: where websockets go.
    """
    firefox = _SETTINGS["firefox"]
    if proxy_port is None:
        return {**FIREFOX_PREFS, **firefox["unproxied"]}
    ports = {"network.proxy.http_port": proxy_port, "network.proxy.ssl_port": proxy_port}
    sockets = {"network.proxy.socks": socks[0], "network.proxy.socks_port": socks[1]}
    return {**FIREFOX_PREFS, **firefox["proxied"], **ports, **sockets}
