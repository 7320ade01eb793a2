"""Every test that docs/behaviours.md names is there, and runs in the browser that it is named for."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from scripts.behaviours import BROWSERS, behaviours

HERE = Path(__file__).parent
COLLECT = """
import json, sys, pytest
found = {}
class Collector:
    def pytest_collection_finish(self, session):
        for item in session.items:
            given = getattr(item, "callspec", None)
            words = {str(one) for one in given.params.values()} if given else set()
            names = {name for name in ("chromium", "firefox") if name in words}
            # A test without a browser among its parameters has its fixtures' one, or starts its own: Chromium.
            names = names or {"firefox" if "firefox" in item.fixturenames else "chromium"}
            found.setdefault(item.nodeid.partition("[")[0], set()).update(names)
code = pytest.main(["--collect-only", "-qqq", "-p", "no:cacheprovider", "-p", "no:xdist", *sys.argv[1:]], [Collector()])
print("\\n" + json.dumps({test: sorted(names) for test, names in found.items()}))
sys.exit(code)
"""


def test_every_named_test_is_there_and_runs_in_the_browser_that_it_is_named_for() -> None:
    rows = behaviours()
    files = sorted({test.partition("::")[0] for row in rows for test in row.tests.values()})
    command = [sys.executable, "-c", COLLECT, *files]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=HERE.parent)
    assert done.returncode == 0, done.stdout + done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    missing = [(name, test) for row in rows for name, test in row.tests.items() if name not in found.get(test, ())]
    assert missing == []


def test_there_are_at_least_80_rows_each_once_and_complete() -> None:
    rows = behaviours()
    assert len(rows) >= 80
    assert [row for row, times in Counter(row.behaviour for row in rows).items() if times > 1] == []
    for row in rows:
        assert row.group
        assert row.tests
        # Where a browser cannot do a thing, the row says so.
        assert set(row.tests) == set(BROWSERS) or row.note, row.behaviour
        for words in (row.behaviour, row.handrail, row.note):
            assert not words.endswith("."), words
            assert "|" not in words
