"""One permission of the user: a kind of act on an origin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from handrail.policy.origins import origin_of

Verb = Literal["write", "press", "submit", "send", "access", "upload", "download", "dialog", "pay", "delete"]
VERBS: tuple[Verb, ...] = get_args(Verb)
EVERY_TIME: frozenset[Verb] = frozenset(("pay", "delete"))
"""Asked each time whatever was granted; only trust in the origin ends the asking."""


class BadGrant(ValueError):
    """Not a grant or an origin; the message says why."""


@dataclass(frozen=True, slots=True)
class Grant:
    """The user's permission for one kind of act on one origin, written ``submit@https://shop.example``."""

    verb: Verb
    origin: str

    @classmethod
    def parse(cls, text: str) -> Grant:
        """
        Raises:
            BadGrant: not ``verb@origin``, or no such verb.
        """
        verb, at, origin = text.partition("@")
        known = next((one for one in VERBS if one == verb), None)
        if not at or known is None:
            verbs = ", ".join(one for one in VERBS if one not in EVERY_TIME)
            raise BadGrant(f"{text[:60]!r} is not a grant: write VERB@ORIGIN with one of {verbs}")
        if known in EVERY_TIME:
            raise BadGrant(f"{known!r} is asked every time; only --trust {origin or 'ORIGIN'} ends that")
        return cls(known, parse_origin(origin))

    def __str__(self) -> str:
        return f"{self.verb}@{self.origin}"


def parse_origin(text: str) -> str:
    """An origin as a user writes it: ``https://shop.example``, ``shop.example`` (https), ``http://localhost:8000/``.

    Raises:
        BadGrant: not an origin.
    """
    text = text.strip()
    origin = origin_of(text if "://" in text else f"https://{text}")
    if origin is None:
        raise BadGrant(f"{text[:60]!r} is not an origin: write it like https://shop.example")
    return origin
