"""What a question says of the texts of a model."""

from __future__ import annotations

from handrail.policy.decision import NAMELESS, told_by_kind


def test_what_says_nothing_is_left_out_unless_nothing_else_is_left():
    told = told_by_kind(["Lima", "Express", NAMELESS, " "], [], ["Express", NAMELESS, " "], ["Express"])
    assert told[:3] == (["Express"], ["Lima"], [])
    assert list(told_by_kind([NAMELESS], [], [NAMELESS], [])[2]) == [NAMELESS]


def test_what_the_model_wrote_is_never_left_out():
    assert list(told_by_kind(["Lima", NAMELESS], [], [], [])[1]) == ["Lima", NAMELESS]
