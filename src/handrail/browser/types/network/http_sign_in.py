"""What a browser answers a site's HTTP authentication with."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class HttpSignIn:
    """A user name and a password, for one origin and no other."""

    origin: str
    user: str
    password: str = field(repr=False)
