"""The programs of the cookbook, as they stand, on one page."""

from __future__ import annotations

import ast
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "docs" / "cookbook"
TITLES = {
    "paginated_list": "A list over several pages, as CSV",
    "sign_in_and_download": "Sign in, and keep a file",
    "long_form": "A long form from a dict",
    "pictures": "Pictures of many addresses, with five sessions",
    "progress_bar": "A progress bar from events",
    "custom_tool": "A tool of one's own",
}


def program_texts() -> str:
    """Each program and the one with Playwright, under its title."""
    return "\n\n".join(_section(name, title) for name, title in TITLES.items())


def lines_of_code(file: Path) -> int:
    """The lines of a program that are neither blank nor its docstring."""
    text = file.read_text("utf-8")
    start = ast.parse(text).body[0].end_lineno or 0
    return sum(bool(line.strip()) for line in text.splitlines()[start:])


def _section(name: str, title: str) -> str:
    ours, theirs = FOLDER / f"{name}.py", FOLDER / "with_playwright" / f"{name}.py"
    heads = {ours: f"{lines_of_code(ours)} lines:", theirs: f"With Playwright alone, {lines_of_code(theirs)} lines:"}
    programs = (f"{head}\n\n```python\n{file.read_text('utf-8').strip()}\n```" for file, head in heads.items())
    return "\n\n".join([f"## {title}", *programs])
