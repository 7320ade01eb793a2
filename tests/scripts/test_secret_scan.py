"""The scan of the repository for secrets."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import secret_scan

KEY = "AKIA" + "QYLPMN5HNM4KJX2O"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(secret_scan, "ROOT", tmp_path)
    return tmp_path / "config.py"


def test_a_key_and_a_password_are_found_wherever_they_stand(file: Path):
    file.write_text(f"one = 1\nkey = '{KEY}'\n")
    (first,) = secret_scan.scan(["config.py"]).items()
    assert (first[0].kind, first[1]) == ("AWS Access Key", 2)
    file.write_text(f"\n\n\nkey = '{KEY}'\n")
    assert set(secret_scan.scan(["config.py"])) == {first[0]}, "moving it makes no other finding"
    file.write_text("word = 'kettle'\n")
    assert secret_scan.scan(["config.py"]) == {}


@pytest.mark.parametrize(
    "line",
    [
        "PASS" + "WORD: hunter2",
        "api" + "key = 'x'",
        "https://mara:" + "lantern-42@shop.example/",
        "-----BEGIN RSA " + "PRIVATE KEY-----",
        "token = 'ghp_" + "a1" * 18 + "'",
    ],
)
def test_no_line_is_plain_that_may_hold_one(line: str):
    assert not secret_scan.is_plain(line)
    assert secret_scan.is_plain("word = 'kettle'")


def test_the_detectors_are_asked_about_no_plain_line(file: Path, monkeypatch: pytest.MonkeyPatch):
    file.write_text(f"one = 1\nkey = '{KEY}'\n")
    monkeypatch.setattr(secret_scan, "is_plain", lambda line: "key" in line)
    assert secret_scan.scan(["config.py"]) == {}


def test_the_baseline_holds_hashes_and_no_secret():
    assert secret_scan.known()
    assert all(len(one.hash) == 40 for one in secret_scan.known())
