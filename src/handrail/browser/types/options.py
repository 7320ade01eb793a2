"""The options of a browser, checked when they are made: a wrong one is one sentence before anything starts."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, get_args
from urllib.parse import urlsplit

from handrail.browser.types.network.certificates import AcceptedCertificate, parse_certificate
from handrail.browser.types.network.network_rules import HttpSignIn, NetworkRule
from handrail.browser.types.network.proxy import Proxy, proxy_with_credentials
from handrail.browser.types.option_values import (
    BROWSERS,
    RESOURCES,
    BrowserName,
    LockedProfile,
    ResourceKind,
    is_language,
    is_timezone,
    parse_viewport,
    quote,
)
from handrail.errors import UsageError
from handrail.options import Option, flag_and_keyword

USUAL_VIEWPORT = (1280, 800)
CHROMIUM_ONLY = "Leave the device out, or take another browser."


@dataclass(frozen=True, slots=True)
class BrowserOptions:
    """How to get a browser, and what its context is like.

    Fields without an `Option` are for programs:

    Args:
        network: the rule that every request of the browser must pass, asked after the name is resolved and before it is
            connected to (`handrail.browser.network.filtering_proxy`). It is called on the event loop that opens the
            browser, and must not block. None lets all through.
        http_sign_in: what a site's HTTP authentication is answered with, on its origin only.
        cdp_url: the first of ``cdp_urls``.
        downloads: the run's folder; files that pages hand over go into its folder ``downloads``. None keeps none.
        timeout: seconds in which the browser must be up.
        shared: have a context of one Chromium with the other sessions of this program in the same event loop, which
            takes a fraction of the memory and time (`handrail.browser.shared_browser`). By default where the options
            allow it (`own_browser_because`); True insists on it, False starts a browser of its own.
    """

    browser: Annotated[
        BrowserName,
        Option("--browser", f"{', '.join(BROWSERS)}; auto is the best that is installed.", setting="project"),
    ] = "auto"
    executable: Annotated[
        Path | None, Option("--executable", "A browser program to start, whatever else is installed.")
    ] = None
    channel: Annotated[
        str | None, Option("--channel", "A release channel of Chrome or Edge: chrome-beta, msedge-dev.")
    ] = None
    headless: Annotated[
        bool | None,
        Option(
            "--headless/--headed",
            "Without or with a window; by default with one if there is a display. As a setting: true, false, auto.",
            setting="project",
            parse=lambda text: None if text == "auto" else text,
        ),
    ] = None
    sandbox: Annotated[
        bool | None,
        Option(
            "--sandbox/--no-sandbox", "Chromium's own sandbox; on by default, except as root, where it cannot start."
        ),
    ] = None
    viewport: Annotated[
        tuple[int, int],
        Option("--viewport", "Size of pages in CSS pixels: 1280x800.", setting="project", parse=parse_viewport),
    ] = USUAL_VIEWPORT
    device: Annotated[
        str | None,
        Option(
            "--device",
            "A phone or tablet to emulate: Pixel 7, iPhone 15, iPad Mini, or mobile for a usual phone. Its size, user "
            "agent and touch: clicks are taps. In Chromium only; the names are Playwright's.",
            setting="project",
        ),
    ] = None
    locale: Annotated[
        str | None, Option("--locale", "Language of pages, number and date formats: de-CH.", setting="project")
    ] = None
    timezone: Annotated[str | None, Option("--timezone", "Time zone of pages: Europe/Zurich.", setting="project")] = (
        None
    )
    user_agent: Annotated[str | None, Option("--user-agent", "User agent, in place of the browser's own.")] = None
    proxy: Annotated[
        Proxy | None,
        Option(
            "--proxy",
            "Proxy for every request: http://host:port; user and password from HANDRAIL_PROXY_USERNAME and "
            "HANDRAIL_PROXY_PASSWORD. By default the one that the environment or the system names, if any.",
            parse=proxy_with_credentials,
        ),
    ] = None
    network: NetworkRule | None = None
    profile: Annotated[
        Path | None,
        Option(
            "--profile",
            "A folder that keeps cookies, storage and settings between sessions. Firefox keeps Handrail's settings in "
            "it too: give Handrail one of its own.",
        ),
    ] = None
    profile_locked: Annotated[
        LockedProfile,
        Option(
            "--copy-locked-profile",
            "Work in a copy of the profile when another browser uses it. The copy is thrown away; by default, the "
            "profile is refused.",
            const="copy",
        ),
    ] = "refuse"
    storage_state: Annotated[
        Path | None, Option("--storage-state", "Cookies and local storage to start with, as --save-state wrote them.")
    ] = None
    save_state: Annotated[
        Path | None, Option("--save-state", "Where to write cookies and local storage at the end (mode 0600).")
    ] = None
    cdp_url: str | None = None
    cdp_urls: Annotated[
        tuple[str, ...],
        Option(
            "--cdp",
            "Connect to a running Chromium: http://127.0.0.1:9222; repeatable: when one is lost, the next is used.",
        ),
    ] = ()
    ungated: Annotated[
        bool,
        Option(
            "--ungated",
            "Accept that the network rules do not hold in a browser given by --cdp. It runs already, and cannot be "
            "given Handrail's proxy.",
        ),
    ] = False
    block: Annotated[
        frozenset[ResourceKind],
        Option(
            "--block",
            "Kinds of requests to drop: image, media, font, websocket; repeatable. All but websocket turn the "
            "browser's HTTP cache off, and do not see what a service worker fetches.",
        ),
    ] = frozenset()
    http_sign_in: HttpSignIn | None = None
    accept_certificates: Annotated[
        Sequence[str],
        Option(
            "--accept-certificate",
            "https://nas.example=FINGERPRINT: accept the certificate of one origin by its SHA-256, and no other; "
            "repeatable. Without a fingerprint Handrail shows the certificate, accepts nothing, and ends.",
        ),
    ] = ()
    page_tools: Annotated[
        bool,
        Option(
            "--page-tools",
            "Let pages offer tools of their own (WebMCP), which the model may call when you say yes, each time. Pages "
            "see that the browser has it.",
            setting="user",
        ),
    ] = False
    downloads: Path | None = None
    timeout: float = 30.0
    shared: bool | None = None

    def __post_init__(self) -> None:
        for name in ("executable", "profile", "storage_state", "save_state", "downloads"):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, Path(value).expanduser())
        object.__setattr__(self, "accept_certificates", tuple(self.accept_certificates))
        object.__setattr__(self, "block", frozenset(self.block))
        object.__setattr__(self, "cdp_urls", tuple(self.cdp_urls))
        for check in (_check_choices, _check_numbers, _check_texts, _check_paths, _check_connection):
            check(self)
        _ = self.certificates  # wrong ones raise

    @property
    def endpoints(self) -> tuple[str, ...]:
        """Where running browsers may be connected to, in order; empty where one is started."""
        return (*((self.cdp_url,) if self.cdp_url is not None else ()), *self.cdp_urls)

    @property
    def certificates(self) -> tuple[AcceptedCertificate, ...]:
        """Those of ``accept_certificates``."""
        return tuple(map(parse_certificate, self.accept_certificates))

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


def own_browser_because(o: BrowserOptions) -> str:
    """Return why a session with these options has a browser of its own; empty where it can share one.

    Network rules, proxies, cookies, storage, downloads, languages, sizes and user agents are of a context, so sessions
    that differ in them share a browser, and none reaches further for that. What binds a whole browser is not shared.
    """
    reasons = {
        "a browser that runs already is connected to": bool(o.endpoints),
        "a profile is of one browser": o.profile is not None,
        "Firefox keeps the passwords of proxies for all its contexts": o.wants_firefox,
        "HTTP credentials are answered in a whole browser": o.http_sign_in is not None,
        "a certificate is accepted in a whole browser": bool(o.accept_certificates),
        "only who starts a browser knows the devices": o.device is not None,
        "tools of pages are switched on in a whole browser": o.page_tools,
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def has_display(env: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    """Return whether a window could be shown: always on Windows and macOS, elsewhere where X11 or Wayland is named."""
    return platform in ("win32", "darwin") or bool(env.get("DISPLAY") or env.get("WAYLAND_DISPLAY"))


def _check_choices(o: BrowserOptions) -> None:
    if o.browser not in BROWSERS:
        raise UsageError(f"There is no browser {quote(o.browser)}.", hint=f"Choose one of {', '.join(BROWSERS)}.")
    if o.profile_locked not in get_args(LockedProfile):
        raise UsageError(f"profile_locked cannot be {quote(o.profile_locked)}.", hint="Choose refuse or copy.")
    if unknown := sorted(set(o.block) - set(RESOURCES)):
        raise UsageError(
            f"There is no resource kind {quote(unknown[0])} to block.", hint=f"Choose from {', '.join(RESOURCES)}."
        )
    if "document" in o.block:
        raise UsageError("Blocking documents would block every page.", hint="Leave document out of block.")


def _check_numbers(o: BrowserOptions) -> None:
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


def _check_texts(o: BrowserOptions) -> None:
    if o.locale is not None and not is_language(o.locale):
        raise UsageError(f"{quote(o.locale)} is not a language tag.", hint="Example: en-GB.")
    if o.timezone is not None and not is_timezone(o.timezone):
        raise UsageError(f"{quote(o.timezone)} is not a time zone.", hint="Example: Europe/Zurich.")
    if o.user_agent is not None and (not o.user_agent.strip() or not o.user_agent.isprintable()):
        raise UsageError("The user agent must be one line of text.")


def _check_paths(o: BrowserOptions) -> None:
    if o.executable is not None and not o.executable.is_file():
        raise UsageError(f"There is no browser program at {o.executable}.", hint="`handrail doctor` lists them.")
    if o.storage_state is not None and not o.storage_state.is_file():
        raise UsageError(f"There is no storage state at {o.storage_state}.")
    if o.profile is not None and o.profile.exists() and not o.profile.is_dir():
        raise UsageError(f"The profile {o.profile} is not a folder.")
    if o.profile is not None and o.storage_state is not None:
        raise UsageError(
            "A profile and a storage state cannot be used together.",
            hint="The profile keeps cookies itself; leave storage_state out.",
        )


def _check_connection(o: BrowserOptions) -> None:
    if o.shared and (because := own_browser_because(o)):
        raise UsageError(f"No browser can be shared: {because}.", hint="Leave shared out.")
    if o.executable is not None and o.channel is not None:
        raise UsageError("Give either executable or channel, not both.")
    if o.device is not None and o.wants_firefox:
        raise UsageError("Firefox cannot be a phone: it emulates neither touch nor a mobile page.", hint=CHROMIUM_ONLY)
    if o.channel is not None and o.browser == "firefox":
        raise UsageError("Channels are of Chrome and Edge; Firefox has none here.", hint="Use executable for Firefox.")
    if not o.endpoints:
        if o.ungated:
            raise UsageError("ungated is for a browser that is connected to; leave it out, or give cdp_url.")
        return
    if o.network is not None and not o.ungated:
        raise UsageError(
            "The network rules cannot be held in a browser that is already running.",
            hint=f"Let Handrail start the browser, or accept it with {flag_and_keyword('--ungated', BrowserOptions)}.",
        )
    if any(urlsplit(url).scheme not in ("http", "https", "ws", "wss") for url in o.endpoints):
        raise UsageError("The CDP address must start with http:// or ws://.", hint="Example: http://127.0.0.1:9222.")
    if o.browser == "firefox":
        raise UsageError("Firefox cannot be connected to over CDP.", hint="Let Handrail start it.")
    others = {
        "executable", "channel", "proxy", "profile", "sandbox", "device", "locale", "timezone", "user_agent",
        "storage_state",
    }  # fmt: skip
    if o.http_sign_in is not None:
        raise UsageError("A browser that is already running cannot be given HTTP credentials; sign in there yourself.")
    if o.accept_certificates:
        raise UsageError("A browser that is already running cannot be told to accept a certificate; do so there.")
    if "websocket" in o.block:
        raise UsageError("Websockets cannot be blocked in a browser that is already running; leave websocket out.")
    if clash := next((f.name for f in fields(o) if f.name in others and getattr(o, f.name) is not None), None):
        raise UsageError(f"{clash} has no effect on a browser that is already running; leave it or cdp_url out.")
