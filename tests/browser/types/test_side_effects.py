"""What a tab holds of a model is kept, however long and many the addresses are that its pages choose."""

from __future__ import annotations

from handrail.browser.types.acts import HeldRequest
from handrail.browser.types.network.addresses import MAX_KEPT_CHARS
from handrail.browser.types.side_effects import MOST_FILLED_BY, Confinement, Taint


def test_addresses_that_a_tab_opened_are_kept_without_their_length() -> None:
    taint, composed = Taint(typed=True), set[str]()
    confinement = Confinement(taint, lambda _: True, composed.__contains__, composed.add, lambda *_: False)
    request = HeldRequest("GET", "https://shop.example/?" + "x" * 1_000_000, opens_document=True)
    confinement.opens(request, is_held=True)
    assert composed == {request.url}
    assert sum(map(len, taint.opened)) < 100
    confinement.opens(request, is_held=True)
    assert not taint.composed


def test_of_many_addresses_that_fill_in_a_tab_the_rest_counts_as_unknown() -> None:
    taint = Taint()
    for number in range(2 * MOST_FILLED_BY):
        taint.note_prefilled(f"https://shop.example/?{number}{'x' * MAX_KEPT_CHARS}")
    assert len(taint.filled_by) == MOST_FILLED_BY + 1
    assert taint.filled_by[-1] == ""
    assert max(map(len, taint.filled_by)) == MAX_KEPT_CHARS + 1
