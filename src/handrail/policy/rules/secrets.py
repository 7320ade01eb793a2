"""Secrets: into a field of their kind, on an origin that the user named for them, and nowhere else. Promise G1."""

from __future__ import annotations

import re
from collections.abc import Iterable

from handrail.browser.types.facts import ElementFacts
from handrail.messages import Sentence
from handrail.policy.decision import Ask, Decision, Deny, flag, quotation
from handrail.policy.facts import CallRequest, Facts, SecretFacts, SecretKind
from handrail.policy.permissions import Refusal
from handrail.policy.rules.pressed import called_field, site_name
from handrail.trust import site_line

RULE = "secret_goes_home"
FIELDS: dict[SecretKind, str] = {
    "password": "a password field",
    "username": "a field for a user name, e-mail address or telephone number",
    "otp": "a field for a one-time code",
    "card": "a field for card data",
    "text": "a text field",
}
_TYPES: dict[SecretKind, tuple[str, ...]] = {
    "password": ("password",),
    "username": ("text", "email", "tel"),
    "otp": ("text", "number", "tel"),
}
_MEANT: dict[SecretKind, tuple[str, ...]] = {
    "password": ("current-password", "new-password"),
    "username": ("username", "email"),
    "otp": ("one-time-code",),
}
"""Types and autocomplete tokens of inputs that take such a secret."""
_CALLED: dict[SecretKind, re.Pattern[str]] = {
    "username": re.compile(
        r"user|log.?in|sign.?in|mail|account|konto|kennung|anmelde|benutzer|nutzer|utilisateur|identifiant|compte|usuario|"
        r"correo|cuenta|usuário|conta|utente|gebruiker|customer|member|\bid\b|phone|telefon|mobile|handy",
        re.IGNORECASE,
    ),
    "otp": re.compile(r"code|código|codice|otp|token|pin\b|2fa|authenticat|verif", re.IGNORECASE),
    "text": re.compile(r"key|token|secret|schlüssel|licen[cs]e|lizenz|number|nummer|iban|\bid\b", re.IGNORECASE),
}
"""What a field is called that takes such a secret; others are asked for when they are sent."""


def secret_goes_home(secret: SecretFacts, element: ElementFacts | None, leads_to: Iterable[str] = ()) -> Deny | None:
    """Return whether a secret may go into a field: it is in a frame of one of the secret's origins, is of the secret's
    kind, and its form leads to no other origin. Binds everybody, the user's own calls too. None where nothing objects.

    Args:
        element: the field, from the kit's answer; None where the call names none.
        leads_to: every origin that the form, or a submit button of it, names, where they are known; the form's own
            action is judged in any case.
    """
    if element is None:
        return Deny(RULE, f"The secret {secret.name} goes into a field, and the call names none.")
    if element.origin not in secret.origins:
        return _not_home(secret, f"the field is on {site_name(element.origin)}", element.origin)
    if not _fits(secret.kind, element):
        return Deny(RULE, f"The secret {secret.name} goes only into {FIELDS[secret.kind]}, and this is none.")
    form = element.form
    if form is not None and form.method != "dialog":
        for origin in (form.action_origin, *leads_to):
            if origin not in secret.origins:
                return _not_home(secret, f"the field's form leads to {site_name(origin)}", origin)
    return None


def secrets_go_home(_request: CallRequest, facts: Facts) -> Decision | None:
    """Promise G1. A secret goes into a field of its kind, on an origin that the user named for it, in a form that leads
    to no other, whoever asks."""
    return secret_goes_home(facts.secret, facts.element) if facts.secret is not None else None


def secrets_in_other_fields(request: CallRequest, facts: Facts) -> Decision | None:
    """A field that is not called for it may be published, or go into an address: a secret is asked before, every time,
    since a grant for texts of the model's own does not cover it."""
    secret, field, origin, permissions = facts.secret, facts.element, facts.acted_on, request.permissions
    is_trusted = origin in permissions.trusted and not permissions.refuses("write", origin)
    if is_trusted or secret is None or field is None or is_meant_for(secret, field):
        return None
    question = Sentence(
        "The model wants to put {secret}, which is secret, into {field} on {site}, from where it may be sent.",
        secret=quotation(secret.name, 60),
        field=called_field(field),
        site=site_name(origin),
    )
    return Ask("secrets_in_other_fields", question, flag("--trust", origin), refusable=(Refusal("write", origin),))


def may_open_document(secret: SecretFacts, origin: str) -> bool:
    """Return whether a secret may be tried on a locked document: one of its own origins, or a file of this machine. It
    does not leave the machine, but whether it opens a document of another site would tell that site's guess."""
    return origin in secret.origins or origin == "file"


def _fits(kind: SecretKind, element: ElementFacts) -> bool:
    if kind == "text":
        return element.kind in ("text", "editable")
    is_card = kind == "card" and any(word.startswith("cc-") for word in element.autocomplete.split())
    takes = element.input_type in _TYPES.get(kind, ()) or _has_token(kind, element) or is_card
    return element.kind == "text" and element.input_type != "" and takes


def _has_token(kind: SecretKind, element: ElementFacts) -> bool:
    return not set(_MEANT.get(kind, ())).isdisjoint(element.autocomplete.split())


def is_meant_for(secret: SecretFacts, field: ElementFacts) -> bool:
    """Return whether the user named the field for a secret, or it is one of its kind."""
    return secret.given_as == "field" or is_field_for(secret.kind, field)


def is_field_for(kind: SecretKind, element: ElementFacts) -> bool:
    """Return whether a field says that such a secret belongs there, and not only takes it as any field would: by its
    type, autocomplete token or name. A message has none of them."""
    if element.sensitive or element.input_type in ("email", "tel") or _has_token(kind, element):
        return True
    return kind in _CALLED and _CALLED[kind].search(element.name.raw) is not None


def _not_home(secret: SecretFacts, where: str, origin: str) -> Deny:
    if secret.given_as != "secret":
        remedy = flag("--allow-origin", origin) if origin.startswith("http") else ""
        return Deny(RULE, f"The value {secret.name} goes to sites that you opened for changes, and {where}.", remedy)
    homes = " and ".join(secret.origins)
    # A page without an origin of its own can be named in no flag.
    named = ",".join((*secret.origins, site_line(origin)))
    remedy = flag("--secret", f"{secret.name}=SOURCE@{named}") if origin.startswith("http") else ""
    return Deny(RULE, f"The secret {secret.name} belongs to {homes}, and {where}.", remedy)
