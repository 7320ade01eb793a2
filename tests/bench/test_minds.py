"""Tasks for fresh minds: recorded decisions lead to the same ends again, and how decisions are kept."""

import json
from functools import partial
from pathlib import Path

import pytest
from bench.minds.__main__ import carry_out, wait_for_request, write_answer
from bench.minds.desk import Desk, to_data
from bench.minds.recording import FOLDER, Recorded, decisions
from bench.minds.tasks import load

from handrail.models import Call
from handrail.models.protocol import Message, ToolSpec
from tests.sampling import some

TASKS = load()
SHOP = sorted(file.stem for file in FOLDER.glob("*.json") if TASKS[file.stem].site == "shop")


def test_there_are_forty_tasks_with_ten_that_cannot_be_done_and_ten_with_a_near_miss():
    kinds = [task.kind for task in TASKS.values()]
    assert (len(kinds), kinds.count("impossible") >= 10, kinds.count("tempting") >= 10) == (40, True, True)


@pytest.mark.browser
@pytest.mark.parametrize("name", some(SHOP, 5))
async def test_the_same_decisions_lead_to_the_same_end(name):
    decided = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    model, faults = await carry_out(TASKS[name], partial(Recorded, decided))
    assert faults == []
    # Forty requests with everything in them would be a run that nobody can pay.
    assert max(size for _, size in model.sizes) < 40_000


async def test_a_decision_is_kept_without_refs_and_ports_and_made_again(tmp_path: Path):
    desk = Desk(tmp_path)
    outline = '| link "Field Mug" [e7] -> /mug\n| button "Add" [e8]\n| button "Add" [e9]'
    asked = [Message("system", ["You act."]), Message("user", ["http://127.0.0.1:8077/\n" + outline])]
    tools = [ToolSpec(name, "", {}) for name in ("click", "goto")]
    (tmp_path / "0001.request.json").write_text(json.dumps(to_data(asked, tools)))
    assert 'link "Field Mug" [e7]' in wait_for_request(tmp_path)
    calls = [("click", {"ref": "e7"}), ("click", {"ref": "e9"}), ("goto", {"url": "http://127.0.0.1:8077/mug"})]
    write_answer(tmp_path, json.dumps({"calls": [{"name": name, "params": params} for name, params in calls]}))
    assert (await desk.respond(asked, tools)).calls[0].params == {"ref": "e7"}
    again = await Recorded(decisions(tmp_path), "http://127.0.0.1:9").respond(asked, tools)
    assert [(call.name, call.params) for call in again.calls] == [
        ("click", {"ref": '{"role": "link", "name": "Field Mug"}'}),
        ("click", {"ref": "e9"}),
        ("goto", {"url": "http://127.0.0.1:9/mug"}),
    ]
    over = await Recorded([], "http://127.0.0.1:9").respond(asked, tools)
    assert over.calls == (Call("abort", {"reason": "The recording has no further answer for 'act'."}, "c0"),)
