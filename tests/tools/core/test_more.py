"""The tools as a model is offered them: in few words, the rare ones within one tool, and called all the same."""

import json
import re

import pytest

from handrail import Agent
from handrail.agent.conversation.system_prompt import system_prompt
from handrail.models import Call, Scripted
from handrail.models.protocol import callable_names
from handrail.results import Failed
from handrail.tools.core.more import UNUSED, unwrap
from handrail.tools.core.table import Table
from handrail.tools.core.tool_specs import PLAIN, is_small, records_for, tool_specs
from handrail.tools.support.lenient_parse import parse


@pytest.fixture(scope="module")
def records():
    return list(Table.load())


def size(specs):
    return sum(len(json.dumps([spec.name, spec.description, spec.schema])) for spec in specs)


def test_tools_take_few_characters_of_each_request(records):
    assert size(tool_specs(records)) <= 6_500
    assert size(tool_specs(records)) + len(system_prompt(records, today="Monday")) < 3_000 * 3.5


def test_every_tool_may_be_called_and_every_rare_one_stands_in_more_with_its_parameters(records):
    specs = tool_specs(records)
    assert callable_names(specs) == {record.name for record in records} | {"more"}
    more = specs[-1].description.split("\n")
    assert "type_text(text, ref?): Type with real keys, for editors that ignore `fill`." in more
    assert ", new_tab(url?), " in more[-1]
    assert "dropdown_options" in [spec.name for spec in specs]
    rare = [record.name for record in records if record.rare]
    assert [name for name in rare if not any(f"{name}(" in line for line in more)] == []
    assert [spec.name for spec in specs[:-1]] == [record.name for record in records if not record.rare]


@pytest.mark.parametrize(
    ("name", "form", "call"),
    [
        ("fill_form", "fields: [{ref, value}], ", {"fields": [{"ref": "Name", "value": "Ada"}]}),
        ("collect", "fields: {name: h3, link: a@href}, ", {"item": "li", "fields": {"name": "h3", "link": "a@href"}}),
        ("request_user_data", "fields: [{name, ref}])", None),
    ],
)
def test_the_form_of_a_parameter_with_parts_is_shown_by_the_tool_s_example(records, name, form, call):
    signature = re.search(rf"\b{name}\(.*?\)", tool_specs(records)[-1].description)
    assert signature is not None
    assert form in signature[0]
    record = next(record for record in records if record.name == name)
    parsed = parse(record, call or dict(record.example), lenient=True)
    assert not isinstance(parsed, Failed), parsed


def test_what_must_be_given_and_what_may_be_stays(records):
    for record, spec in zip([one for one in records if not one.rare], tool_specs(records), strict=False):
        assert spec.schema.get("required", []) == record.schema.get("required", [])
        assert set(spec.schema["properties"]) == set(record.params.model_fields) - UNUSED
        assert "null" not in json.dumps(spec.schema)


def test_a_parameter_is_described_unless_its_name_says_it_or_it_is_the_element_itself(records):
    for record, spec in zip([one for one in records if not one.rare], tool_specs(records), strict=False):
        for name, part in spec.schema["properties"].items():
            told = name in PLAIN or name in record.schema.get("required", ())
            assert "description" in part or told, (record.name, name)
    assert {name for record in records for name in record.params.model_fields} >= PLAIN


def test_the_first_paragraph_is_for_models_and_the_rest_for_people(records):
    click = next(record for record in records if record.name == "click")
    assert click.brief == "Click an element."
    assert click.summary.startswith(click.brief)
    assert click.summary.endswith("names that by ref.")


def test_the_form_of_the_answer_is_left_whole(records):
    form = {"type": "object", "properties": {"price": {"type": "number", "minimum": 0}}, "additionalProperties": False}
    done = next(spec for spec in tool_specs(records, form) if spec.name == "done")
    assert done.schema["properties"]["data"] == form
    assert "data" in done.schema["required"]


@pytest.mark.parametrize(
    "params",
    [
        {"tool": "hover", "params": {"ref": "e1"}},
        {"tool": "hover", "params": '{"ref": "e1"}'},
        {"tool": "hover", "ref": "e1"},
    ],
)
def test_a_call_within_more_is_the_call_itself(params):
    assert unwrap(Call("more", params, "c1")) == Call("hover", {"ref": "e1"}, "c1")


def test_any_other_call_is_left_as_it_is():
    for call in (Call("click", {"tool": "hover"}), Call("more", {}), Call("more", {"tool": ["hover"]})):
        assert unwrap(call) is call
    assert unwrap(Call("more", {"tool": "reload"})) == Call("reload", {})
    deep = "[" * 100_000
    assert unwrap(Call("more", {"tool": "reload", "params": deep})) == Call("reload", {"params": deep})


@pytest.mark.parametrize(("window", "small"), [(4_096, True), (16_000, True), (32_000, False), (1_000_000, False)])
def test_small_is_what_a_page_and_all_tools_do_not_fit_into(window, small):
    assert is_small(window) is small


def test_a_small_model_is_offered_the_tool_that_closes_what_covers_an_element(records):
    names = [spec.name for spec in tool_specs(records_for(records, 8_000))]
    assert "send_keys" in names
    assert "more" not in names


async def test_a_rare_tool_goes_the_same_road_through_more_and_by_its_name(session, serve):
    page = serve("<title>Menu</title><div role=button tabindex=0 onmouseover=\"out.append('x')\">Open</div><p id=out>")
    seen = []
    session.events.subscribe(lambda event: seen.append((event.kind, getattr(event, "tool", None))))

    def decide(turn):
        refs = {node.name: node.ref for node in turn.observation.snapshot.nodes if node.ref}
        return [
            Call("more", {"tool": "hover", "params": {"ref": refs.get("Open")}}),
            Call("hover", {"ref": refs.get("Open")}),
            Call("more", {"tool": "revise_plan", "params": {"plan": "x"}}),
            Call("more", {"tool": "wait", "params": {"seconds": "soon"}}),
            Call("more", {}),
            Call("more", {"tool": "done", "params": {"result": "x"}}),
        ][len(model.turns) - 1]

    model = Scripted(decide)
    result = await Agent(session, model=model, verify=0).run("Open the menu.", url=page)
    assert result.outcome == "done"
    assert [(step.tool, step.code) for step in result.steps] == [
        ("hover", None),
        ("hover", None),
        ("revise_plan", "not_available"),
        ("wait", "invalid_params"),
        ("more", "invalid_params"),
        ("done", None),
    ]
    assert ("intent", "hover") in seen
    assert ("intent", "more") not in seen
    assert '{"properties": {"seconds": {"type": "number"}}' in model.turns[4].text
    assert "the parameter 'tool' is missing" in model.turns[5].text


async def test_more_is_no_way_around_ask_mode(open_session, chromium, tmp_path, serve):
    session = await open_session(chromium, tmp_path, mode="ask")
    page = serve("<input type=checkbox aria-label=A checked>")
    model = Scripted([Call("more", {"tool": "uncheck", "params": {"ref": "e1"}}), Call("abort", {"reason": "x"})])
    result = await Agent(session, model=model).run("Look.", url=page)
    assert [step.code for step in result.steps] == ["not_permitted", None]


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
    assert not {tool.name for tool in model.turns[0].tools} & {"more", "hover"}
    shown = len(model.turns[0].text) + size(model.turns[0].tools) + len(model.turns[0].messages[0].text)
    assert shown < 8_000 * 3.5 / 2
