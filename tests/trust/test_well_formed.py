"""Halves of characters, and characters that nobody sees, in texts and in JSON data."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.trust import clean_data, well_formed, well_formed_data
from handrail.trust.clean import DEEPEST


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("kettle", "kettle"),
        ("Kännchen", "Kännchen"),
        ("a\ud83d", "a\ufffd"),
        ("\udc00b", "\ufffdb"),
        ("\ud83d\ude00", "\U0001f600"),
        ("é\ud800 é", "é\ufffd é"),
    ],
)
def test_half_a_character_becomes_a_sign_for_one_and_a_pair_a_whole_one(text: str, whole: str) -> None:
    assert well_formed(text) == whole


def test_every_text_of_data_is_whole_also_names_of_fields() -> None:
    data = {"a\ud83d": ["b\udc00", 1, None, True, {"c": "\ud83d\ude00"}], "d": 0.5}
    assert well_formed_data(data) == {"a\ufffd": ["b\ufffd", 1, None, True, {"c": "\U0001f600"}], "d": 0.5}


def test_every_text_of_data_is_without_what_nobody_sees() -> None:
    assert clean_data({"a\u200b": ["b\u202ec"], "d": 1}) == {"a": ["bc"], "d": 1}


def test_data_is_read_as_deep_as_parameters_go() -> None:
    def nested(levels: int, text: str) -> Any:
        return text if levels == 0 else [nested(levels - 1, text)]

    assert well_formed_data(nested(DEEPEST - 1, "\ud83d")) == nested(DEEPEST - 1, "\ufffd")
    assert well_formed_data(nested(DEEPEST, "\ud83d")) == nested(DEEPEST, "\ud83d")
