"""HTTP authentication with a secret: ``name@origin``, where the secret's value is ``user:password``."""

from __future__ import annotations

from handrail.browser.types.network.network_rules import HttpSignIn
from handrail.errors import UsageError
from handrail.options import flag_and_keyword
from handrail.policy.permissions import parse_origin
from handrail.session_options import SessionOptions
from handrail.vault.vault import Vault

EXAMPLE = "intranet@https://intranet.example"


def parse_http_credentials(text: str, vault: Vault) -> tuple[str, str]:
    """Return the name of the secret and the origin that it signs in to. Its value is not read. Raise `UsageError` for
    no such text, no such secret, or one that does not belong to this origin."""
    name, at, where = text.rpartition("@")
    if not at or not name:
        raise UsageError(
            f"{text[:60]!r} names no secret and origin.", hint=f"Write the secret's name, @ and the origin: {EXAMPLE}."
        )
    origin, facts = parse_origin(where), vault.facts(name)
    if facts is None:
        named = flag_and_keyword(f"--secret {name[:60]}=env:VARIABLE@{origin}", SessionOptions)
        raise UsageError(
            f"There is no secret {name[:60]!r} to sign in to {origin} with.",
            hint=f"Name it: {named}, with user:password as its value.",
        )
    if origin not in facts.origins:
        raise UsageError(f"The secret {name!r} belongs to {' and '.join(facts.origins)}, not to {origin}.")
    return name, origin


def http_sign_in(text: str, vault: Vault) -> HttpSignIn:
    """Return the user name and password for an origin; from now on the password alone is masked, too. Raise
    `UsageError` as `parse_http_credentials`, or where the value is not ``user:password``."""
    name, origin = parse_http_credentials(text, vault)
    user, password = vault.sign_in(name)
    return HttpSignIn(origin, user, password)
