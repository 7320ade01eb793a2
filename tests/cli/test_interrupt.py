"""Ctrl-C and SIGTERM while a run goes on."""

import json
import os
import signal
import subprocess
import sys

import pytest

posix = pytest.mark.skipif(os.name != "posix", reason="signals are sent to a process on POSIX only")


@posix
def test_ctrl_c_ends_a_run_cleanly_with_its_log_whole(tmp_path, serve):
    script = tmp_path / "script.json"
    script.write_text('[{"tool": "wait", "params": {"seconds": 30}}]')
    command = [sys.executable, "-m", "handrail", "run", "wait", "--url", serve("<h1>Here</h1>"), "--headless", "--json"]
    command += ["--model", f"scripted:{script}", "--run-dir", str(tmp_path / "run")]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert running.stdout is not None
    for line in running.stdout:
        if json.loads(line)["event"] == "intent" or json.loads(line).get("tool") == "wait":
            break
    running.send_signal(signal.SIGINT)
    rest, errors = running.communicate(timeout=60)
    assert running.returncode == 130, errors
    assert json.loads(rest.splitlines()[-1])["outcome"] == "cancelled"
    assert "Traceback" not in errors
    logged = (tmp_path / "run" / "run.jsonl").read_text().splitlines()
    assert json.loads(logged[-1])["event"] == "run_ended"
