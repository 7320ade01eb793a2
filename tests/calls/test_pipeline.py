"""The pipeline of a call: every step, through a real session."""

import asyncio
from typing import Any

import pytest
from pydantic import Field

from handrail import Session
from handrail.browser.types.errors import Covered
from handrail.results import Failed, Ok
from handrail.tools.core.table import Params, Security, Table, tool
from handrail.trust import External

READS = Security(reads_page=True, changes_state=False, sends_data=False, takes_text=True)
CHANGES = Security(reads_page=True, changes_state=True, sends_data=True, takes_text=False)


class Target(Params):
    ref: str
    """Which."""
    times: int = Field(1, ge=1, le=3)
    """How often."""


class Nothing(Params):
    pass


@tool(effect="change", ref_fields=(), example={"ref": "e1"}, label_keys=("ref",), security=CHANGES)
async def poke(ctx, p: Target) -> Ok:
    """Changes the page by hand."""
    await ctx.tab.page.evaluate("document.body.append('poked')")
    return Ok({"poked": p.ref})


@tool(effect="change", example={}, security=CHANGES)
async def bump(ctx, p: Nothing) -> Failed:
    """Is always covered."""
    raise Covered("Something covers it.", hint="Close it.", details={"by": External("Ad", "https://ads", "page-text")})


@tool(effect="read", example={}, security=READS)
async def endless(ctx, p: Nothing) -> Ok:
    """Never ends."""
    await asyncio.Event().wait()
    return Ok()


@tool(effect="read", example={}, security=READS)
async def overlap(ctx, p: Nothing) -> Ok:
    """Notices when another call runs at the same time."""
    ctx.notes.entries["running"] = str(int(ctx.notes.entries.get("running", "0")) + 1)
    seen = ctx.notes.entries["running"]
    await asyncio.sleep(0)
    ctx.notes.entries["running"] = str(int(ctx.notes.entries["running"]) - 1)
    return Ok({"running": seen})


@tool(effect="read", example={}, needs=("model",), security=READS)
async def think(ctx, p: Nothing) -> Ok:
    """Needs a model."""
    return Ok()


@tool(effect="read", example={}, needs=("script",), security=READS)  # type: ignore[arg-type]  # a need of no session
async def sly(ctx, p: Nothing) -> Ok:
    """Needs what no session has."""
    return Ok()


@pytest.fixture
async def custom_session(open_session, chromium, tmp_path, serve):
    table = Table([*Table.load(), *(handler.record for handler in (poke, bump, endless, overlap, think, sly))])
    session = await open_session(chromium, tmp_path / "run", table=table, call_timeout=20)
    await session.call("goto", url=serve("<h1>Here</h1>"))
    return session


def heard(session):
    events: list[Any] = []
    session.events.subscribe(events.append)
    return events


async def test_an_unknown_tool_is_one_sentence_with_the_nearest_name(custom_session):
    result = await custom_session.call("serch_page", pattern="x")
    assert (result.ok, result.code, result.hint) == (False, "unknown_tool", "Did you mean search_page?")
    assert result.recoverable
    assert (await custom_session.call("xyz")).hint.startswith("Use a tool that is offered")


async def test_a_rare_tool_that_lacks_a_parameter_says_all_that_it_takes(custom_session):
    result = await custom_session.call_as("model", "hover")
    assert result.hint.startswith("Its parameters, as JSON Schema: {")
    assert result.hint.endswith("}.")


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"reff": "e1"}, "no parameter 'reff', the parameter 'ref' is missing.", "Did you mean ref?"),
    ({}, "the parameter 'ref' is missing", "It takes ref, times."),
    ({"ref": "e1", "refs": 1}, "no parameter 'refs'.", "It takes ref, times."),
    ({"reff": "e1", "a": 1, "b": 2}, "no parameter 'b' (and 1 more fault).", "Did you mean ref?"),
    ({"ref": "e1", "tmes": 2}, "no parameter 'tmes'", "Did you mean times?"),
    ({"ref": "e1", "times": 9}, "'times' does not fit: input should be less than or equal to 3", "It takes"),
    ({"ref": 7}, "'ref' does not fit", "It takes"),
]


async def test_a_wrong_parameter_is_one_sentence_that_names_it(custom_session):
    for params, error, hint in WRONG:
        result = await custom_session.call("poke", **params)
        assert (result.code, error in result.error, hint in result.hint) == ("invalid_params", True, True), params


