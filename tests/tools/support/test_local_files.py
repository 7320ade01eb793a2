"""Which file of this machine a path means."""

from __future__ import annotations

from pathlib import Path

from handrail.tools.support.local_files import real_path


def test_a_relative_path_is_of_the_one_folder_for_uploads_that_has_such_a_file(tmp_path: Path) -> None:
    up, other = tmp_path / "up", tmp_path / "other"
    for folder in (up, other):
        folder.mkdir()
        (folder / "both.txt").write_text("x")
    (up / "cv.txt").write_text("x")
    assert real_path("cv.txt", [up, other]) == up / "cv.txt"
    assert real_path("../up/cv.txt", [up]) == up / "cv.txt"
    for elsewhere in ("both.txt", "none.txt", "../other/none.txt"):
        assert real_path(elsewhere, [up, other]) == Path(elsewhere).resolve()
    assert real_path("../other/both.txt", [up]) == Path("../other/both.txt").resolve()
    assert real_path("README.md", [Path.cwd(), up]) == Path.cwd() / "README.md"
    assert real_path(str(other / "both.txt"), [up]) == other / "both.txt"
