"""HTTP authentication with a secret of the vault."""

import base64

import pytest

from handrail import Session
from handrail.errors import UsageError
from handrail.vault import Vault, parse_secret
from handrail.vault.http_sign_in import http_sign_in, parse_http_credentials
from tests.pages import PageServer, Reply, Request

HOME = "https://intranet.example"


def vault(monkeypatch: pytest.MonkeyPatch, value: str) -> Vault:
    monkeypatch.setenv("INTRANET_LOGIN", value)
    return Vault([parse_secret(f"intranet=env:INTRANET_LOGIN@{HOME}")])


def test_the_password_is_masked_alone_and_with_the_user_name(monkeypatch):
    secrets = vault(monkeypatch, "mara:lantern:42")
    signed = http_sign_in(f"intranet@{HOME}", secrets)
    assert (signed.origin, signed.user, signed.password) == (HOME, "mara", "lantern:42")
    assert "lantern" not in repr(signed)
    assert secrets.mask_text("mara:lantern:42, lantern:42") == "[secret:intranet], [secret:intranet]"
    assert base64.b64encode(b"mara:lantern:42").decode() not in secrets.mask_text("bWFyYTpsYW50ZXJuOjQy")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("intranet", "names no secret and origin"),
        (f"@{HOME}", "names no secret and origin"),
        (f"other@{HOME}", "There is no secret 'other'"),
        ("intranet@https://evil.example", f"belongs to {HOME}, not to https://evil.example"),
        ("intranet@https://*.example", "is a pattern"),
    ],
)
def test_what_cannot_sign_in_is_one_sentence(monkeypatch, text, why):
    with pytest.raises(UsageError, match=why.replace("*", ".")):
        parse_http_credentials(text, vault(monkeypatch, "mara:lantern-42"))


@pytest.mark.parametrize("value", ["lantern-42", ":lantern-42", "mara:", "mara:x"])
def test_a_value_that_is_no_user_and_password_is_refused_without_showing_it(monkeypatch, value):
    with pytest.raises(UsageError, match="is not user:password") as caught:
        http_sign_in(f"intranet@{HOME}", vault(monkeypatch, value))
    assert "lantern" not in caught.value.message


@pytest.mark.browser
async def test_chromium_which_cannot_answer_says_so(monkeypatch, tmp_path):
    monkeypatch.setenv("INTRANET_LOGIN", "mara:lantern-42")
    session = Session(
        browser="chromium", headless=True, run_dir=tmp_path / "run",
        secrets=[f"intranet=env:INTRANET_LOGIN@{HOME}"], http_credentials=f"intranet@{HOME}",
    )  # fmt: skip
    with pytest.raises(UsageError, match="in Firefox only"):
        await session.__aenter__()


@pytest.mark.browser
async def test_only_the_named_origin_gets_the_credentials(monkeypatch, tmp_path):
    def answer(request: Request) -> Reply:
        if "authorization" not in {name.lower() for name in request.headers}:
            return Reply(b"<h1>Who are you?</h1>", 401, headers={"www-authenticate": 'Basic realm="x"'})
        return Reply(b"<h1>Welcome, lantern-42</h1>")

    monkeypatch.setenv("INTRANET_LOGIN", "mara:lantern-42")
    with PageServer() as home, PageServer() as other:
        for server in (home, other):
            server.put("/", answer)
        session = Session(
            browser="firefox", headless=True, run_dir=tmp_path / "run", allow_origins=[other.origin],
            secrets=[f"intranet=env:INTRANET_LOGIN@{home.origin}"], http_credentials=f"intranet@{home.origin}",
        )  # fmt: skip
        async with session:
            assert (await session.call("goto", url=f"{home.origin}/")).unwrap()["status"] == 200
            assert "lantern" not in (await session.snapshot()).text.raw
            await session.call("goto", url=f"{other.origin}/")
        sent = [request.headers for request in other.requests]
    assert sent
    assert not any("authorization" in {name.lower() for name in headers} for headers in sent)
