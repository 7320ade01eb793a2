"""Where a secret may go."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from handrail.browser.types.facts import ElementFacts, FormFacts
from handrail.policy import Allow, Ask, Deny, Facts, decide
from handrail.policy.facts import SecretFacts, SecretKind
from handrail.policy.permissions import Refusal
from handrail.policy.rules.secrets import FIELDS, is_field_for, is_meant_for, secret_goes_home
from handrail.trust import External
from tests.policy.judged import request

SHOP, PAY, EVIL = "https://shop.example", "https://pay.example", "https://evil.example"
LOGIN = SecretFacts("login", (SHOP, PAY), "password")


def outside(text: str) -> External:
    return External(text, SHOP, "page-elements")


def form(action_origin: str, method: str = "post") -> FormFacts:
    return FormFacts(method, outside(f"{action_origin}/in"), action_origin, ())


def field(input_type: str = "password", autocomplete: str = "", kind: str = "text", **other: object) -> ElementFacts:
    facts = ElementFacts(
        nonce="n1", origin=SHOP, tag="input", role="textbox", name=outside("x"), kind=kind, input_type=input_type,
        autocomplete=autocomplete, href=None, disabled=False, editable=True, visible=True, sensitive=True,
        value_length=0, form=form(SHOP),
    )  # fmt: skip
    return replace(facts, **other)  # type: ignore[arg-type]


@pytest.mark.parametrize("origin", [SHOP, PAY])
def test_a_secret_goes_into_a_field_of_its_kind_on_each_of_its_origins(origin: str) -> None:
    assert secret_goes_home(LOGIN, field(origin=origin)) is None
    assert secret_goes_home(LOGIN, field(origin=origin, form=None)) is None


@pytest.mark.parametrize(
    "origin",
    [EVIL, "http://shop.example", f"{SHOP}:8443", "https://www.shop.example", f"{SHOP}.evil.example", "null", ""],
)
def test_a_secret_goes_to_no_other_origin_however_like_it_is(origin: str) -> None:
    denied = secret_goes_home(LOGIN, field(origin=origin))
    assert isinstance(denied, Deny)
    assert SHOP in denied.reason
    named = f"login=SOURCE@{SHOP},{PAY},{origin}" if origin.startswith("http") else None
    assert denied.remedy == (f"--secret {named}" if named else "")
    assert denied.reason.endswith(f"is on {origin if named else 'a page without an origin of its own'}.")


def test_a_secret_goes_into_no_form_that_leads_elsewhere() -> None:
    assert secret_goes_home(LOGIN, field(form=form(PAY))) is None
    assert secret_goes_home(LOGIN, field(form=form(EVIL, "dialog"))) is None
    for leads in (form(EVIL), form(EVIL, "get"), form("null")):
        assert isinstance(secret_goes_home(LOGIN, field(form=leads)), Deny)
    # A second button of the form with an address of its own.
    assert isinstance(secret_goes_home(LOGIN, field(), leads_to=(SHOP, EVIL)), Deny)
    assert secret_goes_home(LOGIN, field(), leads_to=(SHOP, PAY)) is None


def test_a_secret_needs_a_field() -> None:
    assert isinstance(secret_goes_home(LOGIN, None), Deny)


FITTING: dict[SecretKind, list[ElementFacts]] = {
    "password": [field(), field("text", "section-a current-password"), field("text", "new-password")],
    "otp": [field("text"), field("tel"), field("number"), field("password", "one-time-code")],
    "card": [field("text", "billing cc-number"), field("tel", "cc-csc"), field("password", "cc-csc")],
    "username": [field("text"), field("email"), field("tel"), field("search", "username"), field("search", "email")],
    "text": [field("text"), field("password"), field("", kind="text"), field("", kind="editable")],
}
OTHERS: dict[SecretKind, list[ElementFacts]] = {
    "password": [field("text"), field("text", "off"), field("", kind="text"), field("", kind="editable"),
                 field("search"), field("text", "current-password-x"), field(kind="other"),
                 field("", "current-password", kind="text")],
    "otp": [field("password"), field("email"), field("", kind="text"), field("", "one-time-code", kind="editable")],
    "card": [field("text"), field("password"), field("text", "x-cc-number"), field("", "cc-number", kind="text")],
    "username": [field("password"), field("search"), field("", kind="text"), field("url")],
    "text": [field("", kind="select"), field("file", kind="file"), field("", kind="button"), field("", kind="link")],
}  # fmt: skip


@pytest.mark.parametrize("kind", FIELDS)
def test_a_secret_goes_only_into_fields_of_its_kind(kind: SecretKind) -> None:
    secret = replace(LOGIN, kind=kind)
    assert [secret_goes_home(secret, one) for one in FITTING[kind]] == [None] * len(FITTING[kind])
    for one in OTHERS[kind]:
        denied = secret_goes_home(secret, one)
        assert isinstance(denied, Deny)
        assert FIELDS[kind] in denied.reason


def plain_field(input_type: str = "text", autocomplete: str = "", name: str = "x") -> ElementFacts:
    return field(input_type, autocomplete, sensitive=False, name=outside(name))


@pytest.mark.parametrize(
    ("kind", "given", "says"),
    [
        ("password", field(), True),
        ("password", plain_field(), False),
        ("password", plain_field(autocomplete="section-a current-password"), True),
        ("password", plain_field(autocomplete="username"), False),
        ("username", plain_field(autocomplete="username"), True),
        ("username", plain_field(autocomplete="street-address"), False),
        ("username", plain_field("email"), True),
        ("text", plain_field("tel"), True),
        ("otp", plain_field(autocomplete="one-time-code"), True),
        ("otp", plain_field(), False),
        ("text", plain_field(autocomplete="username"), False),
    ],
)
def test_a_field_says_by_its_type_or_token_that_a_secret_belongs_there(
    kind: SecretKind, given: ElementFacts, says: bool
) -> None:
    assert is_field_for(kind, given) is says
    assert is_meant_for(SecretFacts("login", (SHOP,), kind), given) is says
    assert is_meant_for(SecretFacts("login", (SHOP,), kind, given_as="field"), given)


CALLED: dict[SecretKind, str] = {
    "username": "User / Log in / Log-in / Login / Sign in / Signin / Mail / Account / Konto / Kennung / Anmeldename / "
    "Benutzer / Nutzer / Utilisateur / Identifiant / Compte / Usuario / Correo / Cuenta / Usuário / Conta / Utente / "
    "Gebruiker / Customer no. / Member no. / Your ID / Phone / Telefon / Mobile / Handy",
    "otp": "Code / Código / Codice / OTP / Token / PIN / 2FA / Authenticator / Verification",
    "text": "Key / Token / Secret / Schlüssel / License / Licence / Lizenz / Number / Nummer / IBAN / ID",
    "password": "",
    "card": "",
}


@pytest.mark.parametrize("kind", CALLED)
def test_a_field_says_by_its_name_that_a_secret_belongs_there(kind: SecretKind) -> None:
    for name in filter(None, CALLED[kind].split(" / ")):
        assert is_field_for(kind, plain_field(name=name)), name
    for name in ("Message", "Comment", "Subject", "Lidar", "Spins"):
        assert not is_field_for(kind, plain_field(name=name)), name


KEY = SecretFacts("key", (SHOP,), "text")
COMMENT = plain_field(name="Comment")


@pytest.mark.parametrize(
    ("secret", "into", "permitted", "kind"),
    [
        (KEY, COMMENT, {}, Ask),
        (KEY, plain_field(name="API key"), {}, Allow),
        (KEY, replace(COMMENT, sensitive=True), {}, Allow),
        (replace(KEY, given_as="field"), COMMENT, {}, Allow),
        (KEY, COMMENT, {"grants": [f"write@{SHOP}"]}, Ask),
        (KEY, COMMENT, {"trusted": [SHOP]}, Allow),
    ],
)
def test_a_field_that_is_not_called_for_a_secret_is_asked_for_every_time_unless_its_site_is_trusted(
    secret: SecretFacts, into: ElementFacts, permitted: dict[str, Any], kind: type
) -> None:
    decided = decide(request("fill_secret", "secret", **permitted), Facts(SHOP, "n1", into, secret=secret))
    assert isinstance(decided, kind)
    if isinstance(decided, Ask):
        assert (decided.rule, decided.remedy, decided.lasts) == ("secrets_in_other_fields", f"--trust {SHOP}", False)


def test_a_secret_goes_into_no_such_field_where_that_was_refused_for_good() -> None:
    call = request("fill_secret", "secret", trusted=[SHOP])
    call.permissions.refusals.add(Refusal("write", SHOP))
    assert isinstance(decide(call, Facts(SHOP, "n1", COMMENT, secret=KEY)), Deny)
