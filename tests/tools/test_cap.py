"""The last resort for a result that is too long."""

import json

import pytest

from handrail.tools.cap import fit
from handrail.tools.result import Ok
from handrail.tools.table import RESULT_CAP
from handrail.trust import External, plain
from tests.tools.test_table import harmless


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
