"""The generated parts of the documentation are what `make docs` would write now."""

import pytest
from scripts.docs import DOCS, PARTS, render


@pytest.mark.parametrize("page", PARTS)
def test_a_page_with_generated_parts_is_up_to_date(page):
    assert (DOCS / page).read_text("utf-8") == render(page), "run: make docs"
