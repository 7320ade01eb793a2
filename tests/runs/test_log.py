"""The log of a run: readable by its owner only, with a clear error where it cannot be written."""

import json
import os
import stat
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from handrail.attachments import Attachment
from handrail.errors import HandrailError, UsageError
from handrail.events.kinds import NoticeEvent, ScreenshotEvent
from handrail.private_files import private_folder, write_private
from handrail.runs.log import RunLog

posix = pytest.mark.skipif(os.name != "posix", reason="Windows has other permissions")
linux = pytest.mark.skipif(not Path("/dev/full").exists(), reason="uses a device that is always full")


@pytest.fixture(autouse=True)
def permissive_umask():
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@posix
def test_only_the_owner_can_read_the_log_its_images_and_their_folders(tmp_path):
    log = RunLog(tmp_path / "runs" / "one")
    log(ScreenshotEvent(tool="screenshot", attachments=[Attachment("image", "image/png", b"png")]))
    log.close()
    made = [tmp_path / "runs", tmp_path / "runs" / "one", *(tmp_path / "runs" / "one").iterdir()]
    assert {path.name: mode(path) for path in made} == {
        "runs": 0o700,
        "one": 0o700,
        "run.jsonl": 0o600,
        "run-001.png": 0o600,
    }


@posix
def test_an_existing_folder_keeps_its_mode_and_an_existing_file_becomes_private(tmp_path):
    folder = tmp_path / "shared"
    folder.mkdir(mode=0o755)
    (folder / "state.json").write_text("old")
    assert mode(private_folder(folder)) == 0o755
    write_private(folder / "state.json", b"new")
    assert mode(folder / "state.json") == 0o600
    assert [path.read_bytes() for path in folder.iterdir()] == [b"new"]


def test_a_folder_is_made_by_several_at_once_and_a_file_in_its_place_is_an_error(tmp_path):
    begin = threading.Barrier(8)

    def make(number: int) -> None:
        begin.wait()
        private_folder(tmp_path / f"{number // 8}" / "downloads")

    with ThreadPoolExecutor(8) as pool:
        assert len(list(pool.map(make, range(400)))) == 400
    (tmp_path / "file").write_bytes(b"")
    for place in ("file", "file/below"):
        with pytest.raises(NotADirectoryError):
            private_folder(tmp_path / place)


def test_each_run_in_a_folder_has_its_own_log(tmp_path):
    logs = [RunLog(tmp_path) for _ in range(3)]
    for log in logs:
        log.close()
    assert [log.path.name for log in logs] == ["run.jsonl", "run-2.jsonl", "run-3.jsonl"]


def test_a_lone_surrogate_is_logged_unchanged(tmp_path):
    log = RunLog(tmp_path)
    log(NoticeEvent(text="ü \ud83d"))
    log.close()
    assert json.loads(log.path.read_text("utf-8"))["text"] == "ü \ud83d"


@pytest.mark.parametrize("below", ["file", "file/run", "file/more/run"])
def test_a_folder_that_cannot_be_created_is_a_usage_error(tmp_path, below):
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match=r"cannot be written: Not a directory\."):
        RunLog(tmp_path / below)


@linux
def test_a_full_disk_raises_a_clear_error(tmp_path):
    log = RunLog(tmp_path)
    os.dup2(os.open("/dev/full", os.O_WRONLY), log._file.fileno())
    with pytest.raises(HandrailError, match="cannot be written: No space left on device"):
        log(NoticeEvent(text="x"))
    with pytest.raises(HandrailError, match="cannot be written"):
        log.close()
