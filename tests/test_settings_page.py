"""The page of settings is made from the declarations."""

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_committed_page_is_up_to_date():
    page = runpy.run_path(str(ROOT / "scripts" / "settings_page.py"))["page"]
    written = (ROOT / "docs" / "settings.md").read_text("utf-8")
    assert written == page(), "run python scripts/settings_page.py"
