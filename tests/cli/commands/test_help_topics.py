"""`handrail help`."""

from __future__ import annotations

from tests.cli.test_commands import here  # noqa: F401 - a fixture


def test_help_offline_prints_the_forms_the_grammar_and_the_words(here):  # noqa: F811
    done = here("help", "offline")
    assert done.returncode == 0, done.stderr
    for text in ("type VALUE into NAME", "type bob into Username", "?ask: _HOW_MANY kind", "[kinds]"):
        assert text in done.stdout
    assert here("help", "nothing").returncode == 2
