"""What docs/security-internals.md shows the promises by is there: paths of tests, modules and commands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from handrail.cli.app import app

ROOT = Path(__file__).parent.parent
PAGE, PROMISES = ((ROOT / "docs" / name).read_text("utf-8") for name in ("security-internals.md", "security.md"))
COMMANDS = [" ".join(said.split()) for said in re.findall(r"`((?:pytest|handrail|python -m) [^`]+)`", PAGE + PROMISES)]


def test_each_promise_says_where_it_ends_what_holds_it_and_what_shows_it():
    for number in range(1, 8):
        (promised,) = re.findall(rf"### (G{number} .*?)(?=\n##)", PROMISES, re.DOTALL)
        (held,) = re.findall(rf"## (G{number} .*?)(?=\n##)", PAGE, re.DOTALL)
        assert held.splitlines()[2:3] == promised.splitlines()[2:3], "the same words"
        assert "**Limits.**" in promised
        for part in ("**What holds it.**", "**Shown by** `"):
            assert part in held, (number, part)


@pytest.mark.parametrize("command", [one for one in COMMANDS if one.startswith("pytest")])
def test_the_tests_that_are_named_are_there(command: str):
    assert [path for path in command.split()[1:] if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("command", [one for one in COMMANDS if one.startswith("python -m")])
def test_the_programs_that_are_named_are_there(command: str):
    assert (ROOT / (command.split()[2].replace(".", "/") + ".py")).exists()


@pytest.mark.parametrize("command", sorted({one for one in COMMANDS if one.startswith("handrail")}))
def test_the_commands_that_are_named_are_there(command: str):
    words = [word for word in command.split()[1:] if not word.isupper() and not word.startswith("-")]
    done = CliRunner().invoke(app, [*words, "--help"])
    assert done.exit_code == 0, done.output


def test_commands_of_make_on_the_page_exist():
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    named = re.findall(r"`make ([a-z-]+)`", PAGE)
    assert named
    assert set(named) <= set(targets)


def test_the_modules_that_are_named_are_there():
    named = re.findall(r"`((?:src/handrail/)?[a-z_]+(?:/[a-z_]+)*(?:\.py|/))`", PAGE)
    assert len(named) > 15
    assert [name for name in named if not (ROOT / "src/handrail" / name.removeprefix("src/handrail/")).exists()] == []
