"""What `handrail doctor` says of the search provider, and of the folder of runs."""

from __future__ import annotations

import pytest

from handrail import doctor
from handrail.config import Config


@pytest.mark.parametrize(
    ("settings", "env", "level", "words"),
    [
        ({}, {}, "ok", "web_search is off"),
        ({"HANDRAIL_SEARCH": "duckduckgo"}, {}, "ok", "searches DuckDuckGo, in a tab"),
        ({"HANDRAIL_SEARCH": "tavily"}, {"TAVILY_API_KEY": "key-1"}, "ok", "searches Tavily, by its API"),
        ({"HANDRAIL_SEARCH": "tavily"}, {}, "fail", "Tavily needs a key"),
        ({"HANDRAIL_SEARCH": "tavily", "HANDRAIL_SEARCH_KEY": "cmd:echo key-1"}, {}, "ok", "searches Tavily"),
        ({"HANDRAIL_SEARCH": "tavily", "HANDRAIL_SEARCH_KEY": "file:/none/there"}, {}, "fail", "cannot be read"),
        ({"HANDRAIL_SEARCH": "searxng"}, {}, "fail", "SearXNG needs the address"),
        ({"HANDRAIL_SEARCH": "altavista"}, {}, "fail", "no search provider"),
    ],
)
def test_the_doctor_says_what_a_run_would_search_with(settings, env, level, words, tmp_path):
    config = Config.load(folder=tmp_path, environ={"XDG_CONFIG_HOME": str(tmp_path), **settings})
    finding = doctor.search(config, env)
    assert (finding.level, words in finding.found) == (level, True), finding


def test_a_folder_of_runs_that_cannot_be_looked_at_is_a_finding(tmp_path):
    finding = doctor.runs(Config(runs_dir=tmp_path / ("x" * 300)))
    assert (finding.level, "cannot be written: File name too long" in finding.found) == ("fail", True), finding
