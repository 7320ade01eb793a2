"""fill_secret, through a session, in real browsers: where a secret goes, and that its value is nowhere else."""

from __future__ import annotations

import gc
import logging
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.async_api import Browser
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout

from handrail import Session
from handrail.browser.page.cdp_worlds import IsolatedWorld
from handrail.browser.types.errors import BrowserError
from handrail.browser.types.facts import ElementFacts
from handrail.errors import UsageError
from handrail.events.kinds import Event
from handrail.policy.facts import Caller
from tests.conftest import OpenSession
from tests.pages import PageServer
from tests.tools.acting import js, ref, shown

VALUE = "cor2rect-Horse!"
SEED = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
LOGIN = """<form method=post action=/in><label id=l>Password <input id=pw type=password></label>
<div id=w><input id=user autocomplete=username></div><input id=q type=search><textarea id=note></textarea>
<button>Sign in</button></form>"""


@pytest.fixture(autouse=True)
def values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PW", VALUE)
    monkeypatch.setenv("SEED", SEED)


class Confided(Protocol):
    """Opens a session in Chromium that has secrets."""

    async def __call__(self, *secrets: str) -> Session: ...


@pytest.fixture
def confided(open_session: OpenSession, chromium: Browser, tmp_path: Path, told: list[Event]) -> Confided:
    async def opened(*secrets: str) -> Session:
        session = await open_session(chromium, tmp_path / "run", secrets=secrets)
        session.events.subscribe(told.append)
        return session

    return opened


@pytest.fixture
def told(caplog: pytest.LogCaptureFixture, recwarn: pytest.WarningsRecorder) -> Iterator[list[Event]]:
    """What a session told; whatever a test does, the value is in no event and in no log."""
    caplog.set_level(logging.DEBUG)
    events: list[Event] = []
    yield events
    gc.collect()
    assert not any(VALUE in str(event.to_dict()) for event in events)
    assert VALUE not in caplog.text
    assert not any(VALUE in str(warning.message) for warning in recwarn)


@pytest.fixture(params=["chromium", "firefox"])
def any_browser(request: pytest.FixtureRequest) -> Browser:
    return request.getfixturevalue(request.param)


@pytest.fixture
async def login(
    any_browser: Browser, open_session: OpenSession, tmp_path: Path, serve: PageServer, told: list[Event]
) -> Session:
    """A page on the secret's origin, in each browser."""
    secrets = [f"login=env:PW@{serve.origin}", f"user=env:PW@{serve.origin}", f"any=env:PW@{serve.origin},text"]
    session = await open_session(any_browser, tmp_path / "run", secrets=secrets)
    session.events.subscribe(told.append)
    return await shown(session, serve, LOGIN)


async def test_a_secret_goes_into_a_field_of_its_kind_and_nowhere_else(login: Session) -> None:
    for field, name in (("#pw", "login"), ("#l", "login"), ("#user", "user"), ("#note", "any")):
        await js(login, "document.forms[0].reset()")
        result = await login.call("fill_secret", ref=await ref(login, field), name=name)
        assert result.ok, (field, result)
        assert result.data["kept"] is True
        assert VALUE not in str(result.to_dict())
    assert await js(login, "note.value") == VALUE
    await js(login, "document.forms[0].reset()")
    for field, name in (("#user", "login"), ("#note", "login"), ("#q", "login"), ("#q", "user"), ("button", "any")):
        result = await login.call("fill_secret", ref=await ref(login, field), name=name)
        assert result.code in ("not_permitted", "wrong_element"), (field, name, result)
    held = "[pw.value, user.value, q.value, note.value].join('')"
    assert await js(login, held) == ""


async def test_a_wrapper_is_no_field_and_hands_ask_about_the_very_field_that_they_would_fill(login: Session) -> None:
    wrapper = await ref(login, "#w")
    assert (await login.call("fill_secret", ref=wrapper, name="user")).code == "not_permitted"
    judged: list[tuple[str, str, list[str]]] = []

    def judge(field: ElementFacts, leads_to: Sequence[str]) -> None:
        judged.append((field.autocomplete, field.nonce, list(leads_to)))

    assert await login.tab.actions.fill_secret(wrapper, lambda: VALUE, judge)
    assert judged == [("username", await login.tab.pin(), [login.tab.origin])]
    assert await js(login, "user.value") == VALUE


@pytest.mark.parametrize("caller", ["user", "model"])
async def test_no_other_origin_gets_it_in_a_page_a_frame_or_a_form(
    confided: Confided, serve: PageServer, caller: Caller
) -> None:
    home, evil = serve.origin, serve.other_site
    session = await confided(f"login=env:PW@{home}")
    password = "<input type=password>"
    inner = serve(password, "/inner")
    for page, allowed in (
        (f"<iframe src='{inner}'></iframe>", True),
        (f"<iframe src='{inner.replace(home, evil)}'></iframe>", False),
        (f"<iframe sandbox src='{inner}'></iframe>", False),
        (f"<iframe srcdoc='{password}'></iframe>", True),
        (f"<form action='{evil}/in'>{password}</form>", False),
        (f"<form><p>{password}</p><button>Go</button><button formaction='{evil}/in'>Or</button></form>", False),
        (f"<form id=f action='{evil}/in'></form><input form=f type=password>", False),
        # A script runs in the page itself, as one that listens does.
        (f"<form action='javascript:0'>{password}</form>", True),
        (f"<form action='data:text/html,0'>{password}</form>", False),
        (f"<form><button formaction='/x'>Go</button>{password}</form>", True),
    ):
        await shown(session, serve, page)
        result = await session.call_as(
            caller, "fill_secret", ref=await ref(session, "input[type=password]"), name="login"
        )
        assert result.ok == allowed, (page, result)
        if not allowed:
            assert result.code == "not_permitted"
            assert (home in result.error) == (caller == "user")
    away = serve(password).replace(home, evil)
    assert (await session.call("goto", url=away)).ok
    result = await session.call_as(caller, "fill_secret", ref=await ref(session, "input"), name="login")
    assert result.code == "not_permitted"
    assert await js(session, "document.querySelector('input').value") == ""


