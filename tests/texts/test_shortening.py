"""What stands for a text where there is no room for all of it."""

from __future__ import annotations

from handrail.texts.shortening import cut, fair_share


def test_what_small_ones_leave_goes_to_the_larger_and_a_text_is_cut_at_the_end_of_a_word() -> None:
    assert [fair_share([10, 100, 200], room) for room in (310, 210, 30, 0, -5)] == [200, 100, 10, 0, 0]
    assert fair_share([], 5) == 0
    assert cut("price €42.50 and more", 10) == "price [16 more characters]"
    assert cut("x" * 20, 10) == "x" * 10 + " [10 more characters]"
