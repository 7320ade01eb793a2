"""A certificate that the user accepts for one origin, though no authority that browsers know vouches for it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from handrail.errors import UsageError

EXAMPLE = "https://nas.example=<SHA-256 fingerprint>"


@dataclass(frozen=True, slots=True)
class AcceptedCertificate:
    """A certificate of one host and port, and no other.

    Attributes:
        host: a name or an address, in lower case, without brackets.
        port: of https.
        fingerprint: the SHA-256 of the certificate, 64 hexadecimal digits; empty where the user does not know it yet.
    """

    host: str
    port: int
    fingerprint: str

    @property
    def origin(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"https://{host}" + (f":{self.port}" if self.port != 443 else "")


def parse_certificate(text: str) -> AcceptedCertificate:
    """Return the certificate that ``https://host=FINGERPRINT`` accepts; colons in the fingerprint do not matter. Raises
    `UsageError`: the text is not of that form."""
    origin, _, fingerprint = text.strip().partition("=")
    try:
        parts = urlsplit(origin)
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
        parts = urlsplit("")
    if parts.scheme != "https" or not host or parts.path not in ("", "/") or parts.query or parts.username:
        raise UsageError(f"{text[:60]!r} names no https origin whose certificate to accept.", hint=f"Write {EXAMPLE}.")
    digits = re.sub(r"[\s:]", "", fingerprint).lower()
    if fingerprint and not re.fullmatch(r"[0-9a-f]{64}", digits):
        raise UsageError(
            f"The fingerprint of {origin[:60]} is not a SHA-256.",
            hint=f"It has 64 hexadecimal digits; without one, Handrail shows that of the certificate: {origin[:60]}",
        )
    return AcceptedCertificate(host.lower(), port or 443, digits)
