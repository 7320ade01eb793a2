"""The secrets of a session, and the mask over them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from handrail.errors import UsageError
from handrail.policy.facts import SecretFacts
from handrail.vault.forms import SHORTEST, EncodedNeedle, needles_of
from handrail.vault.mask import Mask
from handrail.vault.secret import GivenValue, Secret
from handrail.vault.totp import Totp

AFTER = 60.0
"""Seconds after its own time that a code is still masked: servers take the one before too, and clocks differ."""


@dataclass(slots=True)
class _Code:
    """A one-time code that was made; ``until`` in seconds of the clock it was made by."""

    name: str
    value: str
    until: float


class Vault:
    """The secrets that a user named. Values are read by `load`, or when first asked for, and never shown. Raise
    `UsageError` for two secrets of one name; ``has_typed``: a value is typed into a page, or was."""

    def __init__(self, secrets: Iterable[Secret] = (), *, clock: Callable[[], float] = time.time) -> None:
        self._secrets: dict[str, Secret | GivenValue] = {}
        for secret in secrets:
            if secret.name in self._secrets:
                raise UsageError(f"Two secrets are called {secret.name!r}.", hint="Give each a name of its own.")
            self._secrets[secret.name] = secret
        self._clock = clock
        self._values: dict[str, str] = {}
        self._codes: list[_Code] = []
        self._passwords: dict[str, str] = {}
        """The part after the colon of those that sign in over HTTP."""
        self._retired: list[tuple[str, str]] = []
        """Names and values that go nowhere any more."""
        self._mask: Mask | None = None
        self.has_typed = False
        self._given_out: dict[str, list[Secret | GivenValue]] = {}
        """The values that were asked for, each with whose it is: two secrets may have the same."""
        self._away: dict[tuple[str, ...], Mask] = {}

    def __bool__(self) -> bool:
        """Return whether there is anything to mask."""
        return bool(self._secrets or self._retired)

    def __repr__(self) -> str:
        return f"<Vault: {', '.join(self._secrets) or 'empty'}>"

    def load(self) -> None:
        """Read every value: only what is known can be masked, so this comes before the first page is read. It may take
        long, where a command asks its owner to unlock something: call it in a thread. Raise `UsageError` for a value
        that cannot be had, or is too short to be masked."""
        for name in self._secrets:
            self._value(name)

    def add(self, given: GivenValue, value: str) -> None:
        """Add a value that the user gave. One of the same name that they gave before is retired. Raise `UsageError`
        where a secret has this name, or the value is too short to be masked."""
        if isinstance(self._secrets.get(given.name), Secret):
            raise UsageError(f"Two secrets are called {given.name!r}.", hint="Give each a name of its own.")
        value = _usable(given, value)
        self.retire(given.name)
        self._secrets[given.name], self._values[given.name] = given, value
        self._mask = None

    def retire(self, name: str) -> None:
        """Let a value that the user gave go nowhere any more. It stays masked."""
        if isinstance(self._secrets.get(name), GivenValue):
            del self._secrets[name]
            self._retired.append((name, self._values.pop(name)))

    def names(self) -> list[str]:
        return list(self._secrets)

    def describe(self) -> list[dict[str, Any]]:
        """Return names, origins and kinds: what a model may see. Of data that the user gave, also how long it is."""
        return [self._describe(secret) for secret in self._secrets.values()]

    def _describe(self, secret: Secret | GivenValue) -> dict[str, Any]:
        facts = secret.facts
        shown: dict[str, Any] = {"name": facts.name, "kind": facts.kind}
        if isinstance(secret, Secret):
            return {**shown, "origins": facts.origins}
        return {**shown, "characters": len(self._values[secret.name])}

    def facts(self, name: str) -> SecretFacts | None:
        """Return a secret as policy sees it; None where there is none of that name."""
        secret = self._secrets.get(name)
        return secret.facts if secret is not None else None

    def value(self, name: str) -> str:
        """Return what is typed: the value, or a new one-time code, which is masked from now on. Raise `UsageError`
        where there is no such secret, or its value cannot be had."""
        value = self._value(name)
        secret = self._secrets[name]
        value = self._code(name, value) if secret.makes_codes else value
        if secret not in (owners := self._given_out.setdefault(value, [])):
            owners.append(secret)
        return value

    def echoes_away(self, text: str, origin: str) -> str | None:
        """Return the name of a secret in a text that was asked for and is not for this origin; None for no such."""
        away = tuple(value for value in self._given_out if not self._is_for(value, origin))
        if not away:
            return None
        if away not in self._away:
            named: dict[str, list[str]] = {}
            for value in away:
                named.setdefault(self._given_out[value][0].name, []).append(value)
            self._away[away] = Mask(named)
        return next(iter(sorted(self._away[away].names_in(text))), None)

    def was_given_to(self, origin: str) -> bool:
        """Return whether a value was asked for that may go to this origin, so that a page there may hold it."""
        return any(self._is_for(value, origin) for value in self._given_out)

    def _is_for(self, value: str, origin: str) -> bool:
        return any(origin in secret.facts.origins for secret in self._given_out[value])

    def sign_in(self, name: str) -> tuple[str, str]:
        """Return user name and password of a secret whose value is ``user:password``; the password alone is masked,
        too. Raise `UsageError` as `value`, or where the value is none of this kind."""
        user, colon, password = self.value(name).partition(":")
        if not (user and colon) or len(password.strip()) < SHORTEST:
            raise UsageError(
                f"The value of the secret {name!r} is not user:password, with {SHORTEST} characters or more after the "
                "colon."
            )
        self._passwords[name] = password
        self._mask = None
        return user, password

    def mask(self, value: Any) -> Any:
        """Return any structure without echoes of the secrets; see `Mask` for what is found and what is not."""
        return self._current_mask().value(value) if self._has_values else value

    def mask_text(self, text: str) -> str:
        """Return a text without echoes of the secrets: each is ``[secret:name]``."""
        return self._current_mask().text(text) if self._has_values else text

    def dots(self, text: str) -> str:
        """Return a text with dots in place of echoes, of the same length, for searches that report places in it."""
        return self._current_mask().dots(text) if self._has_values else text

    def needles(self) -> list[EncodedNeedle]:
        """Return what a picture of a page must not show."""
        self._current_mask()
        values = [value for several in self._all_values().values() for value in several]
        return list(dict.fromkeys(needle for value in values for needle in needles_of(value)))

    @property
    def _has_values(self) -> bool:
        return bool(self._values or self._retired)

    def _value(self, name: str) -> str:
        if name not in self._values:
            secret = self._secrets.get(name)
            if not isinstance(secret, Secret):
                raise UsageError("There is no secret of that name.", hint=f"There are: {', '.join(self._secrets)}.")
            self._values[name] = _usable(secret, secret.source.read(name))
            self._mask = None
        return self._values[name]

    def _code(self, name: str, seed: str) -> str:
        totp = _totp(name, seed)
        now = self._clock()
        code = totp.at(now)
        if all(known.value != code for known in self._codes):
            self._codes.append(_Code(name, code, totp.ends(now) + AFTER))
            self._mask = None
        return code

    def _current_mask(self) -> Mask:
        """Return the mask over the values and the codes that are valid now."""
        if self._codes and any(code.until <= self._clock() for code in self._codes):
            self._codes = [code for code in self._codes if code.until > self._clock()]
            self._mask = None
        if self._mask is None:
            self._mask = Mask(self._all_values())
        return self._mask

    def _all_values(self) -> dict[str, list[str]]:
        """Return what must not be shown of each secret: its value, a seed, the codes that are valid now."""
        values = {name: [value] for name, value in self._values.items()}
        for name, several in values.items():
            if self._secrets[name].makes_codes:
                several.append(_totp(name, several[0]).seed)
        for name, password in self._passwords.items():
            values[name].append(password)
        for code in self._codes:
            values[code.name].append(code.value)
        for name, value in self._retired:
            values.setdefault(name, []).append(value)
        return values


def describe_secrets(secrets: Sequence[dict[str, Any]]) -> str:
    """Return the part of a prompt on the user's secrets (of `Vault.describe`): how to use them, and never a value."""
    if not secrets:
        return ""
    lines = ["", "# Secrets of the user", "Put them into fields with fill_secret; you never see their values."]
    for secret in secrets:
        where = f"for {', '.join(secret['origins'])}" if "origins" in secret else "for sites opened for changes"
        size = f"{secret['characters']} characters, " if "characters" in secret else ""
        lines.append(f"- {secret['name']}: {secret['kind']}, {size}{where}")
    return "\n".join(lines)


def _usable(secret: Secret | GivenValue, value: str) -> str:
    if len(value.strip()) < SHORTEST:
        raise UsageError(
            f"The value of the secret {secret.name!r} has fewer than {SHORTEST} characters.",
            hint="So short a value is on every page, and could not be kept out of what is shown.",
        )
    if secret.makes_codes:
        value = value.strip()
        _totp(secret.name, value)
    return value


def _totp(name: str, seed: str) -> Totp:
    with suppress(ValueError):
        return Totp.parse(seed)
    raise UsageError(
        f"The value of the secret {name!r} is no seed of one-time codes.",
        hint="It is a base32 text such as JBSWY3DPEHPK3PXP, or an address that begins with otpauth://totp/.",
    )
