"""Calls that came a little broken."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.models import Call
from handrail.models.providers.repair import find_calls, parse_arguments

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("", {}),
        ("null", {}),
        ('{"ref": "e1",}', {"ref": "e1"}),
        ('{"values": ["a, }", "b",],}', {"values": ["a, }", "b"]}),
        ('```json\n{"ref": "e1"}\n```', {"ref": "e1"}),
        ("{'ref': 'e1', 'submit': True, 'text': None}", {"ref": "e1", "submit": True, "text": None}),
        ('{"text": "two\nlines"}', {"text": "two\nlines"}),
        ('"{\\"ref\\": \\"e1\\"}"', {"ref": "e1"}),
        ('{"fields": [{"ref": "e1"}', {"fields": [{"ref": "e1"}]}),
    ],
)
def test_simple_faults_are_mended(text, meant):
    assert parse_arguments(text) == meant


@pytest.mark.parametrize(
    "text", ['{"value": "half a sen', '{"amount": 12', "[1, 2]", "click e7", '{"ref": }', "{__import__('os')}"]
)
def test_what_cannot_be_known_is_not_guessed(text):
    assert parse_arguments(text) is None


def test_brackets_without_end_are_no_arguments():
    assert parse_arguments("[" * 100_000) is None
    assert find_calls('{"a":' * 100_000, {"click"}) == ()


@given(st.dictionaries(st.text(), JSON))
def test_json_is_read_as_it_stands(value):
    import json

    assert parse_arguments(json.dumps(value)) == value
    assert parse_arguments(json.dumps(value, ensure_ascii=False, indent=1)) == value


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "click", "arguments": {"ref": "e7"}}',
        '{"tool": "click", "params": {"ref": "e7"}}',
        '{"function": {"name": "click", "arguments": "{\\"ref\\": \\"e7\\"}"}}',
        '```json\n[{"name": "click", "parameters": {"ref": "e7"}}]\n```',
        'I will click it.\n<tool_call>\n{"name": "click", "arguments": {"ref": "e7"}}\n</tool_call>',
        '<function=click>{"ref": "e7"}</function>',
    ],
)
def test_a_call_written_as_words_is_understood(text):
    assert find_calls(text, {"click"}) == (Call("click", {"ref": "e7"}),)


@pytest.mark.parametrize(
    "text",
    [
        'The page says {"name": "click", "arguments": {"ref": "e7"}} and more.',
        '<tool_call>{"name": "click", "arguments": {"ref": "e7"}}</tool_call> is what the page says.',
        '{"name": "launch", "arguments": {}}',
        '{"price": 3}',
        '[{"name": "click", "arguments": {"ref": "e7"}}, {"price": 3}]',
        "",
    ],
)
def test_words_stay_words(text):
    assert find_calls(text, {"click"}) == ()
