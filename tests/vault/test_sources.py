"""How secrets are named, and where their values come from."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from handrail.errors import UsageError
from handrail.vault import Secret, Vault, parse_secret, sources


@pytest.mark.parametrize(
    ("text", "name", "origins", "kind"),
    [
        ("login=env:PW@https://shop.example", "login", ("https://shop.example",), "password"),
        ("login=env:PW@https://a.example,HTTPS://B.example:443/,username", "login",
         ("https://a.example", "https://b.example"), "username"),
        ("shop-email=file:~/x@https://a.example", "shop-email", ("https://a.example",), "username"),
        ("card=file:/x@https://a.example", "card", ("https://a.example",), "card"),
        ("g=totp:env:SEED@http://127.0.0.1:8080", "g", ("http://127.0.0.1:8080",), "otp"),
        ("g=cmd:op read 'op://a@b, c/x=y'@https://a.example,text", "g", ("https://a.example",), "text"),
        ("g=keyring:mail/ann@b.example@https://a.example", "g", ("https://a.example",), "password"),
    ],
)  # fmt: skip
def test_a_secret_is_parsed(text: str, name: str, origins: tuple[str, ...], kind: str) -> None:
    secret = parse_secret(text)
    assert (secret.name, secret.origins, secret.kind) == (name, origins, kind)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("hunter2", "begins with a name"),
        ("1=env:PW@https://a.example", "begins with a name"),
        ("login=hunter2@https://a.example", "where its value comes from"),
        ("login=env:PW", "names no origin"),
        ("login=env:@https://a.example", "names nothing after env:"),
        ("login=env:hunter2-x@https://a.example", "not a variable"),
        ("login=totp:hunter2@https://a.example", "where its value comes from"),
        ("login=env:PW@password", "a kind and no origin"),
        ("login=keyring:mail/hunter2@b.example", "neither an exact origin nor a kind"),
        ("login=env:PW@https://a.example/path", "neither an exact origin nor a kind"),
        ("login=env:PW@https://a.example,hunter2", "neither an exact origin nor a kind"),
        ("login=env:PW@ftp://a.example", "neither an exact origin nor a kind"),
        ("login=cmd:echo 'hunter2@https://a.example", "cannot be split"),
        ("login=keyring:hunter2@https://a.example", "no entry of the keyring"),
    ],
)
def test_what_is_no_secret_is_reported_without_repeating_what_may_be_one(text: str, part: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_secret(text)
    message = f"{caught.value.message} {caught.value.hint}"
    assert part in message
    assert caught.value.hint
    assert "hunter2" not in message


def test_two_secrets_of_one_name_are_refused() -> None:
    with pytest.raises(UsageError, match="Two secrets"):
        Vault([parse_secret("a=env:PW@https://a.example")] * 2)


def secret(source: str, name: str = "login") -> Secret:
    return parse_secret(f"{name}={source}@https://a.example")


def test_values_come_from_the_environment_files_and_commands(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PW", "from env\n")
    (tmp_path / "pw").write_text("from file \r\n", newline="")
    script = tmp_path / "say.py"
    script.write_text("import sys; print(sys.argv[1:], '$HOME')")
    assert secret("env:PW").source.read("login") == "from env\n"
    assert secret(f"file:{tmp_path / 'pw'}").source.read("login") == "from file "
    assert secret(f"cmd:{sys.executable} {script} 'a b' $HOME").source.read("login") == "['a b', '$HOME'] $HOME"


@pytest.mark.parametrize(
    ("source", "part"),
    [
        ("env:NOT_SET_ANYWHERE", "is not set"),
        ("file:/nowhere/at/all", "No such file"),
        (f"cmd:{sys.executable} -c 'print(\"hunter2\"); exit(3)'", "exit code 3"),
        ("cmd:no-such-command-anywhere hunter2", "cannot be run"),
        (f"cmd:{sys.executable} -c 'import time; time.sleep(60)'", "did not finish"),
        (f"cmd:{sys.executable} -c 'import os; os.write(1, bytes([255]))'", "not UTF-8"),
        (f"cmd:{sys.executable} -c 'print(\"x\" * 5000)'", "longer than"),
    ],
)
def test_a_value_that_cannot_be_read_is_an_error_in_one_sentence(
    source: str, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "COMMAND_SECONDS", 2.0)
    with pytest.raises(UsageError) as caught:
        Vault([secret(source)]).load()
    assert part in caught.value.message
    assert "hunter2" not in f"{caught.value.message} {caught.value.hint}"
    assert caught.value.__context__ is None


def test_a_keyring_that_is_not_installed_or_has_no_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    class Errors:
        class KeyringError(Exception):
            pass

    class Ring:
        errors = Errors

        @staticmethod
        def get_password(service: str, user: str) -> str | None:
            if service == "broken":
                raise Errors.KeyringError("hunter2")
            return {("mail/box", "ann"): "hunter2"}.get((service, user))

    monkeypatch.setitem(sys.modules, "keyring", None)
    with pytest.raises(UsageError, match="not installed") as caught:
        secret("keyring:mail/ann").source.read("login")
    assert "handrail[secrets]" in caught.value.hint
    monkeypatch.setitem(sys.modules, "keyring", Ring)
    monkeypatch.setitem(sys.modules, "keyring.errors", Errors)
    assert secret("keyring:mail/box/ann").source.read("login") == "hunter2"
    with pytest.raises(UsageError, match="no such entry") as caught:
        secret("keyring:mail/bob").source.read("login")
    assert caught.value.hint == "Look with: keyring get SERVICE USER."
    with pytest.raises(UsageError, match="does not answer") as caught:
        secret("keyring:broken/bob").source.read("login")
    assert caught.value.__context__ is None


def test_a_value_too_short_to_be_masked_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PW", "abc ")
    with pytest.raises(UsageError, match="fewer than 4"):
        Vault([secret("env:PW")]).load()


def test_nothing_that_stands_for_a_secret_shows_its_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PW", "hunter2")
    vault = Vault([secret("env:PW"), secret(f"cmd:{sys.executable} -c 'print(\"hunter2\")'", "other")])
    vault.load()
    assert vault.value("login") == vault.value("other") == "hunter2"
    assert vault.names() == ["login", "other"]
    assert vault.describe()[0] == {"name": "login", "origins": ("https://a.example",), "kind": "password"}
    shown = [repr(vault), str(vault), str(vault.describe()), repr(vault._secrets["other"]), str(vault.facts("login"))]
    assert all("hunter2" not in text for text in shown)
    with pytest.raises(UsageError, match="no secret of that name"):
        vault.value("hunter")


@pytest.mark.parametrize(
    ("kind", "example"),
    [
        ("env", "login=env:SHOP_PASSWORD@https://shop.example"),
        ("file", "login=file:~/.shop-password@https://shop.example"),
        ("cmd", "'login=cmd:pass show shop@https://shop.example'"),
        ("keyring", "login=keyring:shop/ann@https://shop.example"),
    ],
)
def test_a_source_without_a_place_is_answered_with_an_example_of_its_kind(kind: str, example: str) -> None:
    with pytest.raises(UsageError, match="names nothing after") as refused:
        parse_secret(f"login={kind}:@https://shop.example")
    assert refused.value.hint == f"Example: {example}."
