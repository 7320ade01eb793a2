"""The last resort for a result that is too long."""

import json

import pytest

from handrail.results import Failed, Ok
from handrail.tools.core.size_cap import fit
from handrail.tools.core.table import RESULT_CAP
from handrail.trust import External, plain
from tests.tools.core.test_table import harmless


def text(size: int) -> External:
    return External("x" * size, "https://a.example", "page-text")


@pytest.mark.parametrize(
    "data",
    [
        {"text": text(50_000)},
        {"items": [{"name": text(100)} for _ in range(500)], "total": 500},
        {"deep": {"list": [[text(9_000)], text(9_000)], "n": 1}},
        {"quotes": External('"\n' * 20_000, "x", "page-text")},
        {f"key{i}": text(300) for i in range(200)},
    ],
)
def test_whatever_is_too_long_fits_and_is_still_json(data):
    result = fit(Ok(data), harmless.record)
    assert len(json.dumps(plain(result.data), ensure_ascii=False)) <= RESULT_CAP
    assert result.truncated
    assert "characters" in result.data["left_out"]


def test_what_was_outside_text_stays_outside_text():
    result = fit(Ok({"text": text(50_000)}), harmless.record)
    assert isinstance(result.data["text"], External)
    assert result.data["text"].origin == "https://a.example"


def test_the_count_survives_when_items_go():
    result = fit(Ok({"items": [{"name": text(100)} for _ in range(500)], "total": 500}), harmless.record)
    assert result.data["total"] == 500
    assert 0 < len(result.data["items"]) < 500


def test_what_fits_is_left_alone():
    data = {"text": text(100)}
    result = fit(Ok(data), harmless.record)
    assert result.data is data
    assert not result.truncated


def size(data) -> int:
    return len(json.dumps(plain(data), ensure_ascii=False))


def test_what_a_failure_tells_fits_too():
    details = {"missing": ["Blue"], "choices": [text(5_000) for _ in range(30)], "total": 30}
    result = fit(Failed("no_such_option", "It does not offer that option.", details=details), harmless.record)
    assert size(result.details) <= RESULT_CAP
    assert (result.details["missing"], result.details["total"]) == (["Blue"], 30)
    assert result.details["choices"][0].raw.endswith("[…]")
    assert "characters" in result.details["left_out"]


@pytest.mark.parametrize("result", [Ok({"ref": "e1"}), Failed("not_actionable", "Covered.")])
def test_what_came_of_an_act_fits_too(result):
    result.followed = {"opened_tabs": [{"id": f"t{i}", "title": text(200)} for i in range(200)], "not_settled": True}
    fit(result, harmless.record)
    assert size(result.followed) <= RESULT_CAP
    assert result.followed["opened_tabs"][0]["id"] == "t0"
    assert result.followed["not_settled"] is True
    assert not result.truncated


def test_one_very_long_text_does_not_take_the_other_items_with_it():
    result = fit(Ok({"items": [text(50_000), *(text(100) for _ in range(10))]}), harmless.record)
    assert len(result.data["items"]) == 11
