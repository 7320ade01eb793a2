"""External: text from outside cannot slip into a string of ours."""

import json

import pytest

from handrail.trust import External, plain

TITLE = External("Sale: <b>50 %</b>", "https://shop.example", "page-text")


@pytest.mark.parametrize(
    "slip",
    [
        lambda text: f"{text}",
        lambda text: f"{text:>10}",
        lambda text: "title: " + text,
        lambda text: text + " (title)",
        lambda text: str(text),
        lambda text: "%s" % text,  # noqa: UP031
        lambda text: "{}".format(text),  # noqa: UP032
        lambda text: " ".join([text]),
        lambda text: json.dumps({"title": text}),
    ],
)
def test_no_way_of_making_a_string_takes_it(slip):
    with pytest.raises(TypeError):
        slip(TITLE)


def test_what_does_not_carry_it_elsewhere_works():
    assert len(TITLE) == 17
    assert "50" in TITLE
    assert TITLE == "Sale: <b>50 %</b>"
    assert External("a", "x", "page-text") == External("a", "y", "dialog")
    assert {TITLE: 1}[TITLE] == 1
    assert not External("", "x", "page-text")


def test_its_repr_says_what_it_is_and_not_what_it_says():
    assert repr(TITLE) == "<External page-text: 17 characters from https://shop.example>"


def test_a_changed_text_keeps_where_it_came_from():
    upper = TITLE.map(str.upper)
    assert (upper.raw, upper.origin, upper.label) == ("SALE: <B>50 %</B>", "https://shop.example", "page-text")


def test_plain_reaches_every_depth():
    assert plain({"a": [TITLE, (TITLE, {"b": TITLE})]}) == {"a": [TITLE.raw, [TITLE.raw, {"b": TITLE.raw}]]}
