"""The first line of a docstring says what a function does."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
NO_VERBS = {"A", "All", "An", "Each", "Every", "How", "One", "That", "The", "This", "Those", "What", "Where", "Whether"}
"""Words that begin the name of a thing, which suits an attribute or a property."""
NO_SENTENCE = {
    "Any", "Args", "As", "At", "By", "For", "From", "If", "In", "None", "Not", "Of", "On", "Or", "Raises", "Returns",
    "Several", "Something", "Why", "With", "Without",
}  # fmt: skip
"""Words that begin a part of a sentence; so does what is no word, such as a quoted name."""
OTHER_READERS = ("tools/", "evals/attacks/goals/", "demo/", "tool_methods.py", "sync_tool_methods.py")
"""Where docstrings describe tools, limits and pages to people and models."""


def test_functions_say_what_they_return_or_do():
    found = [place for place in _docstrings() if place[2] in NO_VERBS or _begins_with_a_part(place[2])]
    assert not found, "Begin with a verb: Return, Yield, Add. " + "; ".join(
        f"{where} {name}" for where, name, _ in found
    )


def _begins_with_a_part(word: str) -> bool:
    return word in NO_SENTENCE or not word[0].isupper()


def _docstrings() -> Iterator[tuple[str, str, str]]:
    """Yield the place, the name and the first word of every documented function."""
    package = ROOT / "src/handrail"
    for path in sorted(package.rglob("*.py")):
        where = path.relative_to(package).as_posix()
        if where.startswith(OTHER_READERS) and not where.startswith(("tools/core/", "tools/support/")):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or _is_property(node):
                continue
            if words := (ast.get_docstring(node) or "").split():
                yield f"{where}:{node.lineno}", node.name, words[0].strip(",.:")


def _is_property(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Return whether a function is read like an attribute; or is a command or a rule, whose docstring is its help."""
    decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
    is_rule = node.returns is not None and ast.unparse(node.returns) == "Decision | None"
    return is_rule or any(name.endswith(("property", ".setter")) or ".command(" in name for name in decorators)