async def test_a_field_that_changes_while_it_is_waited_for_is_judged_anew(
    confided: Confided, serve: PageServer
) -> None:
    session = await confided(f"login=env:PW@{serve.origin}")
    await shown(session, serve, "<input id=i type=password disabled>")
    field = await ref(session, "#i")
    await js(session, "setTimeout(() => { i.type = 'text'; i.disabled = false }, 400)")
    result = await session.call("fill_secret", ref=field, name="login")
    assert (result.code, await js(session, "i.value")) == ("not_permitted", "")


async def test_what_the_page_made_of_it_is_reported_by_length_alone(confided: Confided, serve: PageServer) -> None:
    session = await confided(f"login=env:PW@{serve.origin}", f"code=totp:env:SEED@{serve.origin}")
    await shown(
        session, serve,
        "<input id=cut type=password oninput='cut.value = cut.value.slice(1)'><input id=most type=password maxlength=5>"
        "<input id=ask type=password oninput=\"alert('Hello ' + this.value)\"><input id=otp inputmode=numeric>",
    )  # fmt: skip
    result = await session.call("fill_secret", ref=await ref(session, "#cut"), name="login")
    assert result.data["kept"] is False
    result = await session.call("fill_secret", ref=await ref(session, "#most"), name="login")
    assert (result.code, await js(session, "most.value")) == ("wrong_element", "")
    assert (await session.call("fill_secret", ref=await ref(session, "#otp"), name="code")).data["kept"] is True
    assert session.vault.mask_text(await js(session, "otp.value")) == "[secret:code]"
    assert (await session.call("fill_secret", ref=await ref(session, "#otp"), name="none")).hint == (
        "There are: login, code."
    )
    asked = await session.call("fill_secret", ref=await ref(session, "#ask"), name="login")
    assert (asked.data["kept"], asked.followed["dialog"]["message"]) == (None, "Hello [secret:login]")


async def test_a_session_whose_secret_cannot_be_had_does_not_open(
    confided: Confided, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PW")
    with pytest.raises(UsageError, match="The variable PW of the secret 'login' is not set"):
        await confided("login=env:PW@https://shop.example")


async def test_no_search_tells_a_part_of_it_nor_whether_a_guess_is_right(confided: Confided, serve: PageServer) -> None:
    session = await confided(f"login=env:PW@{serve.origin}")
    await shown(session, serve, f"<p>It was {VALUE}, once</p>")
    for guess in ("cor2", "c[a-z]r", "Horse", "t-"):
        found = await session.call_as("model", "search_page", pattern=guess, regex=True)
        assert (found.data["total"], found.data["matches"]) == (0, [])
        assert not (await session.call_as("model", "wait_for", text=guess, timeout=0)).ok
    found = await session.call_as("model", "search_page", pattern="once", context_chars=8)
    assert found.data["matches"][0]["before"].raw == "…" + "•" * 6 + ", "


async def test_without_secrets_the_tool_is_not_offered(session: Session) -> None:
    assert "fill_secret" not in [record.name for record in session.offered()]
    assert (await session.call("fill_secret", ref="e1", name="login")).code == "not_available"


@pytest.mark.parametrize("error", [PlaywrightTimeout, PlaywrightError])
async def test_no_error_holds_the_value_nor_has_a_cause_that_does(
    session: Session,
    serve: PageServer,
    told: list[Event],
    error: type[PlaywrightError],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await shown(session, serve, LOGIN)
    field = await ref(session, "#pw")
    hands: Any = session.tab.actions
    monkeypatch.setattr(hands._attempt, "patience", 0.2)

    async def refusing(_: IsolatedWorld, function: str, *arguments: object, **options: object) -> None:
        """A call whose error repeats what it was given, as Playwright's do."""
        raise error(f"CDPSession.send: failed\nCall log:\n  - {function} {arguments} {options}")

    async def judged(*_: object) -> dict[str, Any]:
        return {"most": None, "local": hands._core.target(field).local}

    monkeypatch.setattr("handrail.browser.actions.fields.secret_input._judged_field", judged)
    monkeypatch.setattr(IsolatedWorld, "call", refusing)
    with pytest.raises(BrowserError) as caught:
        await hands.fill_secret(field, lambda: VALUE, lambda *_: None)
    chain: list[BaseException] = [caught.value]
    while chain[-1].__cause__ or chain[-1].__context__:
        chain.append(chain[-1].__cause__ or chain[-1].__context__)  # type: ignore[arg-type]
    assert not any(VALUE in str(one) for one in chain)
