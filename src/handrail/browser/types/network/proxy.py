"""The proxy server that a user names for the browser's requests."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from handrail.errors import UsageError
from handrail.options import PREFIX

CREDENTIAL_VARIABLES = (f"{PREFIX}PROXY_USERNAME", f"{PREFIX}PROXY_PASSWORD")
"""They are secrets, so no settings: read when they are needed, and shown nowhere."""


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


def proxy_with_credentials(server: str) -> Proxy:
    """Return a proxy with the user name and password of the environment: no shell history and no file holds them."""
    return Proxy(server, *(os.environ.get(variable, "") for variable in CREDENTIAL_VARIABLES))
