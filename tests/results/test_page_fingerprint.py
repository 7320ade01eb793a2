"""What tells one state of a page from another."""

from __future__ import annotations

import pytest

from handrail.results import Failed
from handrail.results.page_fingerprint import PageFingerprints, Seen


@pytest.mark.parametrize("typed", ["http://[x", "https://shop.example/?q=kettle#all", "kettle", None, 3])
def test_whatever_a_call_typed_a_page_at_which_nobody_looked_is_not_new(typed: object) -> None:
    assert PageFingerprints().after(typed, Failed("navigation_failed", "That is not a web address.")) == Seen()
