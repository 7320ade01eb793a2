"""Every tool of the table at once: done, refused for a bad parameter, failed by the page; in act and in ask mode, in
Chromium and in Firefox. What each does is tested in a file of its own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

from handrail import Session
from handrail.models import Scripted
from handrail.policy.facts import Caller
from handrail.results import Result
from handrail.tools.core.plan import MOST_REVISIONS
from handrail.tools.core.table import Table
from tests.conftest import OpenSession
from tests.pages import PageServer, Reply
from tests.tools.acting import js
from tests.tools.every_tool import CALLS, PAGE, PLAN, Beside, calls_for, secrets_for, services_of

IN_ASK_MODE = {record.name for record in Table.load() if record.ask} | {"dialog"}
"""What a model may do there: look, wait, note, end the run, and put an alert away."""

# A call of each tool that this page fails. `!b` is the ref of a button that is gone, LOOP an
# address that leads to itself.
FAILING: dict[str, tuple[dict[str, Any], str]] = {
    "click": ({"ref": "!b"}, "stale_ref"),
    "fill": ({"ref": "#p", "value": "x"}, "wrong_element"),
    "select": ({"ref": "#s", "values": "Three"}, "no_such_option"),
    "check": ({"ref": "#p"}, "wrong_element"),
    "uncheck": ({"ref": "#p"}, "wrong_element"),
    "hover": ({"ref": "!b"}, "stale_ref"),
    "focus": ({"ref": "#p"}, "wrong_element"),
    "enter": ({"ref": "#p"}, "wrong_element"),
    "send_keys": ({"keys": "a", "ref": "#p"}, "wrong_element"),
    "scroll": ({"to": "!b"}, "stale_ref"),
    "upload_file": ({"ref": "!b", "path": "FILE"}, "stale_ref"),
    "fill_secret": ({"ref": "!b", "name": "login"}, "stale_ref"),
    "request_user_data": (
        {"reason": "x", "form_description": "x", "fields": [{"name": "x", "ref": "Nobody"}]},
        "no_such_element",
    ),
    "dialog": ({"accept": True}, "no_dialog"),
    "dropdown_options": ({"ref": "#p"}, "wrong_element"),
    "snapshot": ({"within_ref": "!b"}, "stale_ref"),
    "screenshot": ({"ref": "!b"}, "stale_ref"),
    "search_page": ({"pattern": "(", "regex": True}, "invalid_pattern"),
    "find_elements": ({"selector": "p["}, "invalid_selector"),
    "element_info": ({"ref": "!b"}, "stale_ref"),
    "read_page": ({"within_ref": "!b"}, "stale_ref"),
    "extract": ({"description": "x", "within_ref": "!b"}, "stale_ref"),
    "type_text": ({"ref": "#p", "text": "x"}, "wrong_element"),
    "drag": ({"from_ref": "!b", "to_ref": "#p"}, "stale_ref"),
    "click_at": ({"x": 15_000, "y": 15_000}, "nothing_there"),
    "drag_at": ({"from_x": 15_000, "from_y": 15_000, "to_x": 1, "to_y": 1}, "nothing_there"),
    "fill_form": ({"fields": [{"ref": "Nobody", "value": "x"}]}, "no_such_element"),
    "read_table": ({"selector": ".none"}, "no_table"),
    "collect": ({"item": "td[", "fields": {"text": ""}}, "invalid_selector"),
    "network": ({"id": "r9999"}, "no_such_request"),
    "call_page_tool": ({"name": "none"}, "no_such_page_tool"),
    "fetch_url": ({"url": "LOOP"}, "navigation_failed"),
    "web_search": ({"query": "What does"}, "service_failed"),
    "tabstack_extract_markdown": ({"url": "URL"}, "service_failed"),
    "tabstack_extract_json": ({"url": "URL", "json_schema": {}}, "service_failed"),
    "tabstack_generate_json": ({"url": "URL", "json_schema": {}, "instructions": "x"}, "service_failed"),
    "read_pdf": ({"file": "d99"}, "no_such_file"),
    "read_download": ({"file": "d99"}, "no_such_file"),
    "download": ({"url": "http://127.0.0.1:1/"}, "navigation_failed"),
    "write_file": ({"name": "a.sh", "content": "x"}, "wrong_ending"),
    "wait_for": ({"text": "nothing of the kind", "timeout": 0}, "timeout"),
    "note": ({"text": "x" * 4_000}, "notes_full"),
    "revise_plan": ({"plan": ["x"], "reason": "x"}, "no_more_revisions"),
    "ask_user": ({"question": "x"}, "not_answered"),
    "hand_over": ({"reason": "x"}, "not_answered"),
    "switch_tab": ({"tab": "t99"}, "no_such_tab"),
    "close_tab": ({"tab": "t99"}, "no_such_tab"),
    "goto": ({"url": "http://127.0.0.1:1/"}, "navigation_failed"),
    "new_tab": ({"url": "http://127.0.0.1:1/"}, "navigation_failed"),
    "reload": ({}, "navigation_failed"),
    "forward": ({}, "no_history"),
    "back": ({}, "no_history"),
}
CANNOT_FAIL = {
    "page_info", "list_page_tools", "list_downloads", "save_pdf", "console", "set_viewport", "move_to", "wait",
    "read_notes", "done", "abort",
}  # fmt: skip
"""A page that answers has no say in these."""


def test_every_tool_is_called_here() -> None:
    assert set(CALLS) == set(FAILING) | CANNOT_FAIL == {record.name for record in Table.load()}


@dataclass
class Place:
    """A session at the page, and the calls for it; in ask mode a model calls, in act mode the user."""

    session: Session
    calls: dict[str, dict[str, Any]]
    file: Path

    async def call(self, name: str, params: dict[str, Any]) -> Result:
        caller: Caller = "model" if self.session.mode == "ask" else "user"
        return await self.session.call_as(caller, name, **params)


@pytest.fixture
def where(request: pytest.FixtureRequest) -> tuple[Browser, str]:
    browser, mode = request.param.split("-")
    return request.getfixturevalue(browser), mode


@pytest.fixture
async def place(
    where: tuple[Browser, str],
    open_session: OpenSession,
    serve: PageServer,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Place:
    monkeypatch.setenv("TABSTACK_KEY_OF_TESTS", "key-of-tests")
    browser, mode = where
    model = Scripted(["**Text**"] * 9)
    options: dict[str, Any] = {"upload_dirs": [file.parent], "secrets": secrets_for(serve, file.parent)}
    options["person"] = person = Beside()
    options["give_values"] = person.give_values
    options |= services_of(serve) | {"page_tools": True}
    session = await open_session(browser, file.parent / "run", own=True, mode=mode, model=model, **options)
    session.plan.current = PLAN
    assert (await session.call("goto", url=serve(PAGE, "/page"))).ok
    return Place(session, await calls_for(session, serve, file), file)


everywhere = pytest.mark.parametrize(
    "where", ["chromium-act", "chromium-ask", "firefox-act", "firefox-ask"], indirect=True
)


@everywhere
@pytest.mark.browser
async def test_every_tool_does_its_work_and_in_ask_mode_looks_or_is_refused(place: Place) -> None:
    results = {}
    for name, params in place.calls.items():
        if name == "dialog":
            await js(place.session, "void setTimeout(() => alert('Hi'))")
            await place.session.call("wait_for", selector="nothing", timeout=5)
        results[name] = await place.call(name, params)
    allowed = set(CALLS) if place.session.mode == "act" else IN_ASK_MODE
    assert {name: result.to_dict() for name, result in results.items() if result.ok is not (name in allowed)} == {}
    assert {result.code for result in results.values()} <= {None, "not_permitted"}
    assert results["read_notes"].data["notes"]["k"] == "x"
    assert (results["done"].data["result"], results["done"].data["data"]) == ("Two", [2])
    assert results["revise_plan"].data == {"revision": 1, "revisions_left": 2}
    assert results["ask_user"].data == {"answer": "Small, please", "chosen": False}
    assert results["abort"].data == {"reason": "No price is shown.", "not_permitted": False}
    assert [name for name, result in results.items() if result.terminal] == ["done", "abort"]
    if place.session.mode == "ask":
        assert await js(place.session, "done") == []


@pytest.mark.parametrize("where", ["chromium-act"], indirect=True)
@pytest.mark.browser
async def test_every_tool_refuses_what_its_schema_does_not_have_and_nothing_is_done(place: Place) -> None:
    for record in place.session.table:
        bad: list[dict[str, Any]] = [{**place.calls[record.name], "no_such_parameter": 1}]
        bad += [{**place.calls[record.name], name: object} for name in record.schema.get("properties", {})]
        if record.schema.get("required"):
            bad.append({})
        for params in bad:
            result = await place.call(record.name, params)
            assert (result.code, result.recoverable) == ("invalid_params", True), (record.name, params)
            assert record.name in result.error
            assert result.hint
    assert await js(place.session, "done") == []


@pytest.mark.parametrize("where", ["chromium-act", "chromium-ask", "firefox-act"], indirect=True)
@pytest.mark.browser
async def test_every_tool_says_why_the_page_fails_it_in_ask_mode_as_in_act_mode(
    place: Place, serve: PageServer
) -> None:
    session = place.session
    loop = serve.put("/loop", Reply(status=302, headers={"location": "/loop"}))
    refs = {"!b": place.calls["click"]["ref"], "FILE": str(place.file), "LOOP": loop}
    refs["URL"] = place.calls["fetch_url"]["url"]
    for path in ("/search", "/tabstack/extract/markdown", "/tabstack/extract/json", "/tabstack/generate/json"):
        serve.put(path, Reply(status=500))
    for selector in ("#p", "#s"):
        found = await session.call("find_elements", selector=selector)
        refs[selector] = found.data["elements"][0]["ref"]
    await js(session, "b.remove()")
    session.person.there = False
    session.plan.current = replace(PLAN, revision=MOST_REVISIONS)
    for _ in range(5):
        assert (await session.call("note", text="x" * 4_000)).ok
    for name, (params, code) in FAILING.items():
        if session.mode == "ask" and name not in IN_ASK_MODE - {"dialog"}:
            continue
        if name == "reload":
            serve.put("/page", Reply(status=204))
        if name == "back":
            await session.call("new_tab")
        result = await place.call(name, {key: refs.get(str(value), value) for key, value in params.items()})
        assert (name, result.code, result.recoverable) == (name, code, True)
        assert (result.error[-1], result.hint != "") == (".", True), name
