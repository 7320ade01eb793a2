"""Options of `handrail run` that reach the agent."""

from __future__ import annotations

from typing import Any

import pytest
from typer.testing import CliRunner

from handrail import Agent, Session
from handrail.cli.app import app


@pytest.mark.parametrize(
    ("flags", "setting", "clip"),
    [([], "", "batch"), (["--clip", "each"], "", "each"), ([], "each", "each"), (["--clip", "batch"], "each", "batch")],
)
@pytest.mark.browser
def test_how_the_conversation_is_shortened_is_the_users_choice(
    flags: list[str], setting: str, clip: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, Any] = {}

    class Made(Exception):
        """The agent's options are known."""

    def agent(_session: Session, **options: Any) -> Agent:
        given.update(options)
        raise Made

    monkeypatch.setattr("handrail.agent.Agent", agent)
    monkeypatch.setenv("HANDRAIL_CLIP", setting)
    result = CliRunner().invoke(app, ["run", "Look", "--model", "offline", "--headless", *flags])
    assert (type(result.exception), given.get("clip")) == (Made, clip), result.output


def test_no_other_way_to_shorten_it_is_taken() -> None:
    assert CliRunner().invoke(app, ["run", "Look", "--model", "offline", "--clip", "never"]).exit_code == 2
