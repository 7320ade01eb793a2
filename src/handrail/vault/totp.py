"""One-time codes by time: RFC 6238.

Written here rather than taken from pyotp: since 2.12 that refuses seeds under 112 bits, and many sites hand out 80.
"""

from __future__ import annotations

import base64
import hmac
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

ALGORITHMS = ("sha1", "sha256", "sha512")
LEAST = 10
"""Bytes of a seed: 80 bits, which is what many sites hand out."""


@dataclass(frozen=True, slots=True)
class Totp:
    """A maker of one-time codes, of a seed as base32 text; ``period``: seconds that a code is valid. Raise
    `ValueError`, without any of the seed, where that is none, or not a generator that servers know."""

    seed: str = field(repr=False)
    digits: int = 6
    period: int = 30
    algorithm: str = "sha1"

    def __post_init__(self) -> None:
        if self.digits not in (6, 7, 8) or not 5 <= self.period <= 300 or self.algorithm not in ALGORITHMS:
            raise ValueError("digits, period or algorithm")
        if len(self._key()) < LEAST:
            raise ValueError("too short")

    @classmethod
    def parse(cls, text: str) -> Totp:
        """Return the maker of codes of a base32 seed, with blanks or hyphens between its groups or not, or an
        ``otpauth://totp/`` address; raise `ValueError` for any other text."""
        if not text.lower().startswith("otpauth:"):
            return cls("".join(text.replace("-", " ").split()))
        parts = urlsplit(text)
        given = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        if parts.netloc.lower() != "totp" or "secret" not in given:
            raise ValueError("not for codes by time")
        return cls(
            "".join(given["secret"].split()),
            int(given.get("digits", 6)),
            int(given.get("period", 30)),
            given.get("algorithm", "sha1").lower().replace("-", ""),
        )

    def at(self, moment: float) -> str:
        """Return the code of a moment, in seconds since the epoch."""
        step = int(moment // self.period).to_bytes(8, "big")
        digest = hmac.digest(self._key(), step, self.algorithm)
        offset = digest[-1] & 15
        number = int.from_bytes(digest[offset : offset + 4], "big") & 0x7FFFFFFF
        return str(number % 10**self.digits).zfill(self.digits)

    def ends(self, moment: float) -> float:
        """Return when the code of a moment is followed by the next one."""
        return (moment // self.period + 1) * self.period

    def _key(self) -> bytes:
        bare = self.seed.rstrip("=")
        return base64.b32decode(bare + "=" * (-len(bare) % 8), casefold=True)