async def test_an_error_of_the_page_is_a_failed_result_whose_page_text_stands_in_details(custom_session):
    result = await custom_session.call("bump")
    assert (result.ok, result.code, result.error, result.hint) == (
        False,
        "covered",
        "Something covers it.",
        "Close it.",
    )
    assert result.details["by"] == "Ad"
    assert isinstance(result.details["by"], External)
    assert result.to_dict()["external"] == {"labels": ["page-text"], "origins": ["https://ads"]}


async def test_a_call_that_does_not_end_is_ended_and_reported_as_uncertain(custom_session):
    custom_session.call_timeout = 0.05
    result = await custom_session.call("endless")
    assert result.code == "timeout"
    assert "uncertain" in result.error


async def test_the_facts_and_the_act_of_a_call_share_one_limit(custom_session, monkeypatch):
    given, timeout = [], asyncio.timeout

    def noted(seconds):
        given.append(seconds)
        return timeout(seconds)

    monkeypatch.setattr(asyncio, "timeout", noted)
    custom_session.call_timeout = 77.0
    result = await custom_session.perform("model", "poke", {"ref": "e1"}, observe=True)
    assert result.ok
    facts, act, look = (limit for limit in given if limit is not None and 70.0 < limit <= 77.0)
    assert facts > act > look


async def test_calls_of_one_session_run_one_after_the_other(custom_session):
    results = await asyncio.gather(*(custom_session.call("overlap") for _ in range(5)))
    assert [result.data["running"] for result in results] == ["1"] * 5


async def test_a_tool_whose_need_is_not_met_is_not_offered_and_fails_clearly(custom_session):
    assert "think" not in {record.name for record in custom_session.offered()}
    result = await custom_session.call("think")
    assert (result.code, result.recoverable) == ("not_available", False)
    assert result.error == "think needs a language model, and none is configured."


async def test_an_act_is_decided_then_announced_then_reported(custom_session):
    events = heard(custom_session)
    await custom_session.call_as("model", "poke", ref="e1")
    assert [event.kind for event in events] == ["decision", "intent", "result"]
    result_event = events[-1].to_dict()
    assert (result_event["tool"], result_event["caller"], result_event["label"], result_event["result"]["status"]) == (
        "poke",
        "model",
        {"ref": "e1"},
        "ok",
    )


async def test_a_read_is_reported_without_an_intent(custom_session):
    events = heard(custom_session)
    await custom_session.call("overlap")
    assert [event.kind for event in events] == ["decision", "result"]


async def test_a_change_of_the_page_is_seen(custom_session):
    assert (await custom_session.call("poke", ref="e1")).page_changed
    assert not (await custom_session.call("overlap")).page_changed


async def test_the_observation_comes_when_it_is_asked_for(custom_session):
    assert (await custom_session.call("poke", ref="e1")).observation is None
    result = await custom_session.perform("model", "poke", {"ref": "e1"}, observe=True)
    assert "poked" in result.observation.snapshot.text


@pytest.mark.browser
async def test_the_user_learns_what_would_allow_it_and_a_model_does_not(tmp_path, serve):
    async with Session(
        headless=True, mode="ask", table=Table([*Table.load(), poke.record]), run_dir=tmp_path
    ) as session:
        await session.call("goto", url=serve("<h1>Here</h1>"))
        events = heard(session)
        user = await session.call("poke", ref="e1")
        model = await session.call_as("model", "poke", ref="e1")
        assert (user.code, user.hint) == ("not_permitted", 'Allow it with --mode act (in a program: mode="act").')
        assert (model.code, model.error, model.hint) == ("not_permitted", "This action is not permitted.", "")
        assert "--mode" not in str(model.to_dict())
        assert [event.remedy for event in events if event.kind == "decision"] == ["--mode act"] * 2
        assert "poked" not in (await session.snapshot()).text


async def test_a_session_that_is_not_open_says_so():
    from handrail.errors import UsageError

    with pytest.raises(UsageError, match="not open"):
        await Session().call("page_info")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"headles": True}, "no session option 'headles'"),
        ({"mode": "look"}, "no mode 'look'"),
        ({"upload_dirs": ["/no/such/folder"]}, "does not exist"),
        ({"upload_urls": ["https://ada@files.example/cv.pdf"]}, "no address that a file can be fetched from"),
        ({"upload_urls": ["file:///etc/passwd"]}, "no address that a file can be fetched from"),
    ],
)
async def test_a_wrong_session_option_is_one_sentence(options, words):
    from handrail.errors import UsageError

    with pytest.raises(UsageError, match=words):
        async with Session(**options):
            raise AssertionError("it opened")


