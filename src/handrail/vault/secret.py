"""A secret as the user names it: ``name=SOURCE@origin[,origin...][,kind]``."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import ClassVar

from handrail.errors import UsageError
from handrail.policy.facts import KINDS, GivenAs, SecretFacts, SecretKind
from handrail.policy.origins import origin_of
from handrail.vault.sources import EXAMPLE, SecretSource, parse_source

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,40}")
_BY_NAME: tuple[tuple[SecretKind, re.Pattern[str]], ...] = (
    ("otp", re.compile(r"otp|2fa|mfa|(?:^|[_.-])code$", re.IGNORECASE)),
    ("card", re.compile(r"(?:^|[_.-])(?:card|cvc|cvv)(?:$|[_.-])", re.IGNORECASE)),
    ("username", re.compile(r"(?:^|[_.-])(?:user|username|email)$", re.IGNORECASE)),
)
"""The kind of a secret by its name; any other is a password, which fits the fewest fields."""
_KINDS = ", ".join(KINDS)


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret without its value, which its source reads; see `SecretFacts`."""

    name: str
    origins: tuple[str, ...]
    kind: SecretKind
    source: SecretSource

    @property
    def facts(self) -> SecretFacts:
        """As policy sees it."""
        return SecretFacts(self.name, self.origins, self.kind)

    @property
    def makes_codes(self) -> bool:
        """Whether its value is the seed of one-time codes."""
        return self.source.seed


@dataclass(frozen=True, slots=True)
class GivenValue:
    """A value that the user gave the session itself. It fits any field for text, on the origins that are returned by
    then; ``given_as``: among the data of a task, or for one field, which they were shown."""

    name: str
    origins: Callable[[], Collection[str]]
    given_as: GivenAs = "data"
    makes_codes: ClassVar[bool] = False

    @property
    def facts(self) -> SecretFacts:
        """As policy sees it."""
        return SecretFacts(self.name, tuple(sorted(self.origins())), "text", self.given_as)


def parse_secret(text: str) -> Secret:
    """Return a secret from the text after ``--secret``; raise `UsageError`, without anything that could be a value.

    The name ends at the first ``=``. Origins begin after the last ``@``, since they hold none: a command or the user of
    a keyring may. The last of them may be a kind instead; by default the name gives it (``otp``, ``card``, ``email``),
    else it is a password.
    """
    name, equals, rest = text.partition("=")
    if not equals or not NAME.fullmatch(name):
        raise UsageError(
            "A secret begins with a name and an equals sign.", hint=f"Letters, digits, - _ and .; example: {EXAMPLE}."
        )
    place, at, ends = rest.rpartition("@")
    if not at:
        raise UsageError(
            f"The secret {name!r} names no origin that it may go to.",
            hint=f"Write @ and one origin or more after its source; example: {EXAMPLE}.",
        )
    source = parse_source(name, place)
    *origins, last = (part.strip() for part in ends.split(","))
    kind = next((kind for kind in KINDS if kind == last), None)
    if kind is None:
        origins.append(last)
    if not origins:
        raise UsageError(f"The secret {name!r} names a kind and no origin.", hint=f"Example: {EXAMPLE},{last}.")
    parsed = tuple(dict.fromkeys(_origin(name, origin) for origin in origins))
    return Secret(name, parsed, kind or _kind(name, source), source)


def _kind(name: str, source: SecretSource) -> SecretKind:
    if source.seed:
        return "otp"
    return next((kind for kind, words in _BY_NAME if words.search(name)), "password")


def _origin(name: str, text: str) -> str:
    origin = origin_of(text) if re.fullmatch(r"[a-z]+://[^/?#]+/?", text, re.IGNORECASE) else None
    if origin is None:
        # Not repeated: where the last @ belongs to a command or an address, this is a part of that.
        raise UsageError(
            f"After the last @ of the secret {name!r} there is something that is neither an exact origin nor a kind.",
            hint=f"An origin is scheme, host and port, such as https://shop.example; a kind is one of {_KINDS}.",
        )
    return origin
