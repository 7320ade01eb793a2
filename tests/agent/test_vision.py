"""Pictures: for the model where the outline says too little, for the report by rule; and what may be spent."""

import json
from typing import Any

import pytest

from handrail import Agent
from handrail.models import Call, ModelReply, Scripted, Usage
from handrail.tools.core.table import Table
from tests.pages import Reply

PLAIN = "<title>Shop</title><h1>Shop</h1><a href='/two'>Two</a><button>Idle</button>"
POOR = "<title>Chart</title><h1>Chart</h1>" + "<button style='width:20px;height:20px'></button>" * 4
DRAWN = "<title>Sales</title><h1>Sales</h1><canvas width=300 height=200 aria-label=Sales></canvas>"
ICON = "<title>Sales</title><h1>Sales</h1><canvas width=30 height=30></canvas>"
DONE = Call("done", {"result": "ok"})


def images(turn):
    since = [message for message in turn.messages if message.role != "assistant"][-1]
    return [part for part in since.parts if getattr(part, "kind", "") == "image"]


FORM = "<title>Order</title><h1>Order</h1><input aria-label=Name>"


def press(turn):
    return Call("click", {"ref": next(node.ref for node in turn.observation.snapshot.nodes if node.name == "Idle")})


@pytest.mark.parametrize(
    ("vision", "page", "seen"),
    [
        ("auto", PLAIN, 0),
        ("auto", POOR, 1),
        ("auto", DRAWN, 1),
        ("auto", ICON, 0),
        ("always", PLAIN, 1),
        ("never", POOR, 0),
    ],
)
async def test_a_model_sees_the_page_where_the_outline_says_too_little(session, serve, vision, page, seen):
    # Counted as they are sent: old pictures are taken out of the conversation later.
    counts = []
    model = Scripted(lambda turn: counts.append(len(images(turn))) or DONE)
    await Agent(session, model=model, vision=vision).run("Look", url=serve(page))
    assert counts == [seen]


async def test_a_run_that_begins_on_an_open_page_is_shown_no_picture_of_what_its_outline_says(session, serve):
    counts = []
    await session.call("goto", url=serve(PLAIN))
    await Agent(session, model=Scripted(lambda turn: counts.append(len(images(turn))) or DONE)).run("Look")
    assert counts == [0]


async def test_an_act_that_shows_no_effect_is_followed_by_a_picture(session, serve):
    counts = []
    model = Scripted(lambda turn: counts.append(len(images(turn))) or (press(turn) if len(counts) == 1 else DONE))
    await Agent(session, model=model, verify=0).run("Press it", url=serve(PLAIN))
    assert counts == [0, 1]


async def test_what_a_style_alone_shows_under_the_pointer_is_a_change_and_needs_no_picture(session, serve):
    counts = []
    calls = iter([Call("more", {"tool": "hover", "params": {"ref": "Walk"}}), DONE])
    model = Scripted(lambda turn: counts.append(len(images(turn))) or next(calls))
    style = "<style>button { display: none } li:hover button { display: inline }</style>"
    page = serve(f"{style}<h1>List</h1><ul><li><a href=/two>Walk</a> <button>Drop</button></ul>")
    result = await Agent(session, model=model, verify=0).run("Drop it", url=page)
    lines = [json.loads(line) for line in result.log.read_text().splitlines()]
    hovered = [line["result"] for line in lines if line.get("tool") == "hover" and "result" in line]
    assert [one["page_changed"] for one in hovered] == [True]
    assert counts == [0, 0]


async def test_an_act_that_only_brought_a_file_is_followed_by_no_picture(session, serve):
    counts = []
    serve.put("/list", Reply(b"a,b", content_type="text/csv", headers={"content-disposition": "attachment"}))
    page = serve("<title>Files</title><h1>Files</h1><a href=/list>List</a><button>Idle</button>")

    def answer(turn):
        counts.append(len(images(turn)))
        return Call("click", {"ref": "List"}) if len(counts) == 1 else DONE

    await Agent(session, model=Scripted(answer), verify=0).run("Look at the list", url=page)
    assert counts == [0, 0]


async def test_an_act_on_a_field_is_pictured_for_the_report_and_shown_where_nothing_else_changed(session, serve):
    counts = []
    calls = iter([Call("fill", {"ref": "Name", "value": "Ada"}), DONE])
    model = Scripted(lambda turn: counts.append(len(images(turn))) or next(calls))
    result = await Agent(session, model=model, verify=0, pictures="change").run("Order", url=serve(FORM))
    assert counts == [0, 1]
    lines = [json.loads(line) for line in result.log.read_text().splitlines()]
    assert sum(line["event"] == "screenshot" for line in lines) == 2


async def test_pictures_of_a_run_without_a_model_have_no_refs_drawn_in(session, serve, monkeypatch):
    marked, take = [], session.screenshot
    monkeypatch.setattr(session, "screenshot", lambda **how: marked.append(how["marks"]) or take(**how))
    agent = Agent(session, model="offline", verify=0, pictures="change")
    assert (await agent.run("set Name to Ada", url=serve(FORM))).ok
    assert marked == [False, False]


@pytest.mark.parametrize("name", ["fill", "type_text", "send_keys", "check", "select"])
def test_each_act_on_a_field_is_one_that_reports_picture_and_that_changes_the_page(name):
    record = Table.load().get(name)
    assert record.screenshot
    assert record.security.changes_state


@pytest.mark.parametrize(("pictures", "kept"), [("never", 0), ("navigation", 2), ("change", 2), ("step", 3)])
async def test_the_log_keeps_the_pictures_that_were_asked_for(session, serve, pictures, kept):
    url = serve(PLAIN)
    serve("<title>Two</title><h1>Two</h1>", "/two")
    calls = [Call("goto", {"url": f"{url.rstrip('/')}/two"}), Call("page_info"), DONE]
    result = await Agent(session, model=Scripted(calls), vision="never", pictures=pictures).run("Look", url=url)
    lines = [json.loads(line) for line in result.log.read_text().splitlines()]
    assert sum(line["event"] == "screenshot" for line in lines) == kept


def costing(tokens, cost):
    return ModelReply((Call("page_info"),), usage=Usage(1, tokens, 0, 0, cost))


async def test_the_limit_of_money_ends_the_run_with_what_was_noted(session, serve):
    replies = iter([ModelReply((Call("note", {"text": "Team: 19 dollars"}),)), costing(10, 0.3)])
    result = await Agent(session, model=Scripted(lambda turn: next(replies)), max_cost=0.2).run(
        "Look", url=serve(PLAIN)
    )
    assert result.outcome == "out_of_budget"
    assert "Team: 19 dollars" in result.answer


async def test_every_model_call_is_reported_with_its_purpose_cost_and_reasoning(session, serve):
    events: list[Any] = []
    session.events.subscribe(events.append)
    first = ModelReply((Call("page_info"),), reasoning="I look first.", usage=Usage(1, 10, 0, 0, 0.1))
    await Agent(session, model=Scripted([first, DONE])).run("Look", url=serve(PLAIN))
    told = [event.to_dict() for event in events if event.kind == "model_call"]
    assert [(one["purpose"], one["model"], one["usage"]["cost"], one.get("reasoning")) for one in told] == [
        ("act", "scripted", 0.1, "I look first."),
        ("act", "scripted", None, None),
    ]
