"""The generated parts of the documentation, and the generated modules, are what `make docs` would write now."""

import pytest
from scripts.docs import DOCS, PARTS, generated_modules, render


@pytest.mark.parametrize("page", PARTS)
def test_a_page_with_generated_parts_is_up_to_date(page):
    assert (DOCS / page).read_text("utf-8") == render(page), "run: make docs"


def test_the_options_and_the_tools_of_a_session_are_its_keywords_and_methods():
    for module, text in generated_modules().items():
        assert module.read_text("utf-8") == text, "run: make docs"
