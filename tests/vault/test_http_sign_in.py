"""HTTP authentication with a secret of the vault."""

import base64
from pathlib import Path
from typing import Any

import pytest

from handrail import Session
from handrail.errors import UsageError
from handrail.trust import External
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


@pytest.mark.parametrize("value", ["lantern-42", ":lantern-42", "mara:", "mara:x", "mara: xyz "])
def test_a_value_that_is_no_user_and_password_is_refused_without_showing_it(monkeypatch, value):
    with pytest.raises(UsageError, match="is not user:password") as caught:
        http_sign_in(f"intranet@{HOME}", vault(monkeypatch, value))
    assert "lantern" not in caught.value.message


def ask_for_password(request: Request) -> Reply:
    sent = {name.lower(): value for name, value in request.headers.items()}.get("authorization", "")
    if sent != f"Basic {base64.b64encode(b'mara:lantern-42').decode()}":
        return Reply(b"<h1>Who are you?</h1>", 401, headers={"www-authenticate": 'Basic realm="x"'})
    return Reply(b"<h1>Welcome, lantern-42</h1><form method=post><button>Save</button></form>")


def passwords(server: PageServer) -> list[str]:
    return [value for one in server.requests for name, value in one.headers.items() if name.lower() == "authorization"]


@pytest.fixture
def sites(monkeypatch):
    monkeypatch.setenv("INTRANET_LOGIN", "mara:lantern-42")
    with PageServer() as home, PageServer() as other:
        for server in (home, other):
            server.put("/", ask_for_password)
        yield home, other


def session_of(home: PageServer, other: PageServer, run_dir: Path, **options: Any) -> Session[External]:
    return Session(
        headless=True, run_dir=run_dir, allow_origins=[other.origin], trust=[home.origin], **options,
        secrets=[f"intranet=env:INTRANET_LOGIN@{home.origin}"], http_credentials=f"intranet@{home.origin}",
    )  # fmt: skip


@pytest.mark.browser
@pytest.mark.parametrize("keeps", [False, True], ids=["", "profile"])
async def test_only_the_named_origin_gets_the_credentials(sites, tmp_path, keeps):
    home, other = sites
    profile = tmp_path / "profile" if keeps else None
    async with session_of(home, other, tmp_path / "run", browser="chromium", profile=profile) as session:
        assert (await session.call("goto", url=f"{home.origin}/")).unwrap()["status"] == 200
        assert "lantern" not in (await session.snapshot()).text.raw
        # A model's act, which the request gate holds.
        (await session.call_as("model", "click", ref="Save")).unwrap()
        assert (await session.call("goto", url=f"{other.origin}/")).data["status"] == 401
    assert len(passwords(home)) == 2
    assert [request.method for request in home.requests].count("POST") == 1
    assert not passwords(other)


@pytest.mark.browser
async def test_credentials_do_not_follow_a_redirect_to_another_site(sites, tmp_path):
    home, other = sites
    for path in ("/picture", "/link"):
        other.put(path, Reply(b"ok"))

    def lead_on(request: Request) -> Reply:
        asked = ask_for_password(request)
        where = other.origin + request.path.removeprefix("/to")
        return asked if asked.status == 401 else Reply(b"", 302, headers={"location": where})

    for path in ("/to/picture", "/to/link"):
        home.put(path, lead_on)
    home("<h1>Wiki</h1><img src=/to/picture><a href=/to/link>Source</a>", "/wiki")
    async with session_of(home, other, tmp_path / "run", browser="chromium") as session:
        assert (await session.call("goto", url=f"{home.origin}/wiki")).ok
        await session.call_as("model", "reload")
        await session.call_as("model", "click", ref="Source")
    assert {"/picture", "/link"} <= {request.path for request in other.requests}
    assert len(passwords(home)) > 2
    assert not passwords(other)


@pytest.mark.browser
async def test_firefox_which_takes_them_along_is_given_none(sites, tmp_path):
    with pytest.raises(UsageError, match="answered in Chromium only"):
        async with session_of(sites[0], sites[1], tmp_path / "run", browser="firefox"):
            pass


@pytest.mark.browser
async def test_a_password_that_the_site_does_not_take_is_sent_once(sites, tmp_path, monkeypatch):
    monkeypatch.setenv("INTRANET_LOGIN", "mara:lantern-43")
    home, other = sites
    async with session_of(home, other, tmp_path / "run", browser="chromium") as session:
        assert (await session.call("goto", url=f"{home.origin}/")).unwrap()["status"] == 401
    assert len(passwords(home)) == 1
