"""The generated parts of the documentation, and the generated module, are what `make docs` would write now."""

import pytest
from scripts.docs import DOCS, PARTS, render

from scripts import option_types


@pytest.mark.parametrize("page", PARTS)
def test_a_page_with_generated_parts_is_up_to_date(page):
    assert (DOCS / page).read_text("utf-8") == render(page), "run: make docs"


def test_the_keywords_of_a_session_are_its_declared_options():
    assert option_types.MODULE.read_text("utf-8") == option_types.render(), "run: make docs"
