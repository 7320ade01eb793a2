"""Which model does what in a run: the flags reach the agent."""

import json
import subprocess
import sys

import pytest


@pytest.mark.browser
def test_the_small_model_plans_where_the_flag_says_so(tmp_path, serve):
    main, small = tmp_path / "main.json", tmp_path / "small.json"
    main.write_text('[{"tool": "done", "params": {"result": "ok"}}]')
    small.write_text('[{"tool": "plan", "params": {"criteria": ["It is seen."], "steps": ["Look around"]}}]')
    command = [sys.executable, "-m", "handrail", "run", "Look", "--url", serve("<h1>Here</h1>"), "--headless", "--json"]
    command += ["--model", f"scripted:{main}", "--small-model", f"scripted:{small}", "--small-model-for", "plan"]
    command += ["--run-dir", str(tmp_path / "run"), "--verify", "0"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["purpose"] for one in events if one["event"] == "model_call"] == ["plan", "act"]
    assert [one["steps"] for one in events if one["event"] == "plan"] == [["Look around"]]
