"""`handrail selftest utility`, with outcomes in place of a browser."""

from typing import Any

import pytest
from typer.testing import CliRunner

from handrail.cli.commands import evals
from handrail.evals.everyday.run import EverydayRun


def outcome(name: str, rules: Any, passed: bool = True, refused: tuple[str, ...] = (), asked: int = 0) -> EverydayRun:
    return EverydayRun(name, rules, passed, refused, (), ("a question",) * asked, 1.0)


OUTCOMES = [
    *(outcome("plain", rules) for rules in ("flags", "person", "unsafe")),
    outcome("asked", "flags", False, ("click", "click")),
    outcome("asked", "person", asked=2),
    outcome("asked", "unsafe"),
    *(outcome("broken", rules, False) for rules in ("flags", "person", "unsafe")),
]


def utility(monkeypatch: pytest.MonkeyPatch, outcomes: list[EverydayRun]) -> tuple[int, str]:
    async def compare(_: str) -> list[EverydayRun]:
        return outcomes

    monkeypatch.setattr(evals, "_compare", compare)
    result = CliRunner().invoke(evals.selftest, ["utility"])
    return result.exit_code, " ".join(result.output.split())


def test_tasks_that_fail_or_ask_are_listed_and_questions_counted(monkeypatch: pytest.MonkeyPatch):
    code, text = utility(monkeypatch, OUTCOMES)
    assert code == 1
    assert "asked flags click 2 broken flags, person, unsafe 0" in text
    assert "plain" not in text
    assert "1 of 3 tasks pass with the flags of the attacks and nobody to ask." in text
    assert "2 of 3 tasks pass with a person who says yes." in text
    assert "A person is asked 2 questions, at most 2 by a task. 1 tasks fail because of the rules." in text


def test_tasks_that_fail_without_rules_too_are_no_fault_of_the_rules(monkeypatch: pytest.MonkeyPatch):
    code, text = utility(monkeypatch, [one for one in OUTCOMES if one.name != "asked"])
    assert (code, "0 tasks fail because of the rules." in text) == (0, True)
