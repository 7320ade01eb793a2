"""The folders of runs, before anything is written into them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from handrail.runs.folders import check_writable


def test_sessions_that_begin_at_the_same_moment_share_a_folder_that_is_not_there_yet(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as sessions:
        list(sessions.map(check_writable, [tmp_path / "runs" / "one"] * 200))
    assert list(tmp_path.iterdir()) == []
