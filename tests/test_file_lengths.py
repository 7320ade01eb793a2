"""Files stay short enough to be read at one go."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "src/handrail"
MOST_LINES = 320
GENERATED = {"tool_methods.py", "sync_tool_methods.py"}


def test_no_file_of_the_package_is_longer_than_the_house_rule_allows():
    files = [path for ending in ("py", "js") for path in PACKAGE.rglob(f"*.{ending}") if path.name not in GENERATED]
    assert len(files) > 400
    lengths = {str(path.relative_to(PACKAGE)): len(path.read_text("utf-8").splitlines()) for path in files}
    assert {name: length for name, length in lengths.items() if length > MOST_LINES} == {}
