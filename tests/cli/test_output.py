"""Standard output that takes nothing: what cannot be read is no success."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

FULL = Path("/dev/full")
SENTENCE = "handrail: Standard output cannot be written: No space left on device.\n"

pytestmark = pytest.mark.skipif(not FULL.exists(), reason="the device is one of Linux")


def handrail(*words, unbuffered="", **options):
    env = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    command = [sys.executable, "-m", "handrail", *words]
    return subprocess.run(command, env=env, stderr=subprocess.PIPE, text=True, timeout=100, **options)


@pytest.mark.parametrize(
    ("words", "unbuffered"), [(["--help"], ""), (["tools"], "1"), (["config", "--json"], "")], ids=str
)
def test_a_full_disk_behind_standard_output_is_one_sentence(words, unbuffered):
    with FULL.open("w") as full:
        done = handrail(*words, unbuffered=unbuffered, stdout=full)
    assert (done.returncode, done.stderr) == (2, SENTENCE)


@pytest.mark.browser
def test_an_answer_that_could_not_be_written_is_no_success(tmp_path):
    script = tmp_path / "script.json"
    script.write_text('[{"tool": "done", "params": {"result": "Three lamps."}}]')
    words = ["run", "count", "--headless", "--verify", "0", "--model", f"scripted:{script}"]
    with FULL.open("w") as full:
        done = handrail(*words, "--run-dir", str(tmp_path / "run"), stdout=full)
    assert done.returncode == 2
    assert done.stderr.endswith(SENTENCE)
    assert "Traceback" not in done.stderr


def test_a_command_whose_standard_output_is_closed_does_nothing():
    done = handrail("tools", preexec_fn=lambda: os.close(1))
    assert (done.returncode, done.stderr.splitlines()[0]) == (2, "handrail: Standard output is closed.")


def test_a_reader_that_has_read_enough_is_no_error():
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = handrail("tools", stdout=writer)
    finally:
        os.close(writer)
    assert done.stderr == ""
