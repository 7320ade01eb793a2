"""JSON from programs: one sentence for every error."""

import json
from functools import partial

import pytest

from handrail.cli.commands import tools
from handrail.errors import UsageError

json_object = partial(tools.json_object, example={"ref": "e12"})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "Not valid JSON: Expecting property name enclosed in double quotes at character 2."),
        (b'{"a": "\xff"}', "Not valid JSON: it is not UTF-8 text."),
        (b'{"a": ' + b"9" * 5_000 + b"}", "Not valid JSON: a number has too many digits."),
        ("[" * 100_000, "The JSON is nested too deeply."),
        ('{"a": ' + "[" * 100 + "]" * 100 + "}", "The JSON is nested too deeply."),
        (b"[1]", "The parameters must be a JSON object."),
    ],
)
def test_anything_but_an_object_is_an_error_in_one_sentence(text, sentence):
    with pytest.raises(UsageError) as caught:
        json_object(text)
    assert caught.value.message == sentence


def test_an_object_is_read_from_bytes_and_from_text():
    assert json_object('{"a": "ü"}'.encode()) == json_object('{"a": "ü"}') == {"a": "ü"}


def test_halves_of_characters_are_replaced_in_names_and_in_values():
    assert json_object(r'{"a\ud800": ["\udfffb"], "c": "\ud83d\ude00"}') == {"a\ufffd": ["\ufffdb"], "c": "\U0001f600"}
    assert json_object('{"a": "\udcff"}') == {"a": "\ufffd"}


def test_parameters_of_a_reasonable_depth_are_accepted():
    text = '{"a": ' + "[" * 90 + "]" * 90 + "}"
    assert json_object(text) == json.loads(text)
