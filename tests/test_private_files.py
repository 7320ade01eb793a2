"""Files that only their owner can read: written whole, or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from handrail.private_files import new_private_file, write_private


def test_a_new_file_gets_its_name_once_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "run.zip"
    with new_private_file(path) as file:
        file.write(b"whole")
        file.flush()
        # What ends the process here leaves no file of that name.
        assert not path.exists()
    assert [one.name for one in tmp_path.iterdir()] == ["run.zip"]
    assert path.read_bytes() == b"whole"
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == 0o600


def test_what_cannot_be_written_whole_leaves_the_old_file_or_none(tmp_path: Path) -> None:
    with pytest.raises(TypeError), new_private_file(tmp_path / "new") as file:
        file.write(b"part" + file.write(b"part"))
    assert list(tmp_path.iterdir()) == []
    old = tmp_path / "report.html"
    write_private(old, "old")
    with pytest.raises(UnicodeEncodeError):
        write_private(old, "\ud800")
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("report.html", "old")]


@pytest.mark.parametrize("has_links", [True, False])
def test_no_file_is_replaced_not_even_one_that_came_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, has_links: bool
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    if not has_links:
        monkeypatch.setattr("os.link", refuse)
    path = tmp_path / "a.csv"
    with pytest.raises(FileExistsError), new_private_file(path):
        path.write_bytes(b"theirs")
    with pytest.raises(FileExistsError), new_private_file(path):
        pass
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("a.csv", b"theirs")]
    path.unlink()
    with new_private_file(path) as file:
        file.write(b"mine")
    assert path.read_bytes() == b"mine"
