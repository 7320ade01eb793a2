"""What the user is told of a plan before it is begun."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.policy.foreseen import foreseen_questions, foreseen_refusals
from handrail.policy.permissions import NavigationLimits, Permissions


@pytest.mark.parametrize(
    ("acts", "options", "told"),
    [
        (("pay", "submit"), {}, "to pay, and nobody can be asked here: it will be refused. Allow it with --trust"),
        (("pay",), {"can_ask": True}, ""),
        (("pay",), {"permissions": Permissions(trusted={"https://a.example"})}, ""),
        (("submit",), {}, ""),
        (("submit",), {"may_act": False}, "needs to submit; in ask mode that is refused. Allow it with --mode act."),
        ((), {"may_act": False}, ""),
        (
            ("delete",),
            {"permissions": Permissions(rails=NavigationLimits(never=frozenset(("delete",))))},
            "words forbid",
        ),
    ],
)
def test_the_user_is_told_at_the_start_what_will_certainly_be_refused(acts, options: dict[str, Any], told: str) -> None:
    given: dict[str, Any] = {"permissions": Permissions(), "may_act": True, "can_ask": False} | options
    said = " ".join(foreseen_refusals(acts, "https://a.example", **given))
    assert told in said
    assert bool(said) is bool(told)


@pytest.mark.parametrize(
    ("acts", "options", "is_told"),
    [
        (("submit",), {}, True),
        (None, {}, True),
        ((), {}, False),
        (("pay",), {}, False),
        (("submit",), {"trusted": ["https://a.example"]}, False),
        (("submit",), {"trusted": ["https://b.example"]}, True),
        (("submit",), {"unsafe": True}, False),
    ],
)
def test_the_user_is_told_which_words_are_not_understood_where_something_is_asked_for_them(
    acts: tuple[str, ...] | None, options: dict[str, Any], is_told: bool
) -> None:
    told = list(foreseen_questions(acts, "https://a.example", Permissions.of(**options), "hold your horses"))
    assert ["“hold your horses”" in text for text in told] == [True] * is_told
    assert not list(foreseen_questions(acts, "https://a.example", Permissions.of(**options), ""))
