"""The runs that are kept, as a folder holds them."""

from __future__ import annotations

from pathlib import Path

import pytest

from handrail.runs.store import RunStore


@pytest.mark.parametrize("folder", ["files", "downloads"])
def test_what_a_model_wrote_into_the_folder_of_runs_is_no_run(tmp_path: Path, folder: str) -> None:
    own, written = tmp_path / "20261129-101500-ab12" / "run.jsonl", tmp_path / folder / "run.jsonl"
    for number, log in enumerate((own, written)):
        log.parent.mkdir()
        log.write_text(f'{{"at": {1_700_000_000 + number}.0, "kind": "run_started"}}\n')
    store = RunStore(tmp_path)
    assert [entry.log for entry in store.entries()] == [own]
    assert store.find("last").log == own
