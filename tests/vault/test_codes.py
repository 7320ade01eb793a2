"""One-time codes."""

from __future__ import annotations

import base64

import pytest

from handrail.errors import UsageError
from handrail.vault import Secret, Vault, parse_secret
from handrail.vault.totp import Totp

SEED = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"  # RFC 6238, appendix B: the base32 of 12345678901234567890


def secret(source: str, name: str = "login") -> Secret:
    return parse_secret(f"{name}={source}@https://a.example")


@pytest.mark.parametrize(
    ("moment", "algorithm", "code"),
    [
        (59, "sha1", "94287082"), (1111111109, "sha1", "07081804"), (20000000000, "sha1", "65353130"),
        (59, "sha256", "46119246"), (1111111109, "sha512", "25091201"),
    ],
)  # fmt: skip
def test_codes_are_those_of_the_rfc(moment: int, algorithm: str, code: str) -> None:
    length = {"sha1": 20, "sha256": 32, "sha512": 64}[algorithm]
    seed = base64.b32encode((b"1234567890" * 7)[:length]).decode().rstrip("=")
    assert Totp.parse(f"otpauth://totp/x?secret={seed}&digits=8&algorithm={algorithm.upper()}").at(moment) == code


def test_a_code_is_made_when_it_is_used_and_masked_while_it_is_valid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEED", f"{SEED[:4]} {SEED[4:].lower()}")
    now = [59.0]
    vault = Vault([secret("totp:env:SEED", "code")], clock=lambda: now[0])
    vault.load()
    assert vault.mask_text("287082") == "287082"
    assert vault.value("code") == "287082"
    assert vault.mask_text(f"287 082 and {SEED.lower()}") == "[secret:code] and [secret:code]"
    assert vault.mask_text(f"{SEED[:4]}{SEED[4:].lower()}") == "[secret:code]"
    now[0] = 61.0
    assert vault.value("code") != "287082"
    assert vault.mask_text("287082") == "[secret:code]"
    now[0] = 121.0
    assert vault.mask_text("287082") == "287082"


@pytest.mark.parametrize("seed", ["hunter2", "otpauth://hotp/x?secret=" + SEED, "otpauth://totp/x", "MFRGG"])
def test_what_is_no_seed_is_refused_without_repeating_it(seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEED", seed)
    with pytest.raises(UsageError, match="no seed") as caught:
        Vault([secret("totp:env:SEED")]).load()
    assert seed not in f"{caught.value.message} {caught.value.hint}"
