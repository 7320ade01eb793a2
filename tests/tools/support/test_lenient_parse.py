"""Parameters that a model got almost right; the user's own are taken as they are."""

import json

import pytest

from handrail.results import Failed
from handrail.tools.core.table import Table
from handrail.tools.support.lenient_parse import parse

TABLE = {record.name: record for record in Table.load()}

MEANT = [
    ("fill", {"ref": "e3", "value": 42}, {"value": "42"}),
    ("fill", {"ref": "e3", "value": True}, {"value": "true"}),
    ("fill", {"ref": "e3", "value": ["Bern"]}, {"value": "Bern"}),
    ("fill", {"ref": "e3", "value": "x", "submit": "yes"}, {"submit": True}),
    ("fill", {"ref": "e3", "value": "x", "submit": None}, {"submit": False}),
    ("fill", {"ref": "e3", "value": "null", "submit": "null"}, {"value": "null", "submit": False}),
    ("fill", {"params": {"ref": "e3", "value": "x"}}, {"ref": "e3", "value": "x"}),
    ("fill", {"arguments": '{"ref": "e3", "value": "x"}'}, {"ref": "e3", "value": "x"}),
    ("click", {"ref": "[e7]", "count": "one"}, None),
    ("click", {"ref": "[e7]", "button": "LEFT"}, {"ref": "e7", "button": "left"}),
    ("click", {"ref": "ref=E7", "button": " Right "}, {"ref": "e7", "button": "right"}),
    ("click", {"ref": "e7", "count": "2.0", "modifiers": "Shift"}, {"count": 2, "modifiers": ["Shift"]}),
    ("click", {"ref": "e7", "modifiers": '["shift", "ALT"]'}, {"modifiers": ["Shift", "Alt"]}),
    ("click", {"ref": "e7", "button": "sideways"}, None),
    ("click", {}, None),
    ("click", {"ref": "the Save button", "button": None}, {"ref": "the Save button"}),
    ("select", {"ref": "e4", "values": 3}, {"values": "3"}),
    ("search_page", {"pattern": "x", "maxResults": "5", "regex": "false"}, {"max_results": 5, "regex": False}),
    ("search_page", {"pattern": "x", "context_chars": 700, "max_results": 0}, {"context_chars": 500, "max_results": 1}),
    ("wait", {"seconds": 300}, None),
    ("wait_for", {"text": "Sent", "timeout": "3.5", "state": ""}, {"text": "Sent", "timeout": 3.5, "state": None}),
    ("wait", {"seconds": "2"}, {"seconds": 2}),
    ("extract", {"description": "x", "output_schema": '{"type": "object"}'}, {"output_schema": {"type": "object"}}),
    ("done", {"result": {"price": 3}}, None),
    ("done", {"result": 7, "data": '{"price": 3}'}, {"result": "7", "data": {"price": 3}}),
]


@pytest.mark.parametrize(("name", "raw", "meant"), MEANT, ids=lambda part: json.dumps(part) if part else "")
def test_what_is_almost_right_is_understood_and_the_rest_refused_in_one_sentence(name, raw, meant):
    record = TABLE[name]
    params = parse(record, raw, lenient=True)
    if meant is None:
        assert isinstance(params, Failed)
        assert (params.code, params.recoverable) == ("invalid_params", True)
        assert "\n" not in params.error
        assert params.hint
        return
    assert not isinstance(params, Failed)
    assert {key: getattr(params, key) for key in meant} == {
        key: type(getattr(params, key))(value) if isinstance(value, list) else value for key, value in meant.items()
    }


@pytest.mark.parametrize("record", list(TABLE.values()), ids=lambda record: record.name)
def test_what_is_right_is_not_touched(record):
    right = record.params.model_validate(record.example)
    assert parse(record, record.example, lenient=True) == right


def test_the_users_own_parameters_are_not_guessed_at():
    assert isinstance(parse(TABLE["fill"], {"ref": "e3", "value": 42}, lenient=False), Failed)


def test_parameters_that_do_not_exist_are_still_refused():
    params = parse(TABLE["click"], {"ref": "e7", "elemnt": "x"}, lenient=True)
    assert isinstance(params, Failed)
    assert "there is no parameter 'elemnt'" in params.error