async def test_what_is_typed_into_a_password_field_does_not_reach_listeners(session, serve):
    await session.call("goto", url=serve("<label>Password <input type=password></label>"))
    field = next(node.ref for node in (await session.snapshot()).nodes if node.ref and "Password" in node.name)
    events = heard(session)
    assert (await session.call("fill", ref=field, value="lantern-42")).ok
    assert [event.params["value"] for event in events if event.kind in ("intent", "result")] == ["•••", "•••"]
    assert "lantern" not in str([event.to_dict() for event in events])


async def test_a_call_that_never_started_is_reported_too(custom_session):
    for name, params in (("serch_page", {}), ("poke", {"reff": 1}), ("think", {})):
        events = heard(custom_session)
        await custom_session.call_as("model", name, **params)
        assert [(event.kind, event.tool) for event in events] == [("result", name)]


async def test_a_need_that_a_session_does_not_know_is_not_met(custom_session):
    assert "sly" not in {record.name for record in custom_session.offered()}
    assert (await custom_session.call("sly")).code == "not_available"


async def test_a_link_that_is_too_long_to_follow_in_ask_mode_is_a_failure(ask_session, serve):
    links = (f"<a href='/{'x' * length}'>Long</a>" for length in (9_000, 130_000))
    await ask_session.call("goto", url=serve("".join(links)))
    for link in [node.ref for node in (await ask_session.snapshot()).nodes if node.ref]:
        result = await ask_session.call_as("model", "click", ref=link)
        assert (result.code, "too long" in result.error) == ("navigation_failed", True)
    assert [request.path for request in serve.requests if "x" in request.path] == []


async def test_in_ask_mode_an_alert_is_put_away_and_reading_goes_on(ask_session, serve):
    await ask_session.call("goto", url=serve("<h1>Here</h1><script>setTimeout(() => alert('hi'))</script>"))
    await ask_session.call("wait_for", text="never", timeout=1)
    assert (await ask_session.call("search_page", pattern="Here")).code == "dialog_open"
    assert (await ask_session.call_as("model", "dialog", accept=True)).ok
    assert (await ask_session.call("search_page", pattern="Here")).data["total"] == 1


async def test_keys_meant_for_one_document_do_not_reach_the_next(custom_session, serve, monkeypatch):
    """The page is replaced between the judgement and the act, as it could be while a person thinks about it."""
    tab = custom_session.tab
    pins = iter(["the document that was judged", "another one"])

    async def pin():
        return next(pins)

    monkeypatch.setattr(tab, "pin", pin)
    result = await custom_session.call("send_keys", keys="a")
    assert result.code == "document_changed"


async def test_a_path_that_cannot_be_resolved_is_a_failure(open_session, chromium, tmp_path, serve):
    session = await open_session(chromium, tmp_path / "run", upload_dirs=[tmp_path])
    await session.call("goto", url=serve("<input type=file aria-label=File>"))
    field = next(node.ref for node in (await session.snapshot()).nodes if node.ref)
    for path in ("~nosuchuser/x", "x" * 3_000):
        result = await session.call("upload_file", ref=field, path=path)
        assert result.code in ("no_such_file", "not_permitted")


async def test_parameters_nested_too_deeply_are_refused_and_reported(session: Session) -> None:
    deep: dict[str, object] = {}
    for _ in range(30_000):
        deep = {"a": deep}
    events: list[Any] = []
    session.events.subscribe(events.append)
    for name in ("extract", "note", "no_such_tool"):
        result = await session.call_as("model", name, output_schema=deep)
        assert (result.code, "nested more than 100 levels deep" in result.error) == ("invalid_params", True)
    assert [event.params for event in events if event.kind == "result"] == [{}, {}, {}]


async def test_a_tab_that_comes_back_is_shown_whole_and_not_what_changed_on_it(session, serve):
    first, second = serve("<h1>First</h1>"), serve("<h1>Second</h1>")
    await session.perform("user", "goto", {"url": first}, observe=True)
    same = await session.perform("user", "page_info", {}, observe=True)
    other = await session.perform("user", "new_tab", {"url": second}, observe=True)
    back = await session.perform("user", "switch_tab", {"tab": "t1"}, observe=True)
    assert [result.observation.snapshot.mode for result in (same, other, back)] == ["changes", "full", "full"]
    assert "First" in back.observation.snapshot_text
