"""The language of what a person is shown: by a flag, by the settings, by the environment."""

import sys

import pytest

from handrail.cli import main
from handrail.messages import ENGLISH, use_language
from tests.runs.writing import Writer


@pytest.fixture
def shown(tmp_path, monkeypatch, capsys):
    """Calls the command line in a folder with one run; returns what it prints."""
    monkeypatch.setenv("HANDRAIL_RUNS_DIR", str(tmp_path / "runs"))
    monkeypatch.setenv("LC_ALL", "")
    monkeypatch.chdir(tmp_path)
    write = Writer(tmp_path / "runs" / "20260301-120000-cccc").started("Count the chairs")
    write.decided("click", {"ref": "e3"}).result("click", label={"ref": "e3"}, label_text="Click[ {what}]")
    write.ended("stuck", "It was not there.")

    def call(*words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["handrail", *words])
        with pytest.raises(SystemExit):
            main()
        printed = capsys.readouterr()
        return printed.out + printed.err

    yield call
    use_language(ENGLISH)


def test_a_run_is_shown_in_the_language_of_the_flag(shown):
    assert 'Click button "Save"' in shown("runs", "show", "last")
    german = shown("runs", "show", "last", "--language", "de-CH")
    for line in ("Aufgabe: Count the chairs", 'Klick auf Schaltfläche "Save"', "Festgefahren", "1 Modellaufruf,"):
        assert line in german


def test_the_flag_goes_before_the_setting_and_the_setting_before_the_environment(shown, monkeypatch):
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert "tâche" in shown("runs")
    monkeypatch.setenv("HANDRAIL_LANGUAGE", "es")
    assert "tarea" in shown("runs")
    assert "Aufgabe" in shown("runs", "--language", "de")


def test_an_unknown_language_is_an_error_where_it_was_chosen_and_english_where_it_was_not(shown, monkeypatch):
    assert "There is no language 'xx'.\n  There are: ar, bn, de, en" in shown("runs", "--language", "xx")
    monkeypatch.setenv("LANG", "xx_XX.UTF-8")
    assert "outcome" in shown("runs")
    monkeypatch.setenv("HANDRAIL_LANGUAGE", "xx")
    assert "language in the environment HANDRAIL_LANGUAGE is wrong: there is no language 'xx'." in shown("runs")


@pytest.mark.parametrize("language", ["de", "ja", "ar"])
def test_the_rules_are_explained_in_the_language(shown, language):
    rules = shown("policy", "explain", "--language", language)
    assert "within_rails" in rules
    assert "stays forbidden" not in rules
