"""Tells which fields sign in, and which passwords the user agreed to send."""

from __future__ import annotations

from handrail.browser.types.facts import ElementFacts
from handrail.calls.written.entries import form_of
from handrail.policy import Provenance, TextFacts
from handrail.policy.facts import SecretFacts


def signs_in(given: Provenance, secret: SecretFacts | None, element: ElementFacts) -> bool:
    """Return whether a secret in this field signs in: on the first page of a site that takes one, and a code on the
    page that follows. A page that asks for one again does so before something grave. Card data never signs in."""
    if secret is None or not element.sensitive or secret.kind == "card":
        return False
    return is_first_sign_in(given, element) or (secret.kind == "otp" and given.awaits_code == element.origin)


def is_first_sign_in(given: Provenance, element: ElementFacts) -> bool:
    return given.sign_ins.get(element.origin, element.nonce) == element.nonce


def is_agreed_password(given: Provenance, element: ElementFacts | None, text: TextFacts | None) -> bool:
    """Return whether the user agreed to send the same password from a field of the same form."""
    if element is None or text is None or element.input_type != "password":
        return False
    return all((*form_of(element), part) in given.agreed_passwords for part in text.parts)
