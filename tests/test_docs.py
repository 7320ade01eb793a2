"""The generated parts of the documentation, and the generated modules, are what `make docs` would write now."""

import ast
import re
from pathlib import Path

import pytest
from scripts.docs import DOCS, PARTS, generated_modules, render

import handrail

PACKAGE = Path(handrail.__file__).parent


@pytest.mark.parametrize("page", PARTS)
def test_a_page_with_generated_parts_is_up_to_date(page):
    assert (DOCS / page).read_text("utf-8") == render(page), "run: make docs"


def test_the_options_and_the_tools_of_a_session_are_its_keywords_and_methods():
    for module, text in generated_modules().items():
        assert module.read_text("utf-8") == text, "run: make docs"


def test_the_architecture_names_every_package():
    text = (DOCS / "architecture.md").read_text("utf-8")
    packages = [file.parent for file in PACKAGE.rglob("__init__.py") if file.parent != PACKAGE]
    # What the shop and the suites consist of is their own affair.
    of_handrail = [one for one in packages if not {PACKAGE / "demo", PACKAGE / "evals"} & set(one.parents)]
    assert len(of_handrail) > 40
    assert not [one for one in of_handrail if not re.search(rf"`[^`\n]*\b{one.name}\b", text)]


def test_files_that_the_documentation_names_are_there():
    root, browser = DOCS.parent, PACKAGE / "browser"
    places = (root, PACKAGE.parent, PACKAGE, browser, browser / "kit", PACKAGE / "evals", root / "tests")
    pages = [*DOCS.glob("*.md"), root / "CONTRIBUTING.md"]
    found = re.compile(r"`([a-z_]+/[\w/]+\.(?:py|js))\b")
    named = {(page.name, name) for page in pages for name in found.findall(page.read_text("utf-8"))}
    named.remove(("adding-a-tool.md", "tests/tools/test_count_words.py"))  # of its example
    assert len(named) > 50
    assert [one for one in sorted(named) if not any((place / one[1]).is_file() for place in places)] == []


def test_the_reference_lists_what_the_package_offers():
    text = (DOCS / "api.md").read_text("utf-8")
    classes = set(re.findall(r"^## (\w+)$", text, re.MULTILINE)) - {"Errors"}
    errors = set(re.findall(r"^- `(\w+)`", text.partition("## Errors")[2], re.MULTILINE))
    # `Result` is another word for either of two.
    assert classes | errors | {"Result"} == set(handrail.__all__)
    assert all(hasattr(handrail, name) for name in handrail.__all__)


@pytest.mark.parametrize("page", ["README.md", "docs/how-to.md"])
def test_functions_of_the_first_programs_are_typed_for_strict_checkers(page):
    text = (DOCS.parent / page).read_text("utf-8")
    programs = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    nodes = [node for program in programs for node in ast.walk(ast.parse(program))]
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    assert functions
    assert [one.name for one in functions if not one.returns or any(not arg.annotation for arg in one.args.args)] == []
