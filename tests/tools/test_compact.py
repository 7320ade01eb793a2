"""What a model with a small window is offered."""

import json

import pytest

from handrail import Agent
from handrail.agent.prompt import system_prompt
from handrail.models import Call, Scripted
from handrail.tools.compact import ESSENTIAL, compact_specs, essential, is_small
from handrail.tools.offer import tool_specs
from handrail.tools.table import Table


@pytest.fixture(scope="module")
def records():
    return list(Table.load())


def size(specs):
    return sum(len(json.dumps([spec.name, spec.description, spec.schema])) for spec in specs)


def test_all_that_is_essential_is_a_tool_and_its_parameters_are_there(records):
    tools = {record.name: record for record in records}
    for name, optional in ESSENTIAL.items():
        assert set(optional) <= set(tools[name].params.model_fields)


def test_tools_and_prompt_take_less_than_half(records):
    assert size(compact_specs(records)) < 0.4 * size(tool_specs(records))
    assert len(system_prompt(essential(records))) < 0.75 * len(system_prompt(records))


def test_each_tool_is_one_sentence_and_keeps_what_must_be_given(records):
    required = {record.name: record.schema.get("required", []) for record in records}
    for spec in compact_specs(records):
        assert ". " not in spec.description
        assert spec.schema.get("required", []) == required[spec.name]
        assert set(required[spec.name]) <= set(spec.schema["properties"])
        for part in spec.schema["properties"].values():
            assert len(part.get("description", "")) <= 91
            assert "null" not in json.dumps(part)


def test_what_a_small_model_may_send_is_what_the_tool_takes(records):
    for record in essential(records):
        offered = next(spec for spec in compact_specs(records) if spec.name == record.name).schema["properties"]
        assert set(offered) <= set(record.params.model_fields)


def test_the_form_of_the_answer_is_left_whole(records):
    form = {"type": "object", "properties": {"price": {"type": "number", "minimum": 0}}, "additionalProperties": False}
    done = next(spec for spec in compact_specs(records, form) if spec.name == "done")
    assert done.schema["properties"]["data"] == form
    assert "data" in done.schema["required"]


@pytest.mark.parametrize(("window", "small"), [(4_096, True), (16_000, True), (32_000, False), (1_000_000, False)])
def test_small_is_what_a_page_and_all_tools_do_not_fit_into(window, small):
    assert is_small(window) is small


async def test_a_run_in_a_small_window_is_offered_less_and_understood_where_it_is_almost_right(session, serve):
    page = serve("<title>Form</title><input aria-label='Amount'><button>Send</button>")

    def decide(turn):
        refs = {node.name: node.ref for node in turn.observation.snapshot.nodes if node.ref}
        return [
            Call("fill", {"ref": f"[{refs.get('Amount')}]", "value": 42, "submit": "false"}),
            Call("done", {"result": 42}),
        ][len(model.turns) - 1]

    model = Scripted(decide)
    model.context_window = 8_000
    result = await Agent(session, model=model).run("Enter 42.", url=page)
    assert (result.outcome, result.answer) == ("done", "42")
    assert [step.ok for step in result.steps] == [True, True]
    assert {tool.name for tool in model.turns[0].tools} <= set(ESSENTIAL)
    shown = len(model.turns[0].text) + size(model.turns[0].tools) + len(model.turns[0].messages[0].text)
    assert shown < 8_000 * 3.5 / 2
