"""Options of `handrail run` that reach the agent."""

from __future__ import annotations

from typing import Any

import pytest
from typer.testing import CliRunner

from handrail.cli.app import app
from handrail.cli.commands import run


@pytest.mark.parametrize(("flags", "clip"), [([], "batch"), (["--clip", "each"], "each")])
def test_how_the_conversation_is_shortened_is_the_users_choice(
    flags: list[str], clip: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, Any] = {}
    monkeypatch.setattr(run, "carry_out", lambda _work, _roles, options, *_rest, **_more: given.update(options))
    result = CliRunner().invoke(app, ["run", "Look", "--model", "offline", *flags])
    assert (result.exit_code, given.get("clip")) == (0, clip), result.output


def test_no_other_way_to_shorten_it_is_taken() -> None:
    assert CliRunner().invoke(app, ["run", "Look", "--model", "offline", "--clip", "never"]).exit_code == 2
