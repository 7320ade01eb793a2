"""What became of what acts sent, and what was stopped beside that."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.calls.effects.sent_outcomes import is_of_page, is_stopped_aside, kind_of, succeeded

SHOP = "https://shop.example"


def sent(method: str, path: str = "/story", status: int | None = 204) -> dict[str, Any]:
    return {"method": method, "url": f"{SHOP}{path}", "status": status}


@pytest.mark.parametrize(("status", "is_success"), [(200, True), (303, True), (404, False), (0, False), (None, False)])
def test_what_was_answered_below_400_succeeded(status: int | None, is_success: bool) -> None:
    assert succeeded(sent("POST", status=status)) is is_success


def test_requests_are_of_one_kind_whatever_their_query() -> None:
    assert kind_of(sent("PUT", "/a?b")) == kind_of(sent("PUT", "/a?c"))
    assert kind_of(sent("PUT", "/a")) != kind_of(sent("POST", "/a"))


def test_a_page_is_concerned_with_its_own_site_and_with_no_count_of_visits() -> None:
    assert is_of_page(sent("POST"), f"{SHOP}/order")
    assert not is_of_page(sent("POST"), "https://other.example/")
    assert not is_of_page(sent("POST", "/analytics"), f"{SHOP}/order")
    assert is_of_page(sent("POST"), ""), "a page whose address is not known"


@pytest.mark.parametrize(
    ("stopped", "taken", "opens", "aside"),
    [
        # A page deletes its draft, or tries again what was stopped before, beside what it saved.
        (["DELETE /draft"], [sent("PUT")], False, True),
        (["DELETE /draft"], [sent("PATCH")], False, True),
        (["PUT /state"], [sent("PUT")], False, True),
        (["PUT /page"], [sent("PUT")], False, False),
        (["DELETE /draft", "PUT /page"], [sent("PUT")], False, False),
        # A report of a visit saves nothing.
        (["DELETE /lamp"], [sent("POST")], False, False),
        (["POST /pay"], [sent("PUT")], False, False),
        (["DELETE /draft"], [], False, False),
        # A link opened something, and the page stores its state.
        (["PUT /story"], [], True, True),
        (["PUT /story"], [], False, False),
        (["POST /charge"], [], True, False),
        (["DELETE /story"], [], True, False),
        ([], [sent("PUT")], True, False),
    ],
)
def test_what_was_stopped_is_aside_only_beside_what_was_saved_or_opened(
    stopped: list[str], taken: list[dict[str, Any]], opens: bool, aside: bool
) -> None:
    followed = {"stopped_requests": stopped, "stopped_before": ["PUT /state"]}
    assert is_stopped_aside(followed, taken, opens=opens) is aside
