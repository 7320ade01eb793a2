"""What was selected or copied on one page, in one session or by another program is no way for a model to another."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser

from handrail import Session
from handrail.policy import Grant
from tests.calls.effects.test_request_judge import Person
from tests.calls.test_pipeline_policy import as_model, refs
from tests.conftest import OpenSession
from tests.pages import PageServer

OWN = """<title>Mail</title><label>Code <input id=code value="4711"></label><a href="ELSEWHERE/box">Elsewhere</a>
<button onclick="code.select(); document.title = document.execCommand('copy')">Copy</button>"""
ELSEWHERE = """<textarea aria-label=Box autofocus></textarea>
<script>document.querySelector('textarea').oninput = e => fetch('/k?' + e.target.value)</script>"""


def granted(site: str) -> set[Grant]:
    return {Grant("press", site)}


def leaked(serve: PageServer) -> list[str]:
    return [request.path for request in serve.requests if "4711" in request.path]


@pytest.fixture
async def own(session: Session, serve: PageServer) -> Session:
    serve(ELSEWHERE, "/box")
    session.provenance.words.add_text("Read my mail")
    await session.call("goto", url=serve(OWN.replace("ELSEWHERE", serve.other_site)))
    return session


@pytest.mark.parametrize("caller", ["user", "model"])
async def test_there_is_no_middle_button_which_pastes_a_selection(own: Session, serve: PageServer, caller):
    at = await refs(own)
    assert (await own.call_as("model", "click", ref=at["Code"], count=3)).ok
    assert (await own.call_as("model", "click", ref=at["Elsewhere"])).ok
    box = (await refs(own))["Box"]
    for tool, params in (("click", {"ref": box}), ("click_at", {"x": 50, "y": 30})):
        assert (await own.call_as(caller, tool, **params, button="middle")).code == "invalid_params"
    assert leaked(serve) == []


@pytest.mark.parametrize("key", ["Control+v", "Shift+Insert"])
async def test_a_paste_is_asked_though_keys_are_permitted(own: Session, serve: PageServer, key: str):
    own.permissions.grants |= granted(serve.origin) | granted(serve.other_site)
    assert await as_model(own, "click", ref=(await refs(own))["Copy"])
    assert (await own.tab.title()).raw == "true"
    assert await as_model(own, "click", ref=(await refs(own))["Elsewhere"])
    box = (await refs(own))["Box"]
    assert await as_model(own, "send_keys", ref=box, keys="Control+Shift+x")
    assert not await as_model(own, "send_keys", ref=box, keys=["End", key])
    assert leaked(serve) == []
    own.approve = yes = Person(True)
    assert await as_model(own, "send_keys", ref=box, keys=key)
    assert leaked(serve) == ["/k?4711"]
    assert "what the clipboard holds" in yes.questions[0]


async def test_one_session_pastes_nothing_of_another_in_the_same_browser(
    chromium: Browser, open_session: OpenSession, serve: PageServer, tmp_path: Path
):
    serve(ELSEWHERE, "/box")
    one, other = [await open_session(chromium, tmp_path / name) for name in ("one", "other")]
    await one.call("goto", url=serve(OWN.replace("ELSEWHERE", serve.other_site)))
    assert (await one.call("click", ref=(await refs(one))["Copy"])).ok
    await other.call("goto", url=f"{serve.origin}/box")
    other.permissions.grants |= granted(serve.origin)
    assert not await as_model(other, "send_keys", ref=(await refs(other))["Box"], keys="Control+v")
    assert leaked(serve) == []
