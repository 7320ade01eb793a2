"""Where the limits of secrets lie: of generators and codes, of values and names."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from handrail.errors import UsageError
from handrail.vault import GivenValue, Secret, Vault, describe_secrets, parse_secret
from handrail.vault.totp import Totp

SEED = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"


def secret(source: str, name: str = "login") -> Secret:
    return parse_secret(f"{name}={source}@https://a.example")


@pytest.mark.parametrize(
    "query",
    [
        "", "&digits=6", "&digits=7", "&digits=8", "&period=5", "&period=300", "&algorithm=SHA-256",
        "&algorithm=sha512", "&issuer=Shop",
    ],
)  # fmt: skip
def test_generators_that_servers_know_are_taken(query: str) -> None:
    assert Totp.parse(f"OTPAuth://TOTP/Shop:ann?secret={SEED}{query}").seed == SEED


@pytest.mark.parametrize(
    "query", ["&digits=5", "&digits=9", "&digits=x", "&period=4", "&period=301", "&period=0", "&algorithm=md5"]
)
def test_other_generators_are_refused(query: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        Totp.parse(f"otpauth://totp/x?secret={SEED}{query}")
    assert SEED not in str(caught.value)


def test_of_a_generator_that_says_nothing_codes_have_six_digits_and_half_a_minute() -> None:
    plain, address = Totp.parse(SEED), Totp.parse(f"otpauth://totp/x?secret={SEED}")
    assert plain == address == Totp(SEED, 6, 30, "sha1")
    assert plain.at(59) == "287082"
    assert (plain.ends(0), plain.ends(29.9), plain.ends(30)) == (30, 30, 60)
    assert Totp(SEED, period=60).at(59) == plain.at(29)
    assert Totp.parse(f"otpauth://totp/x?secret={SEED}&algorithm=SHA-256&period=60").algorithm == "sha256"


def test_a_seed_may_be_written_in_groups_with_padding_and_in_small_letters() -> None:
    for written in ("MFRG GZDF-MZTWQ2LK", "mfrggzdfmztwq2lk", " MFRGGZDFMZTWQ2LK\n", "MFRGGZDFMZTWQ2LK===="):
        assert Totp.parse(written).at(59) == Totp("MFRGGZDFMZTWQ2LK").at(59)
    assert Totp.parse("otpauth://totp/x?secret=MFRG%20GZDF%0AMZTWQ2LK").seed == "MFRGGZDFMZTWQ2LK"
    # The last one counts, as browsers and servers take it.
    assert Totp.parse(f"otpauth://totp/x?secret={SEED}&digits=8&digits=6").digits == 6


def test_a_seed_of_eighty_bits_is_long_enough() -> None:
    assert Totp("MFRGGZDFMZTWQ2LK").digits == 6
    with pytest.raises(ValueError, match="too short"):
        Totp("MFRGGZDFMZTWQ2I")


def test_a_code_is_masked_until_a_minute_after_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEED", SEED)
    now = [59.0]
    vault = Vault([secret("totp:env:SEED")], clock=lambda: now[0])
    first = vault.value("login")
    now[0] = 70.0
    second = vault.value("login")
    now[0] = 119.9
    assert vault.mask_text(f"{first} {second}") == "[secret:login] [secret:login]"
    now[0] = 120.0
    assert vault.mask_text(f"{first} {second}") == f"{first} [secret:login]"


def test_pictures_are_searched_for_values_seeds_and_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PW", "hunter2")
    monkeypatch.setenv("SEED", f" otpauth://totp/x?secret={SEED} ")
    vault = Vault([secret("env:PW"), secret("totp:env:SEED", "code")], clock=lambda: 59.0)
    assert vault.needles() == []
    vault.load()
    code = vault.value("code")
    texts = [needle.text for needle in vault.needles()]
    assert {"hunter2", SEED.lower(), code} <= set(texts)
    assert len(vault.needles()) == len(set(vault.needles()))


def test_pictures_are_searched_for_a_code_as_long_as_it_is_masked_in_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEED", SEED)
    now = [59.0]
    vault = Vault([secret("totp:env:SEED")], clock=lambda: now[0])
    code = vault.value("login")
    for now[0], searched in ((119.9, True), (120.0, False)):
        assert (code in [needle.text for needle in vault.needles()]) is searched


def test_a_vault_knows_what_it_holds() -> None:
    vault = Vault([secret("env:PW"), secret("env:OTHER", "mail")])
    assert (bool(vault), bool(Vault())) == (True, False)
    assert (repr(vault), repr(Vault())) == ("<Vault: login, mail>", "<Vault: empty>")
    facts = vault.facts("mail")
    assert facts is not None
    assert (facts.name, facts.origins, facts.kind) == ("mail", ("https://a.example",), "password")
    assert vault.facts("other") is None
    with pytest.raises(UsageError) as caught:
        vault.value("other")
    assert caught.value.hint == "There are: login, mail."


def test_a_model_is_told_of_secrets_where_they_may_go_and_of_data_how_long_it_is() -> None:
    vault = Vault([secret("env:PW")])
    vault.add(GivenValue("street", lambda: ["https://a.example"]), "12 Elm Street")
    assert describe_secrets(vault.describe()).split("\n") == [
        "",
        "# Secrets of the user",
        "Put them into fields with fill_secret; you never see their values.",
        "- login: password, for https://a.example",
        "- street: text, 13 characters, for sites opened for changes",
    ]
    assert describe_secrets([]) == ""
    both = Vault([parse_secret("login=env:PW@https://a.example,https://b.example")])
    assert describe_secrets(both.describe()).endswith("- login: password, for https://a.example, https://b.example")


def test_a_value_that_is_given_anew_takes_the_place_of_the_old_one_which_stays_masked() -> None:
    vault = Vault()
    for value in ("12 Elm Street", "7 Oak Avenue"):
        vault.add(GivenValue("street", lambda: ["https://a.example"]), value)
    assert (vault.value("street"), vault.names()) == ("7 Oak Avenue", ["street"])
    assert vault.mask_text("12 Elm Street, 7 Oak Avenue") == "[secret:street], [secret:street]"


def test_without_a_value_nothing_is_changed_and_a_value_is_masked_as_soon_as_it_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PW", "hunter2")
    monkeypatch.setenv("OTHER", "correcthorse")
    vault = Vault([secret("env:PW"), secret("env:OTHER", "mail")])
    data = ["hunter2"]
    assert vault.mask(data) is data
    assert (vault.mask_text("hunter2"), vault.dots("hunter2")) == ("hunter2", "hunter2")
    assert vault.value("login") == "hunter2"
    assert (vault.mask(data), vault.dots("hunter2")) == (["[secret:login]"], "•••••••")
    assert vault.mask_text("correcthorse") == "correcthorse"
    assert vault.value("mail") == "correcthorse"
    assert vault.mask_text("correcthorse hunter2") == "[secret:mail] [secret:login]"


@pytest.mark.parametrize("source", ["env:PW", "file:{}"])
def test_a_value_has_four_to_4096_characters(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "pw"
    for length, taken in ((3, False), (4, True), (4_096, True), (4_097, False)):
        path.write_text("x" * length + ("\r\n" if source != "env:PW" else ""), newline="")
        monkeypatch.setenv("PW", "x" * length)
        vault = Vault([secret(source.format(path))])
        if taken:
            assert vault.value("login") == "x" * length
        else:
            with pytest.raises(UsageError):
                vault.value("login")


def test_of_line_ends_after_a_value_one_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "pw"
    for written, value in (("pass\n", "pass"), ("pass\r\n", "pass"), ("pass\n\n", "pass\n"), ("\npass", "\npass")):
        path.write_text(written, newline="")
        assert secret(f"file:{path}").source.read("login") == value


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("otp", "otp"), ("shop2FA", "otp"), ("mfa.x", "otp"), ("code", "otp"), ("login-code", "otp"),
        ("codex", "password"), ("zipcode", "password"),
        ("card", "card"), ("my.card", "card"), ("card_a", "card"), ("cvc", "card"), ("a-CVV", "card"),
        ("cards", "password"), ("discard", "password"),
        ("user", "username"), ("shop-username", "username"), ("a_Email", "username"),
        ("users", "password"), ("superuser", "password"), ("email-password", "password"),
    ],
)  # fmt: skip
def test_a_secret_s_kind_follows_from_its_name(name: str, kind: str) -> None:
    assert secret("env:PW", name).kind == kind


@pytest.mark.parametrize(
    ("name", "valid"),
    [("a" * 41, True), ("a" * 42, False), ("A-b_c.9", True), ("9a", False), ("-a", False), ("a b", False), ("", False)],
)
def test_a_name_is_a_letter_and_at_most_forty_others(name: str, valid: bool) -> None:
    if valid:
        assert secret("env:PW", name).name == name
    else:
        with pytest.raises(UsageError, match="begins with a name"):
            secret("env:PW", name)


@pytest.mark.parametrize(
    ("ends", "origins"),
    [
        ("https://a.example, HTTPS://a.example:443/", ("https://a.example",)),
        (" http://a.example:8080 ,https://b.example ", ("http://a.example:8080", "https://b.example")),
        ("https://a.example/p", None),
        ("https://a.example?q", None),
        ("https://a.example#f", None),
        ("a.example", None),
        ("x https://a.example", None),
        ("", None),
    ],
)
def test_a_secret_names_exact_origins(ends: str, origins: tuple[str, ...] | None) -> None:
    if origins is None:
        with pytest.raises(UsageError, match="neither an exact origin nor a kind"):
            parse_secret(f"login=env:PW@{ends}")
    else:
        assert parse_secret(f"login=env:PW@{ends}").origins == origins


@pytest.mark.parametrize(
    ("source", "part"),
    [
        ("env: ", "names nothing after env:"),
        ("env:1A", "not a variable"),
        ("env:Ä", "not a variable"),
        ("env:A-B", "not a variable"),
        ("cmd:''x'", "cannot be split"),
        ("keyring:mail/", "no entry of the keyring"),
        ("keyring:/ann", "no entry of the keyring"),
        ("vault:x", "where its value comes from"),
        ("totp:PW", "where its value comes from"),
    ],
)
def test_a_source_is_reported_by_what_is_wrong_with_it(source: str, part: str) -> None:
    with pytest.raises(UsageError, match=part) as caught:
        secret(source)
    assert "xample" in caught.value.hint or "run without a shell" in caught.value.hint


def test_sources_are_kept_as_they_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert secret("totp:env:_S1").source.seed
    assert not secret("env:_S1").source.seed
    assert secret("totp:env:_S1").kind == "otp"
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "pw").write_bytes(b"\xff")
    for source, part in ((f"file:{tmp_path / 'pw'}", "not UTF-8"), (f"file:{tmp_path}", "Is a directory")):
        with pytest.raises(UsageError, match=part) as caught:
            secret(source).source.read("login")
        assert caught.value.__context__ is None
    (tmp_path / "pw").write_text("hunter2")
    assert secret("file:~/pw").source.read("login") == "hunter2"
    assert "PW" not in repr(secret("env:PW").source)
    quiet = f'cmd:{sys.executable} -c \'import sys; sys.stderr.write("loud"); print(sys.stdin.read() + "said")\''
    assert secret(quiet).source.read("login") == "said"
    windows = f"cmd:{sys.executable} -c 'print(\"said\\r\")'"
    assert secret(windows).source.read("login") == "said"


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (OSError("odd"), "no such command"),
        (OSError(13, "Not allowed"), "Not allowed"),
        (ValueError("embedded null byte"), "no such command"),
    ],
)
def test_a_command_that_does_not_start_is_reported_with_the_system_s_reason(
    error: Exception, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(subprocess, "run", refuse)
    with pytest.raises(UsageError, match=f"cannot be run: {why}"):
        secret("cmd:x").source.read("login")
    monkeypatch.setattr(Path, "open", refuse)
    shown = "not UTF-8 text" if why.startswith("no ") else why
    with pytest.raises(UsageError, match=f"cannot be read: {shown}"):
        secret("file:/x").source.read("login")
