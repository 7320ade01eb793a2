"""What a browser is asked to be, checked when it is made: a wrong option is one sentence before anything starts."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path
from typing import Any, Literal, get_args
from urllib.parse import urlsplit

from handrail.errors import UsageError

BrowserName = Literal["auto", "chromium", "chrome", "edge", "brave", "firefox"]
ResourceKind = Literal[
    "document", "stylesheet", "image", "media", "font", "script", "texttrack", "xhr", "fetch", "eventsource",
    "websocket", "manifest", "other",
]  # fmt: skip
LockedProfile = Literal["refuse", "copy"]
Judge = Callable[[str, int, Sequence[IPv4Address | IPv6Address]], str | None]
"""Whether a request may go out: ``(host, port, addresses) -> reason or None``; see `handrail.policy.network.judge`."""

BROWSERS: tuple[str, ...] = get_args(BrowserName)
RESOURCES: tuple[str, ...] = get_args(ResourceKind)
_LOCALE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*")
_BYPASS_FORBIDDEN = re.compile(r"[\s;]")


@dataclass(frozen=True, slots=True)
class Proxy:
    """A proxy server. The password is left out of ``repr``, so that it reaches no log.

    Args:
        server: ``http://host:port``, ``https://``, ``socks5://`` or plain ``host:port``.
        username: for a proxy that asks.
        password: for a proxy that asks.
        bypass: hosts that go direct, separated by commas: ``.example.org, 10.0.0.7``.
    """

    server: str
    username: str = ""
    password: str = field(default="", repr=False)
    bypass: str = ""

    def __post_init__(self) -> None:
        server = self.server if "://" in self.server else f"http://{self.server}"
        try:
            parts = urlsplit(server)
            host, port = parts.hostname, parts.port
        except ValueError:
            host, port, parts = None, None, urlsplit("")
        if not host or parts.scheme not in ("http", "https", "socks4", "socks5"):
            raise UsageError(
                "The proxy server is not an address Handrail can use.", hint="Write it as http://host:port."
            )
        if parts.username or parts.password:
            raise UsageError(
                "The proxy server's address holds a user name or password.",
                hint="Give them as username and password, so that they reach no log.",
            )
        if self.password and not self.username:
            raise UsageError("The proxy has a password but no user name.")
        if (self.username or self.password) and parts.scheme.startswith("socks"):
            raise UsageError("Browsers cannot sign in to a SOCKS proxy.", hint="Use an HTTP proxy for that.")
        # The normal form, so that every reader sees the same: scheme, host, port.
        shown = f"[{host}]" if ":" in host else host
        object.__setattr__(self, "server", f"{parts.scheme}://{shown}" + (f":{port}" if port else ""))


@dataclass(frozen=True, slots=True)
class BrowserOptions:
    """How to get a browser and what its context is like.

    Args:
        browser: which one; ``auto`` takes the best that is installed.
        executable: this very program, whatever else is installed.
        channel: a release channel of Chrome or Edge as Playwright names it: ``chrome-beta``, ``msedge-dev``.
        headless: None is headless where there is no display.
        proxy: for every request of the browser. None is the one that the environment or the system names, if any.
        network: the rule that every request of the browser must pass, asked after the name is resolved and before it is
            connected to (`handrail.browser.network.proxy`). It is called on the event loop that opens the browser, and
            must not block. None lets all through.
        ungated: accept that ``network`` does not hold in a browser that is connected to (``cdp_url``): it runs already,
            and its own context cannot be given a way out.
        viewport: width and height in CSS pixels.
        locale: a language tag such as ``de-CH``: language of pages, number and date formats.
        timezone: an IANA name such as ``Europe/Zurich``.
        user_agent: in place of the browser's own.
        profile: a folder that keeps cookies, storage and settings between sessions. Firefox keeps our settings in it
            too, so give Handrail one of its own.
        profile_locked: what to do when another browser uses ``profile``: refuse, or work in a copy that is thrown away.
        storage_state: cookies and local storage to start with, as `save_state` wrote them.
        save_state: where to write them when the session closes, with file mode 0600.
        cdp_url: connect to a running Chromium instead of starting one.
        cdp_urls: more of them, in order: where one does not answer, or is lost, the next is connected to.
        block: kinds of requests that are dropped. Routing switches the browser's HTTP cache off, and does not see what
            a service worker fetches.
        downloads: the run's folder; files that pages hand over go into its folder ``downloads``. None keeps none.
        sandbox: None keeps Chromium's sandbox on, except as root, where it cannot start with it.
        timeout: seconds in which the browser must be up.
    """

    browser: BrowserName = "auto"
    executable: Path | None = None
    channel: str | None = None
    headless: bool | None = None
    proxy: Proxy | None = None
    network: Judge | None = None
    ungated: bool = False
    viewport: tuple[int, int] = (1280, 800)
    locale: str | None = None
    timezone: str | None = None
    user_agent: str | None = None
    profile: Path | None = None
    profile_locked: LockedProfile = "refuse"
    storage_state: Path | None = None
    save_state: Path | None = None
    cdp_url: str | None = None
    cdp_urls: tuple[str, ...] = ()
    block: frozenset[ResourceKind] = frozenset()
    downloads: Path | None = None
    sandbox: bool | None = None
    timeout: float = 30.0

    def __post_init__(self) -> None:
        for name in ("executable", "profile", "storage_state", "save_state", "downloads"):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, Path(value).expanduser())
        object.__setattr__(self, "block", frozenset(self.block))
        object.__setattr__(self, "cdp_urls", tuple(self.cdp_urls))
        for check in (_names, _viewport, _words, _files, _connection):
            check(self)

    @property
    def endpoints(self) -> tuple[str, ...]:
        """Where running browsers may be connected to, in order; empty where one is started."""
        return (*((self.cdp_url,) if self.cdp_url is not None else ()), *self.cdp_urls)

    @property
    def is_headless(self) -> bool:
        """As it will be: what was asked for, else headless where there is no display."""
        return not has_display() if self.headless is None else self.headless

    @property
    def wants_firefox(self) -> bool:
        """Firefox by name, or by the name of the program."""
        if self.executable is not None and self.browser == "auto":
            return "firefox" in self.executable.name.lower()
        return self.browser == "firefox"


def has_display(env: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    """Whether a window could be shown: always on Windows and macOS, elsewhere where X11 or Wayland is named."""
    return platform in ("win32", "darwin") or bool(env.get("DISPLAY") or env.get("WAYLAND_DISPLAY"))


def _names(o: BrowserOptions) -> None:
    if o.browser not in BROWSERS:
        raise UsageError(f"There is no browser {_short(o.browser)}.", hint=f"Choose one of {', '.join(BROWSERS)}.")
    if o.profile_locked not in get_args(LockedProfile):
        raise UsageError(f"profile_locked cannot be {_short(o.profile_locked)}.", hint="Choose refuse or copy.")
    if unknown := sorted(set(o.block) - set(RESOURCES)):
        raise UsageError(
            f"There is no resource kind {_short(unknown[0])} to block.", hint=f"Choose from {', '.join(RESOURCES)}."
        )
    if "document" in o.block:
        raise UsageError("Blocking documents would block every page.", hint="Leave document out of block.")


def _viewport(o: BrowserOptions) -> None:
    size = o.viewport
    if (
        len(size) != 2
        or not all(isinstance(side, int) and not isinstance(side, bool) for side in size)
        or not all(100 <= side <= 10_000 for side in size)
    ):
        raise UsageError(
            "The viewport must be two whole numbers of pixels from 100 to 10000.", hint="Example: 1280x800."
        )
    if not 1 <= o.timeout <= 600:
        raise UsageError("The browser's timeout must be from 1 to 600 seconds.")


def _words(o: BrowserOptions) -> None:
    if o.locale is not None and not _LOCALE.fullmatch(o.locale):
        raise UsageError(f"{_short(o.locale)} is not a language tag.", hint="Example: en-GB.")
    if o.timezone is not None and not _is_timezone(o.timezone):
        raise UsageError(f"{_short(o.timezone)} is not a time zone.", hint="Example: Europe/Zurich.")
    if o.user_agent is not None and (not o.user_agent.strip() or not o.user_agent.isprintable()):
        raise UsageError("The user agent must be one line of text.")


def options_named(options: Mapping[str, Any]) -> BrowserOptions:
    """Options by their names, as a program gives them.

    Raises:
        UsageError: there is no such option, or it does not fit.
    """
    known = [field.name for field in fields(BrowserOptions)]
    if unknown := next((name for name in options if name not in known), None):
        from rapidfuzz import process

        near = process.extractOne(unknown, known, score_cutoff=55)
        raise UsageError(f"There is no session option {unknown!r}.", hint=f"Did you mean {near[0]}?" if near else "")
    return BrowserOptions(**options)


def _files(o: BrowserOptions) -> None:
    if o.executable is not None and not o.executable.is_file():
        raise UsageError(f"There is no browser program at {o.executable}.")
    if o.storage_state is not None and not o.storage_state.is_file():
        raise UsageError(f"There is no storage state at {o.storage_state}.")
    if o.profile is not None and o.profile.exists() and not o.profile.is_dir():
        raise UsageError(f"The profile {o.profile} is not a folder.")
    if o.profile is not None and o.storage_state is not None:
        raise UsageError(
            "A profile and a storage state cannot be used together.",
            hint="The profile keeps cookies itself; leave storage_state out.",
        )


def _connection(o: BrowserOptions) -> None:
    if o.executable is not None and o.channel is not None:
        raise UsageError("Give either executable or channel, not both.")
    if o.channel is not None and o.browser == "firefox":
        raise UsageError("Channels are of Chrome and Edge; Firefox has none here.", hint="Use executable for Firefox.")
    if not o.endpoints:
        if o.ungated:
            raise UsageError("ungated is for a browser that is connected to; leave it out, or give cdp_url.")
        return
    if o.network is not None and not o.ungated:
        raise UsageError(
            "The network rules cannot be held in a browser that is already running.",
            hint="Let Handrail start the browser, or accept it with --ungated (in a program: ungated=True).",
        )
    if any(urlsplit(url).scheme not in ("http", "https", "ws", "wss") for url in o.endpoints):
        raise UsageError("The CDP address must start with http:// or ws://.", hint="Example: http://127.0.0.1:9222.")
    if o.browser == "firefox":
        raise UsageError("Firefox cannot be connected to over CDP.", hint="Let Handrail start it.")
    others = {
        "executable", "channel", "proxy", "profile", "sandbox", "locale", "timezone", "user_agent", "storage_state",
    }  # fmt: skip
    if clash := next((f.name for f in fields(o) if f.name in others and getattr(o, f.name) is not None), None):
        raise UsageError(f"{clash} has no effect on a browser that is already running; leave it or cdp_url out.")


def _is_timezone(name: str) -> bool:
    import zoneinfo

    try:
        zoneinfo.ZoneInfo(name)
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
        # Windows has no zone data of its own; there only the shape is checked, and the browser has the last word.
        return not zoneinfo.available_timezones() and re.fullmatch(r"[A-Za-z_]+(/[\w+-]+)*", name) is not None
    return True


def _short(value: Any) -> str:
    return repr(str(value)[:60])
