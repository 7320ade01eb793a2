"""A run in one call: which model does what in it."""

from __future__ import annotations

from pathlib import Path

import pytest

import handrail
from handrail.models.protocol import Call
from handrail.models.scripted import Scripted
from tests.pages import PageServer


@pytest.mark.browser
def test_a_small_model_of_a_program_does_what_the_configuration_says(
    tmp_path: Path, serve: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "handrail.toml").write_text('small_model_for = ["plan"]')
    (tmp_path / "main.json").write_text('[{"tool": "done", "params": {"result": "ok"}}]')
    small = Scripted([Call("plan", {"criteria": ["It is seen."], "steps": ["Look around"]})])
    result = handrail.run(
        "Look", url=serve("<h1>Here</h1>"), model="scripted:main.json", small_model=small, headless=True,
        run_dir=tmp_path / "run",
    )  # fmt: skip
    assert (result.outcome, len(small.turns)) == ("done", 1)
